"""What a position is worth where a search ends: a finished game by its utility, any other by its evaluation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.game import MAX, Game
from zermelo.search.depth_first.layout import PLIES


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


def leaf_functions(rules: Rules, scale: Scale) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """ending(state, player, ply), the value of a game that is over, and opinion(state, player), of one that is not.

    Both are for the player; evaluations stay inside the scale's edge.
    """
    utility, evaluate = rules.utility, rules.evaluate
    best, step, edge = scale.best, scale.step, scale.edge

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

    return rules.register(ending), rules.register(opinion)
