"""Builds the databases of a game, one material after the other. What was finished before an interruption is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from zermelo.files.locks import locked
from zermelo.files.writing import clear_folder
from zermelo.game import ZermeloError
from zermelo.solve.databases.folder import Folder
from zermelo.solve.databases.table import OLD_DRAFT, SUFFIX, Header, write_table
from zermelo.solve.indexing import Material
from zermelo.solve.retrograde.builder import BYTES, PACKING, counts, new_builder

MEGABYTE = 1_000_000


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
        largest = max((material.size for material in self.waiting), default=0)
        return -(-largest * (BYTES + PACKING) // MEGABYTE)


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
) -> None:
    """Builds what is planned, each file as soon as its material is computed.

    megabytes: a limit on memory, by default what is free. report(material, distance, horizon): called after each pass.
    done(material, header): called when a file is written. Raises ZermeloError where the memory does not suffice, or
    another process builds databases of the same game in the same place.
    """
    check_memory(plan, megabytes)
    if not plan.waiting:
        return
    with written_alone(plan.folder):
        _build(plan, threads, compiled, report, done)


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
    room = free_megabytes() if megabytes is None else megabytes
    if room is not None and plan.megabytes > room:
        largest = max(plan.waiting, key=lambda material: material.size)
        limit = "are free" if megabytes is None else "are allowed"
        raise ZermeloError(
            f"{largest.name} takes {plan.megabytes:,} MB of memory to build, and {room:,} MB {limit}: "
            "ask for fewer pieces"
        )


def free_megabytes() -> int | None:
    """The memory that programs can still take; None where the system does not tell."""
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) * 1024 // MEGABYTE
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // MEGABYTE
    except (OSError, ValueError, AttributeError):
        return None
