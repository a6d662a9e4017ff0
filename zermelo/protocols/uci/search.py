"""The search behind `zermelo uci`: from `go` to the move to play, with `info` lines on the way."""

from __future__ import annotations

import random
import threading
import time as timer
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from zermelo.arena.strength import Strength, strength
from zermelo.books.book import Book
from zermelo.evaluate.learned import Learned, read_learned
from zermelo.evaluate.learned.opinion import learned_evaluator
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.games.chess.text import uci
from zermelo.protocols.uci.go import Go
from zermelo.protocols.uci.options import UciSettings
from zermelo.search.advantage import advantage
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.analysis import Analysis, Variation
from zermelo.search.base import Session
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline

FIFTY_MOVES = 100  # plies; if the other program plays on after them, we search on instead of calling it a draw
SLOW = 2.0  # seconds of getting ready after which we say what is going on


@dataclass
class Thinking:
    """One search, from `go` to `bestmove`."""

    go: Go
    path: list[State]  # the last is the position to search
    only: tuple[Action, ...] | None  # the moves to search; None: all
    time: tuple[float | None, float | None]  # soft and hard seconds; when pondering, counted from ponderhit
    clock: tuple[float, float] | None = None  # the time left and the increment
    begin: float = field(default_factory=timer.perf_counter)  # when our clock started
    deadline: Deadline = field(init=False)
    released: threading.Event = field(default_factory=threading.Event)  # may the answer be given?

    def __post_init__(self) -> None:
        self.started = self.begin
        self.deadline = Deadline(None, None) if self.go.ponder else Deadline(*self.time)
        if not self.go.waits:
            self.released.set()

    @property
    def seconds(self) -> float:
        """Seconds since `go`."""
        return timer.perf_counter() - self.started

    @property
    def meant(self) -> float:
        """The seconds that should have gone from the clock by now."""
        spent, hard = timer.perf_counter() - self.begin, self.time[1]
        return spent if hard is None else min(spent, hard)

    def stop(self) -> None:
        """Ends the search, so that it answers now."""
        self.deadline.stop()
        self.released.set()

    def hit(self) -> None:
        """Handles ponderhit: our clock starts. Time spent on the opponent's clock counts half."""
        soft, hard = self.time
        ahead = self.seconds
        self.begin = timer.perf_counter()
        self.deadline.begin(None if soft is None else max(soft - 0.5 * ahead, 0.1 * soft), hard)
        self.released.set()


