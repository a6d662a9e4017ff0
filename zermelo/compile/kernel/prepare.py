"""One source, two speeds: a kernel for a game, compiled by Numba or run as the plain Python it is.

A kernel is written inside a factory that takes `Rules` and decorates its functions with `rules.jit`:

    def kernel(rules):
        @rules.jit
        def value(state, depth, memory): ...
        return value

`prepare` gives the factory compiled rules where the game's functions compile, else interpreted ones.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any, TypeVar

from zermelo.compile.kernel.compiled import buffer_size, compiled_rules
from zermelo.compile.kernel.events import tell_once, telling
from zermelo.compile.kernel.failures import KernelFault, explain, involves_user, places, points_at_us
from zermelo.compile.kernel.kernels import compile_kernel, is_kept
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.rules import Rules, interpreted_rules
from zermelo.compile.kernel.states import same, shape_fault, state_caster, state_fault, state_restorer, state_type_of
from zermelo.compile.trust.borders import checked, checked_opinion
from zermelo.compile.trust.bounds import give_more_room, is_outgrown, room_hint
from zermelo.compile.trust.compare import Difference, known_difference, remembered_difference
from zermelo.compile.trust.shapes import shape_of
from zermelo.compile.trust.users import compiled_parts, game_key, is_users
from zermelo.compile.trust.widths import wide_constant, wide_number
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import NO_NUMBA, is_installed

FAILED = "failed"  # the kind of the notes on kernels that did not compile
MOST_KERNELS = 256  # kept in this process; those used longest ago go first


@dataclass(frozen=True)
class Kernel:
    """A kernel ready to run."""

    run: Callable[..., Any]
    compiled: bool
    reason: str = ""  # why it is interpreted
    state: Callable[[State], State] = same  # a state as the kernel takes it
    given_back: Callable[[State], State] = same  # a state that the kernel returns, as the game's functions take it
    buffer: int = 0  # words per depth that its memory needs for the actions
    difference: Difference | None = None  # how the game would differ if it were compiled, where that is the reason


Factory = Callable[[Rules], Any]
Arguments = Callable[[bool], tuple[Any, ...]]
Evaluate = Callable[..., Any]
Answer = TypeVar("Answer")


def prepare(
    game: Game,
    factory: Factory,
    arguments: Arguments,
    *,
    label: str,
    evaluate: Evaluate | None = None,
    win: float = 1.0,
    compiled: bool | None = None,
) -> Kernel:
    """The factory's kernel for a game.

    arguments(compiled): what follows the state in a call of the kernel, as an example for the compiler.
    evaluate, win: an opinion for states that are not terminal, and what a utility of 1 is worth in its units.
    compiled: True insists, False interprets, None compiles where it can.

    Raises ZermeloError where a user's game does not compile and `compiled` insists, and KernelFault where something of
    this package does not compile.
    """
    if _is_interpreted(game, compiled):
        return _interpreted(game, factory, evaluate, win, uncompiled(game, compiled))
    wanted = _Wanted(game, factory, arguments, evaluate, win)
    kernel = _known(wanted)
    if kernel is None:
        kernel = _keep(wanted, _compile(wanted, label))
        if kernel.difference:
            tell_once(f"warning: {game.name} runs interpreted: {kernel.reason}")
    if not kernel.compiled and compiled:
        raise ZermeloError(f"{game.name} does not compile: {kernel.reason}")
    return kernel


def is_ready(
    game: Game,
    factory: Factory,
    arguments: Arguments,
    *,
    label: str = "",
    evaluate: Evaluate | None = None,
    win: float = 1.0,
    compiled: bool | None = None,
) -> bool:
    """Would `prepare` with these arguments answer without compiling anything?

    True where the kernel is in this process or on disk, or needs no compiling. Compiles nothing itself.
    """
    wanted = _Wanted(game, factory, arguments, evaluate, win)
    if _is_interpreted(game, compiled) or _obstacle(wanted) or _remembered_failure(wanted):
        return True
    if _known(wanted) is not None:
        return True
    if is_users(game) and remembered_difference(game, evaluate) is None:
        return False  # not tried yet: its rules may not return
    return any(_is_on_disk(wanted, counts) for counts in (False, True))


def with_room(game: Game, work: Callable[[], Answer]) -> Answer:
    """What the work gives: searching a game.

    It is done again, with kernels that have twice the room, where a tuple of a state outgrew what trial games saw.
    Raises ZermeloError where the game states itself how long its tuples are.
    """
    while True:
        try:
            return work()
        except ZermeloError as error:
            if not is_outgrown(error):
                raise
            if not give_more_room(game):
                raise ZermeloError(f"{game.name}: {room_hint(game, error)}") from None
        for wanted in [wanted for wanted in _kernels() if wanted.game is game]:
            del _kernels()[wanted]


def _interpreted(game: Game, factory: Factory, evaluate: Evaluate | None, win: float, reason: str) -> Kernel:
    """The kernel as plain Python."""
    return Kernel(factory(interpreted_rules(checked(game), checked_opinion(evaluate), win)), False, reason)


def uncompiled(game: Game, compiled: bool | None) -> str:
    """Why nothing is compiled where a game, or the one who asks, wants it so."""
    if compiled is False:
        return "asked to interpret"
    return f"{game.origin} runs interpreted" if game.origin else "the game says compiles=False"


def _is_interpreted(game: Game, compiled: bool | None) -> bool:
    return compiled is False or (compiled is None and not game.compiles)


@dataclass(frozen=True)
class _Wanted:
    """All that a compiled kernel depends on."""

    game: Game
    factory: Factory
    arguments: Arguments
    evaluate: Evaluate | None
    win: float

    def kernel(self, reference_counts: bool) -> tuple[Any, tuple[Any, ...]]:
        """The kernel, not yet compiled, and the types of its arguments."""
        import numba

        state_type = state_type_of(self.game)
        evaluate = checked_opinion(self.evaluate)
        rules = compiled_rules(checked(self.game), state_type, evaluate, self.win, reference_counts)
        return self.factory(rules), (state_type, *(numba.typeof(value) for value in self.arguments(True)))


@cache
def _kernels() -> OrderedDict[_Wanted, Kernel]:
    """The kernels of this process, those used last at the end."""
    return OrderedDict()


def _known(wanted: _Wanted) -> Kernel | None:
    kernel = _kernels().get(wanted)
    if kernel is not None:
        _kernels().move_to_end(wanted)
    return kernel


def _keep(wanted: _Wanted, kernel: Kernel) -> Kernel:
    _kernels()[wanted] = kernel
    while len(_kernels()) > MOST_KERNELS:
        _kernels().popitem(last=False)
    return kernel


def _is_on_disk(wanted: _Wanted, reference_counts: bool) -> bool:
    try:
        return is_kept(*wanted.kernel(reference_counts))
    except Exception:  # it does not compile, and `prepare` says why
        return False


def _compile(wanted: _Wanted, label: str) -> Kernel:
    """Compiles without counting references if it can, else with; the first that is on disk is taken at once."""
    game = wanted.game
    fallback = _interpreted(game, wanted.factory, wanted.evaluate, wanted.win, "")
    reason = _obstacle(wanted)
    if reason:
        return replace(fallback, reason=reason)
    import zermelo.compile.numba.patches  # noqa: F401  (an unknown Numba is not the game's fault)

    reason = _remembered_failure(wanted)
    if reason:
        return replace(fallback, reason=reason)
    failure: Exception
    with telling(game.name, label) as begin:
        difference = known_difference(game, wanted.evaluate, begin)
        if difference.failure:
            return replace(fallback, reason=difference.failure)
        fault = shape_fault(game)
        if fault:
            return replace(fallback, reason=fault)
        if difference.text:
            reason = f"compiled it would be another game: {difference.text}"
            return replace(fallback, reason=reason, difference=difference)
        for reference_counts in _ways(wanted):
            try:
                kernel, types = wanted.kernel(reference_counts)
                compile_kernel(kernel, types, begin)
            except MemoryError:
                raise
            except Exception as error:
                failure = error
            else:
                given_back = state_restorer(shape_of(game), types[0])
                buffer = buffer_size(checked(game))
                return Kernel(kernel, True, state=state_caster(types[0]), given_back=given_back, buffer=buffer)
    reason = explain(failure, game, wanted.evaluate)
    if _is_our_fault(wanted, failure):
        raise KernelFault(f"{label} does not compile for {game.name}, a fault of Zermelo: {reason}") from failure
    from zermelo.compile.cache.disk import write_note

    write_note(_failure_key(wanted), FAILED, reason)
    return replace(fallback, reason=reason)


def _obstacle(wanted: _Wanted) -> str:
    """Why a game cannot be compiled, as far as one sees without trying; "": nothing is in the way."""
    if not is_installed("numba"):
        return NO_NUMBA
    if wanted.game.origin:
        return f"{wanted.game.origin} is never compiled"
    state = wanted.game.initial()
    fault = state_fault(state)
    if fault:
        return fault
    if is_users(wanted.game):
        return ""  # as large as trial games show, see shapes.py
    return wide_number(state) or wide_constant(compiled_parts(wanted.game, wanted.evaluate))


def _remembered_failure(wanted: _Wanted) -> str:
    """Why a user's game, or this kernel for it, did not compile before, here or in another process; "": unknown."""
    if not _involves_user(wanted):
        return ""
    from zermelo.compile.cache.disk import read_note

    verdict = remembered_difference(wanted.game, wanted.evaluate) if is_users(wanted.game) else None
    if verdict and verdict.failure:
        return verdict.failure
    known = read_note(_failure_key(wanted), FAILED)
    return known if isinstance(known, str) else ""


