"""Writes a contest and its games into a record, each game when it is over, and goes on with an interrupted one."""

from __future__ import annotations

import hashlib
import json
import math
import os
import platform
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from zermelo.files.sqlite import damaged, written
from zermelo.game import Game, State, ZermeloError
from zermelo.records.archive.schema import LAYOUT
from zermelo.records.game_record import GameRecord

DIGEST = 32  # characters
COLUMNS = "number, round, moves, plies, ending, result, fault, seconds, ended, times, evaluations"


@dataclass(frozen=True)
class Contest:
    """A match or a tournament, before its games."""

    kind: str
    game: Game
    engines: tuple[str, ...]
    seed: int
    conditions: Mapping[str, Any] = field(default_factory=dict)  # by name: what JSON can hold
    versions: tuple[str, ...] = ()  # of the engines


@dataclass(frozen=True)
class Kept:
    """A game of a contest as the record holds it, to go on from there."""

    number: int  # from 1
    seats: tuple[int, ...]  # the engine in each seat, by its place
    utilities: tuple[float, ...]
    ending: str
    fault: str
    plies: int
    seconds: float


class Writing:
    """A contest that is being written."""

    def __init__(self, base: sqlite3.Connection, game: Game, contest: int, kept: list[Kept]) -> None:
        self.game, self.contest, self.kept = game, contest, kept
        self._base = base
        self._engines = [
            row[0] for row in base.execute("SELECT id FROM engines WHERE contest = ? ORDER BY place", (contest,))
        ]
        self._openings = dict(base.execute("SELECT number, id FROM openings WHERE contest = ?", (contest,)))

    def add(
        self,
        number: int,
        seats: Sequence[int],
        opening: int,
        path: Sequence[State],
        record: GameRecord,
        *,
        fault: str | None = None,
        round_: int = 1,
        seconds: float | None = None,
    ) -> None:
        """Adds a game that is over. number: from 1; path: the states of its opening; fault: in one line."""
        base, fault = self._base, record.fault if fault is None else fault
        times = json.dumps([round(one, 6) for one in record.times]) if record.times else None
        finite = [None if one is None or not math.isfinite(one) else float(one) for one in record.evaluations]
        worths = json.dumps(finite) if any(one is not None for one in finite) else None
        row = (
            *(number, round_, _written(json.dumps(record.texts(), ensure_ascii=False)), len(record.actions)),
            *(_written(record.ending), _written(record.result), _written(fault), seconds, _now(), times, worths),
        )
        start = _written(self.game.state_text(path[-1]))
        digest = digest_of(start, opening, row, seats, record.utilities)
        base.execute("BEGIN IMMEDIATE")
        try:
            if opening not in self._openings:
                self._openings[opening] = self._add_opening(opening, path)
            game = base.execute(
                f"INSERT INTO games (contest, opening, digest, {COLUMNS}) VALUES (?, ?, ?{', ?' * len(row)})",
                (self.contest, self._openings[opening], digest, *row),
            ).lastrowid
            base.executemany(
                "INSERT INTO scores VALUES (?, ?, ?, ?, ?)",
                [
                    (
                        *(game, seat, self._engines[engine], record.utilities[seat]),
                        points_at(record.utilities, seat, record.game.teams),
                    )
                    for seat, engine in enumerate(seats)
                ],
            )
            base.execute("COMMIT")
        except BaseException:
            base.execute("ROLLBACK")  # the opening too, if it was new
            self._openings = dict(base.execute("SELECT number, id FROM openings WHERE contest = ?", (self.contest,)))
            raise

    def _add_opening(self, number: int, path: Sequence[State]) -> int:
        *past, start = (_written(self.game.state_text(state)) for state in path)
        row = (self.contest, number, start, json.dumps(past, ensure_ascii=False))
        added = self._base.execute("INSERT INTO openings (contest, number, start, past) VALUES (?, ?, ?, ?)", row)
        assert added.lastrowid is not None
        return added.lastrowid

    def complete(self) -> None:
        """Says that all games of the contest are there."""
        self._base.execute("UPDATE contests SET complete = 1 WHERE id = ?", (self.contest,))


@contextmanager
def writing(path: Path, contest: Contest, resume: bool) -> Iterator[Writing]:
    """A record for this contest alone, to add games. Raises ZermeloError.

    resume: goes on with the last contest of the same engines and conditions, if there is one; else a new one begins.
    """
    with written(path, LAYOUT) as base:
        found = _find(base, contest) if resume else None
        try:
            kept = [] if found is None else _kept(path, base, found)
        except (ValueError, TypeError, OverflowError) as error:
            raise damaged(path, LAYOUT, error) from None
        yield Writing(base, contest.game, _begin(base, contest) if found is None else found, kept)


