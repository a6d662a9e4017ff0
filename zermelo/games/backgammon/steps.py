"""A turn checker by checker, for a person who plays it on a drawn board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from zermelo.bits import Wide, lowest, without_lowest
from zermelo.games.backgammon.board import OFF, hit, moved, movers, opened
from zermelo.games.backgammon.state import BackgammonState
from zermelo.games.backgammon.turns import played, steps_of
from zermelo.picture import Cell, point_cell


class HalfTurn(NamedTuple):
    """A turn as far as it has been played."""

    mine: Wide
    theirs: Wide
    dice: tuple[int, ...]  # still to be played, the larger first


def touched_cells(state: BackgammonState, action: int) -> list[Cell]:
    """Where each step of a turn begins and ends, in their order."""
    places = [place for origin, die in steps_of(state.dice, action) for place in (origin, max(origin - die, OFF))]
    return [point_cell(state.player, place) for place in places]


def single_steps(
    state: BackgammonState, actions: Sequence[int]
) -> Iterator[tuple[HalfTurn | None, Cell, Cell, HalfTurn | int]]:
    """The moves of single checkers in every order, as `Game.steps` says; actions: the legal turns.

    Some lead to no legal turn: a small number that keeps the large one from being played.
    """
    ends = {played(state.mine, state.theirs, state.dice, action): action for action in actions}
    high, low = divmod(state.dice, 10)
    start = HalfTurn(state.mine, state.theirs, (high,) * 4 if high == low else (high, low))
    waiting, seen = [start], {start}
    for half in waiting:
        landing = opened(half.theirs)
        for die in dict.fromkeys(half.dice):
            left = list(half.dice)
            left.remove(die)
            origins = movers(half.mine, landing, die)
            while origins:
                origin = lowest(origins) >> 2
                origins = without_lowest(origins)
                after = HalfTurn(moved(half.mine, origin, die), hit(half.theirs, origin - die), tuple(left))
                whole = ends.get((after.mine, after.theirs))
                if whole is None and after not in seen:
                    seen.add(after)
                    waiting.append(after)
                target = max(origin - die, OFF)
                cells = point_cell(state.player, origin), point_cell(state.player, target)
                yield None if half is start else half, *cells, after if whole is None else whole
