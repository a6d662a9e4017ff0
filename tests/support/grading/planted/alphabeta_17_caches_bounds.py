# planted: caches-bounds
from math import inf


class AlphaBeta:
    def search(self, game, state):
        self.seen = {}
        self.game, self.player = game, game.to_move(state)
        best, alpha = None, -inf
        for action in game.actions(state):
            value = self.low(game.result(state, action), alpha, inf)
            if best is None or value > alpha:
                best, alpha = action, value
        return alpha, best

    def high(self, state, alpha, beta):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.player)
        if state in self.seen:
            return self.seen[state]
        best = -inf
        for action in self.game.actions(state):
            best = max(best, self.low(self.game.result(state, action), alpha, beta))
            if best >= beta:
                break
            alpha = max(alpha, best)
        self.seen[state] = best
        return best

    def low(self, state, alpha, beta):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.player)
        if state in self.seen:
            return self.seen[state]
        best = inf
        for action in self.game.actions(state):
            best = min(best, self.high(self.game.result(state, action), alpha, beta))
            if best <= alpha:
                break
            beta = min(beta, best)
        self.seen[state] = best
        return best
