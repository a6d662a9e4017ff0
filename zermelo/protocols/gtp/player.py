"""Any GTP engine as a player: `gtp:gtp-rhino -l 5 -b 0` for Othello, `gtp:gnugo --mode gtp --chinese-rules` for Go.

An engine is given a position as the moves that led to it, so the path must begin at the game's initial state.

Go: our scoring counts all stones on the board as alive. Most engines pass while dead stones remain, and would lose
points by it. So an engine that passes and knows `kgs-genmove_cleanup` is asked again with that command: it captures the
dead stones, then passes. GNU Go knows it, and plays best as `gnugo --mode gtp --chinese-rules --capture-all-dead`. Its
ko rule and suicide are options of its command (`--positional-superko`, `--allow-suicide`) and should match the game's.
If they differ, and the engine refuses a legal move or makes an illegal one, that is a fault and loses the game.
"""

from __future__ import annotations

import math
import re
import time as timer
from collections.abc import Sequence
from typing import Any

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games.go.text import handicap_cells, vertex
from zermelo.players.forfeit import EngineFault, Forfeit
from zermelo.protocols import external
from zermelo.protocols.external import External, read_spec, seconds
from zermelo.protocols.process import Process
from zermelo.search.base import needs_no_secrets
from zermelo.search.time.clock import Clock

GAMES = {"othello": "Othello", "go": "Go"}  # the games whose notation GTP shares, and GTP's names for them
PASS = "pass"
CLEAN_UP = "kgs-genmove_cleanup"  # genmove that passes only when no dead stones of the other side are left
ANSWER = re.compile(r"(?P<mark>[=?])(?P<number>\d*)\s*(?P<text>.*)")


def gtp_player(spec: str) -> GtpPlayer:
    """The engine that `COMMAND[,time=…][,grace=…]` names. Raises ZermeloError."""
    command, typed = read_spec(spec)
    for name in typed:
        if name not in ("time", "grace"):
            raise ZermeloError(f"gtp has no option '{brief(name)}'; it has time, grace; others belong in the command")
    return GtpPlayer(command, **{name: seconds("gtp", name, value) for name, value in typed.items()})


class Refused(Exception):
    """The engine answered `? message`."""


