# planted: bounds-shared
import math


class AlphaBetaSearch:
    def search(self, game, state):
        self.game, self.player = game, game.to_move(state)
        self.alpha, self.beta = -math.inf, math.inf
        return self.max_value(state)

    def max_value(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.player), None
        v, move = -math.inf, None
        for a in self.game.actions(state):
            w = self.min_value(self.game.result(state, a))[0]
            if w > v:
                v, move = w, a
            if v >= self.beta:
                return v, move
            self.alpha = max(self.alpha, v)
        return v, move

    def min_value(self, state):
        if self.game.is_terminal(state):
            return self.game.utility(state, self.player), None
        v, move = math.inf, None
        for a in self.game.actions(state):
            w = self.max_value(self.game.result(state, a))[0]
            if w < v:
                v, move = w, a
            if v <= self.alpha:
                return v, move
            self.beta = min(self.beta, v)
        return v, move
