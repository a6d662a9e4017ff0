"""Alpha-beta that returns the bound itself at a cut (fail-hard), root included."""

import math


class FailHardAlphaBeta:
    def __init__(self, game):
        self.game = game

    def search(self, state):
        self.me = self.game.to_move(state)
        alpha, choice = -math.inf, None
        for action in self.game.actions(state):
            value = self.value(self.game.result(state, action), alpha, math.inf)
            if value > alpha:
                alpha, choice = value, action
        return {"choice": (choice, alpha)}["choice"]

    def value(self, state, alpha, beta):
        if self.game.is_terminal(state):
            return min(max(self.game.utility(state, self.me), alpha), beta)
        if self.game.to_move(state) == self.me:
            for action in self.game.actions(state):
                alpha = max(alpha, self.value(self.game.result(state, action), alpha, beta))
                if alpha >= beta:
                    return beta
            return alpha
        for action in self.game.actions(state):
            beta = min(beta, self.value(self.game.result(state, action), alpha, beta))
            if beta <= alpha:
                return alpha
        return beta