class GtpPlayer(External):
    """A GTP engine. `time` is passed to engines that know `time_settings`; others go by their command."""

    protocol = "gtp"
    usual_grace = 60.0

    def __init__(self, command: str, time: float | None = None, grace: float = usual_grace) -> None:
        super().__init__(command, time, grace)
        self._known: frozenset[str] = frozenset()  # the engine's commands
        self._number = 0  # of the last command
        self._board: list[tuple[str, str]] | None = (
            None  # the moves on its board, as colour and point; None: no board yet
        )

    def refusal(self, game: Game) -> str | None:
        if game.has_hidden:
            return needs_no_secrets(game, "a GTP engine")
        if game.name in GAMES:
            rows, columns = _shape(game)
            return None if rows == columns else f"GTP's boards are square, not {rows} × {columns}: try mcts"
        other = "uci:COMMAND" if game.name == "chess" else "alphabeta or mcts"
        return f"GTP engines play {' and '.join(GAMES.values())}, not {game.name}: try {other}"

    # --- the protocol ---

    def _settings(self) -> dict[str, Any]:
        return {} if self.time is None else {"time": self.time}

    def _greet(self, process: Process) -> None:
        try:
            self._known = frozenset(self._say("list_commands", external.ready_by()).split())
        except Refused as error:
            raise ZermeloError(f"{self} does not list its commands: {error}") from None
        missing = {"clear_board", "play", "genmove"} - self._known
        if missing:
            raise ZermeloError(f"{self} cannot play: it does not know {', '.join(sorted(missing))}")

    def _renew(self) -> None:
        self._board = None

    def _say(self, command: str, deadline: float) -> str:
        """The answer to a command; other lines are dropped. Raises Refused, Silent or Ended."""
        self._number += 1
        self._running.send(f"{self._number} {command}")
        while True:
            found = ANSWER.fullmatch(self._running.read(deadline))
            if found and found["number"] in ("", str(self._number)):
                break
        answer = [found["text"]]
        while line := self._running.read(deadline).strip():
            answer.append(line)
        if found["mark"] == "?":
            raise Refused(f"'{command}': {' '.join(answer).strip() or 'no reason'}")
        return "\n".join(answer)

    def _ask(self, game: Game, state: State, past: Sequence[State], clock: Clock | None, deadline: float) -> str:
        path = [*past, state]
        if path[0] != game.initial():
            raise ZermeloError(f"{self} only takes moves from the start of {game.name}: give --moves, not a position")
        colour, legal = game.player_name(game.to_move(state)), game.legal(state)
        if len(legal) == 1 and game.action_text(state, legal[0]) == PASS:
            self.spent = 0.0
            return PASS
        try:
            self._set_up(game, path, clock, deadline)
            if clock is not None and self.time is None and "time_left" in self._known:
                left, to_go = int(clock.left[game.to_move(state)]), clock.actions_to_go or 0
                self._say(f"time_left {colour} {max(left, 0)} {to_go}", deadline)
            begin = timer.perf_counter()
            answer = self._say(f"genmove {colour}", deadline).strip().lower()
            if answer == PASS and game.name == "go" and {CLEAN_UP, "undo"} <= self._known:
                self._say("undo", deadline)
                answer = self._say(f"{CLEAN_UP} {colour}", deadline).strip().lower()
            self.spent = timer.perf_counter() - begin
        except Refused as refused:
            raise EngineFault(f"{self} refused {refused}", "no move") from None
        if answer == "resign":
            raise Forfeit(f"{self} resigned")
        assert self._board is not None
        self._board.append((colour, answer))
        return answer

    def _set_up(self, game: Game, path: Sequence[State], clock: Clock | None, deadline: float) -> None:
        """Sets up the position at the end of a path on the engine's board."""
        plays = [
            (game.player_name(game.to_move(state)), game.action_text(state, action).lower())
            for state, action in zip(path, self._played(game, path), strict=False)
        ]
        if self._board is None or plays[: len(self._board)] != self._board:
            self._clear(game, clock, deadline)
            self._board = []
        for (colour, place), state in list(zip(plays, path, strict=False))[len(self._board) :]:
            try:
                self._say(f"play {colour} {place}", deadline)
            except Refused:
                if place != PASS or len(game.legal(state)) > 1:
                    raise
                # When nothing else is legal, some engines pass on their own and refuse `pass`.
            self._board.append((colour, place))

    def _clear(self, game: Game, clock: Clock | None, deadline: float) -> None:
        """Clears the engine's board and sets the game's rules. Raises ZermeloError if the engine refuses."""
        commands = [f"set_game {GAMES[game.name]}"] if "set_game" in self._known else []
        commands += [f"boardsize {_shape(game)[0]}", "clear_board"]
        if "komi" in game.parameters:
            commands.append(f"komi {game.parameters['komi']}")
        if game.parameters.get("handicap"):
            commands += self._handicap(game)
        try:
            for command in commands:
                self._say(command, deadline)
        except Refused as refused:
            raise ZermeloError(f"{self} cannot play {game.title}: it refused {refused}") from None
        if "time_settings" in self._known and (self.time is not None or clock is not None):
            self._say(f"time_settings {_time_settings(self.time, clock)}", deadline)

    def _handicap(self, game: Game) -> list[str]:
        """The commands that place Black's handicap stones."""
        size = _shape(game)[0]
        points = [vertex(cell, size) for cell in handicap_cells(size, size, game.parameters["handicap"])]
        if "set_free_handicap" in self._known:
            return [f"set_free_handicap {' '.join(points)}"]
        return [f"play Black {point}" for point in points]

    def _read(self, game: Game, state: State, answer: str) -> Action | None:
        texts = {game.action_text(state, action).lower(): action for action in game.legal(state)}
        return texts.get(answer)


def _shape(game: Game) -> tuple[int, int]:
    """Rows and columns of the board."""
    size = game.parameters["size"]
    return game.parameters.get("rows") or size, game.parameters.get("columns") or size


def _time_settings(time: float | None, clock: Clock | None) -> str:
    """Main time, period and stones per period, in GTP's whole seconds."""
    if time is not None:
        return f"0 {math.ceil(time)} 1"
    assert clock is not None
    seconds = math.ceil(max(clock.left))
    return f"{seconds} 0 0" if clock.actions_to_go is None else f"0 {seconds} {clock.actions_to_go}"
