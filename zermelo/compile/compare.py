"""Is a user's game the same game when it is compiled? Both are asked at positions of random games.

Compiled integers wrap around where Python's grow, and compiled code reads past the end of an array where Python raises.
On the first use of a game the compiled rules, here with checks of array bounds, answer the same questions as the
interpreted ones. This is done in a process of its own (see guarded/). The verdict is kept beside the kernels.
"""

from __future__ import annotations

import math
import random
import time as clock
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, lru_cache, partial
from typing import Any

from zermelo.bits import signed
from zermelo.by_value import written
from zermelo.compile.borders import BREACHES
from zermelo.compile.failures import explain, places
from zermelo.compile.guarded import Note, run_guarded
from zermelo.compile.memory import new_memory
from zermelo.compile.probe import (
    ABOUT,
    ADJUDICATED,
    COUNT,
    FRACTIONS,
    GOES_ON,
    KEY,
    LIST,
    MOVER,
    OVER,
    PICKED,
    REVERSIBLE,
    SEARCH,
    SYMMETRIC,
    Probe,
    compiled_probe,
    search_kernel,
)
from zermelo.compile.records import is_record, values_of
from zermelo.compile.rules import interpreted_rules
from zermelo.compile.states import SMALLER, has_compilable_type
from zermelo.compile.users import game_key, is_users
from zermelo.compile.widths import short, wide_action, wide_field
from zermelo.game import CHANCE, Action, Game, State

KIND = "compared"  # of the notes
SECONDS = 0.7  # to compare, after compiling
COMPILING = 120.0  # seconds to compile the questions
ONE_QUESTION = 10.0  # seconds for all answers about a position; rules that never return are found before (laws/)
POSITIONS = 400  # are enough
NEAR = 100  # of them near the start
ENOUGH = 20  # random games without a new position
CHILDREN = 24  # of one position whose states are compared
SEARCHES = 30  # positions that are also searched
SMALL = 300  # states of a small search
LONGEST = 2000  # plies of a random game
Evaluate = Callable[..., Any]
_Answer = tuple[str, Callable[[], Any], Any]  # a question, where the compiled answer is, the interpreted one


@dataclass(frozen=True)
class Difference:
    """How a game differs when it is compiled, in one line."""

    text: str  # "": no difference was found
    is_wide: bool = False  # is it only that an integer does not fit?
    failure: str = ""  # why it does not compile at all
    places: str = ""  # where the functions stood that this names a line of


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
        from zermelo.compile.cache import write_note

        write_note(_key(game, evaluate), KIND, asdict(found))
    if found is not None or compiling >= COMPILING:
        remember_difference(game, evaluate, found or Difference(""))
    return found


def remember_difference(game: Game, evaluate: Evaluate | None, found: Difference) -> None:
    """Remembers what a comparison of this content found, as long as this process lives."""
    _verdicts()[_key(game, evaluate)] = found


def remembered_difference(game: Game, evaluate: Evaluate | None = None) -> Difference | None:
    """What an earlier comparison of this content found, in this process or another; None: there was none."""
    from zermelo.compile.cache import read_note

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
    """Compares for so many seconds; None: that was not possible, for want of memory or of time to compile."""
    if not has_compilable_type(game.initial()):
        return None
    outcome = run_guarded(_compared, game, evaluate, seconds, seed, seconds=compiling)
    if outcome.is_late and not outcome.noted:
        failure = f"it does not compile within {COMPILING:.0f} s; {SMALLER}"
        return Difference("", failure=failure) if compiling >= COMPILING else None
    if outcome.failure:
        return Difference(f"{outcome.noted} {outcome.failure}") if outcome.noted else None
    return Difference(**outcome.value)


def _compared(game: Game, evaluate: Evaluate | None, seconds: float, seed: int, note: Note) -> dict[str, Any]:
    """The difference, for another process."""
    return asdict(_compare(game, evaluate, seconds, seed, note))


