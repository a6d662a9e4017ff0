"""A game's functions for Numba: registered, and wrapped so that types stay the same throughout a search."""

from __future__ import annotations

import inspect
import math
import types as python_types
from collections.abc import Callable
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from zermelo.bits import blended, key_word, second_hash, signed
from zermelo.compile.cache.codes import FORM, INSIDE, is_plain
from zermelo.compile.kernel import rules as parts
from zermelo.compile.kernel.kernels import inside
from zermelo.compile.kernel.memory import MOVES
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.kernel.states import holds_array
from zermelo.compile.plain.records import is_record_class
from zermelo.compile.trust.users import compiled_parts, is_users
from zermelo.game import Game

MOST_KEPT = 256  # games, evaluations and the like whose functions are kept for the next kernel
INLINED = 1000  # bytes of bytecode; Kalah on bits has 820, and is searched 4% faster


@cache
def _registered() -> dict[Any, str]:
    """The functions that Numba knows already, with their content then; its registry lives as long as the process."""
    import zermelo.compile.numba.intrinsics  # noqa: F401  (registers bits, Memory and atomics)
    from zermelo import bits
    from zermelo.compile.numba.intrinsics.records import register_with
    from zermelo.compile.plain import atomics, lanes, mapped, numbers, scratch

    register_with(register)
    rooms = (bits, atomics, lanes, scratch)
    known = (*(value for room in rooms for value in vars(room).values()), mapped.words_at, numbers.write_numbers)
    return {value: "" for value in known if isinstance(value, python_types.FunctionType)}


def register(function: Callable[..., Any]) -> Callable[..., Any]:
    """Makes a plain function, and every plain function that it reaches, callable from compiled code."""
    from numba.extending import overload, register_jitable

    from zermelo.compile.cache.content import frozen_key
    from zermelo.compile.cache.reached import reached
    from zermelo.compile.numba.intrinsics.records import open_class
    from zermelo.compile.numba.patches import long_bits

    known = _registered()
    if is_record_class(function):
        open_class(function)
        return function
    if not isinstance(function, python_types.FunctionType) or _is_library(function):
        return function
    if function in known:
        if known[function] not in ("", frozen_key(function)):
            raise RuntimeError(f"a value that {function.__name__} uses has changed since it was compiled")
        return function
    known[function] = frozen_key(function)
    form, form_for_arrays = _compiled_form(function), _compiled_form(function, views=False)
    for one in dict.fromkeys((function, form, form_for_arrays)):
        for _, value in reached(one):
            register(value)
    # A compiled generator never gives back the arrays it holds: it may only borrow them, and allocate none.
    options = {"_nrt": False, **INSIDE} if form.__code__.co_flags & inspect.CO_GENERATOR else INSIDE
    if _is_written(function):
        return register_jitable(**options)(function)

    @overload(function, jit_options=dict(options), strict=False)
    def compiled_as(*args, **kws):
        chosen = _compiled_form(function, not any(map(_holds_array, args)), long_bits())
        return chosen if chosen in (form, form_for_arrays) else _opened(chosen)

    return function


@cache
def _opened(form: python_types.FunctionType) -> python_types.FunctionType:
    """A form that is first needed while a kernel is compiled: what it reaches is registered now."""
    from numba.core.registry import cpu_target

    from zermelo.compile.cache.reached import reached

    for _, value in reached(form):
        register(value)
    cpu_target.typing_context.refresh()
    return form


def _holds_array(kind: Any) -> bool:
    from numba import types

    return isinstance(kind, types.Array) or (isinstance(kind, types.BaseTuple) and any(map(_holds_array, kind.types)))


def _is_library(function: python_types.FunctionType) -> bool:
    module = function.__module__ or ""
    root = module.partition(".")[0]
    return root in ("numpy", "numba", "math", "dataclasses") or module.startswith("zermelo.compile.numba.intrinsics.")


def _is_written(function: python_types.FunctionType) -> bool:
    """Is it compiled as it is written? A user's function is rewritten, ours is not."""
    return is_plain(function) and FORM not in vars(function)


