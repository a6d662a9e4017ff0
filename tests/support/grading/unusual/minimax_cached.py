"""Minimax that remembers every state for good, by lru_cache, with the values of both players."""

from functools import cache


@cache
def _values(game, state):
    if game.is_terminal(state):
        return game.utility(state, 0), game.utility(state, 1)
    mover = game.to_move(state)
    return max((_values(game, game.result(state, a)) for a in game.actions(state)), key=lambda pair: pair[mover])


def minimax_decision(state, game):
    mover = game.to_move(state)
    return max(game.actions(state), key=lambda a: _values(game, game.result(state, a))[mover])
