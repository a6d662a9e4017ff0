"""A game's functions as kernels call them, in plain Python or for Numba."""

from __future__ import annotations

import inspect
import types as python_types
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from zermelo.bits import blended, signed
from zermelo.compile.memory import LINE, LINES, MOVES
from zermelo.game import CHANCE, Game

INSIDE = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}  # called from compiled code only: compiles faster
MOST_LOOKED_AT = 1000  # states, to find one where a player is to move


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
    pick: Callable[..., Any] | None  # (state, fraction) -> move: any of them alike, see Game
    fill_chances: Callable[..., Any]  # (state, buffer, weights) -> count
    play_chance: Callable[..., Any]
    evaluate: Callable[..., Any]
    count_actions: Callable[..., Any]  # (state, depth, memory) -> how many there are
    counts_on: Callable[..., Any]  # (state) -> does perft go on from here?
    key: Callable[..., Any]  # (state) -> a word that equal positions share
    adjudicated: Callable[..., Any] | None  # see Game
    reversible: Callable[..., Any] | None
    buffer: Callable[..., Any]  # (memory, start) -> the memory from there on, to fill
    lister: Callable[..., Any]  # makes fill(state, buffer) of another function that lists moves
    state_of: Callable[..., Any]  # makes function(state) -> state of one of the game's own kind
    slot: Callable[..., Any]  # (move) -> a number below 4096, where something is learnt about it
    remember: Callable[..., Any]
    note: Callable[..., Any]
    jit: Callable[..., Any]  # decorates a kernel
    inner: Callable[..., Any]  # decorates what only kernels call: compiles faster
    register: Callable[..., Any]  # makes a plain function callable from kernels
    compiled: bool


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

    def count_actions(state, depth, memory):
        return sum(1 for _ in game.actions(state))

    return Rules(
        to_move=game.to_move,
        actions=actions,
        result=game.result,
        is_terminal=game.is_terminal,
        utility=game.utility if win == 1.0 else utility,
        chances=game.chances or _no_chances,
        fill=fill,
        play=game.result,
        pick=game.pick,
        fill_chances=_chance_filler(game.chances or _no_chances),
        play_chance=game.result,
        evaluate=evaluate or flat,
        count_actions=count_actions,
        counts_on=game.counts_on or _until_over(game.is_terminal),
        key=lambda state: signed(game.state_key(state)),
        adjudicated=game.adjudicated,
        reversible=game.reversible,
        buffer=_View,
        lister=same_function,
        state_of=same_function,
        slot=lambda move: ((move ^ move >> 12) if isinstance(move, int) else hash(move)) & 4095,
        remember=_rememberer(actions, game.result, game.is_terminal),
        note=note or silent,
        jit=same_function,
        inner=same_function,
        register=lambda function: function,
        compiled=False,
    )


