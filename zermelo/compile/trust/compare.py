"""Is a user's game the same game when it is compiled? Both are asked at positions of random games.

Compiled integers wrap around where Python's grow, and compiled code reads past the end of an array where Python raises.
On the first use of a game the compiled rules, here with checks of array bounds, answer the same questions as the
interpreted ones. This is done in a process of its own (see guarded/). The verdict is kept beside the kernels.
"""

from __future__ import annotations

import random
import time as clock
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache
from typing import Any

from zermelo.by_value import written
from zermelo.compile.kernel.failures import explain, places
from zermelo.compile.kernel.states import SMALLER, has_compilable_type, shape_fault
from zermelo.compile.trust.asking import ONE_QUESTION, Both, Differs, Position, after_moves, asked_python, played
from zermelo.compile.trust.bounds import give_more_room, remember_growth, times_grown
from zermelo.compile.trust.guarded import Note, run_guarded
from zermelo.compile.trust.precision import tolerance_of
from zermelo.compile.trust.probe import compiled_probe
from zermelo.compile.trust.shapes import long_bits
from zermelo.compile.trust.users import game_key, is_users
from zermelo.compile.trust.widths import room_for
from zermelo.game import CHANCE, Action, Game, State

KIND = "compared"  # of the notes
SECONDS = 0.7  # to compare, after compiling
COMPILING = 120.0  # seconds to compile the questions
POSITIONS = 400  # are enough
NEAR = 100  # of them near the start
ENOUGH = 20  # random games without a new position
SEARCHES = 30  # positions that are also searched
LONGEST = 2000  # plies of a random game
Evaluate = Callable[..., Any]


@dataclass(frozen=True)
class Difference:
    """How a game differs when it is compiled, in one line."""

    text: str  # "": no difference was found
    is_wide: bool = False  # is it only that an integer does not fit?
    failure: str = ""  # why it does not compile at all
    places: str = ""  # where the functions stood that this names a line of
    is_outgrown: bool = False  # is it only that a tuple has no room?


def known_difference(
    game: Game, evaluate: Evaluate | None = None, begin: Callable[[], None] | None = None
) -> Difference:
    """How a user's game differs when it is compiled, or why it does not compile; games of ours are trusted.

    Compares on the first use of the game's content, and looks the verdict up from then on.

    begin: called before a comparison, which takes seconds.
    """
    if not is_users(game):
        return Difference("")
    return compared(game, evaluate, begin=begin) or Difference("")


def compared(
    game: Game,
    evaluate: Evaluate | None = None,
    compiling: float = COMPILING,
    begin: Callable[[], None] | None = None,
) -> Difference | None:
    """What an earlier comparison found, or a new one, which is remembered; None: it did not end in the time given.

    begin: called before a comparison, which takes seconds.
    """
    known = remembered_difference(game, evaluate)
    if known is not None:
        return known
    if begin:
        begin()
    found = find_difference(game, evaluate, compiling=compiling)
    if found is not None and found.failure:
        found = replace(found, places=places(game, evaluate))
    if found is not None:
        from zermelo.compile.cache.disk import write_note

        write_note(_key(game, evaluate), KIND, asdict(found))
    if found is not None or compiling >= COMPILING:
        remember_difference(game, evaluate, found or Difference(""))
    return found


def remember_difference(game: Game, evaluate: Evaluate | None, found: Difference) -> None:
    """Remembers what a comparison of this content found, as long as this process lives."""
    _verdicts()[_key(game, evaluate)] = found


def remembered_difference(game: Game, evaluate: Evaluate | None = None) -> Difference | None:
    """What an earlier comparison of this content found, in this process or another; None: there was none."""
    from zermelo.compile.cache.disk import read_note

    key = _key(game, evaluate)
    if key not in _verdicts():
        known = read_note(key, KIND)
        if not isinstance(known, dict):
            return None
        _verdicts()[key] = Difference(**known)
    verdict = _verdicts()[key]
    return None if verdict.failure and verdict.places != places(game, evaluate) else verdict


@lru_cache(maxsize=256)
def _key(game: Game, evaluate: Evaluate | None) -> str:
    return game_key(game, evaluate, _compare, Difference)  # another verdict where we ask otherwise


@cache
def _verdicts() -> dict[str, Difference]:
    """The verdicts of this process by content key."""
    return {}