def _compiled_form(function: python_types.FunctionType, views: bool = True, bits: int = 0) -> Any:
    """What is compiled in place of a function, see rewriting.rewritten."""
    if _is_written(function):
        return function
    from zermelo.compile.numba.rewriting import rewritten

    return rewritten(function, views, bits)


@lru_cache(maxsize=MOST_KEPT)
def buffer_size(game: Game) -> int:
    """The words that a kernel's memory needs per depth, where the game's actions are written; 0: nowhere."""
    return game.max_actions if game.fill is not None or _is_filled(game) else 0


def _is_filled(game: Game) -> bool:
    """Does a user's game list its integer actions in a way that is better written into a buffer?"""
    if not is_users(game) or not parts.has_integer_actions(game):
        return False
    from zermelo.compile.numba.rewriting import is_better_filled

    return is_better_filled(game.actions, views=not holds_array(game.initial()))


def compiled_rules(
    game: Game,
    state_type: Any,
    evaluate: Callable[..., Any] | None = None,
    win: float = 1.0,
    reference_counts: bool = False,
) -> Rules:
    """The rules for Numba: every function registered, every state of one type, every number of utility a float.

    The same game gets the same functions again, so that what was compiled for one kernel serves the next.
    """
    for function in compiled_parts(game, evaluate):
        register(function)  # raises if a value that it uses has changed since
    rules = _rules_of(game, state_type, reference_counts)
    limit = parts.opinion_limit(game, win) if evaluate else math.inf
    utility = _in_units(game.utility, win, game.middle)
    return replace(rules, utility=utility, evaluate=_as_float(evaluate or parts.flat, limit))


@lru_cache(maxsize=MOST_KEPT)
def _in_units(game_utility: Callable[..., Any], win: float, middle: float) -> Callable[..., Any]:
    """A utility above or below the middle, in units of which `win` make 1."""
    register(game_utility)

    def utility(state, player):
        return win * game_utility(state, player)

    def shifted(state, player):
        return win * (game_utility(state, player) - middle)

    return register(shifted if middle else utility)


@lru_cache(maxsize=MOST_KEPT)
def _as_float(evaluate: Callable[..., Any], limit: float) -> Callable[..., Any]:
    """An evaluation that gives a float within ±limit, whatever kind of number it computes."""
    register(evaluate)

    def value(state, player):
        return float(evaluate(state, player))

    def limited(state, player):
        value = float(evaluate(state, player))
        return limit if value > limit else -limit if value < -limit else value  # cheaper than min and max, compiled

    return register(value if limit == math.inf else limited)


