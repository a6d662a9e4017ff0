"""The file that `zermelo solve` keeps: arrays, with a header that says for which game and which rules they are.

What is in it is the business of whoever writes it: a strategy, or how far the work on a position came. A file that was
changed, or is for another game, is refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from zermelo.evaluate.learned.file import plain_parameters
from zermelo.evaluate.learned.fingerprint import rules_digest
from zermelo.files.container import Check, Shapes, read_container, write_container
from zermelo.files.lasting import check_lasting
from zermelo.files.npz import is_npz, read_npz
from zermelo.files.reading import GIGABYTE, Kind
from zermelo.game import Game, ZermeloError, brief
from zermelo.installed import np

KIND = Kind("solution", 2, "solution", "zermelo solve", "solve the game again", most=64 * GIGABYTE)
OLD_FORMAT = 1  # the one before, in NumPy's .npz


def write_solution_file(path: Path, game: Game, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Writes arrays with a header that says which game they belong to; a file that is there is replaced at once.

    Raises ZermeloError where it cannot be written, or would mean nothing to another process.
    """
    check_lasting(game)
    about = {"game": game.name, "parameters": plain_parameters(game), "rules": rules_digest(game)}
    write_container(path, KIND, {**header, **about}, arrays)


def read_solution_file(path: Path, game: Game, check: Check | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays that `write_solution_file` wrote for this game.

    check(header, shapes): called before the arrays are read, to raise ZermeloError where they are not what is expected.
    Raises ZermeloError where the file cannot be read, was changed, or is for another game.
    """

    def fits(header: Mapping[str, Any], shapes: Shapes) -> None:
        theirs = header.get("game"), header.get("parameters")
        if theirs != (game.name, plain_parameters(game)):
            raise ZermeloError(f"{path} is for {brief(theirs[0])} {brief(theirs[1])}, not for {game.title}")
        if header.get("rules", rules_digest(game)) != rules_digest(game):
            raise ZermeloError(f"{path} is for other rules of {game.title}: solve it again")
        if check:
            check(header, shapes)

    if is_npz(path):
        header, arrays = _load_old(path)
        fits(header, {name: (array.dtype.str, array.shape) for name, array in arrays.items()})
        return header, arrays
    found = read_container(path, KIND, fits)
    return found.header, found.arrays


def _load_old(path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """What an earlier version saved: its digest is over the arrays alone."""
    arrays = read_npz(path, KIND)
    try:
        header = json.loads(arrays.pop("header").tobytes())
        version, digest = header["format"], header["digest"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise KIND.foreign(path) from None
    if version != OLD_FORMAT:
        raise ZermeloError(f"{path} has format {brief(version)}, which cannot be read: solve the game again")
    if digest != digest_of_old(arrays):
        raise KIND.damaged(path, "its digest is wrong")
    return header, arrays


def digest_of_old(arrays: dict[str, Any]) -> str:
    """The digest of the arrays in a file of the old format."""
    digest = hashlib.sha256()
    for name in sorted(arrays):
        array = np.ascontiguousarray(arrays[name])
        digest.update(f"{name} {array.dtype.str} {array.shape}".encode())
        digest.update(array.tobytes())
    return digest.hexdigest()
