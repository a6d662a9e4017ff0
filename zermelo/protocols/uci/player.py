"""Any UCI engine as a chess player: `uci:stockfish,UCI_LimitStrength=true,UCI_Elo=1800,time=0.1`."""

from __future__ import annotations

import contextlib
import re
import time as timer
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.games.chess.text import uci
from zermelo.protocols import external
from zermelo.protocols.external import External, read_spec, seconds, whole
from zermelo.protocols.process import Process
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import check_choice, needs_no_secrets
from zermelo.search.task import Limits, Watch, analysis_of
from zermelo.search.time.clock import Clock
from zermelo.search.time.deadline import Deadline

SECONDS = 1.0  # to think, if no budget and no clock is given
UNHURRIED = 600.0  # seconds to wait for an engine whose only budget is a depth or a number of nodes
OPTION = re.compile(r"option\s+name\s+(?P<name>.+?)\s+type\s+(?P<kind>check|spin|combo|button|string)\b(?P<rest>.*)")


def uci_player(spec: str) -> UciPlayer:
    """The engine that `COMMAND[,Option=value…][,time=…][,depth=…][,nodes=…][,grace=…]` names. Raises ZermeloError."""
    command, typed = read_spec(spec)
    budget: dict[str, Any] = {}
    for name, read in (("time", seconds), ("grace", seconds), ("depth", whole), ("nodes", whole)):
        if name in typed:
            budget[name] = read("uci", name, typed.pop(name))
    return UciPlayer(command, options=typed, **budget)


@dataclass(frozen=True)
class DeclaredOption:
    """An option that an engine declared."""

    name: str
    kind: str  # check, spin, combo, button or string
    least: int | None = None
    most: int | None = None
    choices: tuple[str, ...] = ()

    def refusal(self, value: str) -> str:
        """What is wrong with a value; "" if nothing is."""
        if self.kind == "check" and value.lower() not in ("true", "false"):
            return "is true or false"
        if self.kind == "spin":
            number = int(value) if re.fullmatch(r"[+-]?\d{1,18}", value) else None
            if number is None:
                return "is a whole number"
            if (self.least is not None and number < self.least) or (self.most is not None and number > self.most):
                return f"lies between {self.least} and {self.most}"
        if self.kind == "combo" and value.lower() not in (choice.lower() for choice in self.choices):
            return f"is one of {', '.join(self.choices)}"
        return "is a button and takes no value" if self.kind == "button" else ""


@dataclass
class Info:
    """The last `info` about the engine's best line, or its second, third … best."""

    depth: int = 0
    nodes: int = 0
    pawns: float = 0.0
    mate: int | None = None  # moves until mate; below 0: until its own king is mated
    line: tuple[str, ...] = ()


