"""One source, two speeds: a kernel for a game, compiled by Numba or run as the plain Python it is.

A kernel is written inside a factory that takes `Rules` and decorates its functions with `rules.jit`:

    def kernel(rules):
        @rules.jit
        def value(state, depth, memory): ...
        return value

`prepare` gives the factory compiled rules where the game's functions compile, else interpreted ones.
"""

from __future__ import annotations

import re
import sys
import types as python_types
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from zermelo.compile.rules import Rules, compiled_rules, interpreted_rules
from zermelo.game import Game, State, ZermeloError


def same(state: State) -> State:
    """The state as it is."""
    return state


@dataclass(frozen=True)
class Kernel:
    """A kernel ready to run."""

    run: Callable[..., Any]
    compiled: bool
    reason: str = ""  # why it is interpreted
    state: Callable[[State], State] = same  # a state as the kernel takes it
    buffer: int = 0  # words a depth that its memory needs for the actions


Factory = Callable[[Rules], Any]


def prepare(
    game: Game,
    factory: Factory,
    arguments: Callable[[bool], tuple[Any, ...]],
    *,
    label: str,
    evaluate: Callable[..., Any] | None = None,
    win: float = 1.0,
    compiled: bool | None = None,
) -> Kernel:
    """The factory's kernel for a game.

    arguments(compiled): what follows the state in a call of the kernel, as an example for the compiler.
    evaluate, win: an opinion for states that are not terminal, and what a utility of 1 is worth in its units.
    compiled: True insists, False interprets, None compiles where it can.
    """
    if compiled is False or (compiled is None and not game.compiles):
        reason = "asked to interpret" if compiled is False else "this game runs interpreted"
        return Kernel(factory(interpreted_rules(game, evaluate, win)), False, reason)
    kernel = _compile(game, factory, arguments, label, evaluate, win)
    if not kernel.compiled and compiled:
        raise ZermeloError(f"{game.name} does not compile: {kernel.reason}")
    return kernel


@lru_cache(maxsize=256)
def _compile(
    game: Game,
    factory: Factory,
    arguments: Callable[[bool], tuple[Any, ...]],
    label: str,
    evaluate: Callable[..., Any] | None,
    win: float,
) -> Kernel:
    fallback = Kernel(factory(interpreted_rules(game, evaluate, win)), False)
    state = game.initial()
    if not _has_compilable_type(state):
        kind = type(state).__name__
        return replace(fallback, reason=f"its state is a {kind}; compiled states are NamedTuples of numbers")
    import numba

    from zermelo.compile.cache import ContentCache

    announce = _announcer(f"compiling {game.name} for {label}, first run only …")
    reason = ""
    for reference_counts in (False, True):
        try:
            state_type = _state_type(state)
            rules = compiled_rules(game, state_type, evaluate, win, reference_counts)
            kernel = factory(rules)
            kernel._cache = ContentCache(kernel.py_func, announce)
            kernel.compile((state_type, *(numba.typeof(value) for value in arguments(True))))
            kernel.disable_compile()  # a state of another type is an error, not a second kernel
            buffer = game.max_actions if game.fill else 0
            return Kernel(kernel, True, state=_state_caster(state_type), buffer=buffer)
        except Exception as error:
            reason = explain(error, game)
    return replace(fallback, reason=reason)


def _has_compilable_type(value: Any) -> bool:
    """Numbers, arrays, and tuples of those."""
    import numpy as np

    if isinstance(value, tuple):
        return bool(value) and all(_has_compilable_type(item) for item in value)
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iufb"
    return isinstance(value, bool | int | float | np.generic)


def _state_type(state: State) -> Any:
    """Numba's type for a state.

    A call finds its compiled code by the name and the fields of a NamedTuple, so all classes of one name and fields
    (a user's file that was loaded twice) share the first one's type.
    """
    import numba

    return numba.typeof(_with_first_classes(state))


def _with_first_classes(value: Any) -> Any:
    """The value with every NamedTuple in it remade of the first class of its name and fields."""
    if not isinstance(value, tuple):
        return value
    fields = [_with_first_classes(field) for field in value]
    if hasattr(value, "_fields"):
        return _classes().setdefault((type(value).__name__, value._fields), type(value))(*fields)
    return tuple(fields)


@cache
def _classes() -> dict[tuple[str, tuple[str, ...]], Any]:
    """The first class of each name and fields; as long-lived as Numba's own memory of them."""
    return {}


def _state_caster(state_type: Any) -> Callable[[State], State]:
    """Gives each field the type it has in the initial state, however it was computed.

    A word stays a uint64 and a True in an integer's place becomes 1: the kernel is compiled for one type of state.
    """
    import numba
    import numpy as np

    types: Any = numba.types
    if not isinstance(state_type, types.BaseTuple):
        kinds = {types.int64: int, types.float64: float, types.boolean: bool}
        if isinstance(state_type, types.Integer | types.Float) and state_type not in kinds:
            scalar: Callable[[Any], Any] = getattr(np, str(state_type))
            return scalar
        return kinds.get(state_type, same)
    casts = tuple(_state_caster(kind) for kind in state_type.types)
    make = getattr(state_type, "instance_class", None)

    def cast(state: State) -> State:
        fields = [to(value) for to, value in zip(casts, state, strict=True)]
        return make(*fields) if make else tuple(fields)

    return cast


def _announcer(text: str) -> Callable[[], None]:
    """Says a line on stderr, once."""
    said: list[bool] = []

    def announce() -> None:
        if not said:
            said.append(True)
            print(text, file=sys.stderr, flush=True)

    return announce


CAUSE = re.compile(
    r"\s*(Untyped global|Unknown attribute|No implementation of|Cannot|Invalid use|Use of|Unsupported"
    r"|.*changes the type of|.*is not supported|.*has no attribute)"
)


def explain(error: BaseException, game: Game) -> str:
    """What stopped the compiler, and at which line of the game, from Numba's long story."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    functions = (game.to_move, game.actions, game.result, game.is_terminal, game.utility, game.chances, game.evaluate)
    files = {Path(f.__code__.co_filename).name for f in functions if isinstance(f, python_types.FunctionType)}
    places = [(Path(file).name, line) for file, line in re.findall(r'File "([^"]+)", line (\d+)', text)]
    own = [(file, line) for file, line in places if file in files]
    causes = [line.strip() for line in text.splitlines() if CAUSE.match(line) and "Function(<" not in line]
    first = text.strip().splitlines()[:1] or [type(error).__name__]
    cause = (causes[-1] if causes else first[0])[:160]
    return f"line {own[-1][1]} of {own[-1][0]}: {cause}" if own else cause
