"""`zermelo gtp`: a Go engine for Go programs (the Go Text Protocol, version 2).

Commands run one after the other, each with its answer. Only an analysis continues in a second thread, until the next
line arrives.
"""

from __future__ import annotations

import time as timer
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from zermelo.experts.go.life import STATUSES, judged, settled_lead
from zermelo.game import Game, ZermeloError
from zermelo.games.go.text import handicap_cells
from zermelo.games.go.text import vertex as name_of
from zermelo.picture import Cell
from zermelo.protocols.external import External
from zermelo.protocols.gtp import words as gtp
from zermelo.protocols.gtp.analysis import RunningAnalysis, Wish, read_wish, told
from zermelo.protocols.gtp.board import GtpBoard, free_handicap, read_board
from zermelo.protocols.gtp.clock import GtpClock
from zermelo.protocols.gtp.thinking import GoThinker
from zermelo.records.sgf import read_sgf
from zermelo.search.task import Watch

Words = list[str]
NONE = 1  # handicap stones that no game allows, so that 0 is refused
GOODBYE = 2.0  # seconds to end in

# Every command and the syntax of its arguments.
COMMANDS: Mapping[str, str] = {
    "protocol_version": "",
    "name": "",
    "version": "",
    "known_command": "COMMAND",
    "list_commands": "",
    "quit": "",
    "boardsize": "SIZE",
    "clear_board": "",
    "komi": "POINTS",
    "play": "COLOUR VERTEX",
    "genmove": "COLOUR",
    "reg_genmove": "COLOUR",
    "kgs-genmove_cleanup": "COLOUR",
    "undo": "",
    "showboard": "",
    "fixed_handicap": "STONES",
    "place_free_handicap": "STONES",
    "set_free_handicap": "VERTEX VERTEX …",
    "loadsgf": "FILE [MOVE]",
    "time_settings": "MAIN PERIOD STONES",
    "kgs-time_settings": "none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES",
    "time_left": "COLOUR SECONDS STONES",
    "final_score": "",
    "final_status_list": "alive | dead | seki",
    "lz-analyze": "[COLOUR] [CENTISECONDS] [maxmoves MOVES]",
    "lz-genmove_analyze": "[COLOUR] [CENTISECONDS] [maxmoves MOVES]",
    "kata-analyze": "[COLOUR] [CENTISECONDS] [maxmoves MOVES]",
    "kata-genmove_analyze": "[COLOUR] [CENTISECONDS] [maxmoves MOVES]",
}