class UciSearch:
    """The search and its table, set up as the options say. All calls come from one thread."""

    def __init__(self, game: Game, options: UciSettings, say: Callable[[str], None], noise: random.Random) -> None:
        self.game, self.options, self.noise = game, options, noise
        self.book: Book | None = None
        self.evaluate: Learned | None = None
        self._say = say
        self._session: Session | None = None
        self._made: tuple[int, int, str, str, Learned | None] | None = None  # what the session was made with

    @property
    def is_ready(self) -> bool:
        return self._session is not None

    def open(self) -> Session:
        """The session; compiles or loads the search the first time."""
        databases, syzygy = self.options.text("Databases") or "none", self.options.text("SyzygyPath")
        wanted = self.options.number("Hash"), self.options.number("Threads"), databases, syzygy, self.evaluate
        if self._session is None or self._made != wanted:
            notice = "info string getting ready; compiling the search, first run only …"
            slow = threading.Timer(SLOW, self._say, (notice,))
            slow.daemon = True
            slow.start()
            try:
                search = AlphaBeta(table=wanted[0], threads=wanted[1], evaluate=self.evaluate)
                try:
                    self._session = search.with_options(databases=databases, syzygy=syzygy or None).open(self.game)
                except ZermeloError as error:  # a damaged database: play without
                    self._say(f"info string {error}")
                    self._session = search.with_options(databases="none").open(self.game)
            except MemoryError:
                self._say(f"info string not enough memory for a Hash of {wanted[0]} MB: keeping the old one")
                self._session = self._session or AlphaBeta(table=1).open(self.game)
            finally:
                slow.cancel()
            self._made = wanted
        return self._session

    def learn(self, file: str) -> None:
        """Evaluates as a learned file does from the next search on; "": as it does by itself. Raises ZermeloError."""
        learned = read_learned(Path(file)) if file else None
        if learned is not None:
            learned_evaluator(learned, self.game)  # refuses what does not fit
        self.evaluate = learned

    def forget(self) -> None:
        """Empties the table."""
        if self._session is not None:
            self._session.new_game()

    def choose(self, thinking: Thinking, legal: list[Action]) -> Sequence[Action]:
        """The move to play and the expected line after it."""
        go, state = thinking.go, thinking.path[-1]
        if self.book and not go.waits and go.moves is None:
            known = self.book.choose(state, self.noise)
            if known is not None:
                self._say("info string from the book")
                return [known]
        past, root = thinking.path[:-1], _playable(state)
        if self.game.is_terminal(root):  # a draw whatever is played
            self._say("info depth 1 score cp 0")
            return [legal[0] if thinking.only is None else thinking.only[0]]
        session, limits, limited = self.open(), self._limits(thinking), self._limited(go)
        told: list[Analysis] = []

        def tell(so_far: Analysis) -> None:
            told.append(so_far)
            self._tell(so_far, thinking.seconds)

        found = session.analyse(root, past, tell, thinking.deadline, limits)
        if found.depth == 0:  # stopped before depth 1 was done: finish that
            found = session.analyse(root, past, tell, Deadline(), replace(limits, depth=1, nodes=None))
        if not told or found.action != told[-1].action:
            tell(found)
        if not limited:
            return found.line
        advantages = [advantage(self.game, v.value, v.distance is not None) for v in found.variations]
        return found.variations[limited.choose(advantages, self.noise)].line

    def _limited(self, go: Go) -> Strength | None:
        """The strength to play at, if it is limited; analysis is always at full strength."""
        if not self.options.is_on("UCI_LimitStrength") or go.infinite or go.get("mate") is not None:
            return None
        return strength(self.options.number("UCI_Elo"))

    def _limits(self, thinking: Thinking) -> Limits:
        go = thinking.go
        nodes, mate, lines = go.get("nodes"), go.get("mate"), self.options.number("MultiPV")
        limited = self._limited(go)
        if limited:
            nodes = min(given for given in (nodes, limited.nodes) if given is not None)
            lines = max(lines, limited.candidates)
        return Limits(
            depth=go.get("depth") or None,
            nodes=None if nodes is None else max(nodes // self.options.number("Threads"), 1),
            lines=lines,
            only=thinking.only,
            distance=None if mate is None else max(2 * mate - 1, 1),
            endless=go.waits,
        )

    def _tell(self, found: Analysis, seconds: float) -> None:
        """Sends one `info` for each line asked for."""
        speed = round(found.nodes / max(seconds, 0.001))
        effort = f"nodes {found.nodes} nps {speed} hashfull {round(1000 * (found.full or 0.0))}"
        for number, variation in enumerate(found.variations[: self.options.number("MultiPV")], 1):
            self._say(
                f"info depth {found.depth} seldepth {max(found.selective or 0, found.depth)} multipv {number} "
                f"score {_score(variation)} {effort} time {round(1000 * seconds)} "
                f"pv {' '.join(uci(move) for move in variation.line)}"
            )


def _playable(state: State) -> State:
    """The position without the fifty-move draw, which the players may not have claimed."""
    return state._replace(clock=0) if state.clock >= FIFTY_MOVES else state


def _score(variation: Variation) -> str:
    """The score for the side to move: mate in N moves, or centipawns."""
    plies, value = variation.distance, variation.value
    if plies is None:
        return f"cp {round(100 * value)}"
    return f"mate {(plies + 1) // 2 if value > 0 else -(plies // 2)}"
