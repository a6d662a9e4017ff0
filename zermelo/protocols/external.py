"""Other people's engines as players: what UCI and GTP share.

A spec is `uci:COMMAND[,Option=value…]`: commas separate options, "quotes" protect spaces and commas; no shell.
"""

from __future__ import annotations

import copy
import math
import shlex
import time as timer
from abc import abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Self

from zermelo.by_value import same as equal
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.players.forfeit import EngineFault, Forfeit
from zermelo.players.player import Player
from zermelo.protocols.process import Ended, Process, Silent, find_program
from zermelo.search.time.clock import Clock

STARTING = 180.0  # seconds for an engine to start, or to get ready for a new game
LATE = 1.0  # seconds to wait for a player after its clock has run down
MOST_SECONDS = 10**6


def read_spec(text: str) -> tuple[str, dict[str, str]]:
    """The command and the options of `COMMAND[,option=value…]`. Raises ZermeloError if it cannot be read."""
    command, *parts = _parts(text)
    options: dict[str, str] = {}
    for part in parts:
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or not name:
            raise ZermeloError(f"'{brief(part)}' after the command '{brief(command)}' should read option=value")
        if name in options:
            raise ZermeloError(f"the options of '{brief(command)}' give {brief(name)} twice")
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "\"'"
        options[name] = value[1:-1] if quoted else value
    return command, options


def _parts(text: str) -> list[str]:
    """The parts between the commas that are outside quotes."""
    parts, quote = [""], ""
    for letter in text:
        if letter == "," and not quote:
            parts.append("")
            continue
        if letter in ("'", '"') and quote in ("", letter):
            quote = "" if quote else letter
        parts[-1] += letter
    return [part.strip() for part in parts]


