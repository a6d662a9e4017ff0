"""Databases that the workers of a cluster compute: a material is a task, once all that it leads to is there."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from zermelo.cluster.crew import Crew
from zermelo.cluster.games import compiling, game_of, kept, told_game
from zermelo.cluster.tasks import Task
from zermelo.evaluate import indexing_of
from zermelo.game import ZermeloError
from zermelo.solve.databases.folder import Folder
from zermelo.solve.databases.packing import pack
from zermelo.solve.databases.table import VALUES, Count, Header
from zermelo.solve.indexing import Material
from zermelo.solve.retrograde.builder import Builder, counts, new_builder
from zermelo.solve.retrograde.memory import check_room


def computed_by(
    crew: Crew, folder: Folder, waiting: Sequence[Material], compiled: bool | None
) -> Generator[tuple[Material, Header, Any]]:
    """The materials as they are computed, with the packed values; each must be written before the next is asked for.

    Raises ZermeloError where the game's numbering is not its own, so that workers cannot know it.
    """
    game, indexing = folder.game, folder.indexing
    if indexing_of(game) is not indexing:
        raise ZermeloError(f"the numbering of {game.title} was made here: on a cluster it must come with the game")
    told = told_game(game)
    sources, positions = told.sources, sum(material.size for material in waiting)
    by_name = {material.name: material for material in indexing.materials(indexing.most)}

    def task(name: str) -> Task:
        arguments = {"game": told.arguments, "material": name, "compiled": compiled, "positions": positions}
        known = {one: folder.table(by_name[one]).words for one in by_name[name].leads_to}
        return Task("material", arguments, known, sources)

    for name, answer in crew.map_after({one.name: one.leads_to for one in waiting}, task):
        material = by_name[name]
        header = Header(
            *(game.title, indexing.version, name, material.size),
            tuple(Count(**count) for count in answer.result["counts"]),
        )
        yield material, header, answer.arrays[VALUES]


def computed(arguments: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The task: the values of a material, and how many there are of each kind. Raises ZermeloError."""
    game = game_of(arguments["game"])
    indexing = indexing_of(game)
    if indexing is None:
        raise ZermeloError(f"there are no endgame databases of {game.title} on a machine of the cluster")
    by_name = {material.name: material for material in indexing.materials(indexing.most)}
    material = by_name[arguments["material"]]
    check_room(material, None)

    def make() -> Builder:
        with compiling(game, "endgame databases"):
            return new_builder(game, indexing, 1, arguments["compiled"], arguments["positions"])

    builder = kept("builder", [game.title, arguments["compiled"], arguments["positions"]], make)
    values = builder.values(material, {by_name[name]: words for name, words in arrays.items()})
    return {"counts": [asdict(count) for count in counts(material, values)]}, {VALUES: pack(values)}