@lru_cache(maxsize=MOST_KEPT)
def _rules_of(game: Game, state_type: Any, reference_counts: bool) -> Rules:
    """The rules without an opinion, and with utilities in the game's own units."""
    from zermelo.compile.numba.intrinsics import caster, offset, store, stored, window

    as_state = caster(state_type, "result")
    to_move, is_terminal = register(game.to_move), register(game.is_terminal)
    game_result = register(game.result)
    most = game.max_actions

    def result(state, action):
        return as_state(game_result(state, action))

    @cache
    def lister(function):
        lists = register(function)

        def fill(state, buffer):
            count = lists(state, window(buffer, 0, most))
            if count > most:
                raise ValueError("a state has more actions than the game's max_actions")
            return count

        return register(fill)

    @cache
    def state_of(function):
        gives = register(function)

        def state(given):
            return as_state(gives(given))

        return register(state)

    action_of = None
    if buffer_size(game):
        fill, play, listed = lister(game.fill or _filled(game.actions)), result, register(_listed)
        written = fill

        def actions(state, depth, memory):
            buffer = offset(memory, memory[MOVES] + depth * most)
            return listed(buffer, written(state, buffer))

        def count_actions(state, depth, memory):
            return written(state, offset(memory, memory[MOVES] + depth * most))
    else:
        game_actions = register(_iterated(game.actions) if is_users(game) else game.actions)
        integers = parts.has_integer_actions(game)
        fill, play = _fill_from_generator(game_actions, result, integers, most)
        if is_users(game) and integers:
            # Not the generator in a loop that counts: where its own loop is short enough to be unrolled and skips some
            # numbers, LLVM's analysis of the count takes time that doubles with each of them.
            fill = lister(_filled(game.actions))
        action_of = None if integers else register(_action_by_index(game_actions))

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
        chances = _no_chances_like(None if buffer_size(game) else game_actions)

        def fill_chances(state, buffer, weights):
            return 0

        play_chance = play

    game_key = register(game.key) if game.key else blended

    def key(state):
        return signed(key_word(game_key(state)))

    def whole_key(state):
        return signed(blended(state))

    whole = register(whole_key if parts.goes_by_state(game) else key)
    check = register(second_hash if parts.is_checked(game) else parts.unchecked)
    symmetric_key = symmetric_mark = None
    if game.symmetries is not None:
        as_image = caster(state_type, "symmetries")
        symmetries = register(_iterated(game.symmetries) if is_users(game) else game.symmetries)

        def key_of_image(image):
            return whole(as_image(image))

        symmetric_key = register(parts.least_key(register(key_of_image), symmetries))
        symmetric_mark = register(parts.symmetric_marker(whole, check, symmetries, as_image))

    options = {"nogil": True, "_nrt": reference_counts}

    jit, inner = inside(**options), inside(**options, forceinline=True)
    remember = jit(parts.rememberer(register(actions), register(result), is_terminal))
    return Rules(
        to_move=to_move,
        actions=register(actions),
        result=inner(result) if _is_short(game) else register(result),
        is_terminal=is_terminal,
        utility=_in_units(game.utility, 1.0, game.middle),
        chances=register(chances),
        fill=register(fill),
        play=register(play),
        action_of=action_of,
        pick=register(game.pick) if game.pick else None,
        fill_chances=register(fill_chances),
        play_chance=register(play_chance),
        evaluate=_as_float(parts.flat, math.inf),
        count_actions=register(count_actions),
        counts_on=register(game.counts_on or parts.until_over(is_terminal)),
        key=register(key),
        whole_key=whole,
        symmetric_key=symmetric_key,
        check=check,
        mark=register(parts.marker(whole, check)),
        symmetric_mark=symmetric_mark,
        view_key=register(parts.key_of_view(register(game.view))) if game.view else None,
        adjudicated=register(game.adjudicated) if game.adjudicated else None,
        reversible=register(game.reversible) if game.reversible else None,
        buffer=offset,
        store=store,
        stored=stored,
        lister=lister,
        state_of=state_of,
        slot=register(_slot),
        remember=remember,
        note=register(parts.silent),
        jit=jit,
        inner=inner,
        register=register,
        compiled=True,
    )


def _is_short(game: Game) -> bool:
    """Is `result` a user's and so short that it pays to inline it into the kernels? LLVM alone would not."""
    code = getattr(game.result, "__code__", None)
    return is_users(game) and code is not None and len(code.co_code) < INLINED


def _filled(actions: Callable[..., Any]) -> Callable[..., Any]:
    from zermelo.compile.numba.rewriting import filled

    return filled(actions)


def _iterated(actions: Callable[..., Any]) -> Callable[..., Any]:
    from zermelo.compile.numba.rewriting import iterated

    return iterated(actions)


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

    def of_list(state):
        return [(action, 1.0) for action in actions(state)]

    form = _compiled_form(actions) if isinstance(actions, python_types.FunctionType) else None
    return of_actions if form is None or inspect.isgeneratorfunction(form) else of_list


def _listed(buffer, count):
    for i in range(count):
        yield buffer[i]


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


def _action_by_index(actions):
    def action_of(state, index):
        for i, action in enumerate(actions(state)):
            if i == index:
                return action
        raise ValueError("there is no action of this index")

    return action_of


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
