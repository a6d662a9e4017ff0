# planted: backup-turned
from math import inf, log, sqrt
from random import choice


def monte_carlo_tree_search(state, game, N=300):
    visits, totals, tree = {}, {}, {}

    def uct(parent, child):
        if visits[child] == 0:
            return inf
        mean = totals[child] / visits[child]
        return mean + 1.0 * sqrt(log(visits[parent]) / visits[child])

    def known(s):
        visits.setdefault(s, 0)
        totals.setdefault(s, 0.0)

    def simulate(s):
        """The utility for player 0, after one playout from s."""
        known(s)
        if game.is_terminal(s):
            score = game.utility(s, 0)
        elif s not in tree:
            tree[s] = [game.result(s, a) for a in game.actions(s)]
            for child in tree[s]:
                known(child)
            t = choice(tree[s])
            while not game.is_terminal(t):
                t = game.result(t, choice(game.actions(t)))
            score = game.utility(t, 0)
        else:
            child = max(tree[s], key=lambda child: uct(s, child))
            score = simulate(child)
            totals[child] += -score if game.to_move(s) == 0 else score
        visits[s] += 1
        return score

    for _ in range(N):
        simulate(state)
    return max(game.actions(state), key=lambda a: visits[game.result(state, a)])
