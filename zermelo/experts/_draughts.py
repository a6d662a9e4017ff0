"""What the evaluations of checkers and of international draughts share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from zermelo.evaluate.guide import Guide
from zermelo.evaluate.linear import Vector
from zermelo.evaluate.tactics import Tactics
from zermelo.game import State


def guide() -> Guide:
    """Playouts are cut at once: the evaluation knows more than they show."""
    return Guide(longest=2, trust=10.0)


def rows_of(bits: tuple[int, ...], *rows: int) -> int:
    """The squares of these rows of the board as a word; bits: of all its squares. Row 0 is at the top."""
    width = {32: 4, 50: 5}[len(bits)]
    return sum(1 << bits[row * width + place] for row in rows for place in range(width))


def squares_of(bits: tuple[int, ...], *numbers: int) -> int:
    """A word with the bits of the squares with these numbers, which begin at 1."""
    return sum(1 << bits[number - 1] for number in numbers)


def evaluation(
    weights: Mapping[str, float],
    features: Callable[[State], tuple[float, ...]],
    win: float,
    rank: Callable[[State, int], int],
    fill: Callable[[State, Any], int],
    jumpers: Callable[[State], int],
    is_blocked: Callable[[State], bool],
    unpack: Callable[[int], tuple[int, int, int]],
    king_rows: tuple[int, int],
) -> Vector:
    """In men; a won game outweighs any position. Captures are noisy and forced.

    rank: of captures; king_rows: where the men of player 0 and of player 1 are crowned; the others are the game's.
    """

    def order(state: State, move: int) -> int:
        """Men to the king row first, men from the home row last."""
        _, origin, target = unpack(move)
        mine = state[0] if state.player == 0 else state[1]
        if (mine & ~state.kings) >> origin & 1 == 0:
            return 1
        king_row, home_row = (king_rows[0], king_rows[1]) if state.player == 0 else (king_rows[1], king_rows[0])
        if king_row >> target & 1:
            return 3
        return 0 if home_row >> origin & 1 else 2

    def noisy(state: State, buffer: Any) -> int:
        """The captures."""
        return fill(state, buffer) if jumpers(state) else 0

    def forced(state: State) -> bool:
        """A capture must be made; and where there is no move at all, the search must see that."""
        return jumpers(state) != 0 or is_blocked(state)

    return Vector(
        names=tuple(weights),
        weights=tuple(weights.values()),
        features=features,
        win=win,
        unit=1.0,
        units="men",
        tactics=Tactics(rank=rank, order=order, noisy=noisy, forced=forced, margin=0.5, extends=False),
    )
