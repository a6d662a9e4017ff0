"""Threads that wait for the next search: to start one takes as long as a small search."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

MOST_KEPT = 4  # threads without work

Work = Callable[[], None]


class _Thread:
    """A thread that does one piece of work after another."""

    def __init__(self) -> None:
        self._work: Work | None = None
        self._given = threading.Lock()
        self._given.acquire()
        threading.Thread(target=self._run, name="zermelo-search", daemon=True).start()

    def give(self, work: Work) -> None:
        """Lets the thread, which has no work, do this."""
        self._work = work
        self._given.release()

    def _run(self) -> None:
        while True:
            self._given.acquire()
            work, self._work = self._work, None
            if work is not None:
                work()
            del work  # what it holds must not live until the next search
            if len(_idle) >= MOST_KEPT:
                return
            _idle.append(self)


_idle: list[_Thread] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # a forked process does not have these threads


def run_apart(work: Work) -> None:
    """Does the work, which must not raise, in another thread; returns at once."""
    try:
        thread = _idle.pop()
    except IndexError:
        thread = _Thread()
    thread.give(work)
