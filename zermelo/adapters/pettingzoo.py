"""A PettingZoo AEC environment, which changes itself with every step, as a game over copies of it.

Environments in turns with discrete actions are served; legal actions come from the mask in the observation or in the
infos. A player's utility is the sum of its rewards. The agents' observations are not asked for anything else: a search
sees the whole environment.
"""

from __future__ import annotations

import copy
import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator, Mapping
from operator import add
from typing import Any, cast

from zermelo.adapters.classes import drawn, printed
from zermelo.adapters.contents import Held, content
from zermelo.by_value import dice_of
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.picture import Lines, Picture

KIND = "a PettingZoo environment"
EXAMPLE = "connect_four_v3"
INSTALL = "pip install 'pettingzoo[classic]'"
HIDDEN = ("pettingzoo.classic.rlcard_envs.", "pettingzoo.classic.hanabi.")  # modules of environments that hide cards
SHARED = {"action_spaces", "observation_spaces", "metadata", "screen", "clock", "window", "render_mode"}
UNSEEN = SHARED | {"infos", "rewards", "_cumulative_rewards", "_skip_agent_selection", "terminations", "truncations"}

Opinion = Callable[[Any, str], float]  # of an environment and an agent


class EnvState(Held):
    """An environment that is not stepped any more, with the sum of each agent's rewards; compared by content."""

    __slots__ = ("returns",)

    def __init__(self, environment: Any, returns: tuple[float, ...]) -> None:
        self.returns = returns
        super().__init__(environment)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.object, self.returns)

    def looked_into(self) -> Any:
        """What makes the position: every attribute but spaces, windows, dice and what only reports the last step."""
        attributes = {name: value for name, value in vars(self.object).items() if _is_seen(name, value)}
        return content((self.returns, tuple(self.object.agents), _dead(self.object), attributes))


def resembles(thing: Any) -> bool:
    """Is it an environment for agents in turns, or a class of such?"""
    kind: Any = getattr(sys.modules.get("pettingzoo"), "AECEnv", None)
    if kind is None:
        return False
    return isinstance(thing, kind) or (isinstance(thing, type) and issubclass(thing, kind))


def refusal(thing: Any) -> str:
    """Why an environment cannot be served, in words; "": it can, or it is a class, of which one cannot know."""
    if isinstance(thing, type):
        return ""
    if thing.metadata.get("is_parallelizable"):
        return "has agents that act at the same time (is_parallelizable), and only games in turns are served"
    if type(thing.unwrapped).__module__.startswith(HIDDEN):
        return "hides information from its agents, which cannot be told from what it observes"
    discrete: Any = importlib.import_module("gymnasium.spaces").Discrete
    for agent in thing.possible_agents:
        space = thing.action_space(agent)
        if not isinstance(space, discrete):
            return f"has actions in a {type(space).__name__} space, and only Discrete ones are served"
    return ""


def by_name(name: str, chosen: Mapping[str, Any]) -> tuple[Any, dict[str, Any], dict[str, Any]]:
    """PettingZoo's classic environment of this name, its parameters and their defaults. Raises ZermeloError."""
    if importlib.util.find_spec("pettingzoo") is None:
        raise ZermeloError(f"PettingZoo is not installed: {INSTALL}")
    if not name.isidentifier() or importlib.util.find_spec(f"pettingzoo.classic.{name}") is None:
        raise ZermeloError(f"PettingZoo has no classic environment '{brief(name)}'; it has {EXAMPLE} and others")
    try:
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        return module.env(**chosen), dict(chosen), {}
    except ModuleNotFoundError as missing:
        raise ZermeloError(f"PettingZoo's {name} needs {missing.name}: {INSTALL}") from None
    except (ImportError, TypeError) as error:
        raise ZermeloError(f"PettingZoo's {name}: {brief(error, 160)}") from None


def maker(kind: Any) -> Callable[..., Any]:
    """The class itself, with the parameters of its constructor."""
    return cast(Callable[..., Any], kind)


