"""Values inside the PVS kernel: earlier wins are better, and repeated positions are draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.game import MAX, Game
from zermelo.search.pvs.layout import BEFORE, PAST, PLIES

CROWDED = 60  # reversible plies beyond which the table's key includes their number


@dataclass(frozen=True)
class Scale:
    """The scale of a game's values: the value of a win, and how much less it is worth per ply until then."""

    best: float  # the value of the best utility; 0: unknown, so there are no distances
    step: float  # per ply; 0: distances do not count
    width: float  # of a null window

    @property
    def edge(self) -> float:
        """Values beyond this are forced wins or losses; evaluations stay inside."""
        return self.best - 2 * PLIES * self.step if self.step else float("inf")

    def distance(self, value: float) -> int | None:
        """Plies to the forced end that a value stands for; None if it stands for no forced end."""
        return round((self.best - abs(value)) / self.step) if self.step and abs(value) > self.edge else None

    def strip(self, value: float) -> float:
        """The value without its distance."""
        if self.step and abs(value) > self.edge:
            return self.best if value > 0 else -self.best
        return value


def scale_for(game: Game, win: float, distances: bool) -> Scale:
    """The scale of a game in which a utility of 1 has the value `win`."""
    best = (game.reach or 0.0) * win
    return Scale(best, best * 2.0**-18 if distances else 0.0, win * 2.0**-30)


@dataclass(frozen=True)
class Scorer:
    """Functions on values and keys, for kernels to call."""

    is_over: Callable[..., Any]  # (state)
    ending: Callable[..., Any]  # (state, player, ply) -> value of a game that is over
    opinion: Callable[..., Any]  # (state, player) -> evaluation of one that is not
    to_table: Callable[..., Any]  # (value, ply)
    from_table: Callable[..., Any]
    position_key: Callable[..., Any]  # (state); what a path keeps, if the game knows repetition, else the table's key
    table_key: Callable[..., Any]  # (state, key) -> the key of its entry, which symmetric positions share
    mark: Callable[..., Any]  # (state, key of its entry) -> what the entry is known by
    drawn: Callable[..., Any]  # (state, key, ply, path, memory) -> did the position come up before?


def scorer(rules: Rules, scale: Scale) -> Scorer:
    """The functions for one game."""
    utility, evaluate = rules.utility, rules.evaluate
    reversible, symmetric_key = rules.reversible, rules.symmetric_key
    check, best, step, edge = rules.check, scale.best, scale.step, scale.edge

    def ending(state, player, ply):
        value = utility(state, MAX)
        value = value if player == MAX else -value
        if step:
            if value >= best:
                return value - ply * step
            if value <= -best:
                return value + ply * step
        return value

    def opinion(state, player):
        value = evaluate(state, MAX)
        if step:
            value = min(edge, max(-edge, value))
        return value if player == MAX else -value

    def to_table(value, ply):
        if step:
            if value > edge:
                return value + ply * step
            if value < -edge:
                return value - ply * step
        return value

    def from_table(value, ply):
        if step:
            if value > edge:
                return value - ply * step
            if value < -edge:
                return value + ply * step
        return value

    def table_key(state, key):
        if reversible is not None:
            if symmetric_key is not None:
                key = symmetric_key(state)
            plies = reversible(state)
            if plies > CROWDED:
                return key ^ (plies * 0x5851F42D4C957F2D)
        return key

    def mark(state, key):
        return key ^ check(state)

    def mark_of_symmetric(state, key):
        return key  # to find the symmetric state that was marked would take longer than the check is worth

    def drawn(state, key, ply, path, memory):
        """Did the position come up once below the root, or twice at the root or before it?"""
        if reversible is None:
            return False
        here = path + PAST + ply
        seen = 0
        for back in range(2, min(reversible(state), ply + memory[BEFORE]) + 1):
            if memory[here - back] == key:
                seen += 1
                if back < ply or seen == 2:
                    return True
        return False

    return Scorer(
        is_over=rules.adjudicated or rules.is_terminal,
        ending=rules.register(ending),
        opinion=rules.register(opinion),
        to_table=rules.register(to_table),
        from_table=rules.register(from_table),
        position_key=rules.key if reversible is not None else symmetric_key or rules.whole_key,
        table_key=rules.register(table_key),
        mark=rules.register(mark if symmetric_key is None else mark_of_symmetric),
        drawn=rules.register(drawn),
    )
