"""Our games as PettingZoo's environments."""

from __future__ import annotations

import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from zermelo import ZermeloError, adapt, load
from zermelo.adapters import to_pettingzoo
from zermelo.loading import game_names
from zermelo.search.perft import perft

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

SPECS = ["nim:stones=9", "tic-tac-toe", "connect-four:rows=4,columns=4", "pig:goal=20", "breakthrough:rows=5,columns=3"]


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_own_test(spec, capsys):
    from pettingzoo.test import api_test

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of names and shapes that are matters of taste
        api_test(to_pettingzoo(load(spec)), num_cycles=60)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_an_environment(name):
    environment = to_pettingzoo(load("[[3,12],[2,4]]" if name == "tree" else name))
    environment.reset(seed=1)
    for agent in environment.agent_iter(30):
        observation, _, terminated, _, _ = environment.last()
        assert environment.observation_space(agent).contains(observation)
        environment.step(None if terminated else int(np.flatnonzero(observation["action_mask"])[-1]))


def test_pettingzoos_own_test_of_seeds():
    from pettingzoo.test import seed_test

    seed_test(lambda: to_pettingzoo(load("pig:goal=20")), num_cycles=20)


@pytest.mark.parametrize("spec", SPECS[:3])
def test_there_and_back_again(spec):
    ours = load(spec)
    back = adapt(to_pettingzoo(ours))
    for depth in (1, 2, 3):
        assert perft(back, depth=depth).leaves == perft(ours, depth=depth, compiled=False).leaves


def test_a_game():
    environment = to_pettingzoo(load("nim:stones=3"), render_mode="ansi")
    environment.reset(seed=1)
    observation, *_ = environment.last()
    assert observation["action_mask"].tolist() == [1, 1, 1]
    assert not environment.observe("player_1")["action_mask"].any()
    assert environment.render().startswith("  stones")
    with pytest.raises(ZermeloError, match="action 7 is not legal here; the mask allows 0, 1, 2"):
        environment.step(7)
    environment.step(2)
    assert environment.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert environment.terminations == {"player_0": True, "player_1": True}
    for _ in environment.agent_iter():
        environment.step(None)
    assert environment.agents == []


def test_actions_that_are_small_numbers_keep_them():
    environment = to_pettingzoo(load("tic-tac-toe"))
    environment.reset()
    environment.step(4)
    assert environment.last()[0]["action_mask"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]


def test_an_agent_sees_the_bits_of_the_state_or_what_it_is_given():
    game = load("nim:stones=5")
    environment = to_pettingzoo(game)
    environment.reset()
    seen = environment.observe("player_0")["observation"]
    assert seen.shape == (64 * len(game.initial()),)
    assert int("".join(map(str, seen[:64][::-1])), 2) == 5
    own = to_pettingzoo(game, observe=lambda state, player: np.array([state.stones, player], dtype=np.float32))
    own.reset()
    assert own.observe("player_1")["observation"].tolist() == [5.0, 1.0]
    assert own.observation_space("player_1").contains(own.observe("player_1"))


def test_a_player_sees_only_its_view():
    environment = to_pettingzoo(replace(load("nim:stones=5"), view=lambda state, player: (player, 0)))
    environment.reset()
    assert environment.observe("player_1")["observation"].sum() == 1


def test_the_fields_of_a_dataclass_are_seen():
    environment = to_pettingzoo(load(str(Path(__file__).parents[2] / "examples" / "nine_mens_morris.py")))
    environment.reset()
    assert environment.observe("player_0")["observation"].size % 64 == 0


def test_a_state_that_is_no_number_needs_an_observer():
    with pytest.raises(ZermeloError, match="give to_pettingzoo observe="):
        to_pettingzoo(load(str(Path(__file__).parents[2] / "examples" / "aima_tic_tac_toe.py")))
