"""The slow, obvious twin of the Connect Four solver: plain minimax over scores."""

from __future__ import annotations

from functools import cache

import zermelo


def connect_four(columns: int, rows: int, connect: int = 4) -> zermelo.Game:
    return zermelo.load("connect-four", columns=columns, rows=rows, connect=connect)


def plain_scorer(game):
    """score(state) for the player to move: half of the cells left, rounded up, when the winning disc is played."""
    cells = game.parameters["columns"] * game.parameters["rows"]

    @cache
    def score(state):
        if game.is_terminal(state):
            lost = game.utility(state, game.to_move(state)) < 0
            return -((cells - (state.ply - 1) + 1) // 2) if lost else 0
        return max(-score(game.result(state, action)) for action in game.actions(state))

    return score
