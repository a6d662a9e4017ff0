"""How a student's search is called: what its parameters stand for, and what it returned."""

from __future__ import annotations

import contextlib
import inspect
import io
import math
import random
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from numbers import Real
from pathlib import Path
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.grading.observing import MOST_CALLS, AgentState, Endless, State, TreeGame, agent_state
from zermelo.grading.trees import COMPASS, LETTERS, Case
from zermelo.user_files import told

FAR = 1000  # plies: more than any tree has
PATIENCE = 5.0  # times its seconds of the processor that a search may take by the clock, since others compute too
ROLES = {  # what a parameter stands for, by its name in small letters without underscores
    "game": ("game", "g", "problem", "env", "rules"),
    "state": ("state", "s", "node", "position", "pos", "board", "gamestate", "root", "current", "rootstate"),
    "depth": ("depth", "d", "maxdepth", "depthlimit", "limit", "plies", "ply", "lookahead", "maxplies", "searchdepth"),
    "evaluation": (
        *("evalfn", "evaluate", "evaluation", "eval", "heuristic", "h", "evaluationfunction", "evalfunc"),
        *("evaluator", "evalfunction"),
    ),
    "cutoff": ("cutofftest", "cutoff"),
    "alpha": ("alpha", "a"),
    "beta": ("beta", "b"),
    "maximising": (
        *("maximizing", "maximising", "maximizingplayer", "maximisingplayer", "ismax", "ismaximizing"),
        *("ismaximising", "maximize", "maximise", "ismaxplayer"),
    ),
    "player": ("player", "me", "who", "mover", "rootplayer"),
    "sign": ("color", "colour", "sign"),
    "simulations": (
        *("n", "simulations", "iterations", "numsimulations", "numiterations", "nsimulations", "niterations", "sims"),
        *("iters", "budget", "rollouts", "playouts", "numrollouts", "maxiterations", "itermax", "nsims", "numsims"),
    ),
    "time": ("time", "seconds", "timelimit", "timeout", "maxtime"),
}
ROLE_OF = {name: role for role, names in ROLES.items() for name in names}


class TooSlow(BaseException):
    """Raised in a search that takes too long."""


@dataclass(frozen=True)
class Observation:
    """What a search did on one tree."""

    value: float | None = None  # None: it returns none
    action: int | None = None  # by its number; None: it returns none, or one that is not legal
    leaves: tuple[tuple[int, ...], ...] = ()  # whose utility or evaluation it asked, in order
    error: str = ""  # why there is no answer
    fault: str = ""  # what kind of error: crash, hang, exit, memory, unwritten, answer, untried
    early: tuple[tuple[int, ...], ...] = ()  # states whose utility it asked before they were over
    dead: tuple[tuple[int, ...], ...] = ()  # states that are over and whose actions it asked
    wrong_agents: tuple[tuple[tuple[int, ...], int], ...] = ()  # where it moved another agent than the one to move
    horizon: int = 0  # evaluations asked

    def to_json(self) -> dict[str, Any]:
        """The observation as a child process tells it."""
        return vars(self) | {"leaves": [list(path) for path in self.leaves]}


def read_observation(record: dict[str, Any]) -> Observation:
    """The observation that `Observation.to_json` described."""
    paths = {name: tuple(tuple(path) for path in record[name]) for name in ("leaves", "early", "dead")}
    agents = tuple((tuple(path), agent) for path, agent in record["wrong_agents"])
    return Observation(**{**record, **paths, "wrong_agents": agents})


