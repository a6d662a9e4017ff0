"""`zermelo uci`: a chess engine for chess programs.

The thread that reads commands never computes: a second thread prepares the search and runs it, so that `stop`,
`isready` and `quit` work at any time. Nothing slow is imported before `uciok`.
"""

from __future__ import annotations

import queue
import random
import threading
import time as timer
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.protocols.uci.go import Go, read_go
from zermelo.protocols.uci.options import OPTIONS, UciSettings
from zermelo.search.time.clock import Clock, Lag

if TYPE_CHECKING:
    from zermelo.protocols.uci.search import Thinking, UciSearch

GOODBYE = 2.0  # seconds to end in
OBVIOUS = 0.1  # share of the usual time to spend when there is only one move


class UciEngine:
    """The engine. `hear` takes a line of the protocol; answers go to `say`, from any thread."""

    def __init__(self, say: Callable[[str], None], noise: random.Random | None = None) -> None:
        self._say = say
        self._noise = noise or random.Random()
        self._options = UciSettings()
        self._debug = False
        self._made: UciSearch | None = None
        self._origin = ""  # startpos, or a FEN
        self._moves: list[str] = []  # played from there
        self._path: list[State] = []  # the states on the way
        self._thinking: Thinking | None = None  # the last search
        self._lag = Lag()
        self._jobs: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._worker: threading.Thread | None = None

    def hear(self, line: str) -> bool:
        """Executes one line; False: that was the last one. Errors are reported as `info string`."""
        words = line.split()
        if words[:1] == ["quit"]:
            return False
        try:
            if words:
                self._obey(words, line)
        except ZermeloError as error:
            self._remark(str(error))
        except Exception as error:  # keep answering whatever happens
            self._remark(f"{words[0]} failed: {error!r}")
        return True

    def close(self) -> bool:
        """Ends the search; False: it cannot be ended without ending the process."""
        self._stop()
        if self._worker is None:
            return True
        self._jobs.put(None)
        self._worker.join(GOODBYE)
        return not self._worker.is_alive()

    def _obey(self, words: list[str], line: str) -> None:
        match words:
            case ["uci"]:
                self._introduce()
            case ["isready"]:
                self._answer_ready()
            case ["debug", "on" | "off" as switch]:
                self._debug = switch == "on"
            case ["setoption", *_]:
                self._set(line)
            case ["register", *_]:
                pass
            case ["ucinewgame"]:
                self._lag = Lag()
                self._do(self._search.forget)
            case ["position", *rest]:
                self._place(rest)
            case ["go", *rest]:
                self._go(rest)
            case ["stop"]:
                self._stop()
            case ["ponderhit"]:
                if self._thinking and self._thinking.go.ponder and not self._thinking.released.is_set():
                    self._thinking.hit()
            case ["d"]:
                self._remark(self._game.state_text(self._here[-1]))
            case _:
                self._remark(f"'{' '.join(words)}' is not a known command")

    def _introduce(self) -> None:
        from zermelo import __version__

        self._say(f"id name Zermelo {__version__}")
        self._say("id author the authors of Zermelo")
        for option in OPTIONS:
            self._say(str(option))
        self._say("uciok")

    def _remark(self, text: str) -> None:
        self._say(f"info string {' '.join(text.split())}")

    def _answer_ready(self) -> None:
        """Answers at once if the search is compiled, even while it runs; else as soon as it is."""
        search = self._search
        if search.is_ready:
            self._say("readyok")
            return

        def ready() -> None:
            try:
                search.open()
            except Exception as error:
                self._remark(f"the search cannot be prepared: {error}")
            self._say("readyok")

        self._do(ready)

    def _set(self, line: str) -> None:
        option = self._options.set(line)
        if option.name == "Clear Hash":
            self._do(self._search.forget)
        elif option.name == "EvalFile":
            self._search.learn(self._options.text("EvalFile"))
        elif option.name in ("BookFile", "OwnBook"):
            self._search.book = None
            path, wanted = self._options.text("BookFile"), self._options.is_on("OwnBook")
            if wanted and path:
                from zermelo.books.files import read_book

                self._search.book = read_book(self._game, path)
            elif wanted:
                self._remark("OwnBook needs BookFile to name a book: a Polyglot .bin or a text")

    # --- the position ---

    @property
    def _search(self) -> UciSearch:
        """Created on first use: it imports a lot."""
        if self._made is None:
            from zermelo.loading import load
            from zermelo.protocols.uci.search import UciSearch

            self._made = UciSearch(load("chess"), self._options, self._say, self._noise)
        return self._made

    @property
    def _game(self) -> Game:
        return self._search.game

    @property
    def _here(self) -> list[State]:
        """The states up to the current position, which is the last one."""
        if not self._path:
            self._place(["startpos"])
        return self._path

    def _place(self, words: list[str]) -> None:
        """Sets the position. At a wrong FEN or move, raises ZermeloError and keeps the old one."""
        cut = words.index("moves") if "moves" in words else len(words)
        origin, moves = " ".join(words[:cut]), [word.lower() for word in words[cut + 1 :]]
        if origin == self._origin:  # the same game: most of its moves were read before
            same = (new == old for new, old in zip(moves, self._moves, strict=False))
            known = next((number for number, equal in enumerate(same) if not equal), min(len(moves), len(self._moves)))
            path = self._path[: known + 1]
        else:
            known, path = 0, [self._read_start(origin)]
        for number, text in enumerate(moves[known:], known + 1):
            path.append(self._game.result(path[-1], self._read_move(path[-1], text, f"move {number}")))
        self._origin, self._moves, self._path = origin, moves, path

    def _read_start(self, origin: str) -> State:
        if origin == "startpos":
            return self._game.initial()
        if not origin.startswith("fen "):
            raise ZermeloError("write position startpos or position fen FEN, then moves if any; the old one is kept")
        state = self._game.read_state(origin.removeprefix("fen "))
        self._legal(state)  # raises if there are more pieces than a game can have
        return state

    def _read_move(self, state: State, text: str, place: str) -> Action:
        from zermelo.games.chess.text import parse_move

        move = parse_move(text, self._legal(state))
        if move is None:
            fen = self._game.state_text(state)
            raise ZermeloError(f"{place}: '{brief(text)}' is not legal at {fen}; the command is ignored")
        return move

    def _legal(self, state: State) -> list[Action]:
        """The legal moves, even where a draw could be claimed: chess programs may play on."""
        buffer = [0] * self._game.max_actions
        assert self._game.fill is not None
        return buffer[: self._game.fill(state, buffer)]

    # --- thinking ---

    def _go(self, words: list[str]) -> None:
        begin = timer.perf_counter()
        from zermelo.protocols.uci.search import Thinking

        go, path = read_go(words), list(self._here)
        legal, only = self._legal(path[-1]), None
        if go.moves is not None:
            only = tuple(self._read_move(path[-1], text, "searchmoves") for text in go.moves)
        self._stop()
        clock, seconds = self._time(go, path, len(legal))
        self._thinking = thinking = Thinking(go, path, only or None, seconds, clock, begin)
        self._do(lambda: self._think(thinking, legal))

    def _time(
        self, go: Go, path: list[State], choices: int
    ) -> tuple[tuple[float, float] | None, tuple[float | None, float | None]]:
        """The time left and the increment, if there is a clock, and (soft, hard) seconds for this move."""
        overhead = self._options.number("Move Overhead") / 1000
        fixed = go.seconds("movetime")
        hard = None if fixed is None or go.infinite else max(fixed - min(overhead, 0.5 * fixed), 0.001)
        mine, other = ("w", "b") if path[-1].player == 0 else ("b", "w")
        side = mine if f"{mine}time" in go.numbers else other
        left = go.seconds(f"{side}time")
        if left is None or go.infinite:
            return None, (None, hard)
        if self._thinking and len(path) == len(self._thinking.path) + 2:
            self._lag.see(left)
        increment = go.seconds(f"{side}inc") or 0.0
        clock = Clock((left,), (increment,), go.get("movestogo") or None, max(overhead, self._lag.seconds))
        soft, most = clock.allot(0)
        if self._debug:
            self._remark(f"{left:.3f} s left, {clock.overhead:.3f} s lost per move; {soft:.3f} to {most:.3f} s now")
        return (left, increment), (soft * OBVIOUS if choices == 1 else soft, most if hard is None else min(most, hard))

    def _think(self, thinking: Thinking, legal: list[Action]) -> None:
        """Runs one `go` and always ends with `bestmove`, whatever goes wrong."""
        answer: Sequence[Action] = legal[:1]
        try:
            if legal:
                answer = self._search.choose(thinking, legal)
            else:
                state = thinking.path[-1]
                self._say(f"info depth 0 score {'mate' if self._game.utility(state, state.player) else 'cp'} 0")
        except Exception as error:
            self._remark(f"the search failed: {error}")
        meant = thinking.meant
        thinking.released.wait()
        if thinking.clock:
            self._lag.spend(*thinking.clock, meant)
        self._say(_best_move(answer))

    def _stop(self) -> None:
        if self._thinking:
            self._thinking.stop()

    def _do(self, job: Callable[[], None]) -> None:
        """Queues a job for the other thread."""
        if self._worker is None:
            self._worker = threading.Thread(target=self._work, name="zermelo-uci", daemon=True)
            self._worker.start()
        self._jobs.put(job)

    def _work(self) -> None:
        while job := self._jobs.get():
            job()


def _best_move(line: Sequence[Action]) -> str:
    from zermelo.games.chess.text import uci

    if not line:
        return "bestmove (none)"
    return f"bestmove {uci(line[0])}" + (f" ponder {uci(line[1])}" if len(line) > 1 else "")
