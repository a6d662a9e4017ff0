"""Go positions that are drawn and played through, and a game together with its slow twin."""

from __future__ import annotations

from games.go.twin import Twin

import zermelo


def drawn(game, board, side, notes=""):
    """The position of a drawn board."""
    return game.read_state(f"{board} {side} {notes}")


def play(game, state, moves):
    for move in moves.split():
        assert not game.is_terminal(state), move
        state = game.result(state, game.read_action(state, move))
    return state


def names(game, state):
    return {game.action_text(state, action) for action in game.legal(state)}


def board_of(game, state):
    return game.state_text(state).split()[0].split("/")


def lead(game, state):
    """By how much Black is ahead in a game for the margin."""
    return game.utility(state, 0)


def both(rows, columns, ko, suicide, scoring, **more):
    rules = {"ko": ko, "suicide": suicide, "scoring": scoring}
    game = zermelo.load("go", rows=rows, columns=columns, komi=0, margin=True, **rules, **more)
    return game, Twin(rows, columns, **rules)


def cell_of(game, state, action):
    cells = game.touches(state, action)
    return cells[0] if cells else "pass"