class Calling:
    """A search and how to call it. Raises ZermeloError where that cannot be known."""

    def __init__(self, thing: Callable[..., Any], name: str = "", path: Path | None = None) -> None:
        self.name = name or getattr(thing, "__name__", type(thing).__name__)
        self.path = path
        self.is_agent = inspect.isclass(thing) and callable(getattr(thing, "getAction", None))
        self.thing: Callable[..., Any] = thing
        if inspect.isclass(thing) and not self.is_agent:
            self.thing = _method_of(thing, self.name)
        self.roles = {} if self.is_agent else _roles(self.thing, self.name)

    @property
    def takes_depth(self) -> bool:
        """Can it be told how far to look?"""
        return self.is_agent or "depth" in self.roles.values() or "cutoff" in self.roles.values()

    def code_names(self) -> set[str]:
        """The names that its code mentions, helpers in it included."""
        return _names_in(self.thing)

    def observe(self, case: Case, seconds: float = 2.0, simulations: int | None = None, seed: int = 0) -> Observation:
        """What it does on one tree. It is stopped after so many seconds where signals can do it."""
        seed_random(seed)
        if self.is_agent:
            start, notes, evaluation = agent_state(case)
            names: tuple[str, ...] = COMPASS
        else:
            most = MOST_CALLS * (2 + case.root.leaves) + 100 * (case.root.height + 2) * (simulations or 0)
            game = TreeGame(case, most)
            notes, names = game.notes, tuple(LETTERS)
        value, action, error, fault = None, None, "", ""
        try:
            with _time_limit(seconds), contextlib.redirect_stdout(io.StringIO()):
                if self.is_agent:
                    answer = self._agent_answer(case, start, evaluation)
                else:
                    answer = self.thing(**self._arguments(game, case, simulations))
            value, action = read_answer(answer, names[: len(case.root.children)], case.root.mover)
        except ZermeloError as wrong:
            error, fault = str(wrong), "answer"
        except TooSlow:
            error, fault = f"it did not return within {seconds:g} s", "hang"
        except Endless as endless:
            error, fault = f"it does not come to an end: {endless} for a tree of {case.root.leaves} leaves", "hang"
        except MemoryError:
            error, fault = "it took more memory than is allowed", "memory"
        except NotImplementedError as missing:
            error, fault = f"it is not written yet ({brief(missing, 80) or 'NotImplementedError'})", "unwritten"
        except KeyboardInterrupt:
            raise
        except BaseException as problem:
            error, fault = told(problem, self.path or Path("nowhere")), "crash"
        return Observation(
            value,
            action,
            tuple(notes.leaves),
            error,
            fault,
            tuple(notes.early[:5]),
            tuple(notes.dead[:5]),
            tuple(notes.wrong_agents[:5]),
            notes.horizon,
        )

    def _agent_answer(self, case: Case, start: AgentState, evaluation: Callable[..., float]) -> Any:
        agent = self.thing()
        agent.index, agent.depth, agent.evaluationFunction = 0, case.depth or FAR, evaluation
        return agent.getAction(start)

    def _arguments(self, game: TreeGame, case: Case, simulations: int | None) -> dict[str, Any]:
        state, depth = game.initial, case.depth or FAR

        def evaluation(*given: Any) -> float:
            where = next((one for one in given if isinstance(one, State)), state)
            whose = next((one for one in given if one in (0, 1) and not isinstance(one, State)), None)
            return game.evaluate(where, whose)

        def cutoff(*given: Any) -> bool:
            where = next((one for one in given if isinstance(one, State)), state)
            deep = next((float(one) for one in reversed(given) if isinstance(one, int | float)), 0.0)
            is_over = len(given) == 2 and not where._node.children  # AIMA's older form tests both
            return bool(deep >= depth or is_over)

        given: dict[str, Any] = {
            "game": game,
            "state": state,
            "depth": depth,
            "evaluation": evaluation,
            "cutoff": cutoff,
            "alpha": -math.inf,
            "beta": math.inf,
            "maximising": state.to_move == 0,
            "player": state.to_move,
            "sign": 1 if state.to_move == 0 else -1,
            "simulations": simulations,
            "time": 0.1,
        }
        has_cutoff = "cutoff" in self.roles.values()
        left_out = {"depth"} if has_cutoff else set()
        if simulations is None:
            left_out |= {"simulations", "time"}
        elif "simulations" in self.roles.values():
            left_out |= {"time"}
        return {name: given[role] for name, role in self.roles.items() if role not in left_out}


def seed_random(seed: int) -> None:
    """Makes what a search draws at random repeatable."""
    random.seed(seed)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(seed % 2**32)


@contextlib.contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Raises TooSlow after so many seconds of the processor, or PATIENCE times as many by the clock.

    Only in a main thread, and where there are such signals.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "SIGALRM"):
        yield
        return

    def stop(number: int, frame: Any) -> None:
        raise TooSlow

    clocks = (
        (signal.SIGVTALRM, signal.ITIMER_VIRTUAL, seconds),
        (signal.SIGALRM, signal.ITIMER_REAL, PATIENCE * seconds),
    )
    before = [signal.signal(sent, stop) for sent, _, _ in clocks]
    for _, clock, limit in clocks:
        signal.setitimer(clock, limit, 0.2)
    try:
        yield
    finally:
        for (sent, clock, _), handler in zip(clocks, before, strict=True):
            signal.setitimer(clock, 0)
            signal.signal(sent, handler)


# --- parameters -------------------------------------------------------------------------------------------------------

METHODS = ("search", "decide", "choose", "best_action", "get_action", "choose_action", "__call__", "run", "solve")


