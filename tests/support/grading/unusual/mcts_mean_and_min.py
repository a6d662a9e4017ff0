"""Monte Carlo tree search with values for MAX throughout, opponents that minimise, and the best mean at the end."""

import math
import random


class MonteCarlo:
    def search(self, game, state, simulations=400):
        self.game, self.stats, self.open = game, {}, {}
        for _ in range(simulations):
            self.simulate(state)
        sign = 1 if game.to_move(state) == 0 else -1
        return max(game.actions(state), key=lambda a: sign * self.mean(game.result(state, a)))

    def mean(self, state):
        n, total = self.stats.get(state, (0, 0))
        return total / n if n else 0

    def simulate(self, state):
        path = [state]
        while path[-1] in self.open:
            here = path[-1]
            sign = 1 if self.game.to_move(here) == 0 else -1
            n = self.stats[here][0]

            def urgency(child, sign=sign, n=n):
                visits = self.stats.get(child, (0, 0))[0]
                return math.inf if not visits else sign * self.mean(child) + 2 * math.sqrt(math.log(n) / visits)

            path.append(max(self.open[here], key=urgency))
        leaf = path[-1]
        if not self.game.is_terminal(leaf):
            self.open[leaf] = [self.game.result(leaf, a) for a in self.game.actions(leaf)]
            while not self.game.is_terminal(leaf):
                leaf = self.game.result(leaf, random.choice(self.game.actions(leaf)))
        score = self.game.utility(leaf, 0)
        for visited in path:
            n, total = self.stats.get(visited, (0, 0))
            self.stats[visited] = n + 1, total + score
