"""PUCT in batches: batching changes when the network is asked, but not the statistics."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from conftest import random_position
from search.puct.networks import SMALL_FOUR, TIC_TAC_TOE, Counting, arbitrary, visits

import zermelo
from zermelo.evaluate.network import from_evaluator, uniform
from zermelo.players.player import as_player
from zermelo.search.puct.search import PUCT


@pytest.mark.parametrize(
    "spec",
    [
        TIC_TAC_TOE,
        *(
            pytest.param(spec, marks=pytest.mark.long)
            for spec in (SMALL_FOUR, "pig:goal=20", "castles", "othello:size=4", "coin-flip")
        ),
    ],
)
@pytest.mark.parametrize("batch", [1, 8])
def test_compiled_and_interpreted_grow_the_same_tree(spec, batch):
    game = zermelo.load(spec)
    network = (
        from_evaluator(game, evaluate=lambda state, player: 0.1 * (1 - 2 * player)) if batch == 1 else uniform(game)
    )
    fast, slow = (
        PUCT(network, sims=300, batch=batch, seed=7, compiled=compiled, keep=False).analyse(game)
        for compiled in (True, False)
    )
    assert fast.compiled
    assert not slow.compiled
    assert fast.candidates == slow.candidates
    assert (fast.action, fast.value, fast.line, fast.nodes) == (slow.action, slow.value, slow.line, slow.nodes)


@pytest.mark.parametrize(
    "spec",
    [
        TIC_TAC_TOE,
        *(pytest.param(spec, marks=pytest.mark.long) for spec in ("castles", "pig:goal=20", "othello:size=4")),
    ],
)
@pytest.mark.parametrize("batch", [1, 5, 64])
def test_visits_add_up(spec, batch):
    game = zermelo.load(spec)
    analysis = PUCT(uniform(game), sims=333, batch=batch, seed=1).analyse(game)
    assert sum(visits(analysis)) == 333 == analysis.simulations
    best = max(analysis.candidates, key=lambda c: (c.visits, c.value))
    assert (analysis.action, analysis.value, analysis.line) == (best.action, best.value, best.line)
    assert sum(c.prior for c in analysis.candidates) == pytest.approx(1)
    assert all(line[0] == c.action for c in analysis.candidates for line in [c.line])
    state = game.initial()
    for action in analysis.line:
        assert action in game.legal(state)
        state = game.result(state, action)


@pytest.mark.parametrize("spec", [pytest.param(SMALL_FOUR, marks=pytest.mark.long), "pig:goal=20"])
def test_many_games_give_what_each_gives_alone(spec):
    game = zermelo.load(spec)
    network = arbitrary(game)
    states = [random_position(game, seed, most=8) for seed in range(8)]
    player = PUCT(network, sims=200, batch=4, seed=3, noise=0.25, temperature=1.0, keep=False)
    together = player.open(game).analyse_many(states)
    for state, found in zip(states, together, strict=True):
        alone = player.analyse(game, state)
        assert found.state == state
        assert (found.candidates, found.action, found.nodes) == (alone.candidates, alone.action, alone.nodes)


def test_batches_are_full_and_never_more_than_that():
    game = zermelo.load("connect-four")
    states = [random_position(game, seed, most=4) for seed in range(8)]
    network = Counting(uniform(game))
    PUCT(network, sims=320, batch=8, keep=False).open(game).analyse_many(states)
    assert network.batches[0] == 8  # the roots
    assert max(network.batches) == 64
    assert np.mean(network.batches[1:-1]) > 60
    assert sum(network.batches) <= 8 * 321
    alone = Counting(uniform(game))
    PUCT(alone, sims=320, batch=8, keep=False).analyse(game)
    assert max(alone.batches) == 8
    assert len(alone.batches) < 48


def test_the_ends_of_games_are_not_asked_about():
    game = zermelo.load("nim:stones=3")

    def network(states):
        assert not any(game.is_terminal(state) for state in states)
        return uniform(game)(states)

    counting = Counting(network)
    analysis = PUCT(counting, sims=5000, batch=16, compiled=False).analyse(game)
    assert sum(counting.batches) <= 5  # as many states as the tree has that are not over
    assert analysis.action == 3
    assert analysis.candidates[2].value == 1.0


def piles():
    """Take one from the left or the right pile; the state holds an array, and actions are tuples."""

    def actions(state):
        for pile in range(2):
            if state.stones[pile] > 0:
                yield (pile, 1)

    def result(state, action):
        stones = state.stones.copy()
        stones[action[0]] -= action[1]
        return PilesState(stones, 1 - state.player)

    return zermelo.Game(
        initial=lambda: PilesState(np.array([2, 3]), 0),
        to_move=lambda state: state.player,
        actions=actions,
        result=result,
        is_terminal=lambda state: state.stones.sum() == 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
        max_actions=2,
        max_plies=5,
    )


class PilesState(NamedTuple):
    stones: np.ndarray
    player: int


@pytest.mark.slow
def test_tuple_actions_and_array_states():
    game = piles()
    fast, slow = (PUCT(uniform(game), sims=300, compiled=compiled).analyse(game) for compiled in (True, False))
    assert fast.candidates == slow.candidates
    assert fast.action in [(0, 1), (1, 1)]
    assert len(fast.line) == 5
    assert fast.value > 0.9
    again = as_player(PUCT(uniform(game), sims=20))
    again.analyse(game)
    assert sum(visits(again.analyse(game, game.result(game.initial(), (0, 1))))) > 20