def _method_of(kind: type, name: str) -> Callable[..., Any]:
    """A method of a class, on an object of its own for every call."""
    method = next((part for part in METHODS if callable(getattr(kind, part, None)) and part in dir(kind)), None)
    if method is None or (method == "__call__" and "__call__" not in vars(kind)):
        raise ZermeloError(f"class {name} has no method to call: it needs search(self, game, state) or getAction")
    needed = [
        parameter
        for parameter in list(inspect.signature(kind).parameters.values())
        if parameter.default is parameter.empty and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
    ]
    takes_game = len(needed) == 1 and ROLE_OF.get(needed[0].name.lower().replace("_", "")) == "game"
    if needed and not takes_game:
        raise ZermeloError(f"{name}() takes {needed[0].name}: give each parameter of __init__ a default")
    if not takes_game:
        return _bound(kind, method)

    def search(game: Any, state: Any, **rest: Any) -> Any:
        made = getattr(kind(game), method)
        return made(game, state, **rest) if "game" in inspect.signature(made).parameters else made(state, **rest)

    return search


def _bound(kind: type, method: str) -> Callable[..., Any]:
    """A function with the method's parameters that makes an object first."""
    own = getattr(kind, method)

    def search(**given: Any) -> Any:
        return getattr(kind(), method)(**given)

    parameters = list(inspect.signature(own).parameters.values())[1:]
    search.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    search.__wrapped_class__ = kind  # type: ignore[attr-defined]
    return search


def _roles(function: Callable[..., Any], name: str) -> dict[str, str]:
    """What each parameter stands for, by its name; those that are left to their defaults are not there."""
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise ZermeloError(f"{name} is nothing that can be called with a game and a state") from None
    roles: dict[str, str] = {}
    plain = [one for one in parameters if one.kind in (one.POSITIONAL_OR_KEYWORD, one.KEYWORD_ONLY)]
    needed = [one for one in plain if one.default is one.empty]
    for parameter in plain:
        role = ROLE_OF.get(parameter.name.lower().replace("_", ""))
        if role and role not in roles.values():
            roles[parameter.name] = role
    if len(needed) == 2 and not {"game", "state"} <= set(roles.values()):
        roles = {needed[0].name: "game", needed[1].name: "state"}
    unknown = [one.name for one in needed if one.name not in roles]
    if unknown or not {"game", "state"} <= set(roles.values()):
        what = f"its parameter {unknown[0]} is not known" if unknown else "it does not take a game and a state"
        raise ZermeloError(
            f"{name} cannot be called: {what}; write {name}(game, state), with depth and evaluate if it has a limit"
        )
    positional_only = [one.name for one in parameters if one.kind is one.POSITIONAL_ONLY]
    if positional_only:
        raise ZermeloError(f"{name} cannot be called: remove the / from its parameters")
    return roles


def _names_in(thing: Any) -> set[str]:
    """The names that the code of a function, or of a class's methods, mentions; also of functions inside it."""
    kind = getattr(thing, "__wrapped_class__", thing)
    if inspect.isclass(kind):
        return set().union(*(_names_in(part) for part in vars(kind).values() if inspect.isfunction(part)), set())
    code = getattr(inspect.unwrap(kind), "__code__", None)
    names, waiting, seen = set[str](), [code] if code else [], set[Any]()
    module = getattr(kind, "__globals__", {})
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        names |= {*here.co_names, *here.co_varnames, *here.co_freevars}
        waiting += [part for part in here.co_consts if inspect.iscode(part)]
        helpers = [module.get(name) for name in here.co_names]
        waiting += [part.__code__ for part in helpers if inspect.isfunction(part)]
    return names


# --- answers ----------------------------------------------------------------------------------------------------------


def read_answer(answer: Any, names: tuple[str, ...], mover: int) -> tuple[float | None, int | None]:
    """The value and the number of the action that a search returned: (value, action), an action or a value.

    Raises ZermeloError where it is none of these.
    """
    if hasattr(answer, "action") and not isinstance(answer, tuple):
        answer = (getattr(answer, "value", None), answer.action)
    if isinstance(answer, tuple | list) and len(answer) >= 2:
        first, second = answer[0], answer[1]
        if isinstance(first, str) and not isinstance(second, str):
            first, second = second, first
        if isinstance(second, str):
            return (None if first is None else _number(first, mover)), _action(second, names)
        if second is None:
            raise ZermeloError(f"it returned {brief(repr(answer))}: there is no action in it")
    if isinstance(answer, str):
        return None, _action(answer, names)
    if answer is None:
        raise ZermeloError("it returned None: is there a return at its end?")
    return _number(answer, mover), None


def _action(action: str, names: tuple[str, ...]) -> int:
    if action not in names:
        raise ZermeloError(f"it returned {action!r}, which is no action of the root ({', '.join(names)})")
    return names.index(action)


def _number(value: Any, mover: int) -> float:
    """A value as a number: a plain one, or the mover's of one per player. Raises ZermeloError."""
    if isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(one, Real) for one in value):
        value = value[mover]
    try:
        return float(value)
    except (TypeError, ValueError):
        kinds = "an action, (value, action), or a value"
        raise ZermeloError(f"it returned {brief(repr(value))}, which is not {kinds}") from None