def _compare(game: Game, evaluate: Evaluate | None, seconds: float, seed: int, note: Note) -> Difference:
    try:
        probe = compiled_probe(game, evaluate)
    except MemoryError:
        raise
    except Exception as error:
        return Difference("", failure=explain(error, game, evaluate))
    both = _Both(game, evaluate, probe, note)
    deadline = clock.perf_counter() + seconds
    noise = random.Random(seed)
    asked = 0
    try:
        for here in _positions(game, noise, note):
            both.ask(here, noise, searched=asked % (POSITIONS // SEARCHES) == 0)
            asked += 1
            if asked == POSITIONS or clock.perf_counter() > deadline:
                break
    except _Differs as found:
        return found.difference
    return Difference("")


class _Differs(Exception):
    """A difference was found."""

    def __init__(self, path: Sequence[Action], text: str, is_wide: bool = False) -> None:
        self.difference = Difference(f"{_after(path)}, {text}", is_wide)


@dataclass(frozen=True)
class _Position:
    """A state, how it was reached, and its moves."""

    path: tuple[Action, ...]
    state: State
    moves: Sequence[Action]


def _positions(game: Game, noise: random.Random, note: Note) -> Iterator[_Position]:
    """Different positions: some near the start, nearest first, then those of random games. Raises _Differs."""
    seen: set[str] = set()

    def look(path: tuple[Action, ...], state: State) -> tuple[_Position, bool]:
        note(f"interpreted, the game {_after(path)}", ONE_QUESTION)
        here, text = _Position(path, state, _moves(game, path, state)), written(state)
        is_new = text not in seen
        seen.add(text)
        return here, is_new

    waiting = deque([look((), game.initial())[0]])
    while waiting and len(seen) < NEAR:
        here = waiting.popleft()
        yield here
        for action in here.moves[:NEAR]:
            after, is_new = look((*here.path, action), _played(game, here, action))
            if is_new:
                waiting.append(after)
    yield from waiting
    stale = 0  # random games without a new position, one after the other
    while stale < ENOUGH:
        stale += 1
        here, _ = look((), game.initial())
        while here.moves and len(here.path) < LONGEST:
            action = noise.choice(here.moves)
            here, is_new = look((*here.path, action), _played(game, here, action))
            if is_new:
                stale = 0
                yield here


def _moves(game: Game, path: Sequence[Action], state: State) -> Sequence[Action]:
    """The moves of a state; none where the game is over, or breaks a law in a way that kernels notice."""
    if _python(path, "is_terminal(state)", game.is_terminal, state):
        return ()
    mover = _python(path, "to_move(state)", game.to_move, state)
    if mover == CHANCE and game.has_chance:
        return [outcome for outcome, _ in _python(path, "chances(state)", game.outcomes, state)]
    if mover not in range(game.players):
        return ()
    moves: list[Action] = _python(path, "actions(state)", lambda at: list(game.actions(at)), state)
    return moves


def _played(game: Game, here: _Position, action: Action) -> State:
    return _python(here.path, f"result(state, {short(action)})", game.result, here.state, action)


def _python(path: Sequence[Action], question: str, function: Callable[..., Any], *given: Any) -> Any:
    """What an interpreted function answers. Where it raises, compiled code may go on with a wrong answer."""
    try:
        return function(*given)
    except MemoryError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise _Differs(path, f"{question} raises {told}") from None


@dataclass(frozen=True)
class _Both:
    """A game that is asked both ways."""

    game: Game
    evaluate: Evaluate | None
    probe: Probe
    note: Note

    def ask(self, here: _Position, noise: random.Random, searched: bool) -> None:
        """Asks everything at a state. Raises _Differs where the answers do."""
        path, state, moves = here.path, here.state, here.moves
        self._fits(path, state, moves)
        answers = list(self._answers(path, state, moves))
        self.note(f"compiled, the game {_after(path)}", ONE_QUESTION)
        if self._compiled(path, ABOUT, state) is None:
            return
        for question, compiled, answer in answers:
            self._same(path, question, compiled(), answer)
        if self.game.symmetries:
            self._symmetric(path, state)
        chosen = range(len(moves)) if len(moves) <= CHILDREN else sorted(noise.sample(range(len(moves)), CHILDREN))
        for place in chosen:
            question = f"result(state, {short(moves[place])})"
            after = _played(self.game, here, moves[place])
            self._fits((*path, moves[place]), after, ())
            given = self._compiled(path, place, state)
            if given is not None:
                self._same(path, question, given, after)
        if searched and 0 < len(moves) <= SMALL:
            self._search(path, state, 2 if len(moves) ** 2 <= SMALL else 1)

    def _answers(self, path: Sequence[Action], state: State, moves: Sequence[Action]) -> Iterator[_Answer]:
        """What Python answers: each question, where the compiled answer is, and the interpreted one."""
        game, probe = self.game, self.probe
        is_over = bool(game.is_terminal(state))
        yield "is_terminal(state)", lambda: bool(probe.words[OVER]), is_over
        if game.key:
            yield "key(state)", partial(probe.word, KEY), signed(_python(path, "key(state)", game.key, state))
        for name, place in (("counts_on", GOES_ON), ("adjudicated", ADJUDICATED), ("reversible", REVERSIBLE)):
            if function := getattr(game, name):
                yield (
                    f"{name}(state)",
                    partial(probe.word, place),
                    int(_python(path, f"{name}(state)", function, state)),
                )
        if is_over:
            yield from self._numbers(path, "utility", game.utility, state, game.middle)
            return
        mover = game.to_move(state)
        yield "to_move(state)", partial(probe.word, MOVER), mover
        yield "the number of moves", partial(probe.word, COUNT), len(moves)
        if mover == CHANCE:
            for i, (outcome, chance) in enumerate(game.outcomes(state)):
                yield f"the probability of {short(outcome)}", partial(probe.weight, i), chance
        elif probe.integers:
            for i, action in enumerate(moves):
                yield f"action {i + 1} of actions(state)", partial(probe.word, LIST + i), action
        if mover != CHANCE and game.pick:
            for i, fraction in enumerate(FRACTIONS):
                question = f"pick(state, {fraction})"
                yield question, partial(probe.word, PICKED + i), _python(path, question, game.pick, state, fraction)
        if self.evaluate:
            limited = interpreted_rules(game, self.evaluate).evaluate
            yield from self._numbers(path, "evaluate", limited, state)

    def _numbers(
        self, path: Sequence[Action], name: str, function: Evaluate, state: State, middle: float = 0.0
    ) -> Iterator[_Answer]:
        """middle: what kernels leave out of the function's numbers."""

        def compiled(player: int) -> float:
            return self.probe.value(player) + middle

        for player in range(self.game.players):
            question = f"{name}(state, {player})"
            number = _python(path, question, function, state, player)
            yield question, partial(compiled, player), number

    def _search(self, path: Sequence[Action], state: State, depth: int) -> None:
        """A small search of the state, both ways."""
        slow = search_kernel(interpreted_rules(self.game, self.evaluate))
        value = _python(path, f"a search {depth} deep", slow, state, depth, 0, new_memory(False, depth))
        if self._compiled(path, SEARCH, state, depth) is not None:
            self._same(path, f"the value of a search {depth} deep", self.probe.value(0), value)

    def _symmetric(self, path: Sequence[Action], state: State) -> None:
        """The compiled game must know those states as symmetric that the interpreted one names."""
        question = "symmetries(state)"
        images = _python(path, question, lambda at: list(self.game.symmetries(at)), state)  # type: ignore[misc]
        word = self.probe.word(SYMMETRIC)
        for image in images:
            self._fits(path, image, ())
            if self._compiled(path, ABOUT, image) is not None:
                self._same(path, f"the common key of {question}", self.probe.word(SYMMETRIC), word)
        self._compiled(path, ABOUT, state)  # its moves are listed again, for those who play them

    def _fits(self, path: Sequence[Action], state: State, moves: Sequence[Action]) -> None:
        told = wide_field(state, self.probe.state_type)
        if not told and self.probe.integers:
            told = next(filter(None, map(wide_action, moves)), "")
        if told:
            raise _Differs(path, told, is_wide=True)

    def _compiled(self, path: Sequence[Action], question: int, state: State, depth: int = 0) -> Any:
        """What the compiled game answers; None where it stops at a border, as it will in a search."""
        try:
            return self.probe.ask(state, question, depth)
        except Exception as error:
            if str(error) in BREACHES or "max_actions" in str(error):
                return None
            told = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise _Differs(path, f"compiled, the game raises {told}, and interpreted it does not") from None

    def _same(self, path: Sequence[Action], question: str, compiled: Any, interpreted: Any) -> None:
        if not _equal(compiled, interpreted):
            raise _Differs(path, f"{question} is {short(compiled)} compiled and {short(interpreted)} interpreted")


def _equal(one: Any, other: Any) -> bool:
    """Are two answers the same, but for rounding?"""
    import numpy as np

    if isinstance(one, tuple) and (isinstance(other, tuple) or is_record(other)):
        return len(one) == len(values_of(other)) and all(map(_equal, one, values_of(other)))
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, float) or isinstance(other, float):
        close = math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
        return close or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


def _after(path: Sequence[Action]) -> str:
    """Where a path leads, in a few words."""
    if not path:
        return "at the start"
    shown = " ".join(short(action, 24) for action in path[:12])
    return f"after {shown}" + (f" … ({len(path)} plies)" if len(path) > 12 else "")
