"""One source, two speeds: a kernel for a game, compiled by Numba or run as the plain Python it is.

A kernel is written inside a factory that takes `Rules` and decorates its functions with `rules.jit`:

    def kernel(rules):
        @rules.jit
        def value(state, depth, memory): ...
        return value

`prepare` gives the factory compiled rules where the game's functions compile, else interpreted ones.
"""

from __future__ import annotations

import inspect
import re
import sys
import types as python_types
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from zermelo.game import CHANCE, Game, State, ZermeloError

# the words of a kernel's memory
NODES, LIMIT, LEAVES, CUTOFFS, MOVES, EXTRA = range(6)
LINES = 16  # where the lines begin: row `depth` holds a length, then indices of actions
LINE = 128  # words of one row; longer lines are cut there
DEEPEST = 1000  # plies: as deep as a search goes where nobody says how long the game can last


@dataclass(frozen=True)
class Rules:
    """A game's functions as a kernel calls them, and how to compile the kernel that does.

    actions(state, depth, memory)         iterates over the actions; `depth` and `memory` lend it a buffer
    remember(state, action, depth, memory)  notes the action as the best at this depth, with the line below it
    note(event, state, depth, a, b, v)    what a trace sees; nothing at all in compiled code
    """

    to_move: Callable[..., Any]
    actions: Callable[..., Any]
    result: Callable[..., Any]
    is_terminal: Callable[..., Any]
    utility: Callable[..., Any]
    chances: Callable[..., Any]
    fill: Callable[..., Any]  # (state, buffer) -> count: moves as the buffer holds them
    play: Callable[..., Any]  # (state, move) -> state: a move that `fill` wrote
    fill_chances: Callable[..., Any]  # (state, buffer, weights) -> count
    play_chance: Callable[..., Any]
    evaluate: Callable[..., Any]
    remember: Callable[..., Any]
    note: Callable[..., Any]
    jit: Callable[..., Any]  # decorates a kernel
    register: Callable[..., Any]  # makes a plain function callable from kernels
    compiled: bool


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


def interpreted_rules(
    game: Game,
    evaluate: Callable[..., Any] | None = None,
    win: float = 1.0,
    note: Callable[..., Any] | None = None,
) -> Rules:
    """The rules as plain Python; `note` receives every step of a kernel."""

    def actions(state, depth, memory):
        return game.actions(state)

    def fill(state, buffer):
        count = 0
        for action in game.actions(state):
            buffer[count] = action
            count += 1
        return count

    def utility(state, player):
        return win * game.utility(state, player)

    return Rules(
        to_move=game.to_move,
        actions=actions,
        result=game.result,
        is_terminal=game.is_terminal,
        utility=game.utility if win == 1.0 else utility,
        chances=game.chances or _no_chances,
        fill=fill,
        play=game.result,
        fill_chances=_chance_filler(game.chances or _no_chances),
        play_chance=game.result,
        evaluate=evaluate or flat,
        remember=_rememberer(actions, game.result, game.is_terminal),
        note=note or silent,
        jit=lambda function: function,
        register=lambda function: function,
        compiled=False,
    )


def flat(state, player):
    """The evaluation of one who has no opinion."""
    return 0.0


def silent(event, state, depth, alpha, beta, value):
    """Sees a kernel's step and says nothing."""


def _no_chances(state):
    yield from ()


def _chance_filler(chances):
    def fill_chances(state, buffer, weights):
        count = 0
        for outcome, probability in chances(state):
            buffer[count] = outcome
            weights[count] = probability
            count += 1
        return count

    return fill_chances


def _rememberer(actions, result, is_terminal):
    def remember(state, action, depth, memory):
        index = 0
        for other in actions(state, 0, memory):
            if other == action:
                break
            index += 1
        row = LINES + depth * LINE
        length = 0
        if depth > 1 and not is_terminal(result(state, action)):
            length = min(memory[row - LINE], LINE - 2)
            for i in range(1, length + 1):
                memory[row + 1 + i] = memory[row - LINE + i]
        memory[row + 1] = index
        memory[row] = length + 1

    return remember


