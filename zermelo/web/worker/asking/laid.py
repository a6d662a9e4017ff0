"""What becomes of the tiles that a person lays on a board from a rack, before the move is made."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import Action, Game, State
from zermelo.picture import Board

MOST_TRIED = 500  # actions of a game that does not tell it itself


def laid(game: Game, state: State, tiles: Sequence[tuple[int, int, str]]) -> tuple[list[Action], str]:
    """The actions, one after the other, that lay these tiles, (row, column, text), and a line about them.

    Without a game's own `laying` an action is looked for after which the board shows these tiles and no others.
    """
    if game.laying is not None:
        actions, words = game.laying(state, tiles)
        return list(actions), words
    before = game.describe(state)
    if not isinstance(before, Board) or not tiles:
        return [], ""
    wanted = {(row, column): text for row, column, text in tiles}
    for action in game.legal(state)[:MOST_TRIED]:
        after = game.describe(game.result(state, action))
        if isinstance(after, Board) and _changes(before, after) == wanted:
            return [action], game.action_text(state, action)
    return [], "this is no legal move"


def _changes(before: Board, after: Board) -> dict[tuple[int, int], str]:
    """The cells that differ, with what is there afterwards."""
    return {
        (row, column): text
        for row, (old, new) in enumerate(zip(before.cells, after.cells, strict=False))
        for column, (was, text) in enumerate(zip(old, new, strict=False))
        if was != text
    }
