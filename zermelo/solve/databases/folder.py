"""The databases of a game: a folder with a file per material."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from zermelo.evaluate import indexing_of
from zermelo.game import Game, ZermeloError
from zermelo.solve.databases.place import databases_folder
from zermelo.solve.databases.table import SUFFIX, Header, Table, open_table
from zermelo.solve.indexing import Indexing, Material

LONGEST_NAME = 100  # characters of a folder


class Folder:
    """The files of one game. Each is opened, and its digest compared, when it is first needed."""

    def __init__(self, game: Game, indexing: Indexing, path: Path) -> None:
        self.game, self.indexing, self.path = game, indexing, path
        self._tables: dict[str, Table] = {}

    def file(self, material: Material) -> Path:
        """Where the file of a material is, or will be."""
        return self.path / f"{material.name}{SUFFIX}"

    def built(self) -> list[Material]:
        """The materials that have a file, in the order in which they are built."""
        names = {path.name for path in self.path.iterdir()} if self.path.is_dir() else set()
        return [each for each in self.indexing.materials(self.indexing.most) if self.file(each).name in names]

    def header(self, material: Material) -> Header:
        """What the file of a material says about itself. Raises ZermeloError where it is damaged or another's."""
        return self.table(material).header

    def table(self, material: Material) -> Table:
        """The values of a material. Raises ZermeloError where its file is missing, damaged or another's."""
        if material.name not in self._tables:
            table = open_table(self.file(material))
            self._check(material, table.header)
            self._tables[material.name] = table
        return self._tables[material.name]

    def _check(self, material: Material, header: Header) -> None:
        if (header.game, header.material, header.size) != (self.game.title, material.name, material.size):
            raise ZermeloError(
                f"{self.file(material)} holds {header.material} of {header.game}, not {material.name} of "
                f"{self.game.title}: delete it and build it again"
            )
        if header.version != self.indexing.version:
            raise ZermeloError(f"{self.file(material)} is of another version: delete it and build it again")


def open_folder(game: Game, path: Path | None = None, indexing: Indexing | None = None) -> Folder:
    """The databases of a game, in a folder of its own inside `path`, by default the user's. It need not exist.

    Raises ZermeloError if the game has no indexing.
    """
    indexing = indexing or indexing_of(game)
    if indexing is None:
        raise ZermeloError(f"there are no endgame databases of {game.title}: its positions are not numbered")
    return Folder(game, indexing, folder_path(game, path))


def folder_path(game: Game, path: Path | None = None) -> Path:
    """The folder of a game's databases inside `path`, by default the user's."""
    return (path or databases_folder()) / re.sub(r"[^\w=,.-]", "_", game.title)[:LONGEST_NAME]


def named_materials(indexing: Indexing, names: Sequence[str], pieces: int | None) -> list[Material]:
    """The materials of these names and all they lead to, else all with at most so many pieces. Raises ZermeloError."""
    if pieces is not None and pieces > indexing.most:
        raise ZermeloError(f"databases have at most {indexing.most} pieces, not {pieces}")
    if not names:
        return list(indexing.materials(pieces or indexing.usual))
    known = {material.name.upper(): material for material in indexing.materials(indexing.most)}
    wanted: set[str] = set()
    waiting = [name.upper() for name in names]
    while waiting:
        name = waiting.pop()
        if name not in known:
            shown = ", ".join(list(known)[:8])
            raise ZermeloError(f"there is no material '{name}'; there are {shown}, …")
        if name not in wanted:
            wanted.add(name)
            waiting += [other.upper() for other in known[name].leads_to]
    return [material for name, material in known.items() if name in wanted]
