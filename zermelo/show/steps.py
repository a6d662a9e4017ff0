"""A turn of several moves, which a person makes one by one: what can still become a legal turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.game import Action, Game, State
from zermelo.picture import Cell


@dataclass(frozen=True)
class HalfTurn:
    """A turn as far as it has been played."""

    action: int | None  # the place of the action in the list that it makes as it is; None: it is not whole
    steps: tuple[tuple[Cell, Cell, int], ...]  # the moves that may follow, each with the half-played turn after it


def half_turns(game: Game, state: State, actions: Sequence[Action] | None = None) -> list[HalfTurn]:
    """The half-played turns of a state, the first one not begun; empty if the game's actions have no steps there.

    actions: those that may be played, by default every legal one. Each half-played turn leads to one of them, and
    half-played turns from which the same can follow are one.
    """
    if game.steps is None:
        return []
    actions = game.legal(state) if actions is None else actions
    places = {action: place for place, action in enumerate(actions)}
    ways: dict[Any, dict[tuple[Cell, Cell], set[Any]]] = {}
    for half, start, end, after in game.steps(state):
        ways.setdefault(half, {}).setdefault((start, end), set()).add(after)
    known: dict[frozenset[Any], int | None] = {}
    numbers: dict[HalfTurn, int] = {}

    def fold(halves: frozenset[Any]) -> int | None:
        """The number of what these half-played turns are together; None if no action can follow."""
        if halves in known:
            return known[halves]
        known[halves] = None  # a turn that came back to itself would never end
        whole = next((places[half] for half in halves if half in places), None)
        following: dict[tuple[Cell, Cell], set[Any]] = {}
        for half in halves:
            for step, afters in ways.get(half, {}).items():
                following.setdefault(step, set()).update(afters)
        steps = tuple(
            (*step, number)
            for step, afters in sorted(following.items())
            if (number := fold(frozenset(afters))) is not None
        )
        if whole is not None or steps:
            known[halves] = numbers.setdefault(HalfTurn(whole, steps), len(numbers))
        return known[halves]

    first = fold(frozenset([None]))
    if first is None:
        return []
    return _from_first(list(numbers), first)


def _from_first(turns: list[HalfTurn], first: int) -> list[HalfTurn]:
    """The same with the first one in front; the others are numbered in the order in which they are reached."""
    order, place = [first], {first: 0}
    for number in order:
        for _, _, after in turns[number].steps:
            if after not in place:
                place[after] = len(order)
                order.append(after)
    return [
        HalfTurn(turn.action, tuple((start, end, place[after]) for start, end, after in turn.steps))
        for turn in (turns[number] for number in order)
    ]
