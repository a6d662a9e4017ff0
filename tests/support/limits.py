"""Limits that a test puts on itself: memory beyond what it has, and the processor's time for one piece of work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager

GIGABYTE = 1 << 30
SECONDS = 10.0


@contextmanager
def little_memory(most: int = GIGABYTE) -> Iterator[None]:
    """No more than so much memory beyond what the process has now, where the system can say what that is."""
    try:
        import resource

        with open("/proc/self/statm") as file:
            now = int(file.read().split()[0]) * resource.getpagesize()
    except (ImportError, OSError):
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (now + most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


@contextmanager
def little_time(what: str, most: float = SECONDS) -> Iterator[None]:
    """Fails where work takes longer than this on a processor of its own: others may use the machine too."""
    begin = time.process_time()
    yield
    spent = time.process_time() - begin
    assert spent < most, f"{what} took {spent:.1f} s"
