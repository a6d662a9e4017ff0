"""Fail-soft alpha-beta with a table of exact values and bounds, and children in the order of what the table knows."""

from math import inf

EXACT, LOWER, UPPER = range(3)


def alpha_beta_search(game, state):
    table = {}

    def known(state):
        return table.get(state, (0, 0))[1]

    def search(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state))
        kind, value = table.get(state, (None, None))
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value
        first, best = alpha, -inf
        for action in sorted(game.actions(state), key=lambda a: known(game.result(state, a))):
            best = max(best, -search(game.result(state, action), -beta, -alpha))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        table[state] = (UPPER if best <= first else LOWER if best >= beta else EXACT, best)
        return best

    best, choice = -inf, None
    for action in game.actions(state):
        value = -search(game.result(state, action), -inf, -best)
        if value > best:
            best, choice = value, action
    return choice
