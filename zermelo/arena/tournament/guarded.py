"""Players from users' files whose mistakes cost them the game: an error, an action that is not legal, lost time."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from zermelo.game import Action, Game, State, brief
from zermelo.players.forfeit import EngineFault, Forfeit
from zermelo.players.player import FunctionPlayer, Player, SearchPlayer
from zermelo.search.time.clock import Clock
from zermelo.user_files import told

GRACE = 0.1  # seconds over its time that a player is waited for
AGAIN = 0.05  # seconds between two looks whether the tournament goes on
OURS = "zermelo."


class _Overdue(BaseException):
    """Raised inside a player whose time is over."""


class Guarded(Player):
    """A player whose faults become `EngineFault`s, which lose the game and are told.

    With a clock, each choice is made in a thread, and one that takes longer than its player has left is ended there.
    That ends loops in Python; a call of a library that does not return is left to itself.
    """

    def __init__(self, inside: Player, is_timed: bool, name: str = "") -> None:
        """is_timed: is there a clock? Then it plays one game at a time, since other games would use up its time."""
        self.inside, self.is_timed, self.name = inside, is_timed, name or str(inside)
        self._fault: EngineFault | None = None
        self._is_stopped = False

    def choose(self, game: Game, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        if self._fault is not None:
            raise self._fault
        if clock is None:
            action = self._asked(game, state, past, clock)
        else:
            action = self._asked_in_time(game, state, past, clock)
        if not _is_legal(game, state, action):
            words = f"illegal move by {self}: {brief(repr(action))} at {brief(game.state_text(state))}"
            raise EngineFault(words, words)
        return action

    def _asked(self, game: Game, state: State, past: Sequence[State], clock: Clock | None) -> Action:
        try:
            action = self.inside.choose(game, state, past, clock)
            self.worth, self.spent = self.inside.worth, self.inside.spent
            return action
        except Forfeit:
            raise
        except (Exception, SystemExit) as error:
            raise self._crash(error) from None

    def _asked_in_time(self, game: Game, state: State, past: Sequence[State], clock: Clock) -> Action:
        found: list[Any] = []

        def ask() -> None:
            try:
                found.append(self._asked(game, state, past, clock))
            except _Overdue:
                return
            except BaseException as error:
                found.append(error)

        thread = threading.Thread(target=ask, name="zermelo-player", daemon=True)
        thread.start()
        left = clock.left[game.to_move(state)] + GRACE
        while thread.is_alive() and left > 0 and not self._is_stopped:
            thread.join(min(AGAIN, left))
            left -= AGAIN
        if found:
            if isinstance(found[0], BaseException):
                raise found[0]
            return found[0]
        _end(thread)
        if self._is_stopped:
            raise InterruptedError
        raise EngineFault(f"{self} ran out of time", "time")

    def _crash(self, error: BaseException) -> EngineFault:
        return EngineFault(f"{self} crashed: {told(error, _file_of(self.inside))}", "crash")

    def refusal(self, game: Game) -> str | None:
        return self.inside.refusal(game)

    def new_game(self, game: Game) -> None:
        self._fault, self._is_stopped = None, False
        try:
            self.inside.new_game(game)
        except (Exception, SystemExit) as error:
            self._fault = self._crash(error)

    def close(self) -> None:
        self.inside.close()

    def seeded(self, seed: int) -> Guarded:
        return Guarded(self.inside.seeded(seed), self.is_timed, self.name)

    def most_games(self, game: Game, cores: int) -> int:
        return 1 if self.is_timed else self.inside.most_games(game, cores)

    def another(self) -> Guarded:
        return Guarded(self.inside.another(), self.is_timed, self.name)

    def stop(self) -> bool:
        self._is_stopped = True
        return self.inside.stop()


def guarded(player: Player, is_timed: bool) -> Player:
    """The player, guarded if it is not one of this package's own."""
    ours = isinstance(player, SearchPlayer) and type(player.algorithm).__module__.startswith(OURS)
    ours = ours or (type(player).__module__.startswith(OURS) and not isinstance(player, FunctionPlayer | SearchPlayer))
    return player if ours else Guarded(player, is_timed)


def _is_legal(game: Game, state: State, action: Any) -> bool:
    try:
        return bool(action in game.legal(state))
    except Exception:  # what was returned cannot even be compared
        return False


def _file_of(player: Player) -> Path:
    """The file that a player comes from, as its errors name it."""
    thing: Any = player
    if isinstance(player, FunctionPlayer):
        thing = player.function
    elif isinstance(player, SearchPlayer):
        thing = type(player.algorithm)
    else:
        thing = type(player)
    code = getattr(thing, "__code__", None)
    return Path(code.co_filename if code else getattr(thing, "__module__", ""))


def _end(thread: threading.Thread) -> None:
    """Makes a thread raise at its next step in Python."""
    if thread.ident is not None and thread.is_alive():
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(_Overdue))
