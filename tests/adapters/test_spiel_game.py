"""Our games as OpenSpiel's."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from zermelo import adapt, load
from zermelo.adapters import to_openspiel
from zermelo.loading import game_names
from zermelo.search.perft import perft

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

SPECS = ["nim:stones=9", "tic-tac-toe", "connect-four:rows=4,columns=4", "pig:goal=20", "breakthrough:rows=5,columns=3"]
SECRET = ["kuhn-poker", "leduc-poker", "blind-tic-tac-toe"]


@pytest.mark.parametrize("spec", [*SPECS, *SECRET])
def test_openspiels_own_simulations(spec):
    pyspiel.random_sim_test(to_openspiel(load(spec)), num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_one_of_openspiels(name):
    state = to_openspiel(load("[[3,12],[2,4]]" if name == "tree" else name)).new_initial_state()
    for _ in range(30):
        if state.is_terminal():
            assert len(state.returns()) == state.num_players()
            break
        if state.is_chance_node():
            assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        state.apply_action(state.legal_actions()[-1])


@pytest.mark.parametrize("spec", SPECS[:3])
def test_openspiels_own_playthrough(spec):
    generate = pytest.importorskip("open_spiel.python.algorithms.generate_playthrough", reason="no playthroughs here")
    game = to_openspiel(load(spec))
    name = game.get_type().short_name
    lines = generate.playthrough_lines(name, alsologtostdout=False, seed=1)
    assert f"game: {name}" in lines[0]
    assert any("Apply action" in line for line in lines)
    assert generate.playthrough_lines(name, alsologtostdout=False, seed=1) == lines


@pytest.mark.parametrize("spec", SPECS[:4])
def test_there_and_back_again(spec):
    ours = load(spec)
    back = adapt(to_openspiel(ours))
    assert (back.players, back.zero_sum, back.best_utility) == (ours.players, ours.zero_sum, ours.best_utility)
    for depth in (1, 2, 3):
        assert perft(back, depth=depth).leaves == perft(ours, depth=depth, compiled=False).leaves


def test_traits_and_texts():
    game = to_openspiel(load("nim:stones=9"))
    assert game.get_type().short_name == "zermelo_nim_stones_9"
    assert pyspiel.load_game("zermelo_nim_stones_9").num_distinct_actions() == 3
    state = game.new_initial_state()
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["1", "2", "3"]
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[-1])
    assert state.returns() == [1.0, -1.0]


@pytest.mark.parametrize(("spec", "value"), [("kuhn-poker", -1 / 18), ("matching-pennies", 0.0)])
def test_what_players_know_are_openspiels_information_states(spec, value):
    game = to_openspiel(load(spec))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(200):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert pyspiel.exploitability(game, policy) < 0.01
    assert pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0] == pytest.approx(value, abs=0.01)


def test_a_player_is_shown_its_own_card():
    state = to_openspiel(load("kuhn-poker")).new_initial_state()
    for action in (0, 1):
        state.apply_action(action)
    other = to_openspiel(load("kuhn-poker")).new_initial_state()
    for action in (0, 0):
        other.apply_action(action)
    assert state.information_state_string(0) == other.information_state_string(0)
    assert state.information_state_string(1) != other.information_state_string(1)
    assert state.observation_string(0) == other.observation_string(0)
    assert state.clone().information_state_string(1) == state.information_state_string(1)


def test_a_process_with_such_games_ends_well():
    """OpenSpiel's list of games outlives Python."""
    code = "import zermelo; from zermelo.adapters import to_openspiel; to_openspiel(zermelo.load('nim'))"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_another_game_of_the_same_title_takes_its_name():
    game = load("nim:stones=7")
    first = to_openspiel(game)
    other = to_openspiel(replace(game, result=lambda state, n: game.result(state, state.stones)))
    for made, rest in ((first, 6), (other, 0)):
        state = made.new_initial_state()
        state.apply_action(0)
        assert str(state).split()[1] == str(rest)