def find_difference(
    game: Game,
    evaluate: Evaluate | None = None,
    seconds: float = SECONDS,
    seed: int = 0,
    compiling: float = COMPILING,
) -> Difference | None:
    """Compares for this many seconds; None: there was not enough memory, or not enough time to compile."""
    if not has_compilable_type(game.initial()):
        return None
    found = _found(game, evaluate, seconds, seed, compiling)
    while found is not None and found.is_outgrown and give_more_room(game):
        found = _found(game, evaluate, seconds, seed, compiling)
    return found


def _found(game: Game, evaluate: Evaluate | None, seconds: float, seed: int, compiling: float) -> Difference | None:
    outcome = run_guarded(_compared, game, evaluate, seconds, seed, times_grown(game), seconds=compiling)
    if outcome.is_late and not outcome.noted:
        failure = f"it does not compile within {COMPILING:.0f} s; {SMALLER}"
        return Difference("", failure=failure) if compiling >= COMPILING else None
    if outcome.failure:
        return Difference(f"{outcome.noted} {outcome.failure}") if outcome.noted else None
    return Difference(**outcome.value)


def _compared(
    game: Game, evaluate: Evaluate | None, seconds: float, seed: int, grown: int, note: Note
) -> dict[str, Any]:
    """The difference, for the process that asks; grown: how often it has seen the game's values outgrow their room."""
    remember_growth(game, grown)
    return asdict(_compare(game, evaluate, seconds, seed, note))


def _compare(game: Game, evaluate: Evaluate | None, seconds: float, seed: int, note: Note) -> Difference:
    fault = shape_fault(game)
    if fault:
        return Difference("", failure=fault)
    try:
        probe = compiled_probe(game, evaluate)
    except MemoryError:
        raise
    except Exception as error:
        bits = long_bits(game)
        instead = f" (its integers have {bits} bits: {room_for(bits)})" if bits else ""
        return Difference("", failure=explain(error, game, evaluate) + instead)
    both = Both(game, evaluate, probe, note, tolerance_of(evaluate), game.reach or 0.0)
    deadline = clock.perf_counter() + seconds
    noise = random.Random(seed)
    asked = 0
    try:
        for here in _positions(game, noise, note):
            both.ask(here, noise, searched=asked % (POSITIONS // SEARCHES) == 0)
            asked += 1
            if asked == POSITIONS or clock.perf_counter() > deadline:
                break
    except Differs as found:
        return Difference(str(found), found.is_wide, is_outgrown=found.is_outgrown)
    return Difference("")


def _positions(game: Game, noise: random.Random, note: Note) -> Iterator[Position]:
    """Different positions: some near the start, nearest first, then those of random games. Raises Differs."""
    seen: set[str] = set()

    def look(path: tuple[Action, ...], state: State) -> tuple[Position, bool]:
        note(f"interpreted, the game {after_moves(path)}", ONE_QUESTION)
        here, text = Position(path, state, _moves(game, path, state)), written(state)
        is_new = text not in seen
        seen.add(text)
        return here, is_new

    waiting = deque([look((), game.initial())[0]])
    while waiting and len(seen) < NEAR:
        here = waiting.popleft()
        yield here
        for action in here.moves[:NEAR]:
            after, is_new = look((*here.path, action), played(game, here, action))
            if is_new:
                waiting.append(after)
    yield from waiting
    stale = 0  # random games without a new position, one after the other
    while stale < ENOUGH:
        stale += 1
        here, _ = look((), game.initial())
        while here.moves and len(here.path) < LONGEST:
            action = noise.choice(here.moves)
            here, is_new = look((*here.path, action), played(game, here, action))
            if is_new:
                stale = 0
                yield here


def _moves(game: Game, path: Sequence[Action], state: State) -> Sequence[Action]:
    """The moves of a state; none where the game is over, or breaks a law in a way that kernels notice."""
    if asked_python(path, "is_terminal(state)", game.is_terminal, state):
        return ()
    mover = asked_python(path, "to_move(state)", game.to_move, state)
    if mover == CHANCE and game.has_chance:
        return [outcome for outcome, _ in asked_python(path, "chances(state)", game.outcomes, state)]
    if mover not in range(game.players):
        return ()
    moves: list[Action] = asked_python(path, "actions(state)", lambda at: list(game.actions(at)), state)
    return moves