class External(Player):
    """A program that plays. It is started when first needed and kept for many games.

    After a fault the program is killed, EngineFault is raised, and it is restarted for the next game.
    """

    protocol: ClassVar[str]
    usual_grace: ClassVar[float]  # seconds, where the person gives none
    threads = 1  # that the program searches with, if its options say so

    def __init__(self, command: str, time: float | None, grace: float) -> None:
        """command: the program and its arguments; time: seconds per move; grace: seconds to wait beyond."""
        try:
            self.words = shlex.split(command)
        except ValueError:
            raise ZermeloError(f"the command '{brief(command)}' has an unclosed quote") from None
        if not self.words:
            raise ZermeloError(f"{self.protocol} needs a command: {self.protocol}:PROGRAM")
        find_program(self.words[0])
        self.command, self.time, self.grace = command, time, grace
        self.spent: float | None = 0.0  # seconds that the last action took
        self._process: Process | None = None
        self._path: tuple[list[State], list[Action]] = (
            [],
            [],
        )  # the states of the last position, and the actions between them

    # --- what a protocol provides ---

    @abstractmethod
    def refusal(self, game: Game) -> str | None:
        """Why engines of this protocol cannot play the game, in one sentence; None: they can."""

    @abstractmethod
    def _settings(self) -> dict[str, Any]:
        """The options as the person typed them, without `grace`."""

    @abstractmethod
    def _greet(self, process: Process) -> None:
        """Sets up a program that was just started. Raises ZermeloError if that fails."""

    @abstractmethod
    def _renew(self) -> None:
        """Announces a new game and waits until the program is ready."""

    @abstractmethod
    def _ask(self, game: Game, state: State, past: Sequence[State], clock: Clock | None, deadline: float) -> str:
        """The program's answer as text; sets `spent`."""

    @abstractmethod
    def _read(self, game: Game, state: State, answer: str) -> Action | None:
        """The legal action that an answer names; None: it names none."""

    # --- a player ---

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """The program's action. Raises EngineFault if the program fails."""
        self.check_served(game)
        if self._process is None:
            self._start()
        limit = self._limit(game, state, clock)
        try:
            answer = self._ask(game, state, past, clock, timer.perf_counter() + limit)
            action = self._read(game, state, answer)
            if action is None:
                words = f"illegal move by {self}: {answer or 'none'} at {game.state_text(state)}"
                raise EngineFault(words, words)
        except Ended as end:
            self._drop()
            raise EngineFault(f"{self} {end}", "crash") from None
        except Silent:
            self._drop()
            raise EngineFault(f"{self} gave no move within {limit:.3g} seconds", "time") from None
        except BaseException as error:
            if type(error) is not Forfeit:  # after a fault or Ctrl-C it may still be thinking; not after resigning
                self._drop()
            raise
        return action

    def new_game(self, game: Game) -> None:
        """Announces a new game, starting the program if needed. Raises ZermeloError if it cannot be started."""
        self.check_served(game)
        self._path = ([], [])
        if self._process is not None:
            try:
                self._renew()
                return
            except (Ended, Silent):
                self._drop()
        self._start()

    def close(self) -> None:
        """Ends the program; it is started again when next needed."""
        if self._process is not None:
            self._process.close("quit", patience=1.0)
            self._process = None

    def most_games(self, game: Game, cores: int) -> int:
        return max(1, cores // self.threads)

    def another(self) -> Self:
        """A copy that starts its own program."""
        other = copy.copy(self)
        other._process, other._path = None, ([], [])
        return other

    def stop(self) -> bool:
        """Kills the program, which ends the wait for its answer."""
        process = self._process
        if process is not None:
            process.close()
        return False

    def __enter__(self) -> External:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()

    def __str__(self) -> str:
        settings = self._settings() | ({} if self.grace == self.usual_grace else {"grace": self.grace})
        return ",".join([f"{self.protocol}:{self.command}", *(f"{name}={value}" for name, value in settings.items())])

    # --- what the protocols use ---

    def _start(self) -> None:
        """Starts the program and gets it ready for a game. Raises ZermeloError."""
        self._process = process = Process(self.words)
        try:
            self._greet(process)
            self._renew()
        except (Ended, Silent) as error:
            how = str(error) if isinstance(error, Ended) else f"said nothing for {STARTING:g} seconds"
            self._drop()
            raise ZermeloError(f"{self} {how} before it was ready: is it a {self.protocol.upper()} engine?") from None
        except BaseException:
            self._drop()
            raise

    @property
    def _running(self) -> Process:
        assert self._process is not None
        return self._process

    def _drop(self) -> None:
        """Kills the program."""
        if self._process is not None:
            self._process.close()
            self._process = None

    def _limit(self, game: Game, state: State, clock: Clock | None) -> float:
        """Seconds after which the program counts as silent."""
        if clock is not None:
            return clock.left[game.to_move(state)] + LATE
        return (self.time or 0.0) + self.grace

    def _played(self, game: Game, states: Sequence[State]) -> list[Action]:
        """The actions along a path of states, reusing those found last time."""
        known, actions = self._path
        same = 0
        while same < min(len(known), len(states)) and equal(known[same], states[same]):
            same += 1
        actions = actions[: max(0, same - 1)]
        for before, after in zip(states[len(actions) :], states[len(actions) + 1 :], strict=False):
            actions.append(_between(game, before, after))
        self._path = (list(states), actions)
        return actions


def _between(game: Game, before: State, after: State) -> Action:
    """The action or outcome of chance that leads from one state to the next."""
    for action in game.moves(before):
        if equal(game.result(before, action), after):
            return action
    raise ZermeloError(f"no action leads from {game.state_text(before)} to {game.state_text(after)}")


def ready_by() -> float:
    """The deadline for a program that starts or gets ready."""
    return timer.perf_counter() + STARTING


def seconds(protocol: str, name: str, value: str) -> float:
    """Reads an option in seconds. Raises ZermeloError."""
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number <= MOST_SECONDS:
        raise ZermeloError(f"{protocol}: {name} must be a number of seconds above 0, not '{brief(value)}'")
    return number


def whole(protocol: str, name: str, value: str) -> int:
    """Reads a whole number of at least 1. Raises ZermeloError."""
    if not (value.isascii() and value.isdigit() and 0 < int(value) < 10**18):
        raise ZermeloError(f"{protocol}: {name} must be a whole number of at least 1, not '{brief(value)}'")
    return int(value)
