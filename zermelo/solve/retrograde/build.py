"""Builds the databases of a game, one material after the other. What was finished before an interruption is kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from zermelo.cluster.address import crew_at
from zermelo.cluster.crew import Crew
from zermelo.files.locks import locked
from zermelo.files.writing import clear_folder
from zermelo.game import ZermeloError
from zermelo.solve.databases.folder import Folder
from zermelo.solve.databases.table import OLD_DRAFT, SUFFIX, Header, write_packed, write_table
from zermelo.solve.indexing import Material
from zermelo.solve.retrograde.builder import counts, new_builder
from zermelo.solve.retrograde.distant import computed_by
from zermelo.solve.retrograde.memory import check_room, megabytes_of


@dataclass(frozen=True)
class Plan:
    """What is to be built, and the memory that takes."""

    folder: Folder
    materials: tuple[Material, ...]  # all that are wanted, each after those it leads to
    waiting: tuple[Material, ...]  # those without a file

    @property
    def positions(self) -> int:
        """Numbers of all positions to compute."""
        return sum(material.size for material in self.waiting)

    @property
    def megabytes(self) -> int:
        """The most memory that it takes at one time, beside what any program takes: that of the largest material."""
        return megabytes_of(max((material.size for material in self.waiting), default=0))


def plan_build(folder: Folder, materials: Sequence[Material]) -> Plan:
    """What has to be built of these materials.

    A file that is there is kept if it is whole. Raises ZermeloError where it is not.
    """
    waiting = []
    for material in materials:
        if folder.file(material).is_file():
            folder.table(material)
        else:
            waiting.append(material)
    return Plan(folder, tuple(materials), tuple(waiting))


def build(
    plan: Plan,
    threads: int = 1,
    megabytes: int | None = None,
    compiled: bool | None = None,
    report: Callable[[Material, int, int], None] | None = None,
    done: Callable[[Material, Header], None] | None = None,
    cluster: str | Crew | None = None,
) -> None:
    """Builds what is planned, each file as soon as its material is computed.

    megabytes: a limit on memory, by default what is free. report(material, distance, horizon): called after each pass.
    done(material, header): called when a file is written. cluster: "local:4" or the address of a Ray cluster, whose
    workers compute a material each, with one thread; report is not called then, and the files are the same. Raises
    ZermeloError where the memory does not suffice, or another process builds databases of the same game in the same
    place.
    """
    if cluster is None or megabytes is not None:
        check_memory(plan, megabytes)  # without a limit, each worker asks its machine
    if not plan.waiting:
        return
    with written_alone(plan.folder), crew_at(cluster) as crew:
        if crew is None:
            _build(plan, threads, compiled, report, done)
            return
        with closing(computed_by(crew, plan.folder, plan.waiting, compiled)) as found:
            for material, header, words in found:
                write_packed(plan.folder.file(material), header, words)
                if done:
                    done(material, header)


def _build(
    plan: Plan,
    threads: int,
    compiled: bool | None,
    report: Callable[[Material, int, int], None] | None,
    done: Callable[[Material, Header], None] | None,
) -> None:
    folder = plan.folder
    builder = new_builder(folder.game, folder.indexing, threads, compiled, plan.positions)
    by_name = {material.name: material for material in folder.indexing.materials(folder.indexing.most)}
    for material in plan.waiting:
        known = {by_name[name]: folder.table(by_name[name]).words for name in material.leads_to}

        def tell(distance: int, horizon: int, material: Material = material) -> None:
            if report:
                report(material, distance, horizon)

        values = builder.values(material, known, tell)
        header = Header(
            folder.game.title, folder.indexing.version, material.name, material.size, counts(material, values)
        )
        write_table(folder.file(material), header, values)
        if done:
            done(material, header)


@contextmanager
def written_alone(folder: Folder) -> Iterator[None]:
    """Keeps other builders away from a folder, and clears up what killed ones left in it. Raises ZermeloError."""
    try:
        folder.path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ZermeloError(f"{folder.path} cannot be made: {error.strerror}") from None
    with locked(folder.path):
        clear_folder(folder.path, SUFFIX + OLD_DRAFT)
        yield


def check_memory(plan: Plan, megabytes: int | None) -> None:
    """Raises ZermeloError if a build takes more memory than it may, or than there is."""
    if plan.waiting:
        check_room(max(plan.waiting, key=lambda material: material.size), megabytes)