def adapted(given: Any, opinion: Opinion | None = None) -> Game:
    """A game that begins as the environment does after a reset. Raises ZermeloError if that is at random."""
    environment = given.unwrapped
    name = str(environment.metadata.get("name", type(environment).__name__))
    agents = list(environment.possible_agents)
    spaces = [environment.action_space(agent) for agent in agents]
    nothing = (0.0,) * len(agents)
    starts = [_begun(environment, seed) for seed in (1, 0)]
    start = starts[-1]
    if EnvState(starts[0], nothing) != EnvState(start, nothing):
        raise ZermeloError(f"{name} begins at random, and only environments with one start are served")

    def initial() -> State:
        return EnvState(_twin(start), nothing)

    def to_move(state: State) -> int:
        return 0 if is_terminal(state) else agents.index(state.object.agent_selection)

    def actions(state: State) -> Iterator[Action]:
        mask = _mask(state.object)
        space = spaces[to_move(state)]
        numbers = range(int(space.start), int(space.start + space.n))
        return iter([a for i, a in enumerate(numbers) if mask is None or mask[i]])

    def result(state: State, action: Action) -> State:
        after = _twin(state.object)
        dice = _dice(after)
        after.step(int(action))
        if _dice(after) != dice:
            raise ZermeloError(f"{name} draws random numbers in step: chance inside an environment cannot be searched")
        rewards = [float(after.rewards.get(agent, 0.0)) for agent in agents]
        while not _is_over(after) and after.agent_selection in _dead(after):
            after.step(None)  # as PettingZoo asks of an agent that is out, while others play on
        return EnvState(after, tuple(map(add, state.returns, rewards)))

    def is_terminal(state: State) -> bool:
        return _is_over(state.object)

    def utility(state: State, player: int) -> float:
        return float(state.returns[player])

    def evaluate(state: State, player: int) -> float:
        assert opinion is not None
        return float(opinion(state.object, agents[player]))

    def picture(state: State) -> Picture:
        caption = "the game is over" if is_terminal(state) else f"{agents[to_move(state)]} to move"
        text = _drawing(state.object)
        return drawn(text, _drawing(start), caption) if text else Lines((_text(state), caption))

    result.__wrapped__ = environment.step  # type: ignore[attr-defined]  # where errors are looked for
    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        name=name,
        origin=KIND,
        players=len(agents),
        zero_sum=len(agents) == 2,
        max_actions=max(int(space.n) for space in spaces),
        compiles=False,
        player_names=tuple(map(str, agents)),
        format_state=_text,
        picture=picture,
        evaluate=evaluate if opinion else None,
    )


def _begun(environment: Any, seed: int) -> Any:
    environment.reset(seed=seed)
    return _twin(environment)


def _is_seen(name: str, value: Any) -> bool:
    return name not in UNSEEN and "seed" not in name and dice_of(value) is None


def _twin(environment: Any) -> Any:
    """A copy of an environment as it stands.

    Not by copy.deepcopy: many environments copy themselves as new ones, at the start (EzPickle).
    """
    twin = object.__new__(type(environment))
    memo: dict[int, Any] = {id(environment): twin}
    for name, value in vars(environment).items():
        if name in SHARED or type(value).__module__.partition(".")[0] in ("pygame", "gymnasium"):
            twin.__dict__[name] = value
            continue
        try:
            twin.__dict__[name] = copy.deepcopy(value, memo)
        except TypeError as error:
            kind = type(environment).__name__
            raise ZermeloError(f"{kind} cannot be copied: its attribute {name}: {brief(error)}") from None
    return twin


def _dice(environment: Any) -> list[Any]:
    return [dice for value in vars(environment).values() if (dice := dice_of(value)) is not None]


def _dead(environment: Any) -> tuple[str, ...]:
    return tuple(a for a in environment.agents if environment.terminations[a] or environment.truncations[a])


def _is_over(environment: Any) -> bool:
    return len(_dead(environment)) == len(environment.agents)


def _mask(environment: Any) -> Any:
    """Which actions are legal; None: all."""
    agent = environment.agent_selection
    observation = environment.observe(agent)
    if isinstance(observation, Mapping) and "action_mask" in observation:
        return observation["action_mask"]
    return environment.infos[agent].get("action_mask")


def _drawing(environment: Any) -> str:
    """The environment in text: as it renders itself, else its board; "" where nothing draws it."""
    if getattr(environment, "render_mode", None) == "ansi":
        drawings: list[Any] = []
        text = printed(lambda: drawings.append(environment.render()))
        return str(drawings[0]) if isinstance(drawings[0], str) else text
    observation: Any = environment.observe(environment.possible_agents[0])
    planes: Any = observation.get("observation") if isinstance(observation, Mapping) else observation
    if getattr(planes, "ndim", 0) == 3 and planes.shape[2] == 2:  # what the first agent has, and what the second has
        return "\n".join(" ".join("X" if mine else "O" if theirs else "." for mine, theirs in row) for row in planes)
    board = str(vars(environment).get("board", ""))
    return board if "\n" in board else ""


def _text(state: State) -> str:
    """The attributes that tell a position, in a line."""
    words = [f"{name}={value}" for name, value in vars(state.object).items() if _is_told(name, value)]
    return " ".join(" ".join(words).split())


def _is_told(name: str, value: Any) -> bool:
    is_private = name.startswith("_") or name in UNSEEN or name in ("agents", "possible_agents")
    return not is_private and not hasattr(value, "dtype")
