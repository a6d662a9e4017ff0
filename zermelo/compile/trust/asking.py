"""A game that is asked the same questions both ways, compiled and interpreted (see compare.py)."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, Protocol

from zermelo.bits import signed
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.compile.plain.records import is_record, values_of
from zermelo.compile.trust import probe as words
from zermelo.compile.trust.borders import BREACHES
from zermelo.compile.trust.bounds import is_outgrown, room_hint
from zermelo.compile.trust.probe import Probe, search_kernel
from zermelo.compile.trust.widths import short, wide_action, wide_field
from zermelo.game import CHANCE, Action, Game, State

ONE_QUESTION = 10.0  # seconds for all answers about a position; rules that never return are found before (laws/)
CHILDREN = 24  # of one position whose states are compared
SMALL = 300  # states of a small search
Evaluate = Callable[..., Any]


class Note(Protocol):
    """Notes what is asked next."""

    def __call__(self, text: str, seconds: float = ...) -> None:
        """seconds: that it may take."""


class _Answer(NamedTuple):
    """A question, where the compiled answer is, and the interpreted one."""

    question: str
    compiled: Callable[[], Any]
    interpreted: Any
    is_opinion: bool = False  # is it an evaluation, which may be rounded?


class Differs(Exception):
    """A difference was found."""

    def __init__(self, path: Sequence[Action], text: str, is_wide: bool = False, is_outgrown: bool = False) -> None:
        super().__init__(f"{after_moves(path)}, {text}")
        self.is_wide = is_wide  # is it only that an integer does not fit?
        self.is_outgrown = is_outgrown  # is it only that a value has no room?


@dataclass(frozen=True)
class Position:
    """A state, how it was reached, and its moves."""

    path: tuple[Action, ...]
    state: State
    moves: Sequence[Action]


def played(game: Game, here: Position, action: Action) -> State:
    """The state after a move, interpreted. Raises Differs."""
    return asked_python(here.path, f"result(state, {short(action)})", game.result, here.state, action)


def asked_python(path: Sequence[Action], question: str, function: Callable[..., Any], *given: Any) -> Any:
    """What an interpreted function answers. Where it raises, compiled code may go on with a wrong answer."""
    try:
        return function(*given)
    except MemoryError:
        raise
    except Exception as error:
        told = f"{type(error).__name__}: {' '.join(str(error).split())}"
        raise Differs(path, f"{question} raises {told}") from None


@dataclass
class Both:
    """A game that is asked both ways."""

    game: Game
    evaluate: Evaluate | None
    probe: Probe
    note: Note
    tolerance: float  # of evaluations, as a share of the largest so far
    largest: float = 0.0

    def ask(self, here: Position, noise: random.Random, searched: bool) -> None:
        """Asks everything at a state. Raises Differs where the answers do."""
        path, state, moves = here.path, here.state, here.moves
        self._fits(path, state, moves)
        answers = list(self._answers(path, state, moves))
        self.note(f"compiled, the game {after_moves(path)}", ONE_QUESTION)
        if self._compiled(path, words.ABOUT, state) is None:
            return
        for question, compiled, answer, is_opinion in answers:
            self._same(path, question, compiled(), answer, is_opinion)
        if self.game.symmetries:
            self._symmetric(path, state)
        chosen = range(len(moves)) if len(moves) <= CHILDREN else sorted(noise.sample(range(len(moves)), CHILDREN))
        for place in chosen:
            question = f"result(state, {short(moves[place])})"
            after = played(self.game, here, moves[place])
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
        yield _Answer("is_terminal(state)", lambda: bool(probe.words[words.OVER]), is_over)
        if game.key:
            yield _Answer(
                "key(state)", partial(probe.word, words.KEY), signed(asked_python(path, "key(state)", game.key, state))
            )
        for name, place in (
            ("counts_on", words.GOES_ON),
            ("adjudicated", words.ADJUDICATED),
            ("reversible", words.REVERSIBLE),
        ):
            if function := getattr(game, name):
                answer = int(asked_python(path, f"{name}(state)", function, state))
                yield _Answer(f"{name}(state)", partial(probe.word, place), answer)
        if is_over:
            yield from self._numbers(path, "utility", game.utility, state, game.middle)
            return
        mover = game.to_move(state)
        yield _Answer("to_move(state)", partial(probe.word, words.MOVER), mover)
        yield _Answer("the number of moves", partial(probe.word, words.COUNT), len(moves))
        if mover == CHANCE:
            for i, (outcome, chance) in enumerate(game.outcomes(state)):
                yield _Answer(f"the probability of {short(outcome)}", partial(probe.weight, i), chance)
        elif probe.integers:
            for i, action in enumerate(moves):
                yield _Answer(f"action {i + 1} of actions(state)", partial(probe.word, words.LIST + i), action)
        if mover != CHANCE and game.pick:
            for i, fraction in enumerate(words.FRACTIONS):
                question = f"pick(state, {fraction})"
                answer = asked_python(path, question, game.pick, state, fraction)
                yield _Answer(question, partial(probe.word, words.PICKED + i), answer)
        if self.evaluate:
            limited = interpreted_rules(game, self.evaluate).evaluate
            yield from self._numbers(path, "evaluate", limited, state, is_opinion=True)

    def _numbers(
        self,
        path: Sequence[Action],
        name: str,
        function: Evaluate,
        state: State,
        middle: float = 0.0,
        is_opinion: bool = False,
    ) -> Iterator[_Answer]:
        """middle: what kernels leave out of the function's numbers."""

        def compiled(player: int) -> float:
            return self.probe.value(player) + middle

        for player in range(self.game.players):
            question = f"{name}(state, {player})"
            number = asked_python(path, question, function, state, player)
            yield _Answer(question, partial(compiled, player), number, is_opinion)

    def _search(self, path: Sequence[Action], state: State, depth: int) -> None:
        """A small search of the state, both ways."""
        slow = search_kernel(interpreted_rules(self.game, self.evaluate))
        value = asked_python(path, f"a search {depth} deep", slow, state, depth, 0, new_memory(False, depth))
        if self._compiled(path, words.SEARCH, state, depth) is not None:
            is_opinion = self.evaluate is not None
            self._same(path, f"the value of a search {depth} deep", self.probe.value(0), value, is_opinion)

    def _symmetric(self, path: Sequence[Action], state: State) -> None:
        """The compiled game must know those states as symmetric that the interpreted one names."""
        question = "symmetries(state)"
        images = asked_python(path, question, lambda at: list(self.game.symmetries(at)), state)  # type: ignore[misc]
        word = self.probe.word(words.SYMMETRIC)
        for image in images:
            self._fits(path, image, ())
            if self._compiled(path, words.ABOUT, image) is not None:
                self._same(path, f"the common key of {question}", self.probe.word(words.SYMMETRIC), word)
        self._compiled(path, words.ABOUT, state)  # its moves are listed again, for those who play them

    def _fits(self, path: Sequence[Action], state: State, moves: Sequence[Action]) -> None:
        told = wide_field(state, self.probe.state_type)
        if not told and self.probe.integers:
            told = next(filter(None, map(wide_action, moves)), "")
        if told:
            raise Differs(path, told, is_wide=True)

    def _compiled(self, path: Sequence[Action], question: int, state: State, depth: int = 0) -> Any:
        """What the compiled game answers; None where it stops at a border, as it will in a search."""
        try:
            return self.probe.ask(state, question, depth)
        except Exception as error:
            if str(error) in BREACHES or "max_actions" in str(error):
                return None
            if is_outgrown(error):
                raise Differs(path, room_hint(self.game, error), is_outgrown=True) from None
            told = f"{type(error).__name__}: {' '.join(str(error).split())}"
            raise Differs(path, f"compiled, the game raises {told}, and interpreted it does not") from None

    def _same(
        self, path: Sequence[Action], question: str, compiled: Any, interpreted: Any, is_opinion: bool = False
    ) -> None:
        if is_opinion and isinstance(compiled, float) and self._is_rounded(compiled, float(interpreted)):
            return
        if not _equal(compiled, interpreted):
            raise Differs(path, f"{question} is {short(compiled)} compiled and {short(interpreted)} interpreted")

    def _is_rounded(self, compiled: float, interpreted: float) -> bool:
        """Are two evaluations the same but for the rounding of the numbers that they are made of?"""
        if math.isfinite(interpreted):
            self.largest = max(self.largest, abs(interpreted))
        return math.isclose(compiled, interpreted, rel_tol=0.0, abs_tol=self.tolerance * self.largest)


def _equal(one: Any, other: Any) -> bool:
    """Are two answers the same, but for rounding?"""
    from zermelo.installed import np

    if isinstance(one, tuple) and (isinstance(other, tuple) or is_record(other)):
        return len(one) == len(values_of(other)) and all(map(_equal, one, values_of(other)))
    if isinstance(one, np.ndarray) or isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    if isinstance(one, float) or isinstance(other, float):
        close = math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-12)
        return close or (math.isnan(one) and math.isnan(other))
    return bool(one == other)


def after_moves(path: Sequence[Action]) -> str:
    """Where a path leads, in a few words."""
    if not path:
        return "at the start"
    shown = " ".join(short(action, 24) for action in path[:12])
    return f"after {shown}" + (f" … ({len(path)} plies)" if len(path) > 12 else "")
