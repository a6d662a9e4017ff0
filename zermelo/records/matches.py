"""The file that a match keeps its games in: each is written when it is over, so that the match can be resumed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.game import Game, ZermeloError
from zermelo.records.game_record import GameRecord

# PGN's word for an ending
TERMINATIONS = {"time": "time forfeit", "crash": "abandoned", "no move": "abandoned", "too long": "adjudication"}


@dataclass(frozen=True)
class Played:
    """What a match needs to know about a game that is over."""

    seat: int  # of the first engine
    utilities: tuple[float, ...]
    fault: str = ""


@dataclass(frozen=True)
class Store:
    """A .jsonl file, one object per game, or for chess a .pgn file. Each game says which match it belongs to."""

    file: Path
    game: Game
    engines: tuple[str, str]
    seed: int

    def load(self, resume: bool) -> list[Played]:
        """The games that the file holds; none for a new match, whose file must be new too.

        Raises ZermeloError where the file holds another match.
        """
        if self.file.suffix not in (".jsonl", ".pgn"):
            raise ZermeloError(f"games are saved to a .jsonl or .pgn file, not to {self.file.name}")
        if self._is_pgn and self.game.name != "chess":
            raise ZermeloError(f"PGN is for chess: save games of {self.game.name} to a .jsonl file")
        if not self.file.exists() or self.file.stat().st_size == 0:
            self._write("", "a")  # an error is better told now than after the first game
            return []
        if not resume:
            raise ZermeloError(f"{self.file} holds games already: go on with --resume, or name another file")
        entries = self._read_pgn() if self._is_pgn else self._read_lines()
        return [self._check(number, entry) for number, entry in enumerate(entries, 1)]

    def append(self, record: GameRecord, seat: int, number: int) -> None:
        """Adds a game that was just played; number: in the match, from 1."""
        if self._is_pgn:
            from zermelo.records.pgn import pgn_of  # this imports chess

            names = self.engines if seat == 0 else self.engines[::-1]
            tags = {"Event": f"zermelo match {self.seed}", "Round": str(number), "Fault": record.fault}
            illegal = record.ending.startswith("illegal")
            termination = "rules infraction" if illegal else TERMINATIONS.get(record.ending, "normal")
            text = pgn_of(record, names, {name: value for name, value in tags.items() if value}, termination)
        else:
            entry = {
                "game": self.game.title,
                "engines": list(self.engines),
                "seed": self.seed,
                "seat": seat,
                "start": self.game.state_text(record.start),
                "moves": record.texts(),
                "utilities": list(record.utilities),
                "ending": record.ending,
                "result": record.result,
                "fault": record.fault,
            }
            text = json.dumps(entry, ensure_ascii=False)
        self._write(f"{text}\n", "a")

    @property
    def _is_pgn(self) -> bool:
        return self.file.suffix == ".pgn"

    def _read_lines(self) -> list[Any]:
        """The objects of a .jsonl file. A last line that was cut short while it was written is taken off."""
        try:
            text = self.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            raise ZermeloError(f"{self.file} cannot be read") from None
        whole = text[: text.rfind("\n") + 1]
        if len(whole) < len(text):
            self._write(whole, "w")
        entries = []
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                entries.append(json.loads(line))
            except ValueError:
                raise ZermeloError(f"{self.file}, line {number}: this is not a game of a match") from None
        return entries

    def _read_pgn(self) -> list[Any]:
        """The games of a .pgn file, each as the object that a .jsonl file would hold."""
        from zermelo.records.pgn import read_file

        entries = []
        for number, game in enumerate(read_file(self.file)):
            seat = number % 2
            names = [game.tags.get(colour, "") for colour in ("White", "Black")]
            seed = game.tags.get("Event", "").removeprefix("zermelo match ")
            entries.append(
                {
                    "game": self.game.title,
                    "engines": names if seat == 0 else names[::-1],
                    "seed": int(seed) if seed.lstrip("-").isdigit() else seed,
                    "seat": seat,
                    "utilities": game.utilities,
                    "fault": game.tags.get("Fault", ""),
                }
            )
        return entries

    def _check(self, number: int, entry: Any) -> Played:
        """A game of this match. Raises ZermeloError where it is not one."""
        place = f"{self.file}, game {number}"
        try:
            played = Played(entry["seat"], tuple(map(float, entry["utilities"])), str(entry.get("fault", "")))
        except (KeyError, TypeError, ValueError):
            raise ZermeloError(f"{place}: this is not a game of a match") from None
        for name, ours in (("game", self.game.title), ("engines", list(self.engines)), ("seed", self.seed)):
            theirs = entry.get(name)
            if theirs != ours:
                raise ZermeloError(f"{place} is of another match: its {name}: {_words(theirs)}, not {_words(ours)}")
        if len(played.utilities) != self.game.players or played.seat not in range(self.game.players):
            raise ZermeloError(f"{place}: a game for {self.game.players} players was expected")
        return played

    def _write(self, text: str, mode: str) -> None:
        try:
            with self.file.open(mode, encoding="utf-8") as out:
                out.write(text)
        except OSError as error:
            raise ZermeloError(f"{self.file} cannot be written: {error.strerror}") from None


def _words(value: Any) -> str:
    return " and ".join(map(str, value)) if isinstance(value, Sequence) and not isinstance(value, str) else str(value)
