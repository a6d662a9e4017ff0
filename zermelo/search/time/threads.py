"""Threads that wait for the next search, since starting one takes as long as a small search; and several at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

MOST_KEPT = 4  # idle threads


def available_cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Thread:
    """A thread that runs one function after another."""

    def __init__(self) -> None:
        self._function: Callable[[], None] | None = None
        self._given = threading.Lock()
        self._given.acquire()
        threading.Thread(target=self._run, name="zermelo-search", daemon=True).start()

    def give(self, function: Callable[[], None]) -> None:
        """Lets the thread, which is idle, run this."""
        self._function = function
        self._given.release()

    def _run(self) -> None:
        while True:
            self._given.acquire()
            function, self._function = self._function, None
            if function is not None:
                function()
            del function  # what it holds must not live until the next search
            if len(_idle) >= MOST_KEPT:
                return
            _idle.append(self)


_idle: list[_Thread] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # a forked process does not have these threads


def run_apart(function: Callable[[], None]) -> None:
    """Runs the function, which must not raise, in another thread; returns at once."""
    try:
        thread = _idle.pop()
    except IndexError:
        thread = _Thread()
    thread.give(function)


def run_together(work: Callable[[int], None], workers: int) -> None:
    """Runs work(0), work(1), …, each in a thread, the first in this one; raises what any of them raised."""
    failures: list[BaseException] = []

    def guarded(i: int) -> None:
        try:
            work(i)
        except BaseException as error:
            failures.append(error)

    others = [threading.Thread(target=guarded, args=(i,), name=f"zermelo-search-{i}") for i in range(1, workers)]
    for other in others:
        other.start()
    guarded(0)
    for other in others:
        other.join()
    if failures:
        raise failures[0]
