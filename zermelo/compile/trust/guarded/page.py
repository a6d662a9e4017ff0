"""A page of memory that two processes see: what the one does just now, and how long it may take."""

from __future__ import annotations

import mmap
import os
import secrets
import sys
import tempfile
import time as clock
from dataclasses import dataclass
from struct import Struct
from typing import Protocol

PATIENCE = 5  # times as long may pass by the clock, on a machine that is busy with other work
LONGEST_NOTE = 4096  # bytes
HEAD = Struct("<dddd")  # the phase, the time, this process's CPU time, and how long it may take; the text follows

# What the process that answers is doing
WAITING, LOADING, WORKING = range(3)


class Note(Protocol):
    """Notes what the work does next."""

    def __call__(self, text: str, seconds: float = ...) -> None:
        """seconds: that it may take until the next note; by default those that `run_guarded` was given."""


@dataclass
class Page:
    """What one process notes for the other."""

    memory: mmap.mmap
    name: str  # by which the other process finds the page
    descriptors: tuple[int, ...] = ()  # files that it has to inherit for that
    phase: int = WAITING
    seconds: float = 0.0  # of a note that says none

    def __call__(self, text: str, seconds: float | None = None) -> None:
        limit = self.seconds if seconds is None else seconds
        written = text.encode(errors="replace")[: LONGEST_NOTE - 1]
        self.memory[HEAD.size : HEAD.size + len(written) + 1] = written + b"\0"
        self._write(clock.process_time(), limit)

    def enter(self, phase: int, seconds: float) -> None:
        """Begins a phase. seconds: how long what is noted in it may take, unless the note says otherwise."""
        self.phase, self.seconds = phase, seconds
        self("")

    def expect(self, process: int, seconds: float) -> None:
        """Gives another process, which waits or is being started, so long to enter a phase."""
        self.phase = WAITING
        self._write(_cpu_time(process), seconds)

    def _write(self, used: float, limit: float) -> None:
        # In one piece: pack_into would write zeros first, which the other process might read
        self.memory[: HEAD.size] = HEAD.pack(self.phase, clock.monotonic(), used, limit)

    @property
    def noted(self) -> str:
        """What was noted last."""
        return self.memory[HEAD.size :].partition(b"\0")[0].decode(errors="replace")

    @property
    def noted_phase(self) -> int:
        """The phase in which it was."""
        return int(HEAD.unpack_from(self.memory, 0)[0])

    def overdue(self, process: int) -> float | None:
        """The seconds within which a process should have noted something else; None: they are not over."""
        _, noted, used, limit = HEAD.unpack_from(self.memory, 0)
        is_over = clock.monotonic() - noted > PATIENCE * limit or _cpu_time(process) - used > limit
        return limit if is_over else None

    def close(self) -> None:
        """Gives the memory back."""
        self.memory.close()
        for descriptor in self.descriptors:
            os.close(descriptor)
        self.descriptors = ()


def new_page() -> Page:
    """A page for a process to be started, which inherits its `descriptors` and opens its `name`. Raises OSError."""
    size = HEAD.size + LONGEST_NOTE
    if sys.platform == "win32":
        name = f"zermelo-{secrets.token_hex(16)}"
        return Page(mmap.mmap(-1, size, tagname=name), name)
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("zermelo")
    else:
        with tempfile.TemporaryFile() as file:
            descriptor = os.dup(file.fileno())
    os.write(descriptor, bytes(size))  # so that a full disk is noticed here
    return Page(mmap.mmap(descriptor, size), str(descriptor), (descriptor,))


def open_page(name: str) -> Page:
    """The page that the process which started this one has made."""
    size = HEAD.size + LONGEST_NOTE
    if sys.platform == "win32":
        return Page(mmap.mmap(-1, size, tagname=name), name)
    memory = mmap.mmap(int(name), size)
    os.close(int(name))
    return Page(memory, name)


def _cpu_time(process: int) -> float:
    """The CPU time of a process in seconds; 0 where the system does not tell."""
    try:
        return clock.clock_gettime(~process << 3 | 2)  # the clock of another process, as Linux numbers it
    except (AttributeError, OSError):
        return 0.0
