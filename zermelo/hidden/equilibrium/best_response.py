"""Best responses: what a player gets who knows how the others play, and how much each could gain by it.

NashConv is the sum of what the players could gain, exploitability its mean over the players. Both are 0 in an
equilibrium and nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.hidden.equilibrium.flat import Numbers, slot_indices
from zermelo.hidden.equilibrium.sequence_form import SequenceForm, by_turn, payoffs, plan
from zermelo.installed import np

EQUAL = 1e-13  # values that differ by less are taken as equally good


@dataclass(frozen=True)
class Assessment:
    """What a strategy of all players is worth, and what each player could get against the others instead."""

    values: tuple[float, ...]  # the expected utility of each player
    best: tuple[float, ...]  # of each player's best response

    @property
    def nash_conv(self) -> float:
        return sum(best - value for best, value in zip(self.best, self.values, strict=True))

    @property
    def exploitability(self) -> float:
        return self.nash_conv / len(self.values)


def assess(form: SequenceForm, strategy: Numbers) -> Assessment:
    """What a strategy [slot] is worth, and how far it is from an equilibrium."""
    expected, _ = _values(form, strategy, responding=False)
    best, _ = _values(form, strategy, responding=True)
    roots = form.roots[:-1]
    return Assessment(tuple(expected[roots].tolist()), tuple(best[roots].tolist()))


def best_response(form: SequenceForm, strategy: Numbers, player: int) -> tuple[float, Numbers]:
    """The value of a player's best response to the others' strategy [slot], and the strategy with that response in it.

    The response is pure: of equally good actions it takes the first.
    """
    values, response = _values(form, strategy, responding=True)
    own = slice(int(form.roots[player]), int(form.roots[player + 1]))
    combined = strategy.copy()
    combined[own] = response[own]
    return float(values[form.roots[player]]), combined


def _values(form: SequenceForm, strategy: Numbers, responding: bool) -> tuple[Numbers, Numbers]:
    """[slot] what its player gets there and later, weighted by chance and the others' plans; and how it plays for that.

    responding: each player plays its best response to the others, not its own strategy.
    """
    values, played = payoffs(form, plan(form, strategy)), strategy.copy()
    for sets in reversed(by_turn(form)):
        counts = form.width[sets]
        slots, starts = slot_indices(form.first[sets], counts), np.cumsum(counts) - counts
        if responding:
            best = np.repeat(np.maximum.reduceat(values[slots], starts), counts)
            places = np.where(values[slots] >= best - EQUAL, np.arange(len(slots)), len(slots))
            chosen = np.minimum.reduceat(places, starts)
            played[slots] = 0.0
            played[slots[chosen]] = 1.0
        np.add.at(values, form.parent[sets], np.add.reduceat(values[slots] * played[slots], starts))
    return values, played