class UciPlayer(External):
    """A UCI engine. Its budget is `time` in seconds, `depth` and `nodes`, whichever ends first.

    Without these it uses the game's clock, and without a clock it thinks for one second.
    """

    protocol = "uci"
    usual_grace = 5.0
    explains = True

    def __init__(
        self,
        command: str,
        time: float | None = None,
        depth: int | None = None,
        nodes: int | None = None,
        options: Mapping[str, str] | None = None,
        grace: float = usual_grace,
    ) -> None:
        super().__init__(command, time, grace)
        self.depth, self.nodes, self.options = depth, nodes, dict(options or {})
        typed = next((value for name, value in self.options.items() if name.lower() == "threads"), "1")
        self.threads = int(typed) if typed.isdecimal() and int(typed) else 1
        self._infos: dict[int, Info] = {}  # of the last search, by rank

    def refusal(self, game: Game) -> str | None:
        if game.has_hidden:
            return needs_no_secrets(game, "a UCI engine")
        if game.name == "chess":
            return None
        return f"UCI engines play chess, not {game.name}: try alphabeta or mcts"

    def analyse(
        self,
        game: Game,
        state: State | None = None,
        past: Sequence[State] = (),
        watch: Watch | None = None,
        deadline: Deadline | None = None,
        limits: Limits | None = None,
    ) -> Analysis:
        """The engine's analysis: its value in pawns, or ±1 if it announces mate.

        It keeps to its own budget; `watch`, `deadline` and `limits` are ignored.
        """
        state = game.initial() if state is None else state
        check_choice(game, state)
        self.new_game(game)
        action = self.choose(game, state, past)
        best = self._infos.get(1, Info())
        line = _legal_line(game, state, best.line)
        ranked = {action: best}  # its move, then its other lines, best first
        for _, info in sorted(self._infos.items()):
            ranked.setdefault(_read_move(game, state, "".join(info.line[:1])), info)
        ranked.pop(None, None)
        candidates = [
            Candidate(move, _value(info), decided=info.mate is not None, distance=_plies(info))
            for move, info in ranked.items()
        ]
        return analysis_of(
            game,
            state,
            str(self),
            candidates[0],
            candidates,
            exact=best.mate is not None,
            line=line if line[:1] == (action,) else (action,),
            depth=best.depth,
            nodes=best.nodes,
            seconds=self.spent or 0.0,
            compiled=True,  # a separate program
            distance=_plies(best),
            units="pawns",
        )

    # --- the protocol ---

    def _settings(self) -> dict[str, Any]:
        budget = {"time": self.time, "depth": self.depth, "nodes": self.nodes}
        return {**self.options, **{name: value for name, value in budget.items() if value is not None}}

    def _greet(self, process: Process) -> None:
        process.send("uci")
        declared: dict[str, DeclaredOption] = {}
        deadline = external.ready_by()
        while (line := process.read(deadline)).split() != ["uciok"]:
            option = _read_option(line)
            if option:
                declared[option.name.lower()] = option
        for name, value in self.options.items():
            option = declared.get(name.lower())
            if option is None:
                names = [known.name for known in declared.values()]
                lower = get_close_matches(name.lower(), declared, 3)
                hint = ", ".join(declared[near].name for near in lower) if lower else ", ".join(names) or "none"
                raise ZermeloError(
                    f"{self.words[0]} has no option '{brief(name)}'; {'similar ones' if lower else 'it has'}: {hint}"
                )
            wrong = option.refusal(value)
            if wrong:
                raise ZermeloError(f"{self.words[0]}: {option.name} {wrong}, not '{brief(value)}'")
            process.send(f"setoption name {option.name} value {value}")

    def _renew(self) -> None:
        self._running.send("ucinewgame")
        self._wait_ready(external.ready_by())

    def _wait_ready(self, deadline: float) -> None:
        """Waits until the engine has processed all commands; drops its output until then."""
        self._running.send("isready")
        while self._running.read(deadline).split() != ["readyok"]:
            continue

    def _ask(self, game: Game, state: State, past: Sequence[State], clock: Clock | None, deadline: float) -> str:
        path = [*past, state]
        moves = [uci(move) for move in self._played(game, path)]
        place = "startpos" if path[0] == game.initial() else f"fen {game.state_text(path[0])}"
        process = self._running
        process.send(f"position {place} moves {' '.join(moves)}" if moves else f"position {place}")
        self._wait_ready(deadline)
        self._infos = {}
        begin = timer.perf_counter()
        process.send(f"go {self._budget(clock)}")
        while True:
            words = process.read(deadline).split()
            if words[:1] == ["info"]:
                with contextlib.suppress(ValueError):  # a malformed line
                    self._hear(words)
            elif words[:1] == ["bestmove"]:
                self.spent = timer.perf_counter() - begin
                return words[1] if len(words) > 1 else ""

    def _read(self, game: Game, state: State, answer: str) -> Action | None:
        return _read_move(game, state, answer)

    def _limit(self, game: Game, state: State, clock: Clock | None) -> float:
        if clock is None and self.time is None and (self.depth or self.nodes):
            return UNHURRIED
        return super()._limit(game, state, clock) + (SECONDS if self.time is None and clock is None else 0.0)

    def _budget(self, clock: Clock | None) -> str:
        """The arguments of `go`."""
        words: dict[str, int | None] = {"depth": self.depth, "nodes": self.nodes}
        if self.time is not None:
            words["movetime"] = max(1, round(1000 * self.time))
        elif clock is not None:
            for name, value in zip(("wtime", "btime", "winc", "binc"), (*clock.left, *clock.increment), strict=True):
                words[name] = max(0 if "inc" in name else 1, int(1000 * value))
            words["movestogo"] = clock.actions_to_go
        elif self.depth is None and self.nodes is None:
            words["movetime"] = round(1000 * SECONDS)
        return " ".join(f"{name} {value}" for name, value in words.items() if value is not None)

    def _hear(self, words: list[str]) -> None:
        """Stores an `info` line. Raises ValueError if it is malformed."""
        if "pv" not in words or "score" not in words or words[1] == "string":
            return
        ranks, line = words[: words.index("pv")], tuple(words[words.index("pv") + 1 :])

        def number(name: str) -> int:
            return int(ranks[ranks.index(name) + 1]) if name in ranks[:-1] else 0

        if "lowerbound" in ranks or "upperbound" in ranks:
            return
        self._infos[number("multipv") or 1] = Info(
            number("depth"),
            number("nodes"),
            number("cp") / 100,
            number("mate") if "mate" in ranks else None,
            line,
        )


def _read_option(line: str) -> DeclaredOption | None:
    """The option that a line declares; None: it declares none."""
    found = OPTION.fullmatch(line.strip())
    if not found:
        return None
    rest = found["rest"]
    least, most = (re.search(rf"\b{word}\s+(-?\d+)", rest) for word in ("min", "max"))
    return DeclaredOption(
        found["name"],
        found["kind"],
        int(least[1]) if least else None,
        int(most[1]) if most else None,
        tuple(choice.strip() for choice in re.split(r"\bvar\s", rest)[1:]),
    )


def _value(info: Info) -> float:
    """The value for the player to move: pawns, or the utility of a mate."""
    if info.mate is None:
        return info.pawns
    return 1.0 if info.mate > 0 else -1.0


def _plies(info: Info) -> int | None:
    """Plies to the mate that the engine announces."""
    if not info.mate:
        return None
    return 2 * info.mate - 1 if info.mate > 0 else -2 * info.mate


def _read_move(game: Game, state: State, text: str) -> Action | None:
    """The legal move that the text names; None: it names none."""
    return next((move for move in game.legal(state) if uci(move) == text.lower()), None)


def _legal_line(game: Game, state: State, texts: Sequence[str]) -> tuple[Action, ...]:
    """The moves of a line, as far as they are legal."""
    line: list[Action] = []
    for text in texts:
        if game.is_terminal(state):
            break
        move = _read_move(game, state, text)
        if move is None:
            break
        line.append(move)
        state = game.result(state, move)
    return tuple(line)
