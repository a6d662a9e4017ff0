"""Closing in on values where chance moves in a loop."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import NamedTuple

import pytest

from zermelo import CHANCE, Game
from zermelo.solve.graph import list_states, value_states
from zermelo.solve.graph.iteration import close_in


class WalkState(NamedTuple):
    place: int


def walk(goal: int, chance: float) -> Game:
    """A walk up with this chance, else down, from the middle until either end."""

    def chances(state):
        yield 1, chance
        yield -1, 1 - chance

    return Game(
        initial=lambda: WalkState(goal // 2),
        to_move=lambda state: CHANCE,
        actions=lambda state: iter(()),
        result=lambda state, step: WalkState(state.place + step),
        is_terminal=lambda state: state.place in (0, goal),
        utility=lambda state, player: 1.0 if state.place == goal else 0.0,
        chances=chances,
        players=1,
        zero_sum=False,
        compiles=False,
    )


@pytest.mark.parametrize("chance", [Fraction(1, 2), Fraction(2, 5), Fraction(9, 10)])
def test_the_gamblers_ruin(chance):
    game = walk(10, float(chance))
    solved = value_states(list_states(game, game.initial(), 100))
    odds = (1 - chance) / chance
    wanted = Fraction(1, 2) if odds == 1 else (1 - odds**5) / (1 - odds**10)
    assert solved.is_known(0)
    assert solved.value(0) == pytest.approx(float(wanted), abs=1e-8)


def random_duel(seed: int) -> Game:
    """Nodes with moves to any others, of which one in three ends the game."""
    noise = random.Random(seed)
    count = 12
    movers = [noise.choice([CHANCE, 0, 1]) for _ in range(count)]
    ends = {node: noise.choice([-1.0, -0.5, 0.5, 1.0]) for node in range(count, count + 6)}
    targets = [[*noise.sample(range(count), 2), noise.choice(list(ends))] for _ in range(count)]
    movers[0] = 0

    def chances(state):
        for target in targets[state.place]:
            yield target, 1 / 3

    return Game(
        initial=lambda: WalkState(0),
        to_move=lambda state: movers[state.place] if state.place < count else 0,
        actions=lambda state: iter(targets[state.place]),
        result=lambda state, target: WalkState(target),
        is_terminal=lambda state: state.place >= count,
        utility=lambda state, player: ends[state.place] * (1 - 2 * player),
        chances=chances,
        compiles=False,
    )


@pytest.mark.parametrize("seed", range(12))
def test_bounds_hold_and_what_they_meet_at_solves_the_equations(seed):
    game = random_duel(seed)
    graph = list_states(game, game.initial(), 100)
    solved = value_states(graph)
    assert (solved.low <= solved.high).all()
    for number in range(len(graph)):
        after = solved.low[graph.targets[graph.moves_of(number)]], solved.high[graph.targets[graph.moves_of(number)]]
        mover = graph.movers[number]
        for bound, values in zip((solved.low, solved.high), after, strict=True):
            if mover == CHANCE:
                assert bound[number] == pytest.approx(values.mean(), abs=1e-9)
            elif mover >= 0:
                assert bound[number] == pytest.approx(values.max() if mover == 0 else values.min(), abs=1e-9)
            else:
                assert bound[number] == graph.utilities[number, 0]


def test_nothing_is_claimed_where_play_may_never_end():
    """A player who may throw a coin or wait: waiting for ever is worth nothing that the rules tell."""

    def chances(state):
        yield 2, 0.5
        yield 3, 0.5

    game = Game(
        initial=lambda: WalkState(0),
        to_move=lambda state: CHANCE if state.place == 1 else 0,
        actions=lambda state: iter([0, 1]),
        result=lambda state, target: WalkState(target),
        is_terminal=lambda state: state.place > 1,
        utility=lambda state, player: 1.0 if state.place == 2 else -1.0,
        chances=chances,
        players=1,
        zero_sum=False,
        compiles=False,
    )
    solved = value_states(list_states(game, game.initial(), 10))
    assert not solved.is_known(0)
    assert (solved.low[0], solved.high[0]) == (0.0, 1.0)


def test_it_stops_when_it_is_told_to():
    game = walk(10, 0.5)
    graph = list_states(game, game.initial(), 100)
    assert close_in(graph, graph.utilities[:, 0], lambda: True) is None
