"""Which cells of the board a person touches or clicks to play an action."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import Action, Game, State
from zermelo.picture import Board

Cell = tuple[int, int]  # row, column


def touches(game: Game, state: State, actions: Sequence[Action] | None = None) -> list[tuple[Cell, ...]]:
    """The cells to touch for these actions, by default every legal one, in their order.

    One cell to put something there, two or more to move from the first over those between to the last, none if the
    picture is not a board or the board does not show the action. Several actions may share their cells.
    """
    actions = game.legal(state) if actions is None else actions
    before = game.describe(state)
    if not isinstance(before, Board):
        return [()] * len(actions)
    return [_cells(game, state, before, action) for action in actions]


def touched(game: Game, state: State, action: Action) -> tuple[Cell, ...]:
    """The cells to touch for this action, or outcome of chance; see `touches`."""
    before = game.describe(state)
    return _cells(game, state, before, action) if isinstance(before, Board) else ()


def _cells(game: Game, state: State, before: Board, action: Action) -> tuple[Cell, ...]:
    if game.touches is not None:
        return tuple((int(row), int(column)) for row, column in game.touches(state, action))
    after = game.describe(game.result(state, action))
    return changed(before, after) if isinstance(after, Board) else ()


def changed(before: Board, after: Board) -> tuple[Cell, ...]:
    """The cells that were touched, inferred from the boards before and after.

    A piece that left one cell and appeared in another was moved there. Otherwise it is the only cell that was filled,
    whatever else changed, or the only cell that changed.
    """
    if [len(row) for row in before.cells] != [len(row) for row in after.cells]:
        return ()
    was: dict[Cell, str] = {}
    now: dict[Cell, str] = {}
    for row, (old, new) in enumerate(zip(before.cells, after.cells, strict=True)):
        if old != new:
            for column, (one, other) in enumerate(zip(old, new, strict=True)):
                if one != other:
                    was[row, column], now[row, column] = one, other
    moves = [(start, end) for start in was if was[start] and not now[start] for end in was if now[end] == was[start]]
    if moves:
        return moves[0] if len(moves) == 1 else ()
    filled = [cell for cell in was if not was[cell]]
    if len(filled) == 1:
        return (filled[0],)
    return tuple(was) if len(was) == 1 else ()
