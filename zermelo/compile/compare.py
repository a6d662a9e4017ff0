"""Is a user's game the same game when it is compiled? Both are asked at positions of random games.

Compiled integers wrap around where Python's grow, and compiled code reads past the end of an array where Python raises.
On the first use of a game the compiled rules, here with checks of array bounds, answer the same questions as the
interpreted ones. This is done in a child process (see apart.py). The verdict is kept beside the kernels.
"""

from __future__ import annotations

import math
import random
import time as clock
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from zermelo.bits import signed
from zermelo.compile.apart import Note, run_apart
from zermelo.compile.borders import BREACHES, is_users
from zermelo.compile.compiled import compiled_parts
from zermelo.compile.memory import new_memory
from zermelo.compile.notes import read_note, write_note
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
    Probe,
    compiled_probe,
    probe_for,
    search_kernel,
)
from zermelo.compile.rules import interpreted_rules
from zermelo.compile.states import has_compilable_type, type_of_state
from zermelo.compile.widths import short, wide_action, wide_field
from zermelo.game import CHANCE, Action, Game, State

KIND = "compared"  # of the notes
SECONDS = 0.7  # to compare, after compiling
COMPILING = 120.0  # seconds to compile the questions
ONE_QUESTION = 2.0  # seconds for any single answer
POSITIONS = 400  # are enough
ENOUGH = 20  # random games without a new position
CHILDREN = 24  # of one position whose states are compared
SEARCHES = 30  # positions that are also searched
SMALL = 300  # states of a small search
LONGEST = 2000  # plies of a random game
Evaluate = Callable[..., Any]
_Answer = tuple[str, Callable[[], Any], Any]  # a question, where the compiled answer is, the interpreted one


def known_difference(game: Game, evaluate: Evaluate | None = None) -> str:
    """How a user's game differs when it is compiled, told in one line; "": nothing was found, or it is one of ours.

    Compares on the first use of the game's content, and looks up the verdict from then on.
    """
    return _known_difference(game, evaluate) if is_users(game) else ""


@lru_cache(maxsize=256)
def _known_difference(game: Game, evaluate: Evaluate | None) -> str:
    from zermelo.compile.content import content_key

    traits = (game.players, game.zero_sum, game.max_actions, repr(type_of_state(game.initial())))
    subject: Any = (probe_for, *compiled_parts(game, evaluate), traits)
    key = content_key(subject)
    known = read_note(key, KIND)
    if isinstance(known, str):
        return known
    found = find_difference(game, evaluate)
    if found is None:
        return ""
    write_note(key, KIND, found)
    return found


def find_difference(
    game: Game, evaluate: Evaluate | None = None, seconds: float = SECONDS, seed: int = 0
) -> str | None:
    """Compares for so many seconds and tells a difference in one line; "": none was found; None: not compared.

    A game that does not compile cannot be compared.
    """
    if not has_compilable_type(game.initial()):
        return None
    outcome = run_apart(lambda note: _compare(game, evaluate, seconds, seed, note), COMPILING)
    if outcome.failure:
        return f"{outcome.noted} {outcome.failure}" if outcome.noted else None
    found: str | None = outcome.value
    return found


