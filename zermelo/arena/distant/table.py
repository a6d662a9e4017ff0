"""A contest whose games are played by the workers of a cluster."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol

from zermelo.cluster.crew import Crew
from zermelo.cluster.games import moves_of, told_game, told_path
from zermelo.cluster.tasks import Task
from zermelo.cluster.travel import Sources, sent_name
from zermelo.game import Game, State, ZermeloError, brief
from zermelo.players.engines import engine, player_of
from zermelo.players.own import FILE, is_file
from zermelo.players.player import Player
from zermelo.records.game_record import GameRecord
from zermelo.search.base import Algorithm
from zermelo.search.time.clock import Clock


class Seated(Protocol):
    """A game before it is played: see `zermelo.arena.match.Pairing`."""

    @property
    def seats(self) -> tuple[int, ...]: ...

    @property
    def path(self) -> tuple[State, ...]: ...

    @property
    def seeds(self) -> tuple[int, ...]: ...

    @property
    def luck(self) -> int: ...


class DistantTable:
    """Where games of a contest are played. Its methods may be called in several threads."""

    def __init__(
        self,
        crew: Crew,
        game: Game,
        engines: Sequence[Any],
        clock: Clock | None = None,
        longest: int | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        """engines: texts or searches. names: of the engines, whose faults then lose the game and are told by it.

        Raises ZermeloError where the game or an engine has no text that means the same on another machine.
        """
        self.crew, self.game = crew, game
        self._stopped = threading.Event()
        texts = [engine_text(one) for one in engines]
        files = [Path(read["file"]) for text in texts if is_file(text) and (read := FILE.fullmatch(text.strip()))]
        self._engines = [
            {"text": _sent(text), "name": name} for text, name in zip(texts, names or [""] * len(texts), strict=True)
        ]
        told, own = told_game(game)
        for text in texts:
            player_of(text).close()  # runs its file, so that what that imports is known
        self._sources = Sources.of_files([*own, *dict.fromkeys(files)])
        self._common = {
            "game": told,
            "clock": None if clock is None else asdict(clock),
            "longest": longest,
            "guarded": names is not None,
        }

    def play(self, pairing: Seated, engines: Sequence[int] | None = None) -> tuple[GameRecord, float]:
        """A game, and how many seconds it took there. engines: who plays, by number; None: all.

        Raises InterruptedError once `stop` was called.
        """
        chosen = self._engines if engines is None else [self._engines[number] for number in engines]
        arguments = {
            **self._common,
            "engines": chosen,
            "seats": list(pairing.seats),
            "seeds": list(pairing.seeds),
            "luck": pairing.luck,
            "start": told_path(self.game, pairing.path),
        }
        found = self.crew.do(Task("game", arguments, {}, self._sources), self._stopped).result
        return self._record(pairing.path[-1], found), float(found["seconds"])

    def _record(self, start: State, found: dict[str, Any]) -> GameRecord:
        actions, end = moves_of(self.game, start, found["moves"])
        return GameRecord(
            *(self.game, start, tuple(actions), end, tuple(found["utilities"]), found["ending"], found["fault"]),
            *(tuple(found["times"]), tuple(found["evaluations"])),
        )

    def stop(self) -> None:
        """Ends all games."""
        self._stopped.set()


class DistantLane:
    """A lane of a match: one game at a time."""

    def __init__(self, table: DistantTable) -> None:
        self.table = table

    def play(self, pairing: Seated) -> GameRecord:
        """Plays one game. Raises InterruptedError if another thread has stopped it."""
        return self.table.play(pairing)[0]

    def stop(self) -> None:
        """Ends the game that is being played in another thread."""
        self.table.stop()


def engine_text(given: Any) -> str:
    """The text of an engine, which means the same on another machine. Raises ZermeloError where it has none."""
    if isinstance(given, str):
        return given.strip()
    algorithm = given if isinstance(given, Algorithm) else getattr(given, "algorithm", None)
    if isinstance(algorithm, Algorithm):
        text = str(algorithm)
        try:
            if engine(text) == algorithm:
                return text
        except ZermeloError:
            pass
    name = str(given) if isinstance(given, Player | Algorithm) else getattr(given, "__name__", repr(given))
    raise ZermeloError(f"on a cluster an engine is given by its text, such as mybot.py:flat; {brief(name)} is not")


def _sent(text: str) -> str:
    """An engine's text with its file as tasks name it."""
    read = FILE.fullmatch(text.strip()) if is_file(text) else None
    return text if read is None else sent_name(read["file"]) + text.strip()[len(read["file"]) :]
