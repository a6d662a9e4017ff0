# planted: max-never-cuts
from math import inf


class AlphaBeta:
    def search(self, game, state):
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
        best = -inf
        for action in self.game.actions(state):
            best = max(best, self.low(self.game.result(state, action), alpha, beta))
            alpha = max(alpha, best)
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
