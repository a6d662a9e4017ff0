"""Principal variation search: null windows for all but the first child, and a second search where they fail high."""

from math import inf


def alphabeta_search(game, state):
    def search(state, alpha, beta):
        if game.is_terminal(state):
            return game.utility(state, game.to_move(state)), None
        best, choice = -inf, None
        for number, action in enumerate(game.actions(state)):
            below = game.result(state, action)
            if number == 0:
                value = -search(below, -beta, -alpha)[0]
            else:
                value = -search(below, -alpha - 1e-6, -alpha)[0]
                if alpha < value < beta:
                    value = -search(below, -beta, -value + 1e-6)[0]
            if value > best:
                best, choice = value, action
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, choice

    return search(state, -inf, inf)
