"""The memory that a build takes, and that there is."""

from __future__ import annotations

import os
from pathlib import Path

from zermelo.game import ZermeloError
from zermelo.solve.indexing import Material

MEGABYTE = 1_000_000
BYTES = 3  # per position while a material is computed, its values and marks
PACKING = 2  # at most, and more, while its file is written


def megabytes_of(positions: int) -> int:
    """The memory that a material of so many positions takes, beside what any program takes."""
    return -(-positions * (BYTES + PACKING) // MEGABYTE)


def check_room(material: Material, megabytes: int | None) -> None:
    """Raises ZermeloError if a material takes more memory than it may, or than there is.

    megabytes: a limit, by default what is free.
    """
    room, taken = free_megabytes() if megabytes is None else megabytes, megabytes_of(material.size)
    if room is not None and taken > room:
        limit = "are free" if megabytes is None else "are allowed"
        raise ZermeloError(
            f"{material.name} takes {taken:,} MB of memory to build, and {room:,} MB {limit}: ask for fewer pieces"
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
