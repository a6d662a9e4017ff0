"""The file of something learned: a header and arrays, as files/container.py keeps them.

The header says what it is for (`game`, `parameters`, `rules`, a digest of the rules), how it was made (`method`,
`options`, `seed`, `games`), and how strong it is (`strength`); see `new_header` and zermelo.learn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.evaluate.learned.fingerprint import rules_digest
from zermelo.files.container import read_container, write_container
from zermelo.files.reading import Kind
from zermelo.game import Game, ZermeloError, brief
from zermelo.installed import np

KIND = Kind("learned", 1, "learned file", "zermelo learn")
MOST_GAMES = 1 << 62
NEEDED = {  # of every header: see new_header
    "game": str,
    "parameters": dict,
    "rules": str,
    "method": str,
    "options": dict,
    "seed": int,
    "games": int,
    "trained_on": str,
    "curve": list,
    "strength": list,
}


@dataclass(frozen=True)
class Learned:
    """What a file holds. Two are equal if their contents are."""

    digest: str  # of the content
    header: Mapping[str, Any] = field(compare=False)
    arrays: Mapping[str, Any] = field(compare=False, repr=False)
    name: str = field(default="", compare=False)  # the file's, as it was typed

    @property
    def method(self) -> str:
        """How it was learned: samuel, td or alphazero."""
        return str(self.header["method"])

    def array(self, name: str, *shape: int | None) -> Any:
        """One of the arrays; shape: what it must have, None for any length. Raises ZermeloError."""
        found = self.arrays.get(name)
        if found is None:
            raise ZermeloError(f"{self} has no {name}: it was not written by zermelo learn")
        if len(shape) != found.ndim or any(n not in (None, m) for n, m in zip(shape, found.shape, strict=True)):
            raise ZermeloError(f"{self}: {name} has the shape {found.shape}, which does not fit")
        if found.dtype.kind == "f" and not np.isfinite(found).all():
            raise ZermeloError(f"{self}: {name} has numbers that are infinite or none")
        return found

    def check_fits(self, game: Game, trained: Game | None = None) -> None:
        """Raises ZermeloError unless it was learned for this game, its parameters and its rules.

        trained: the game that stands for this one in training, where its parameters do not matter to what is learned.
        """
        learned = trained or game
        name, theirs, ours = self.header["game"], self.header["parameters"], plain_parameters(learned)
        if name != learned.name:
            raise ZermeloError(f"{self} was learned for {brief(name)}, not for {game.name}")
        if theirs != ours:
            differing = {key: value for key, value in theirs.items() if ours.get(key) != value}
            raise ZermeloError(f"{self} was learned for {_titled(name, differing or theirs)}, not for {game.title}")
        if self.header["rules"] != rules_digest(learned):
            raise ZermeloError(f"{self} was learned for other rules of {game.title}: learn it again")

    @property
    def title(self) -> str:
        """The game that it is for, with all its parameters."""
        return _titled(self.header["game"], self.header["parameters"])

    def __str__(self) -> str:
        return self.name or f"what was learned for {self.title}"


def _titled(game: str, parameters: Mapping[str, Any]) -> str:
    """A game with parameters, as a person types it."""
    words = (f"{name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in parameters.items())
    chosen = ",".join(words)
    return brief(f"{game}:{chosen}" if chosen else game, 100)


def new_header(game: Game, method: str, options: Mapping[str, Any], seed: int) -> dict[str, Any]:
    """The header of a run that begins; a method adds its own entries.

    Every header has also: `games` (how many were played), `curve` (a list of points, see zermelo.learn.curve),
    `trained_on` (a sentence), and `strength` (measured at the end: a list of {"against", "games", "score"}).
    """
    return {
        "game": game.name,
        "parameters": plain_parameters(game),
        "rules": rules_digest(game),
        "method": method,
        "options": dict(options),
        "seed": seed,
        "games": 0,
        "trained_on": "",
        "curve": [],
        "strength": [],
    }


def plain_parameters(game: Game) -> dict[str, Any]:
    """A game's parameters as JSON has them."""
    return {
        name: value if isinstance(value, bool | int | float | str) else str(value)
        for name, value in game.parameters.items()
    }


def write_learned(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Writes a file; one that is there is replaced at once, so that a kill at any moment leaves the old or the new.

    Equal contents make equal bytes. Raises ZermeloError where it cannot be written.
    """
    write_container(path, KIND, header, arrays)


def read_learned(path: Path) -> Learned:
    """What a file holds. Raises ZermeloError in one line where it cannot be read, or is damaged, or another kind."""
    found = read_container(path, KIND)
    is_right = all(isinstance(found.header.get(name), kind) for name, kind in NEEDED.items())
    if not is_right or not all(map(_is_point, found.header["curve"])) or not _is_count(found.header["games"]):
        raise ZermeloError(f"{path} does not say what it was learned for, and how")
    return Learned(found.digest, found.header, found.arrays, str(path))


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value < MOST_GAMES


def _is_point(value: Any) -> bool:
    """Is it a point of a learning curve (see zermelo.learn.curve): numbers by name, with a count of games?"""
    if not isinstance(value, dict) or not _is_count(value.get("games")):
        return False
    return all(type(number) in (int, float) and math.isfinite(number) for number in value.values())