@lru_cache(maxsize=MOST_KERNELS)
def _failure_key(wanted: _Wanted) -> str:
    """A content key of a kernel, of all that decides whether it compiles, and of how a failure is explained."""
    kernel = (wanted.factory, wanted.arguments, wanted.evaluate, wanted.win)
    return game_key(wanted.game, *kernel, compiled_rules, explain, places(wanted.game, wanted.evaluate))


def _ways(wanted: _Wanted) -> Iterator[bool]:
    """Without counting references, then with; with them at once if that is what is on disk."""
    counts = not _is_on_disk(wanted, False) and _is_on_disk(wanted, True)
    yield counts
    yield not counts


def _is_our_fault(wanted: _Wanted, error: Exception) -> bool:
    """Has a kernel failed because of this package, not of a user's functions?

    Where a user's functions take part, it is ours only if the compiler stopped at a line of ours and the game's
    functions compile by themselves.
    """
    if not _involves_user(wanted):
        return True
    if not points_at_us(error) or involves_user(wanted.factory):
        return False
    trial = replace(wanted, factory=_trial, arguments=_trial_arguments)
    for reference_counts in (False, True):
        try:
            kernel, types = trial.kernel(reference_counts)
            compile_kernel(kernel, types, begin=lambda: None)
        except Exception:
            continue
        return True
    return False


def _involves_user(wanted: _Wanted) -> bool:
    return involves_user(compiled_parts(wanted.game, wanted.evaluate), wanted.factory)


def _trial(rules: Rules) -> Any:
    """A kernel that asks each of a game's functions once."""
    to_move, actions, result, is_terminal = rules.to_move, rules.actions, rules.result, rules.is_terminal
    utility, evaluate, key, fill, play = rules.utility, rules.evaluate, rules.key, rules.fill, rules.play
    fill_chances, play_chance = rules.fill_chances, rules.play_chance

    @rules.jit
    def ask(state: Any, memory: Any, weights: Any) -> Any:
        total = utility(state, 0) + evaluate(state, 0) + memory[to_move(state)] + key(state)
        if not is_terminal(state):
            for action in actions(state, 0, memory):
                state = result(state, action)
        if fill(state, memory) + fill_chances(state, memory, weights) > 0:
            state = play_chance(play(state, memory[0]), memory[0])
        return total + utility(state, 0)

    return ask


def _trial_arguments(compiled: bool) -> tuple[Any, ...]:
    from zermelo.installed import np

    return new_memory(compiled, 1), np.zeros(1)
