"""Alpha-beta: minimax's value and decision without looking at what cannot matter."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar

from zermelo.books.book import Book, read_book
from zermelo.compile.rules import Rules
from zermelo.game import MAX, Action, Game, State, ZermeloError
from zermelo.search.analysis import Analysis
from zermelo.search.pvs.deepening import Limits, Session
from zermelo.search.pvs.layout import PLIES
from zermelo.search.pvs.parts import PvsParts
from zermelo.search.pvs.report import Report, opened, planned, searched
from zermelo.search.textbook.alphabeta import example, kernel_for
from zermelo.search.textbook.lookahead import (
    Lookahead,
    Root,
    Watch,
    allow_recursion,
    needs_no_chance,
    needs_no_secrets,
    needs_two_players,
)
from zermelo.search.textbook.minimax import Minimax
from zermelo.search.time.clock import Clock
from zermelo.search.time.deadline import Deadline

SHORT = 16  # plies: games that are over so soon need no more than the book's algorithm
DEEPEST_LOOK = PLIES - 20
PART_NAMES = tuple(f.name for f in fields(PvsParts) if f.name not in ("table", "deeper"))


@dataclass(frozen=True)
class AlphaBeta(Lookahead):
    """Alpha-beta search: the book's, or the grown one that plays real games.

    The book's algorithm looks at every action in the game's order, to the depth asked for. The grown one adds what
    `PvsParts` lists: a table, learnt ordering, selective depth, threads. It is used where the evaluator gives advice
    (chess, checkers, Othello), where one of its options is given, and in long games with a time or node limit;
    `plain` says otherwise. Values of actions other than the best may be upper bounds: it did not need to know more.
    """

    strict: bool = False  # the book's: cut at v > β only
    count_skipped: bool = False  # the book's: also count the leaves not visited (costs a minimax search)
    plain: bool | None = None  # True: the book's algorithm, False: the grown one, None: as said above
    exact: bool = False  # the grown one with nothing that could change minimax's value
    table: int = 64  # megabytes
    threads: int = 1
    lines: int = 1  # how many of the best actions get a value and a line of their own
    keep: bool = True  # keep the table for the next action of the game
    book: str | None = None  # a file of openings
    # parts to leave out; where the game does not allow one, it is off anyway
    scout: bool | None = None
    aspiration: bool | None = None
    learning: bool | None = None
    null_move: bool | None = None
    reductions: bool | None = None
    futility: bool | None = None
    razoring: bool | None = None
    quiescence: bool | None = None
    check_extensions: bool | None = None
    singular_extensions: bool | None = None
    repetition: bool | None = None

    name: ClassVar[str] = "alphabeta"
    _sessions: dict[Any, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        for knob, least, most in (("table", 0, 10**6), ("threads", 1, 256), ("lines", 1, 256)):
            value = getattr(self, knob)
            if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
                raise ZermeloError(f"alphabeta: {knob} must be a whole number from {least} to {most:,}, not {value}")
        if self.plain and (self.exact or self.threads > 1 or self.lines > 1):
            raise ZermeloError("alphabeta: plain is the book's algorithm, which has no exact, threads or lines")

    def __reduce__(self) -> Any:
        return _made, ({f.name: getattr(self, f.name) for f in fields(self) if f.init},)

    def refusal(self, game: Game) -> str | None:
        return (
            needs_no_secrets(game, self.name) or needs_two_players(game, self.name) or needs_no_chance(game, self.name)
        )

    # --- the book's ---

    def factory(self, game: Game) -> Callable[[Rules], Any]:
        return kernel_for(self.strict)

    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        return example

    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        if root.player == MAX:
            return float(root.kernel.run(child, depth, best, math.inf, root.memory))
        return -float(root.kernel.run(child, depth, -math.inf, -best, root.memory))

    def is_bound(self, value: float, best: float) -> bool:
        return value <= best and not math.isinf(best)

    def analyse(self, game: Game, state: State | None = None, watch: Watch | None = None) -> Analysis:
        if not self.is_plain(game):
            return self.think(game, state, watch)
        analysis = super().analyse(game, state, watch)
        if not self.count_skipped:
            return analysis
        whole = Minimax(analysis.depth, evaluate=self.evaluate, compiled=self.compiled).analyse(game, state)
        return replace(analysis, skipped=(whole.leaves or 0) - (analysis.leaves or 0))

    # --- the grown one ---

    def is_plain(self, game: Game) -> bool:
        """Is it the book's algorithm for this game?"""
        if self.plain is not None:
            return self.plain
        if self.strict or self.count_skipped:
            return True
        grown = ("exact", "table", "threads", "lines", "book", *PART_NAMES)
        defaults = {f.name: f.default for f in fields(self)}
        if any(getattr(self, name) != defaults[name] for name in grown):
            return False
        evaluator = self.evaluator(game)
        if evaluator is not None and evaluator.tactics is not None:
            return False
        limited = self.time is not None or self.nodes is not None
        return not (limited and game.compiles and (game.max_plies is None or game.max_plies > SHORT))

    def think(
        self,
        game: Game,
        state: State | None = None,
        watch: Watch | None = None,
        past: Sequence[State] = (),
        deadline: Deadline | None = None,
        only: Collection[Action] | None = None,
        distance: int | None = None,
        endless: bool = False,
    ) -> Analysis:
        """The grown search.

        past: the states before this one, for repetition. deadline: instead of `time`; it may be moved while this
        thinks. only: the actions to look at. distance: stop at a win within so many plies. endless: go on even where
        a win is found.
        """
        state = game.initial() if state is None else state
        self.check(game, state)
        evaluator = self.evaluator(game)
        actions = tuple(game.legal(state))
        chosen = None if only is None else frozenset(i for i, action in enumerate(actions) if action in only)
        if chosen is not None and not chosen:
            raise ZermeloError(f"alphabeta: none of the actions to look at is legal at {game.state_text(state)}")
        session = self.session(game)
        count = len(actions) if chosen is None else len(chosen)
        depth = min(self.depth or DEEPEST_LOOK, DEEPEST_LOOK)
        limits = Limits(depth, self.nodes, min(self.lines, count), chosen, distance, not endless)
        allow_recursion(2 * PLIES)
        deadline = deadline or Deadline(None, self.time)
        return searched(Report(session, evaluator, state, str(self), actions, deadline), past, limits, watch)

    def session(self, game: Game) -> Session:
        """The kernel and the table for a game, made when first asked for."""
        if game not in self._sessions or not self.keep:
            evaluator = self.evaluator(game)
            asked = {name: getattr(self, name) for name in PART_NAMES}
            if self.table == 0:
                asked["table"] = False
            plan = planned(game, evaluator, self.exact, asked)
            for other in [kept for kept in self._sessions if isinstance(kept, Game)]:
                del self._sessions[other]
            self._sessions[game] = opened(game, evaluator, plan, self.table, self.threads, self.compiled)
        session: Session = self._sessions[game]
        return session

    def new_game(self, game: Game) -> None:
        """Gets ready: compiles what must be compiled before a clock runs, and forgets the last game."""
        if self.refusal(game) is None and not self.is_plain(game):
            self.session(game).forget()

    def choose(self, game: Game, state: State, past: Sequence[State], clock: Clock | None) -> Action:
        """The action to play, knowing the path and what is left on the clock."""
        known = self.from_book(game, state)
        if known is not None:
            return known
        if self.is_plain(game) and clock is None:
            return self.analyse(game, state).action
        self.check(game, state)
        deadline = Deadline(*clock.allot(game.to_move(state))) if clock else None
        return self.think(game, state, past=past, deadline=deadline).action

    def __call__(self, game: Game, state: State) -> Action:
        return self.choose(game, state, (), None)

    def check(self, game: Game, state: State) -> None:
        super().check(game, state)
        self.opened_book(game)

    def opened_book(self, game: Game) -> Book | None:
        """The book, if there is one. Raises ZermeloError where it cannot be read."""
        if self.book is None:
            return None
        if ("book", game) not in self._sessions:
            self._sessions["book", game] = read_book(game, self.book)
        book: Book = self._sessions["book", game]
        return book

    def from_book(self, game: Game, state: State) -> Action | None:
        """What the book says here, if there is one and it knows the position."""
        book = self.opened_book(game)
        return book.choose(state, random.Random()) if book else None


def _made(options: dict[str, Any]) -> AlphaBeta:
    return AlphaBeta(**options)
