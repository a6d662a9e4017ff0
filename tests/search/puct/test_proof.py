"""PUCT proves what the rules decide: every proved value is correct, and what is proved is not searched any more."""

from __future__ import annotations

import itertools

import pytest
from conftest import random_position
from search.puct.networks import Counting, arbitrary

import zermelo
from zermelo.evaluate.network import from_rollouts
from zermelo.search.puct.search import PUCT

TOE = zermelo.load("tic-tac-toe")
WON = "XX./OO./..."  # X wins with c3, or loses


def positions(spec, count, seed):
    """Random positions that are not over."""
    game = zermelo.load(spec)
    found = (random_position(game, seed + i) for i in itertools.count())
    return game, list(itertools.islice((state for state in found if not game.is_terminal(state)), count))


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(("spec", "count"), [("tic-tac-toe", 40), ("nim:stones=15", 12)])
def test_a_proof_is_never_worse_than_minimax(spec, count, compiled):
    """Whatever the network says, which here is arbitrary."""
    game, states = positions(spec, count, 1000)
    known = zermelo.Minimax(evaluate="none")
    proved = 0
    for batch, state in zip(itertools.cycle((1, 8)), states):
        found = PUCT(arbitrary(game), 600, batch=batch, compiled=compiled).analyse(game, state)
        truth = {one.action: one.value for one in known.analyse(game, state).candidates}
        for one in found.candidates:
            assert not one.decided or one.value == truth[one.action]
        if found.exact:
            proved += 1
            assert found.value == truth[found.action] == max(truth.values())
            assert found.stopped == "the value is proved"
    assert proved > count / 3


@pytest.mark.parametrize("halving", [True, False])
@pytest.mark.parametrize("compiled", [True, False])
def test_a_win_is_found_told_and_ends_the_search(compiled, halving):
    state = TOE.read_state(WON)
    network = Counting(arbitrary(TOE))
    search = PUCT(network, 500, batch=8, halving=halving, compiled=compiled)
    found = search.analyse(TOE, state)
    assert (TOE.action_text(state, found.action), found.value, found.exact, found.distance) == ("c3", 1.0, True, 1)
    assert found.simulations < 100
    assert "wins" in str(found)
    plain = PUCT(arbitrary(TOE), 500, batch=8, halving=halving, solver=False, compiled=compiled).analyse(TOE, state)
    assert (plain.exact, plain.simulations) == (False, 500)


def test_the_tree_of_a_proof_serves_the_next_moves():
    """To the end of the game, without a question to the network once all is proved."""
    network = Counting(from_rollouts(TOE, seed=1))
    session = PUCT(network, 20_000, batch=16, compiled=False).open(TOE)
    state, values = TOE.read_state("X.O/.../..X"), []
    while not TOE.is_terminal(state):
        found = session.analyse(state)
        assert found.exact
        values.append(found.value if TOE.to_move(state) == 0 else -found.value)
        state = TOE.result(state, found.action)
    assert set(values) == {TOE.utility(state, 0)}


def test_noise_and_temperature_leave_it_out():
    """Self-play learns from visits, of which a proof would leave few."""
    assert PUCT(arbitrary(TOE), 50).proves(TOE)
    assert not PUCT(arbitrary(TOE), 50, noise=0.25).proves(TOE)
    assert not PUCT(arbitrary(TOE), 50, temperature=1.0).proves(TOE)
    assert PUCT(arbitrary(TOE), 50, temperature=1.0, solver=True).proves(TOE)
    assert not PUCT(arbitrary(TOE), 50).proves(zermelo.load("prisoners-dilemma"))
    drawn = PUCT(arbitrary(TOE), 50, temperature=1.0, solver=True, seed=3).analyse(TOE, TOE.read_state(WON))
    assert TOE.action_text(TOE.read_state(WON), drawn.action) == "c3"  # an action that is proved worse is never drawn


@pytest.mark.parametrize("compiled", [True, False])
def test_chance_nodes_are_proved_on_average(compiled):
    game = zermelo.load("coin-flip:turns=2")
    truth = zermelo.Expectiminimax().analyse(game)
    found = PUCT(arbitrary(game), 3000, seed=2, compiled=compiled).analyse(game)
    assert found.exact
    assert found.value == pytest.approx(truth.value)
    assert found.action == truth.action
