"""How `zermelo uci` thinks: one search from `go` to the move to play, and what is told on the way."""

from __future__ import annotations

import random
import threading
import time as timer
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from zermelo.arena.strength import MATE, Strength, strength
from zermelo.books.book import Book
from zermelo.game import Action, Game, State
from zermelo.games.chess.text import uci
from zermelo.protocols.uci.go import Go
from zermelo.protocols.uci.options import Options
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.pvs.deepening import Depth, Limits, Line, Session
from zermelo.search.pvs.layout import PLIES
from zermelo.search.textbook.lookahead import allow_recursion
from zermelo.search.time.deadline import Deadline

FIFTY_MOVES = 100  # plies; a program that plays on after them does not want to hear that it is a draw
SLOW = 2.0  # seconds after which getting ready is explained


@dataclass
class Thinking:
    """One search, from `go` to `bestmove`."""

    go: Go
    path: list[State]  # the last is the position to think about
    only: frozenset[int] | None  # indices of the legal moves to look at; None: all
    time: tuple[float | None, float | None]  # soft and hard seconds, from ponderhit on where there is one
    clock: tuple[float, float] | None = None  # what is left, and the increment
    begin: float = field(default_factory=timer.perf_counter)  # of what counts on the clock
    deadline: Deadline = field(init=False)
    released: threading.Event = field(default_factory=threading.Event)  # may the answer be given?

    def __post_init__(self) -> None:
        self.started = self.begin
        self.deadline = Deadline(None, None) if self.go.ponder else Deadline(*self.time)
        if not self.go.waits:
            self.released.set()

    @property
    def seconds(self) -> float:
        """Since `go`."""
        return timer.perf_counter() - self.started

    @property
    def meant(self) -> float:
        """The seconds that should have gone from the clock by now."""
        spent, hard = timer.perf_counter() - self.begin, self.time[1]
        return spent if hard is None else min(spent, hard)

    def stop(self) -> None:
        """Gives the answer now."""
        self.deadline.stop()
        self.released.set()

    def hit(self) -> None:
        """The expected move was played: the clock runs. What was thought on the opponent's time counts half."""
        soft, hard = self.time
        ahead = self.seconds
        self.begin = timer.perf_counter()
        self.deadline.begin(None if soft is None else max(soft - 0.5 * ahead, 0.1 * soft), hard)
        self.released.set()


class Thinker:
    """The search with its table, as the options want it. All of it runs on one thread."""

    def __init__(self, game: Game, options: Options, say: Callable[[str], None], noise: random.Random) -> None:
        self.game, self.options, self.noise = game, options, noise
        self.book: Book | None = None
        self._say = say
        self._session: Session | None = None
        self._made = (0, 0)  # megabytes and threads of the session

    @property
    def is_ready(self) -> bool:
        return self._session is not None

    def open(self) -> Session:
        """The session; the first time the search is compiled, or found."""
        wanted = self.options.number("Hash"), self.options.number("Threads")
        if self._session is None or self._made != wanted:
            notice = "info string getting ready; compiling the search, first run only …"
            slow = threading.Timer(SLOW, self._say, (notice,))
            slow.daemon = True
            slow.start()
            try:
                self._session = AlphaBeta(table=wanted[0], threads=wanted[1]).session(self.game)
            except MemoryError:
                self._say(f"info string there is no memory for a Hash of {wanted[0]} MB: the old one stays")
                self._session = self._session or AlphaBeta(table=1).session(self.game)
            finally:
                slow.cancel()
            self._made = wanted
            allow_recursion(2 * PLIES)
        return self._session

    def forget(self) -> None:
        """Empties the table."""
        if self._session is not None:
            self._session.forget()

    def choose(self, thinking: Thinking, legal: list[Action]) -> Sequence[Action]:
        """The move to play and what is expected after it."""
        go, state = thinking.go, thinking.path[-1]
        if self.book and not go.waits and go.moves is None:
            known = self.book.choose(state, self.noise)
            if known is not None:
                self._say("info string from the book")
                return [known]
        session, limits, limited = self.open(), self._limits(thinking, len(legal)), self._limited(go)
        past, root = thinking.path[:-1], _playable(state)
        told: list[Depth] = []

        def tell(depth: Depth) -> None:
            told.append(depth)
            self._tell(session, depth, thinking.seconds)

        found = session.search(root, past, limits, thinking.deadline, tell)
        if found is None:  # stopped before it began: a glance is better than nothing
            found = session.search(root, past, replace(limits, depth=1, nodes=None), Deadline(), tell)
        if found is None:  # drawn whatever is played
            self._say("info depth 1 score cp 0")
            return [legal[0 if thinking.only is None else min(thinking.only)]]
        if not told or found.lines[0].moves[0] != told[-1].lines[0].moves[0]:
            tell(found)
        if not limited:
            return found.lines[0].moves
        return found.lines[limited.choose([_pawns(session, line) for line in found.lines], self.noise)].moves

    def _limited(self, go: Go) -> Strength | None:
        """The strength to play at, if it is limited; an analysis never is."""
        if not self.options.is_on("UCI_LimitStrength") or go.infinite or go.get("mate") is not None:
            return None
        return strength(self.options.number("UCI_Elo"))

    def _limits(self, thinking: Thinking, count: int) -> Limits:
        go = thinking.go
        nodes, mate, lines = go.get("nodes"), go.get("mate"), self.options.number("MultiPV")
        limited = self._limited(go)
        if limited:
            nodes, lines = min(nodes or limited.nodes, limited.nodes), max(lines, limited.candidates)
        return Limits(
            depth=min(max(go.get("depth") or Limits.depth, 1), Limits.depth),
            nodes=None if nodes is None else max(nodes // self._made[1], 1),
            lines=min(lines, count if thinking.only is None else len(thinking.only)),
            only=thinking.only,
            distance=None if mate is None else max(2 * mate - 1, 1),
            stops_when_decided=not go.waits,
        )

    def _tell(self, session: Session, depth: Depth, seconds: float) -> None:
        """One `info` for each line that was asked for."""
        nodes = session.nodes
        effort = f"nodes {nodes} nps {round(nodes / max(seconds, 0.001))} hashfull {round(1000 * session.full)}"
        for number, line in enumerate(depth.lines[: self.options.number("MultiPV")], 1):
            self._say(
                f"info depth {depth.depth} seldepth {max(depth.selective, depth.depth)} multipv {number} "
                f"score {_score(session, line)} {effort} time {round(1000 * seconds)} "
                f"pv {' '.join(uci(move) for move in line.moves)}"
            )


def _playable(state: State) -> State:
    """A position whose game goes on although it could be claimed a draw."""
    return state._replace(clock=0) if state.clock >= FIFTY_MOVES else state


def _score(session: Session, line: Line) -> str:
    """For the side to move: mate in so many moves, or hundredths of a pawn."""
    plies = session.plan.scale.distance(line.value)
    if plies is None:
        return f"cp {round(100 * line.value)}"
    return f"mate {(plies + 1) // 2 if line.value > 0 else -(plies // 2)}"


def _pawns(session: Session, line: Line) -> float:
    """A line's value where moves are weighed against each other: the sooner a mate, the better."""
    plies = session.plan.scale.distance(line.value)
    if plies is None:
        return min(max(line.value, 1 - MATE), MATE - 1)
    worth = MATE + 1 / (plies + 1)
    return worth if line.value > 0 else -worth