class GtpEngine:
    """The engine. `hear` takes a line of the protocol; answers go to `say`, one or several lines at a time."""

    def __init__(self, say: Callable[[str], None], game: Game, engine: Any = None, resign: float = 0.0) -> None:
        """game: Go on a square board; engine: a search, by default a good one; resign: below this chance of winning.

        Raises ZermeloError if it is another game, or one that the engine cannot play.
        """
        self._say = say
        self._board = GtpBoard(_parameters(game))
        self._thinker = GoThinker(engine, resign)
        self._clock = GtpClock(limited=False)
        self._analysis: RunningAnalysis | None = None
        if isinstance(engine, External):
            raise ZermeloError(f"gtp plays with a search of ours, such as mcts:time=1, not {engine}")
        refusal = self._thinker.refusal(self._board.game)
        if refusal:
            raise ZermeloError(refusal)

    def hear(self, line: str) -> bool:
        """Executes one line; False: that was the last one. Errors are answered with `?`."""
        if self._analysis is not None:
            self._analysis.end()
            self._analysis = None
        command = gtp.read_line(line)
        if command is None:
            return True
        number, name, words = command
        try:
            if name not in COMMANDS:
                raise gtp.Refusal("unknown command")
            text = getattr(self, "_" + name.replace("-", "_"))(words)
            if isinstance(text, str):
                self._say(gtp.answer("=", number, text) + "\n")
            else:
                self._say(gtp.answer("=", number))
                text()
        except gtp.BadSyntax:
            self._say(gtp.answer("?", number, f"syntax error: {name} {COMMANDS[name]}") + "\n")
        except (gtp.Refusal, ZermeloError) as refusal:
            self._say(gtp.answer("?", number, " ".join(str(refusal).split())) + "\n")
        except Exception as error:  # keep answering whatever happens
            self._say(gtp.answer("?", number, f"{name} failed: {' '.join(repr(error).split())}") + "\n")
        return name != "quit"

    def close(self) -> bool:
        """Ends an analysis; False: it cannot be ended without ending the process."""
        return self._analysis is None or self._analysis.end(GOODBYE)

    # --- about the engine ---

    def _protocol_version(self, words: Words) -> str:
        gtp.take(words, 0)
        return "2"

    def _name(self, words: Words) -> str:
        gtp.take(words, 0)
        return "Zermelo"

    def _version(self, words: Words) -> str:
        from zermelo import __version__

        gtp.take(words, 0)
        return __version__

    def _known_command(self, words: Words) -> str:
        (name,) = gtp.take(words, 1)
        return str(name in COMMANDS).lower()

    def _list_commands(self, words: Words) -> str:
        gtp.take(words, 0)
        return "\n".join(COMMANDS)

    def _quit(self, words: Words) -> str:
        return ""

    # --- the board ---

    def _boardsize(self, words: Words) -> str:
        (size,) = gtp.take(words, 1)
        try:
            self._board = self._board.renewed(size=gtp.whole(size))
        except ZermeloError:
            raise gtp.Refusal("unacceptable size") from None
        self._new_game()
        return ""

    def _clear_board(self, words: Words) -> str:
        gtp.take(words, 0)
        self._board = self._board.renewed()
        self._new_game()
        return ""

    def _komi(self, words: Words) -> str:
        (komi,) = gtp.take(words, 1)
        self._board.set_komi(gtp.real(komi))
        self._get_ready()
        return ""

    def _play(self, words: Words) -> str:
        who, where = gtp.take(words, 2)
        player, cell = gtp.colour(who), gtp.vertex(where, self._board.size)
        action = self._board.action(player, cell)
        if action is None:
            raise gtp.Refusal("illegal move")
        self._board.play(player, action)
        return ""

    def _undo(self, words: Words) -> str:
        gtp.take(words, 0)
        if not self._board.undo():
            raise gtp.Refusal("cannot undo")
        return ""

    def _showboard(self, words: Words) -> str:
        gtp.take(words, 0)
        return "\n" + self._board.drawn()

    def _fixed_handicap(self, words: Words) -> str:
        (stones,) = gtp.take(words, 1)
        try:
            cells = handicap_cells(self._board.size, self._board.size, gtp.whole(stones) or NONE)
        except ValueError:
            raise gtp.Refusal("invalid number of stones") from None
        return self._give(cells)

    def _place_free_handicap(self, words: Words) -> str:
        (stones,) = gtp.take(words, 1)
        if not 2 <= gtp.whole(stones) < self._board.size**2:
            raise gtp.Refusal("invalid number of stones")
        return self._give(free_handicap(self._board.size, gtp.whole(stones)))

    def _set_free_handicap(self, words: Words) -> str:
        cells = [gtp.vertex(word, self._board.size) for word in words]
        if len(cells) < 2 or None in cells or len(set(cells)) < len(cells) or len(cells) >= self._board.size**2:
            raise gtp.Refusal("bad vertex list")
        self._give([cell for cell in cells if cell is not None])
        return ""

    def _give(self, cells: list[Cell]) -> str:
        """Puts handicap stones on an empty board; returns the names of their points."""
        if not self._board.is_untouched:
            raise gtp.Refusal("board not empty")
        self._board.put(dict.fromkeys(cells, "X"), 1)
        return " ".join(name_of(cell, self._board.size) for cell in cells)

    def _loadsgf(self, words: Words) -> str:
        if not words:
            raise gtp.BadSyntax
        numbered = len(words) > 1 and words[-1].isascii() and words[-1].isdigit()
        path, before = (" ".join(words[:-1]), gtp.whole(words[-1])) if numbered else (" ".join(words), None)
        try:
            text = Path(path).expanduser().read_text(encoding="utf-8", errors="replace")
            self._board = read_board(read_sgf(text)[0], self._board.parameters, before)
        except (OSError, ValueError, ZermeloError) as error:
            why = getattr(error, "strerror", None) or error
            raise gtp.Refusal(f"cannot load file: {why}") from None
        self._new_game()
        return ""

    # --- time ---

    def _time_settings(self, words: Words) -> str:
        main, period, stones = gtp.take(words, 3)
        self._set_clock(gtp.seconds(main), gtp.seconds(period), gtp.whole(stones))
        return ""

    def _kgs_time_settings(self, words: Words) -> str:
        match words:
            case ["none"]:
                self._set_clock(0, 0, 0)
            case ["absolute", main]:
                self._set_clock(gtp.seconds(main), 0, 0)
            case ["byoyomi", main, period, periods]:
                self._set_clock(gtp.seconds(main), gtp.seconds(period), 1 if gtp.whole(periods) else 0)
            case ["canadian", main, period, stones]:
                self._set_clock(gtp.seconds(main), gtp.seconds(period), gtp.whole(stones))
            case _:
                raise gtp.BadSyntax
        return ""

    def _set_clock(self, main: float, period: float, stones: int) -> None:
        unlimited = (period > 0 and stones == 0) or main == period == 0
        self._clock = GtpClock(main, period if stones else 0.0, stones, limited=not unlimited)
        self._get_ready()

    def _time_left(self, words: Words) -> str:
        who, left, stones = gtp.take(words, 3)
        self._clock.tell(gtp.colour(who), gtp.seconds(left), gtp.whole(stones))
        return ""

    def _get_ready(self) -> None:
        """Compiles in advance if there is a clock: compiling may take longer than a move may."""
        if self._clock.limited:
            self._thinker.warm(self._board.game)

    def _new_game(self) -> None:
        self._clock.start()
        self._thinker.forget()
        self._get_ready()

    # --- moves of its own ---

    def _genmove(self, words: Words) -> str:
        (who,) = gtp.take(words, 1)
        return self._move(gtp.colour(who))

    def _move(self, player: int, tell: Watch | None = None, every: float = 1.0) -> str:
        """Chooses a move and plays it; returns its name, or resign."""
        begin, board = timer.perf_counter(), self._board
        state = board.turn(player)
        action = self._thinker.choose(board.game, state, self._clock.allot(player), tell, every)
        if action is not None:
            board.play(player, action)
        self._clock.spend(player, timer.perf_counter() - begin)
        return "resign" if action is None else board.game.action_text(state, action)

    def _reg_genmove(self, words: Words) -> str:
        (who,) = gtp.take(words, 1)
        state = self._board.turn(gtp.colour(who))
        return self._board.game.action_text(state, self._thinker.steady(self._board.game, state))

    def _kgs_genmove_cleanup(self, words: Words) -> str:
        (who,) = gtp.take(words, 1)
        begin, player, board = timer.perf_counter(), gtp.colour(who), self._board
        state = board.turn(player)
        action = self._thinker.clean_up(board.game, state, self._clock.allot(player))
        board.play(player, action)
        self._clock.spend(player, timer.perf_counter() - begin)
        return board.game.action_text(state, action)

    # --- the end ---

    def _final_score(self, words: Words) -> str:
        gtp.take(words, 0)
        lead = settled_lead(self._board.game, self._board.state)
        return "0" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead):.1f}"

    def _final_status_list(self, words: Words) -> str:
        (status,) = gtp.take(words, 1)
        if status not in STATUSES:
            raise gtp.BadSyntax
        chains = [chain for chain in judged(self._board.board) if chain.status == status]
        return "\n".join(" ".join(name_of(cell, self._board.size) for cell in chain.stones) for chain in chains)

    # --- analysis ---

    def _lz_analyze(self, words: Words) -> Callable[[], None]:
        return self._analyse(words, fractions=False)

    def _kata_analyze(self, words: Words) -> Callable[[], None]:
        return self._analyse(words, fractions=True)

    def _lz_genmove_analyze(self, words: Words) -> Callable[[], None]:
        return self._move_aloud(words, fractions=False)

    def _kata_genmove_analyze(self, words: Words) -> Callable[[], None]:
        return self._move_aloud(words, fractions=True)

    def _analyse(self, words: Words, fractions: bool) -> Callable[[], None]:
        """A function that starts an analysis, which ends with the next line."""
        wish, board = self._wish(words), self._board
        state, player = board.turn(wish.player), self._thinker.player(board.game)

        def begin() -> None:
            self._analysis = RunningAnalysis(self._say, player, board.game, state, wish, fractions)

        return begin

    def _move_aloud(self, words: Words, fractions: bool) -> Callable[[], None]:
        """A function that makes a move and reports the analysis on the way."""
        wish = self._wish(words)

        def move() -> None:
            played = self._move(wish.player, lambda so_far: self._say(told(so_far, wish.most, fractions)), wish.every)
            self._say(f"play {played}\n")

        return move

    def _wish(self, words: Words) -> Wish:
        if not self._thinker.explains:
            raise gtp.Refusal("this engine does not analyse: start with --engine mcts:time=1")
        return read_wish(words, self._board.game.to_move(self._board.state))


def _parameters(game: Game) -> dict[str, Any]:
    """The game's parameters. Raises ZermeloError if GTP cannot describe the game."""
    if game.name != "go" or game.has_hidden:
        raise ZermeloError(f"gtp plays Go, such as go:size=9, not {game.title}")
    parameters = dict(game.parameters)
    rows, columns = (parameters.pop(side) or parameters["size"] for side in ("rows", "columns"))
    if rows != columns:
        raise ZermeloError(f"GTP's boards are square, not {rows} rows and {columns} columns: give size")
    if parameters.pop("handicap"):
        raise ZermeloError("in GTP the controller sets the handicap, with fixed_handicap: leave it out")
    return {**parameters, "size": rows}
