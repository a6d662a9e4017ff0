"""Pig: the lead, counting half of the points at risk, as a share of the goal; and the exact values."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from zermelo.compile.cache.tables import interpreted, kept_table
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear
from zermelo.games.pig import PigState
from zermelo.installed import np

CLOSE = 1e-15  # a chance that changes by less is final


def evaluator(goal: int, sides: int) -> Linear:
    """In units of utility: the whole goal ahead is a won game."""

    def lead(state, player):
        ahead = state.first - state.second
        return ahead / goal if player == 0 else -ahead / goal

    def at_risk(state, player):
        share = min(state.turn, goal) / goal
        return share if state.player == player else -share

    return Linear((Feature("lead", 0.6, lead), Feature("points at risk", 0.3, at_risk)))


def exact(goal: int, sides: int, compiled: bool) -> Callable[[PigState, int], float]:
    """value(state, player): what any state is worth if both play as well as one can."""
    table = np.zeros((goal, goal))
    if compiled:
        table = kept_table("pig", "optimal play", chance_filler, table, sides)
    else:
        interpreted(chance_filler)(table, sides)
    turns = interpreted(_turn_filler)

    @lru_cache(maxsize=4096)
    def chances_of(own: int, other: int) -> Any:
        """The mover's chance to win, by the points of this turn."""
        line = np.ones(goal - own + sides)
        turns(table, line, own, other, table[other, own], sides)
        return line

    def chance(state: PigState) -> float:
        own, other = (state.first, state.second) if state.player == 0 else (state.second, state.first)
        if own >= goal or other >= goal:
            return float(own >= goal)
        line, last = chances_of(own, other), goal - own
        if not state.rolling:
            return float(line[min(state.turn, last)])
        rolled = sum(line[min(state.turn + pips, last)] for pips in range(2, sides + 1))
        return float((1.0 - table[other, own] + rolled) / sides)

    def value(state: PigState, player: int) -> float:
        worth = 2.0 * chance(state) - 1.0
        return worth if player == state.player else -worth

    return value


def chance_filler(jit: Callable[..., Any]) -> Callable[..., Any]:
    """fill(table, sides): [own, other], the chance to win of who begins a turn with these scores.

    A score never falls, so pairs of scores are solved from the highest sum down. Within a turn nothing else changes;
    two positions depend on each other, own and other exchanged, and are iterated until both stand still.
    """
    turns = _turn_filler(jit)

    @jit
    def fill(table, sides):
        goal = table.shape[0]
        line = np.ones(goal + sides)
        for total in range(2 * goal - 2, -1, -1):
            for own in range(max(0, total - goal + 1), total // 2 + 1):
                other = total - own
                change = 1.0
                while change > CLOSE:
                    before, before_turned = table[own, other], table[other, own]
                    turns(table, line, own, other, before_turned, sides)
                    table[own, other] = line[0]
                    turns(table, line, other, own, line[0], sides)
                    table[other, own] = line[0]
                    change = max(abs(table[own, other] - before), abs(table[other, own] - before_turned))

    return fill


def _turn_filler(jit: Callable[..., Any]) -> Callable[..., Any]:
    """turns(table, line, own, other, reply, sides): fills the mover's chances by the points of this turn.

    reply: the other player's chance if this turn brings nothing. From goal - own points on, holding wins.
    """

    @jit
    def turns(table, line, own, other, reply, sides):
        goal = table.shape[0]
        for turn in range(goal - own, goal - own + sides):
            line[turn] = 1.0
        for turn in range(goal - own - 1, -1, -1):
            chance = 1.0 - reply
            for pips in range(2, sides + 1):
                chance += line[turn + pips]
            chance /= sides
            if turn > 0:
                chance = max(chance, 1.0 - table[other, own + turn])
            line[turn] = chance

    return turns


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=partial(evaluator, **parameters), exact=lambda compiled: exact(**parameters, compiled=compiled)
    )
