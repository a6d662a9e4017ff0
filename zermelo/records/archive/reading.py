"""Reads a record: its contests, its games by filters, and each game to replay."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.arguments import checked
from zermelo.files.sqlite import damaged, read
from zermelo.game import Game, State, ZermeloError
from zermelo.loading import load
from zermelo.records.archive.schema import LAYOUT
from zermelo.records.game_record import GameRecord
from zermelo.records.replay import actions_along

RESULTS = {"won": 1.0, "drawn": 0.5, "lost": 0.0}
ROWS = """
SELECT games.id, games.contest, contests.kind, contests.game, games.number, games.round,
    openings.number AS opening, openings.start,
    (SELECT json_group_array(name) FROM (SELECT name FROM scores JOIN engines ON engines.id = scores.engine
        WHERE scores.game = games.id ORDER BY seat)) AS engines,
    (SELECT json_group_array(utility) FROM (SELECT utility FROM scores WHERE scores.game = games.id ORDER BY seat))
        AS utilities,
    games.plies, games.ending, games.result, games.fault, games.seconds, games.ended,
    games.moves, games.times, games.evaluations
FROM games JOIN contests ON contests.id = games.contest JOIN openings ON openings.id = games.opening
"""
LISTS = ("engines", "utilities", "moves", "times", "evaluations")


@dataclass(frozen=True)
class Filters:
    """Which games: all that meet every condition."""

    contest: int | None = None
    engine: str | None = None  # a part of the name of one who played
    against: str | None = None  # a part of the name of another one
    result: str | None = None  # of `engine`: won, drawn or lost
    ending: str | None = None  # how it ended: over, time, crash, …; "illegal" finds every illegal move
    opening: int | None = None  # its number, from 0
    faults: bool = False  # only games in which something went wrong
    least: int | None = None  # plies
    most: int | None = None  # plies
    game: int | None = None  # the game's own number in the record, its id
    limit: int | None = None  # at most so many, the first

    def where(self) -> tuple[str, list[Any]]:
        """The conditions in SQL, and their values. Raises ZermeloError."""
        parts: list[tuple[str, Any]] = []
        if self.result is not None and (self.result not in RESULTS or self.engine is None):
            raise ZermeloError("result is won, drawn or lost, by the engine that `engine` names: give both")
        played = (
            "EXISTS (SELECT 1 FROM scores JOIN engines ON engines.id = scores.engine"
            " WHERE scores.game = games.id AND instr(engines.name, ?){})"
        )
        points = "" if self.result is None else f" AND points = {RESULTS[self.result]}"
        for condition, value in (
            ("games.contest = ?", self.contest),
            ("games.id = ?", self.game),
            (played.format(points), self.engine),
            (played.format(""), self.against),
            ("instr(games.ending, ?) = 1", self.ending),
            ("openings.number = ?", self.opening),
            ("games.plies >= ?", self.least),
            ("games.plies <= ?", self.most),
        ):
            if value is not None:
                parts.append((condition, value))
        words = [condition for condition, _ in parts] + (["games.fault <> ''"] if self.faults else [])
        where = f" WHERE {' AND '.join(words)}" if words else ""
        limit = "" if self.limit is None else f" LIMIT {int(self.limit)}"
        return f"{where} ORDER BY games.id{limit}", [value for _, value in parts]


@dataclass(frozen=True)
class Record:
    """The record of matches and tournaments in a file; it is opened for each question.

    >>> import zermelo, tempfile
    >>> file = tempfile.mkdtemp() + "/games.sqlite"
    >>> match = zermelo.match(zermelo.load("nim"), ["minimax", "random"], games=4, seed=1, save=file)
    >>> record = zermelo.record(file)
    >>> [row["wins"] for row in record.contests()[0]["engines"]]
    [4, 0]
    """

    path: Path

    def contests(self) -> list[dict[str, Any]]:
        """A row for each match and tournament: what it was, and what each engine won."""
        with self._opened() as base:
            rows = [dict(row) for row in base.execute("SELECT * FROM contests ORDER BY id")]
            for row in rows:
                row["conditions"], row["machine"] = json.loads(row["conditions"]), json.loads(row["machine"])
                row["complete"] = bool(row["complete"])
                count = base.execute("SELECT count(*) FROM games WHERE contest = ?", (row["id"],))
                row["games"] = count.fetchone()[0]
                found = base.execute(
                    "SELECT engines.name, engines.version, sum(points = 1) AS wins, sum(points = 0.5) AS draws,"
                    " sum(points = 0) AS losses, avg(utility) AS utility FROM engines LEFT JOIN scores"
                    " ON scores.engine = engines.id WHERE contest = ? GROUP BY engines.id ORDER BY place",
                    (row["id"],),
                )
                row["engines"] = [
                    {
                        name: one or 0 if name in ("wins", "draws", "losses") else one
                        for name, one in dict(engine).items()
                    }
                    for engine in found
                ]
        return rows

    def games(self, **filters: Any) -> list[dict[str, Any]]:
        """A row for each game that meets all filters (see `Filters`), in the order in which they were kept."""
        return list(self.rows(_filters(filters)))

    def rows(self, filters: Filters) -> Iterator[dict[str, Any]]:
        """The same, one after another."""
        where, values = filters.where()
        with self._opened() as base:
            for row in base.execute(ROWS + where, values):
                found = dict(row)
                for name in LISTS:
                    found[name] = None if found[name] is None else json.loads(found[name])
                yield found

    def count(self, **filters: Any) -> int:
        """How many games meet all filters."""
        where, values = _filters(filters).where()
        whole = "SELECT games.id FROM games JOIN openings ON openings.id = games.opening"
        with self._opened() as base:
            return int(base.execute(f"SELECT count(*) FROM ({whole}{where})", values).fetchone()[0])

    def to_frame(self, **filters: Any) -> Any:
        """`games` as a table of pandas. Raises ZermeloError if pandas is not installed."""
        try:
            import pandas  # type: ignore[import-not-found,import-untyped,unused-ignore]
        except ModuleNotFoundError:
            raise ZermeloError("to_frame needs pandas: pip install pandas; games gives a list of rows") from None
        return pandas.DataFrame(self.games(**filters))

    def replay(self, number: int, game: Game | None = None) -> GameRecord:
        """A game as it was played, by its id in the record.

        game: its rules; by default those that its name loads. Raises ZermeloError where they do not lead through it.
        """
        rows = self.games(game=number)
        if not rows:
            raise ZermeloError(f"{self.path} has no game {number}")
        return game_of(rows[0], load(rows[0]["game"]) if game is None else game)

    @contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        with read(self.path, LAYOUT) as base:
            base.row_factory = sqlite3.Row
            try:
                yield base
            except (ValueError, TypeError, KeyError, AttributeError, OverflowError) as error:
                raise damaged(self.path, LAYOUT, error) from None


@checked
def record(path: str | Path) -> Record:
    """The record of matches and tournaments that `save=` has written to a .sqlite file. Raises ZermeloError.

    >>> import zermelo, tempfile
    >>> file = tempfile.mkdtemp() + "/games.sqlite"
    >>> match = zermelo.match(zermelo.load("nim"), ["minimax", "random"], games=4, seed=1, save=file)
    >>> zermelo.record(file).count(engine="minimax", result="won")
    4
    """
    found = Record(Path(path))
    with read(found.path, LAYOUT):
        return found


def game_of(row: dict[str, Any], game: Game) -> GameRecord:
    """The game of a row. Raises ZermeloError where its moves are not legal."""
    start = start_of(row["start"], game)
    try:
        actions, end = actions_along(game, start, row["moves"])
    except ZermeloError as error:
        raise ZermeloError(f"game {row['id']}: {error}") from None
    times, worths = tuple(row["times"] or ()), tuple(row["evaluations"] or ())
    return GameRecord(game, start, actions, end, tuple(row["utilities"]), row["ending"], row["fault"], times, worths)


def start_of(text: str, game: Game) -> State:
    """The position that is written so."""
    first = game.initial()
    return first if game.state_text(first) == text else game.read_state(text)


def _filters(given: dict[str, Any]) -> Filters:
    try:
        return Filters(**given)
    except TypeError:
        known = ", ".join(Filters.__dataclass_fields__)
        raise ZermeloError(f"games are found by {known}, not by {', '.join(given)}") from None