def same_function(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function as it is."""
    return function


@dataclass(frozen=True)
class _View:
    """A list from some place on, as `offset` gives it to compiled code."""

    words: list[Any]
    start: int

    def __getitem__(self, index: int) -> Any:
        return self.words[self.start + index]

    def __setitem__(self, index: int, value: Any) -> None:
        self.words[self.start + index] = value


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
            if count == len(weights):
                raise ValueError("a chance node has more outcomes than the buffer holds: raise the game's max_actions")
            buffer[count] = outcome
            weights[count] = probability
            count += 1
        return count

    return fill_chances


def _until_over(is_terminal):
    def counts_on(state):
        return not is_terminal(state)

    return counts_on


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
def _registered() -> dict[Any, str]:
    """The functions that Numba knows already, with their content then; its registry lives as long as the process."""
    import zermelo.compile.atomic_intrinsics
    import zermelo.compile.intrinsics  # noqa: F401  (they register bits, Memory and atomic)
    from zermelo import bits
    from zermelo.compile import atomics

    known = (*vars(bits).values(), *vars(atomics).values())
    return {value: "" for value in known if isinstance(value, python_types.FunctionType)}


def register(function: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a plain function, and every plain function that it reaches, callable from compiled code."""
    from numba.extending import register_jitable

    from zermelo.compile.cache import content_key, reached

    known = _registered()
    if not isinstance(function, python_types.FunctionType) or _is_library(function):
        return function
    if function in known:
        if known[function] not in ("", content_key(function)):
            raise RuntimeError(f"a value that {function.__name__} uses has changed since it was compiled")
        return function
    known[function] = content_key(function)
    for _, value in reached(function):
        register(value)
    if function.__code__.co_flags & inspect.CO_GENERATOR:
        # A compiled generator never gives back the arrays it holds: it may only borrow them, and allocate none.
        return register_jitable(_nrt=False, **INSIDE)(function)
    return register_jitable(**INSIDE)(function)


def _is_library(function: python_types.FunctionType) -> bool:
    return (function.__module__ or "").split(".")[0] in ("numpy", "numba", "math")


def compiled_rules(
    game: Game,
    state_type: Any,
    evaluate: Callable[..., Any] | None = None,
    win: float = 1.0,
    reference_counts: bool = False,
) -> Rules:
    """The rules for Numba: every function registered, every state of one type, every number of utility a float."""
    import numba

    import zermelo.compile.numba_patches  # noqa: F401  (recursive kernels compile in seconds)
    from zermelo.compile.intrinsics import caster, offset, window

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

    def lister(function):
        lists = register(function)

        def fill(state, buffer):
            count = lists(state, window(buffer, 0, most))
            if count > most:
                raise ValueError("a state has more actions than the game's max_actions")
            return count

        return register(fill)

    def state_of(function):
        gives = register(function)

        def state(given):
            return as_state(gives(given))

        return register(state)

    if game.fill is not None:
        fill, play, listed = lister(game.fill), result, register(_listed)
        written = fill

        def actions(state, depth, memory):
            buffer = offset(memory, memory[MOVES] + depth * most)
            return listed(buffer, written(state, buffer))

        def count_actions(state, depth, memory):
            return written(state, offset(memory, memory[MOVES] + depth * most))
    else:
        game_actions = register(game.actions)
        fill, play = _fill_from_generator(game_actions, result, has_integer_actions(game), most)

        def actions(state, depth, memory):
            return game_actions(state)

        def count_actions(state, depth, memory):
            count = 0
            for _ in game_actions(state):
                count += 1
            return count

    if game.chances is not None:
        chances = register(game.chances)
        fill_chances, play_chance = _chances_by_index(chances, result)
    else:
        chances = _no_chances_like(None if game.fill is not None else game_actions)

        def fill_chances(state, buffer, weights):
            return 0

        play_chance = play

    game_key = register(game.key) if game.key else blended

    def key(state):
        return signed(game_key(state))

    options = {"nogil": True, "_nrt": reference_counts}

    def jit(function):
        return numba.njit(**options)(function)

    def inner(function):
        return numba.njit(**options, **INSIDE, forceinline=True)(function)

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
        pick=register(game.pick) if game.pick else None,
        fill_chances=register(fill_chances),
        play_chance=register(play_chance),
        evaluate=register(value),
        count_actions=register(count_actions),
        counts_on=register(game.counts_on or _until_over(is_terminal)),
        key=register(key),
        adjudicated=register(game.adjudicated) if game.adjudicated else None,
        reversible=register(game.reversible) if game.reversible else None,
        buffer=offset,
        lister=lister,
        state_of=state_of,
        slot=register(_slot),
        remember=remember,
        note=register(silent),
        jit=jit,
        inner=inner,
        register=register,
        compiled=True,
    )


def _slot(move):
    return (move ^ (move >> 12)) & 4095


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


def has_integer_actions(game: Game) -> bool:
    """Are the game's actions integers? Told from the first state that has any."""
    waiting = [game.initial()]
    for state in waiting:
        if not game.is_terminal(state) and game.to_move(state) != CHANCE:
            return all(isinstance(action, int) and not isinstance(action, bool) for action in game.legal(state))
        if not game.is_terminal(state) and len(waiting) < MOST_LOOKED_AT:
            waiting += [game.result(state, outcome) for outcome, _ in game.outcomes(state)]
    return True


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
            if count == len(weights):
                raise ValueError("a chance node has more outcomes than the buffer holds: raise the game's max_actions")
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
