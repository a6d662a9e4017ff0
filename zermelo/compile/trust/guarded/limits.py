"""What holds a process in: a limit on its memory, and its end when the process that started it ends.

Only Linux has both. Elsewhere memory has no limit that can be relied on; a process whose parent ended ends as soon as
Python code of its own runs again, which code in C may put off.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

F_SETSIG = 10  # of fcntl(2)


@contextlib.contextmanager
def limited_memory(megabytes: int) -> Iterator[None]:
    """Limits the address space of this process to what it has and so much more; only Linux can."""
    pages = _pages(0)
    if pages is None or sys.platform == "win32":
        yield
        return
    import resource

    usual, most = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + (megabytes << 20)
    if most == resource.RLIM_INFINITY or wanted < most:
        resource.setrlimit(resource.RLIMIT_AS, (wanted, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (usual, most))


def resident_megabytes() -> int:
    """The memory that this process takes; 0 where the system does not tell."""
    pages = _pages(1)
    return 0 if pages is None else pages * os.sysconf("SC_PAGE_SIZE") >> 20


def _pages(place: int) -> int | None:
    """The pages of this process's address space (0), or those in memory (1); None where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[place])
    except (OSError, ValueError, IndexError):
        return None


@contextlib.contextmanager
def ended_with(pipe: int) -> Iterator[None]:
    """Has the system kill this process when the other end of a pipe, on which nothing is sent, is closed.

    Only Linux can. Whoever reads the pipe notices it elsewhere, but not while code in C keeps Python from running.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    import fcntl

    usual = fcntl.fcntl(pipe, fcntl.F_GETFL)
    with contextlib.suppress(OSError):
        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, F_SETSIG, signal.SIGKILL)
        fcntl.fcntl(pipe, fcntl.F_SETFL, usual | os.O_ASYNC)
    try:
        yield
    finally:
        fcntl.fcntl(pipe, fcntl.F_SETFL, usual)
