# planted: min-never-cuts
from math import inf


class AlphaBeta:
    def search(self, game, state):
        self.game, self.player = game, game.to_move(state)
        best, alpha, top = None, -inf, -inf
        for action in game.actions(state):
            value = self.low(game.result(state, action), alpha, inf)
            if best is None or value > top:
                best, top = action, value
        return top, best

    def high(self, state, alpha, beta):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.player)
        best = -inf
        for action in self.game.actions(state):
            best = max(best, self.low(self.game.result(state, action), alpha, beta))
            if best >= beta:
                return best
        return best

    def low(self, state, alpha, beta):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.player)
        best = inf
        for action in self.game.actions(state):
            best = min(best, self.high(self.game.result(state, action), alpha, beta))
            if best <= alpha:
                return best
            beta = min(beta, best)
        return best