def _compare(game: Game, evaluate: Evaluate | None, seconds: float, seed: int, note: Note) -> str | None:
    probe = compiled_probe(game, evaluate)
    if probe is None:
        return None
    both = _Both(game, evaluate, probe, note)
    deadline = clock.perf_counter() + seconds
    seen: set[str] = set()
    number = last = 0  # of random games, and of the last that had a new position
    while len(seen) < POSITIONS and number - last < ENOUGH:
        noise, number = random.Random(f"{seed} {number}"), number + 1
        try:
            for path, state, moves in _random_game(game, noise, note):
                text = repr(state)
                if text not in seen:
                    seen.add(text)
                    last = number
                    both.ask(path, state, moves, noise, searched=len(seen) % (POSITIONS // SEARCHES) == 1)
                if clock.perf_counter() > deadline:
                    return ""
        except _Differs as found:
            return str(found)
    return ""


class _Differs(Exception):
    """A difference was found; its text tells it."""


def _random_game(game: Game, noise: random.Random, note: Note) -> Iterator[tuple[list[Action], State, list[Action]]]:
    """The positions of a random game: the path there, the state, and its moves.

    Ends where the game is over or breaks a law in a way that kernels notice. Raises _Differs where Python raises.
    """
    state = game.initial()
    path: list[Action] = []
    for _ in range(LONGEST):
        note(f"interpreted, the game {_after(path)}", ONE_QUESTION)
        is_over = _python(path, "is_terminal(state)", game.is_terminal, state)
        moves: list[Action] = []
        if not is_over:
            mover = _python(path, "to_move(state)", game.to_move, state)
            if mover == CHANCE and game.has_chance:
                moves = [outcome for outcome, _ in _python(path, "chances(state)", game.outcomes, state)]
            elif mover in range(game.players):
                moves = _python(path, "actions(state)", lambda at: list(game.actions(at)), state)
        yield path, state, moves
        if not moves:
            return
        action = noise.choice(moves)
        state = _python(path, f"result(state, {action!r})", game.result, state, action)
        path = [*path, action]


def _python(path: Sequence[Action], question: str, function: Callable[..., Any], *given: Any) -> Any:
    """What an interpreted function answers. Where it raises, compiled code may go on with a wrong answer."""
    try:
        return function(*given)
    except MemoryError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise _Differs(f"{_after(path)}, {question} raises {told}") from None


@dataclass(frozen=True)
class _Both:
    """A game that is asked both ways."""

    game: Game
    evaluate: Evaluate | None
    probe: Probe
    note: Note

    def ask(self, path: list[Action], state: State, moves: list[Action], noise: random.Random, searched: bool) -> None:
        """Asks everything at a state. Raises _Differs where the answers do."""
        self._fits(path, state, moves)
        answers = list(self._answers(path, state, moves))
        self.note(f"compiled, the game {_after(path)}", ONE_QUESTION)
        if self._compiled(path, ABOUT, state) is None:
            return
        for question, compiled, answer in answers:
            self._same(path, question, compiled(), answer)
        chosen = range(len(moves)) if len(moves) <= CHILDREN else sorted(noise.sample(range(len(moves)), CHILDREN))
        for place in chosen:
            question = f"result(state, {short(moves[place])})"
            after = _python(path, question, self.game.result, state, moves[place])
            self._fits([*path, moves[place]], after, ())
            given = self._compiled(path, place, state)
            if given is not None:
                self._same(path, question, given, after)
        if searched and 0 < len(moves) <= SMALL:
            self._search(path, state, 2 if len(moves) ** 2 <= SMALL else 1)

    def _answers(self, path: list[Action], state: State, moves: list[Action]) -> Iterator[_Answer]:
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
            yield from self._numbers(path, "utility", game.utility, state)
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
            yield from self._numbers(path, "evaluate", self.evaluate, state)

    def _numbers(self, path: list[Action], name: str, function: Evaluate, state: State) -> Iterator[_Answer]:
        for player in range(self.game.players):
            question = f"{name}(state, {player})"
            number = _python(path, question, function, state, player)
            yield question, partial(self.probe.value, player), number

    def _search(self, path: list[Action], state: State, depth: int) -> None:
        """A small search of the state, both ways."""
        slow = search_kernel(interpreted_rules(self.game, self.evaluate))
        value = _python(path, f"a search {depth} deep", slow, state, depth, 0, new_memory(False, depth))
        if self._compiled(path, SEARCH, state, depth) is not None:
            self._same(path, f"the value of a search {depth} deep", self.probe.value(0), value)

    def _fits(self, path: list[Action], state: State, moves: Sequence[Action]) -> None:
        told = wide_field(state, self.probe.state_type)
        if not told and self.probe.integers:
            told = next(filter(None, map(wide_action, moves)), "")
        if told:
            raise _Differs(f"{_after(path)}, {told}")

    def _compiled(self, path: list[Action], question: int, state: State, depth: int = 0) -> Any:
        """What the compiled game answers; None where it stops at a border, as it will in a search."""
        try:
            return self.probe.ask(state, question, depth)
        except Exception as error:
            if str(error) in BREACHES or "max_actions" in str(error):
                return None
            raise _Differs(
                f"{_after(path)}, compiled, the game raises {type(error).__name__}: {error}, "
                "and interpreted it does not"
            ) from None

    def _same(self, path: Sequence[Action], question: str, compiled: Any, interpreted: Any) -> None:
        if not _equal(compiled, interpreted):
            raise _Differs(
                f"{_after(path)}, {question} is {short(compiled)} compiled and {short(interpreted)} interpreted"
            )


def _equal(one: Any, other: Any) -> bool:
    """Are two answers the same, but for rounding?"""
    import numpy as np

    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(_equal, one, other))
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
