"""PettingZoo's environments next to our games."""

from __future__ import annotations

import random

import naive
import numpy as np
import pytest

from zermelo import ZermeloError, adapt, load
from zermelo.laws.trial import try_laws

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
spaces = pytest.importorskip("gymnasium.spaces", reason="gymnasium is not installed")


class Pile(pettingzoo.AECEnv):
    """Take one or two; whoever takes the last wins. Copies of it begin anew, as EzPickle has it."""

    metadata = {"name": "pile_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, stones=5, render_mode=None):
        super().__init__()
        self.stones, self.render_mode = stones, render_mode
        self.possible_agents = ["left_0", "right_0"]
        self.action_spaces = {agent: spaces.Discrete(2, start=1) for agent in self.possible_agents}
        box = spaces.Box(0, 100, (1,), np.int64)
        self.observation_spaces = dict.fromkeys(self.possible_agents, box)

    def __deepcopy__(self, memo):
        return type(self)(self.stones)

    def action_space(self, agent):
        return self.action_spaces[agent]

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def reset(self, seed=None, options=None):
        self.left, self.agents = self.stones, self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self.tell()

    def tell(self):
        mask = np.array([1, self.left > 1], dtype=np.int8)
        self.infos = {agent: {"action_mask": mask} for agent in self.agents}

    def observe(self, agent):
        return np.array([self.left])

    def step(self, action):
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.left -= action
        other = self.agents[1 - self.agents.index(self.agent_selection)]
        if self.left == 0:
            self.rewards = {self.agent_selection: 1, other: -1}
            self.terminations = dict.fromkeys(self.agents, True)
        self.agent_selection = other
        self.tell()

    def render(self):
        return f"{self.left} left" if self.render_mode == "ansi" else None


class Dice(Pile):
    """One or two are taken by the throw of a die."""

    def reset(self, seed=None, options=None):
        super().reset(seed, options)
        self.die = np.random.default_rng(seed)

    def step(self, action):
        super().step(1 if self.left == 1 else int(self.die.integers(1, 3)))


@pytest.mark.parametrize("stones", [3, 4, 5])
def test_its_value_is_that_of_nim(stones):
    game, nim = adapt(Pile(stones)), load("nim", stones=stones, most=2)
    assert (game.name, game.origin, game.player_names) == ("pile_v0", "a PettingZoo environment", ("left_0", "right_0"))
    assert naive.minimax(game, game.initial()) == naive.minimax(nim, nim.initial())


def test_it_keeps_the_laws():
    trial = try_laws(adapt(Pile), games=2, seed=0, seconds=1)
    assert [str(finding) for finding in trial.findings if not finding.holds] == []


def test_the_environment_stays_as_it_is_and_states_are_equal_by_content():
    environment = Pile(5)
    game = adapt(environment)
    one = game.result(game.result(game.initial(), 1), 2)
    other = game.result(game.result(game.initial(), 2), 1)
    assert one == other != game.initial()
    assert environment.left == 5
    assert game.legal(game.result(one, 1)) == [1]


def test_it_is_drawn_as_it_renders_itself():
    game = adapt(Pile(render_mode="ansi"))
    assert game.describe(game.initial()).lines == ("5 left", "left_0 to move")


def test_a_file_with_its_parameters(tmp_path):
    (tmp_path / "mine.py").write_text("from adapters.test_pettingzoo import Pile\n\nclass raw_env(Pile):\n    pass\n")
    game = load(f"{tmp_path / 'mine.py'}:stones=3")
    assert game.title == "pile_v0:stones=3"
    assert game.initial().object.left == 3


def test_dice_inside_are_refused():
    game = adapt(Dice(5))
    with pytest.raises(ZermeloError, match="pile_v0 draws random numbers in step"):
        game.result(game.initial(), 1)


def test_a_random_start_is_refused():
    class Dealt(Dice):
        def reset(self, seed=None, options=None):
            super().reset(seed, options)
            self.left = int(self.die.integers(1, 100))

    with pytest.raises(ZermeloError, match="pile_v0 begins at random, and only environments with one start are served"):
        adapt(Dealt)


def test_what_cannot_be_served_is_refused_in_a_line():
    class Together(Pile):
        metadata = {**Pile.metadata, "is_parallelizable": True}  # noqa: RUF012

    class Continuous(Pile):
        def action_space(self, agent):
            return spaces.Box(0, 1)

    with pytest.raises(ZermeloError, match="has agents that act at the same time"):
        adapt(Together)
    with pytest.raises(ZermeloError, match="has actions in a Box space, and only Discrete ones are served"):
        adapt(Continuous())


def test_what_cannot_be_copied_is_named():
    environment = Pile(5)
    environment.lines = (line for line in ())
    with pytest.raises(ZermeloError, match="Pile cannot be copied: its attribute lines"):
        adapt(environment)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("pettingzoo:", "name one of its games, such as pettingzoo:connect_four_v3"),
        ("pettingzoo:nosuch", "PettingZoo has no classic environment 'nosuch'"),
    ],
)
def test_a_wrong_name(spec, told):
    with pytest.raises(ZermeloError, match=told):
        load(spec)


@pytest.mark.parametrize(("theirs", "ours"), [("tictactoe_v3", "tic-tac-toe"), ("connect_four_v3", "connect-four")])
def test_the_classic_games_are_ours(theirs, ours):
    pytest.importorskip("pygame", reason="pygame, which PettingZoo's classic games need, is not installed")
    one, other = load(f"pettingzoo:{theirs}"), load(ours)
    for seed in range(3):
        a, b, noise = one.initial(), other.initial(), random.Random(seed)
        while not one.is_terminal(a):
            assert one.legal(a) == sorted(other.legal(b))
            assert one.to_move(a) == other.to_move(b)
            move = noise.choice(one.legal(a))
            a, b = one.result(a, move), other.result(b, move)
        assert [one.utility(a, p) for p in (0, 1)] == [other.utility(b, p) for p in (0, 1)]


def test_hidden_cards_are_refused():
    pytest.importorskip("rlcard", reason="rlcard is not installed")
    with pytest.raises(ZermeloError, match="leduc_holdem_v4 is a PettingZoo environment and hides information"):
        load("pettingzoo:leduc_holdem_v4")
