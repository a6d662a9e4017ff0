"""SQLite files: opened with their version checked and brought up to date, by one writer at a time, and safe from kills.

Each commit is whole with the system when it returns, so a process that is killed loses only what it had not committed;
after a power failure the last ones may be missing, and the file is whole nevertheless.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from zermelo.files.locks import locked
from zermelo.game import ZermeloError, brief

MAGIC = b"SQLite format 3\x00"
LONGEST_ERROR = 200  # characters
PATIENCE = 30.0  # seconds that a reader waits for a writer's commit


@dataclass(frozen=True)
class Layout:
    """A kind of SQLite file: what marks it, and the scripts that make each version of the one before."""

    application: int  # the number in the file's header that says whose it is
    scripts: Sequence[str]  # the first makes version 1 of an empty file
    noun: str  # what such a file is called

    @property
    def version(self) -> int:
        return len(self.scripts)


@contextmanager
def written(path: Path, layout: Layout) -> Iterator[sqlite3.Connection]:
    """A file to write, which is made if it is missing and migrated if it is older; nobody else writes it meanwhile.

    Raises ZermeloError where it is something else, damaged, newer, or in use by another writer.
    """
    with locked(path), _told(path, layout), closing(sqlite3.connect(path, PATIENCE, isolation_level=None)) as base:
        if path.stat().st_size:
            _check(path, layout, base)
            found = base.execute("PRAGMA quick_check(1)").fetchone()[0]
            if found != "ok":
                raise sqlite3.DatabaseError(found)
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        base.execute("PRAGMA foreign_keys = ON")
        found = base.execute("PRAGMA user_version").fetchone()[0]
        if found < layout.version:  # at once, so that readers see the old version or the new one
            scripts = "".join(layout.scripts[found:])
            marks = f"PRAGMA application_id = {layout.application}; PRAGMA user_version = {layout.version};"
            base.executescript(f"BEGIN IMMEDIATE; {scripts} {marks} COMMIT;")
        yield base


@contextmanager
def read(path: Path, layout: Layout) -> Iterator[sqlite3.Connection]:
    """A file to read, also while it is written; one of an older version is migrated first. Raises ZermeloError."""
    if not path.is_file():
        raise ZermeloError(f"there is no file {path}")
    with _told(path, layout):
        with closing(sqlite3.connect(path, PATIENCE, isolation_level=None)) as base:
            _check(path, layout, base)
            version = base.execute("PRAGMA user_version").fetchone()[0]
        if not version:
            raise ZermeloError(f"{path} is empty: nothing has been recorded yet")
        is_old = version < layout.version
        if is_old:
            with written(path, layout):
                pass
        with closing(sqlite3.connect(path, PATIENCE, isolation_level=None)) as base:
            base.execute("PRAGMA query_only = ON")
            yield base


def is_sqlite(path: Path) -> bool:
    """Does a file hold a database, or would one of this name? By its first bytes, or its ending."""
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC))
    except OSError:
        start = b""
    return start == MAGIC if start else path.suffix.lower() in (".sqlite", ".sqlite3", ".db")


def _check(path: Path, layout: Layout, base: sqlite3.Connection) -> None:
    base.execute("BEGIN")  # one snapshot: a writer may make the file between two questions
    application = base.execute("PRAGMA application_id").fetchone()[0]
    version = base.execute("PRAGMA user_version").fetchone()[0]
    tables = base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    base.execute("COMMIT")
    if application != layout.application:
        if not version and not tables:
            return  # empty: a writer was killed before it made anything
        raise ZermeloError(f"{path} is a database of something else, not {layout.noun}")
    if version > layout.version:
        raise ZermeloError(
            f"{path} has version {version} of {layout.noun}; this Zermelo reads up to {layout.version}: update it"
        )


@contextmanager
def _told(path: Path, layout: Layout) -> Iterator[None]:
    """SQLite's errors in one line."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise ZermeloError(f"{path}: {_brief(error)}") from None
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own words may quote what is damaged
        raise damaged(path, layout, error) from None


def damaged(path: Path, layout: Layout, error: Exception) -> ZermeloError:
    """What to raise at a file that cannot be read."""
    return ZermeloError(f"{path} is not {layout.noun}, or is damaged: {_brief(error)}")


def _brief(error: Exception) -> str:
    return brief(" ".join(str(error).split()), LONGEST_ERROR)