# --- compiled -------------------------------------------------------------------------------------------------------


@cache
def _registered() -> set[Any]:
    """The functions that Numba knows already; its registry lives as long as the process."""
    import zermelo.intrinsics  # noqa: F401  (registers bits and Memory)
    from zermelo import bits

    return {value for value in vars(bits).values() if isinstance(value, python_types.FunctionType)}


def register(function: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a plain function, and every plain function that it reaches, callable from compiled code."""
    from numba.extending import register_jitable

    from zermelo.content import reached

    known = _registered()
    if not isinstance(function, python_types.FunctionType) or function in known or _is_library(function):
        return function
    known.add(function)
    for _, value in reached(function):
        register(value)
    if function.__code__.co_flags & inspect.CO_GENERATOR:
        # A compiled generator never gives back the arrays it holds: it may only borrow them, and allocate none.
        return register_jitable(_nrt=False)(function)
    return register_jitable(function)


def _is_library(function: python_types.FunctionType) -> bool:
    return (function.__module__ or "").split(".")[0] in ("numpy", "numba", "math")


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

    from zermelo.content import ContentCache

    announce = _announcer(f"compiling {game.name} for {label}, first run only …")
    reason = ""
    for reference_counts in (False, True):
        try:
            rules = compiled_rules(game, evaluate, win, reference_counts)
            kernel = factory(rules)
            kernel._cache = ContentCache(kernel.py_func, announce)
            kernel.compile(tuple(numba.typeof(value) for value in (state, *arguments(True))))
            buffer = game.max_actions if game.fill else 0
            return Kernel(kernel, True, state=_state_caster(numba.typeof(state)), buffer=buffer)
        except Exception as error:
            reason = explain(error, game)
    return replace(fallback, reason=reason)


def compiled_rules(
    game: Game,
    evaluate: Callable[..., Any] | None = None,
    win: float = 1.0,
    reference_counts: bool = False,
) -> Rules:
    """The rules for Numba: every function registered, every state of one type, every number of utility a float."""
    import numba

    from zermelo.intrinsics import caster, offset

    state_type = numba.typeof(game.initial())
    as_state = caster(state_type, "result")
    to_move, is_terminal = register(game.to_move), register(game.is_terminal)
    game_result = register(game.result)
    game_utility, game_evaluate = register(game.utility), register(evaluate or flat)
    most = game.max_actions

    def result(state, action):
        return as_state(game_result(state, action))

    def utility(state, player):
        return win * game_utility(state, player)

    def value(state, player):
        return float(game_evaluate(state, player))

    if game.fill is not None:
        fill, play, listed = register(game.fill), result, register(_listed)

        def actions(state, depth, memory):
            buffer = offset(memory, memory[MOVES] + depth * most)
            return listed(buffer, fill(state, buffer))
    else:
        game_actions = register(game.actions)
        fill, play = _fill_from_generator(game_actions, result, _has_integer_actions(game), most)

        def actions(state, depth, memory):
            return game_actions(state)

    if game.chances is not None:
        chances = register(game.chances)
        fill_chances, play_chance = _chances_by_index(chances, result)
    else:
        chances = _no_chances_like(None if game.fill is not None else game_actions)

        def fill_chances(state, buffer, weights):
            return 0

        play_chance = play

    options = {"nogil": True, "_nrt": reference_counts}

    def jit(function):
        return numba.njit(**options)(function)

    remember = jit(_rememberer(register(actions), register(result), is_terminal))
    return Rules(
        to_move=to_move,
        actions=register(actions),
        result=register(result),
        is_terminal=is_terminal,
        utility=register(utility),
        chances=register(chances),
        fill=register(fill),
        play=register(play),
        fill_chances=register(fill_chances),
        play_chance=register(play_chance),
        evaluate=register(value),
        remember=remember,
        note=register(silent),
        jit=jit,
        register=register,
        compiled=True,
    )


def _no_chances_like(actions: Any) -> Callable[..., Any]:
    """Chances of a game without any: never asked, but of the type of its actions."""
    if actions is None:

        def of_integers(state):
            yield 0, 1.0

        return of_integers

    def of_actions(state):
        for action in actions(state):
            yield action, 1.0

    return of_actions


def _listed(buffer, count):
    for i in range(count):
        yield buffer[i]


def _has_integer_actions(game: Game) -> bool:
    """Are the game's actions integers? (Seen on the first state that has any.)"""
    state = game.initial()
    if game.is_terminal(state):
        return True
    while game.to_move(state) == CHANCE:
        state = game.result(state, game.outcomes(state)[0][0])
    return all(isinstance(action, int) and not isinstance(action, bool) for action in game.legal(state))


def _fill_from_generator(actions: Any, result: Any, integers: bool, most: int) -> tuple[Any, Any]:
    """`fill` and `play` for a game that yields its actions; other than integers they are known by their index."""
    if integers:

        def fill(state, buffer):
            count = 0
            for action in actions(state):
                if count == most:
                    raise ValueError("a state has more actions than the game's max_actions")
                buffer[count] = action
                count += 1
            return count

        return fill, result

    def fill_indices(state, buffer):
        count = 0
        for _ in actions(state):
            if count == most:
                raise ValueError("a state has more actions than the game's max_actions")
            buffer[count] = count
            count += 1
        return count

    def play(state, index):
        after = state
        for i, action in enumerate(actions(state)):
            if i == index:
                after = result(state, action)
        return after

    return fill_indices, play


def _chances_by_index(chances, result):
    """Outcomes of chance are known by their index, so that they may be of any type."""

    def fill_chances(state, buffer, weights):
        count = 0
        for _, probability in chances(state):
            buffer[count] = count
            weights[count] = probability
            count += 1
        return count

    def play_chance(state, index):
        after = state
        for i, (outcome, _) in enumerate(chances(state)):
            if i == index:
                after = result(state, outcome)
        return after

    return fill_chances, play_chance


def _has_compilable_type(value: Any) -> bool:
    """Numbers, arrays, and tuples of those."""
    import numpy as np

    if isinstance(value, tuple):
        return bool(value) and all(_has_compilable_type(item) for item in value)
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "iufb"
    return isinstance(value, bool | int | float | np.generic)


def _state_caster(state_type: Any) -> Callable[[State], State]:
    """Gives each field the type it has in the initial state: a word stays a uint64 however it was computed."""
    import numpy as np
    from numba.core import types

    words = [i for i, kind in enumerate(getattr(state_type, "types", ())) if kind == types.uint64]
    floats = [i for i, kind in enumerate(getattr(state_type, "types", ())) if kind == types.float64]
    if not words and not floats:
        return same

    def cast(state: State) -> State:
        fields = list(state)
        for i in words:
            fields[i] = np.uint64(fields[i])
        for i in floats:
            fields[i] = float(fields[i])
        return type(state)(*fields) if hasattr(state, "_fields") else tuple(fields)

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


def new_memory(compiled: bool, depth: int, most_actions: int = 0, extra: int = 0) -> Any:
    """A kernel's memory for a search of that depth: counters, lines, buffers where actions are filled in, and extra."""
    lines = LINES + (depth + 1) * LINE
    buffers = (depth + 1) * most_actions
    size = lines + buffers + extra
    if not compiled:
        memory: Any = [0] * size
    else:
        import numpy as np

        from zermelo.intrinsics import Memory

        memory = Memory(np.zeros(size, dtype=np.int64))
    memory[MOVES], memory[EXTRA] = lines, lines + buffers
    return memory