def own_version() -> str:
    """The version of this package."""
    return str(sys.modules["zermelo"].__version__)  # to import it from here would be a circle


def versions_of(engines: Sequence[Any], sources: Callable[[Any], Path | None]) -> tuple[str, ...]:
    """The versions of engines: a digest of the source for those from a user's file, else that of this package."""
    found = []
    for engine in engines:
        source = sources(engine)
        if source is not None and source.is_file():
            found.append(f"sha256:{hashlib.sha256(source.read_bytes()).hexdigest()[:DIGEST]}")
        else:
            found.append("" if source is not None else f"zermelo {own_version()}")
    return tuple(found)


def digest_of(start: str, opening: int, row: Sequence[Any], seats: Sequence[int], utilities: Sequence[float]) -> str:
    """A digest of all that says how a game went. row: its COLUMNS; what is not known does not count."""
    known = [one for one in row if one is not None]
    whole = json.dumps([start, opening, *known, list(seats), [float(one) for one in utilities]])
    return hashlib.sha256(whole.encode()).hexdigest()[:DIGEST]


def points_at(utilities: Sequence[float], seat: int, teams: Sequence[Sequence[int]]) -> float:
    """1 for more than all but the partners got, 1/2 for as much as the best of them, 0; in a game for one, 1."""
    others = (utilities[place] for team in teams if seat not in team for place in team)
    rest = max(others, default=float("-inf"))
    return 0.5 + (utilities[seat] > rest) / 2 - (utilities[seat] < rest) / 2


def _find(base: sqlite3.Connection, contest: Contest) -> int | None:
    rows = base.execute(
        "SELECT id FROM contests WHERE kind = ? AND game = ? AND seed = ? AND conditions = ? ORDER BY id DESC",
        (contest.kind, contest.game.title, contest.seed, _json(contest.conditions)),
    )
    for (one,) in rows.fetchall():
        names = base.execute("SELECT name FROM engines WHERE contest = ? ORDER BY place", (one,))
        if tuple(name for (name,) in names) == contest.engines:
            return int(one)
    return None


def _begin(base: sqlite3.Connection, contest: Contest) -> int:
    machine = {
        "system": platform.system(),
        "release": platform.release(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "zermelo": own_version(),
    }
    row = (contest.kind, contest.game.title, contest.seed, _json(contest.conditions), _json(machine), _now())
    base.execute("BEGIN IMMEDIATE")
    number = base.execute(
        "INSERT INTO contests (kind, game, seed, conditions, machine, begun) VALUES (?, ?, ?, ?, ?, ?)", row
    ).lastrowid
    versions = contest.versions or ("",) * len(contest.engines)
    base.executemany(
        "INSERT INTO engines (contest, place, name, version) VALUES (?, ?, ?, ?)",
        [(number, place, *both) for place, both in enumerate(zip(contest.engines, versions, strict=True))],
    )
    base.execute("COMMIT")
    assert number is not None
    return number


def _kept(path: Path, base: sqlite3.Connection, contest: int) -> list[Kept]:
    """The games of a contest in their order. Raises ZermeloError where one was changed."""
    seats: dict[int, list[tuple[int, float]]] = {}
    for game, place, utility in base.execute(
        "SELECT scores.game, place, utility FROM scores JOIN games ON games.id = scores.game"
        " JOIN engines ON engines.id = scores.engine WHERE games.contest = ? ORDER BY scores.game, seat",
        (contest,),
    ):
        seats.setdefault(game, []).append((place, utility))
    found = []
    columns = ", ".join(f"games.{name}" for name in COLUMNS.split(", "))
    rows = base.execute(
        f"SELECT games.id, games.digest, start, openings.number, {columns} FROM games"
        " JOIN openings ON openings.id = games.opening WHERE games.contest = ? ORDER BY games.number",
        (contest,),
    )
    for expected, (game, digest, start, opening, *row) in enumerate(rows, 1):
        places, utilities = zip(*seats.get(game, [(0, 0.0)]), strict=True)
        number, _, _, plies, ending, _, fault, seconds, *_ = row
        if number != expected or digest != digest_of(start, opening, row, places, utilities):
            raise ZermeloError(f"{path}, game {game} was changed or damaged: its digest is wrong")
        found.append(Kept(number, places, utilities, ending, fault, plies, seconds or 0.0))
    return found


def _written(text: str) -> str:
    """A text as UTF-8 can hold it."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def _json(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
