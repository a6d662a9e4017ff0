"""A game as a PettingZoo AEC environment. Imported only if PettingZoo is."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from zermelo.adapters.numbering import Numbering
from zermelo.bits import Wide, as_word
from zermelo.game import CHANCE, Game, State, ZermeloError, brief
from zermelo.installed import np
from zermelo.picture import drawn_by

BITS = 64  # of a number in an observation

Observe = Callable[[State, int], Any]


class Environment(AECEnv):
    """One agent per player, `player_0` first; discrete actions with a mask; rewards only at the end of a game.

    Outcomes of chance are drawn between two steps, with the seed of `reset`. The mask of an agent that is not to move
    is empty.
    """

    def __init__(self, game: Game, observe: Observe | None = None, render_mode: str | None = None) -> None:
        """observe(state, player) -> array: what an agent sees; by default the bits of the numbers of the state."""
        super().__init__()
        self.game, self.render_mode = game, render_mode
        modes = ["ansi", "human"]
        self.metadata = {"name": f"{game.name}_v0", "render_modes": modes, "is_parallelizable": False}
        self._observe = observe or _bits(game)
        self._numbering = Numbering(game)
        self._nature = random.Random()
        self.possible_agents = [f"player_{player}" for player in range(game.players)]
        self.board: State = game.initial()
        size = self._numbering.size
        seen = np.asarray(self._observe(self.board, 0))
        low, high = (0, 1) if observe is None else _bounds(seen.dtype)
        view = spaces.Box(low=low, high=high, shape=seen.shape, dtype=seen.dtype.type)
        mask = spaces.Box(low=0, high=1, shape=(size,), dtype=np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": view, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._nature.seed(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._move_to(self.game.initial())

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        numbers = self._numbering.numbers(self.board)
        if int(action) not in numbers:
            legal = brief(", ".join(map(str, numbers)), 120)
            raise ZermeloError(f"action {brief(action)} is not legal here; the mask allows {legal}")
        self._cumulative_rewards[agent] = 0.0
        self._move_to(self.game.result(self.board, numbers[int(action)]))
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        mask = np.zeros(self._numbering.size, dtype=np.int8)
        if agent == self.agent_selection and not self.game.is_terminal(self.board):
            mask[list(self._numbering.numbers(self.board))] = 1
        return {"observation": self._observe(self.board, self.possible_agents.index(agent)), "action_mask": mask}

    def render(self) -> str | None:
        """The position as text: returned if the mode is ansi, else printed."""
        text = drawn_by("text", self.game.describe(self.board))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Does nothing: there is nothing to release."""

    def _move_to(self, state: State) -> None:
        """Sets the position after what chance does, and whose turn it is or what everybody gets."""
        game = self.game
        while not game.is_terminal(state) and game.to_move(state) == CHANCE:
            outcomes, weights = zip(*game.outcomes(state), strict=True)
            state = game.result(state, self._nature.choices(outcomes, weights)[0])
        self.board = state
        if game.is_terminal(state):
            self.rewards = {a: float(game.utility(state, p)) for p, a in enumerate(self.possible_agents)}
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[game.to_move(state)]


def _bits(game: Game) -> Observe:
    """Observes the bits of every number in what a player sees of a state; those who see less get zeros at the end."""

    def numbers_seen(state: State, player: int) -> list[int]:
        return _numbers(game.view(state, player) if game.view else state)

    sizes = [len(numbers_seen(game.initial(), player)) for player in range(game.players)]

    def observe(state: State, player: int) -> Any:
        numbers = numbers_seen(state, player)
        if len(numbers) != sizes[player]:
            raise ZermeloError(
                f"states of {game.name} differ in size: give to_pettingzoo observe=, a function of its own"
            )
        numbers += [0] * (max(sizes) - len(numbers))
        words = np.array(numbers, dtype=object) & ((1 << BITS) - 1)
        return np.unpackbits(words.astype(np.uint64).view(np.uint8), bitorder="little").astype(np.int8)

    return observe


def _numbers(value: Any) -> list[int]:
    """The numbers in a state, its bytes, and the characters of its texts, one after the other."""
    if isinstance(value, str):
        return [ord(character) for character in value]
    if isinstance(value, bytes):
        return list(value)
    if isinstance(value, tuple | list | np.ndarray):
        return [number for part in value for number in _numbers(part)]
    if dataclasses.is_dataclass(value):
        return [number for field in dataclasses.fields(value) for number in _numbers(getattr(value, field.name))]
    if value is None:
        return [0]
    if isinstance(value, Wide):
        return list(value.words)
    if isinstance(value, float | np.floating):
        return [as_word(float(value))]
    if isinstance(value, int | np.integer | np.bool_) and -(1 << 63) <= int(value) < 1 << BITS:
        return [int(value)]
    raise ZermeloError(f"a state holds {brief(repr(value))}: give to_pettingzoo observe=, a function of its own")


def _bounds(kind: Any) -> tuple[Any, Any]:
    """The smallest and the largest number of a dtype."""
    if kind.kind == "b":
        return False, True
    limits: Any = np.iinfo(kind) if kind.kind in "iu" else np.finfo(kind)
    return limits.min, limits.max
