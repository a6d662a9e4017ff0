"""Threads that call one kernel together: each takes chunks of work until none is left."""

from __future__ import annotations

import threading
from collections.abc import Callable

Work = Callable[[], None]


def _locked() -> threading.Lock:
    lock = threading.Lock()
    lock.acquire()
    return lock


class Team:
    """A fixed number of threads, this one included, that do one piece of work after another together."""

    def __init__(self, threads: int) -> None:
        self._work: Work = lambda: None
        self._left = 0
        self._error: BaseException | None = None
        self._lock = threading.Lock()
        self._done, *self._begin = (_locked() for _ in range(threads))  # plain locks: the fastest to wait for
        self._open = True
        for begin in self._begin:
            threading.Thread(target=self._follow, args=(begin,), name="zermelo-learn", daemon=True).start()

    def do(self, work: Work) -> None:
        """Lets every thread do the work once; returns when all are done. Raises what one of them raised."""
        self._work, self._left, self._error = work, len(self._begin), None
        for begin in self._begin:
            begin.release()
        try:
            work()
        finally:
            if self._begin:
                self._done.acquire()
        if self._error is not None:
            raise self._error

    def _follow(self, begin: threading.Lock) -> None:
        while True:
            begin.acquire()
            if not self._open:
                return
            try:
                self._work()
            except BaseException as error:
                self._error = error
            with self._lock:
                self._left -= 1
                last = self._left == 0
            if last:
                self._done.release()

    def close(self) -> None:
        """Ends the threads."""
        self._open = False
        for begin in self._begin:
            begin.release()
        self._begin = []
