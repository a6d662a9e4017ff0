"""When a search must stop: a deadline that can change during the search, as on a ponder hit.

A kernel cannot read the clock. It compares its node count with memory[LIMIT] at every node; `Deadline.run` sets that
limit to 0 when the time is up, when the result is good enough, or on Ctrl-C.
"""

from __future__ import annotations

import contextlib
import ctypes
import itertools
import math
import sys
import threading
import time as clock
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError
from zermelo.search.time.budget import stop
from zermelo.search.time.threads import run_apart

OFTEN = 0.02  # seconds between two checks of the work, and between two attempts to stop it
PATIENCE = 10.0  # seconds in which a search that was stopped must end: longer than any playout
CALLS = 256  # of functions between two looks at the clock, where no thread can watch it
IMPATIENCE = 1.0  # the same after Ctrl-C
NEVER = "the search cannot be stopped: a function of the game does not return (see zermelo check)"


class _NeverReturns(BaseException):
    """Ends interpreted rules that do not return."""


@dataclass
class Deadline:
    """Seconds from now, soft (start no new depth) and hard (stop at once); None: no limit.

    Another thread may call `stop`, or `begin` again with other seconds.
    """

    soft: float | None = None
    hard: float | None = None
    _start: float = field(default_factory=clock.perf_counter)
    _stopped: bool = False
    _granted: float = 0.0  # seconds that something else took
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def begin(self, soft: float | None, hard: float | None) -> None:
        """Restarts the count now, with these limits."""
        with self._changed:
            self.soft, self.hard, self._start, self._granted = soft, hard, clock.perf_counter(), 0.0
            self._changed.notify_all()

    def shorten(self, seconds: float | None) -> None:
        """Lowers the hard limit to these seconds, besides those that were granted; None changes nothing."""
        if seconds is not None:
            with self._changed:
                self.hard = min(seconds + self._granted, math.inf if self.hard is None else self.hard)
                self._changed.notify_all()

    def end_at_soft(self) -> None:
        """Lowers the hard limit to the soft one, if there is one."""
        with self._changed:
            if self.soft is not None:
                self.hard = min(self.soft, math.inf if self.hard is None else self.hard)
                self._changed.notify_all()

    def grant(self, seconds: float) -> None:
        """Moves the limits back by the time that something else took, such as compiling."""
        with self._changed:
            self.soft = None if self.soft is None else self.soft + seconds
            self.hard = None if self.hard is None else self.hard + seconds
            self._granted += seconds
            self._changed.notify_all()

    def stop(self) -> None:
        """Ends the search with what it has found."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    @property
    def elapsed(self) -> float:
        """Seconds since the start."""
        return clock.perf_counter() - self._start

    @property
    def left(self) -> float | None:
        """Seconds left, at least 0; None: no limit."""
        if self._stopped:
            return 0.0
        return None if self.hard is None else max(self.hard - self.elapsed, 0.0)

    @property
    def is_over(self) -> bool:
        """Is the time up, or was the search stopped?"""
        return self.left == 0.0

    def is_soft_over(self, patience: float = 1.0) -> bool:
        """Is it too late to start another depth? patience: a factor above 1 if the choice is in doubt."""
        return self.is_over or (self.soft is not None and self.elapsed >= self.soft * patience)

    def run(
        self,
        work: Callable[[], None],
        memories: Sequence[Any],
        compiled: bool,
        is_enough: Callable[[float], bool] | None = None,
        until: float | None = None,
    ) -> None:
        """Runs `work`, and stops the kernels on these memories at the deadline or on Ctrl-C.

        is_enough(left): polled while compiled work runs, with the seconds left; True stops it.
        until: stops the kernels at this elapsed time even if the deadline is later.
        Compiled work releases the GIL and receives no signals, so it runs in its own thread while this one waits;
        interpreted work runs here, and a thread watches the clock. Raises what the work raised, but a ValueError, by
        which kernels report a game that violates the contract, as ZermeloError, and ZermeloError where a function of
        the game does not return.
        """
        failures: list[BaseException] = []
        done = threading.Event()

        def guarded() -> None:
            try:
                work()
            except BaseException as error:
                failures.append(error)
            finally:
                done.set()
                with self._changed:
                    self._changed.notify_all()

        def wait() -> None:
            with self._changed:
                while not done.is_set() and (left := self._left_until(until)) != 0.0:
                    if is_enough is None or not compiled or left is None:
                        self._changed.wait(None if left is None else min(left, threading.TIMEOUT_MAX))
                    elif not self._changed.wait(min(left, OFTEN)) and self.left is not None and is_enough(self.left):
                        return

        def stop_all(patience: float) -> None:
            late = clock.perf_counter() + patience
            while not done.is_set() and clock.perf_counter() < late:
                for memory in memories:
                    stop(memory)
                done.wait(OFTEN)

        def watch(thread: int) -> None:
            wait()
            stop_all(PATIENCE)
            if not done.is_set():
                _raise_in(thread, _NeverReturns)

        if compiled:
            try:
                run_apart(guarded)
                wait()
            except BaseException:
                stop_all(IMPATIENCE)
                raise
            stop_all(PATIENCE)
            if not done.is_set():
                raise ZermeloError(NEVER)
        else:
            here = threading.get_ident()
            try:
                threading.Thread(target=watch, args=(here,), name="zermelo-clock", daemon=True).start()
                guarded()
            except RuntimeError:  # no thread can be started, as in a browser
                with _looking_at_the_clock(lambda: self._left_until(until) == 0.0, memories):
                    guarded()
        if failures:
            if isinstance(failures[0], _NeverReturns):
                raise ZermeloError(NEVER)
            if isinstance(failures[0], ValueError):
                raise ZermeloError(str(failures[0]))
            raise failures[0]

    def _left_until(self, until: float | None) -> float | None:
        if until is None:
            return self.left
        left = max(until - self.elapsed, 0.0)
        return left if self.left is None else min(left, self.left)


@contextlib.contextmanager
def _looking_at_the_clock(is_late: Callable[[], bool], memories: Sequence[Any]) -> Iterator[None]:
    """Stops the kernels when it is late, without a thread: at every so many calls of functions here.

    A function of the game that neither returns nor calls another is not stopped.
    """
    calls = itertools.count(1)

    def called(*_: Any) -> None:
        if next(calls) % CALLS == 0 and is_late():
            for memory in memories:
                stop(memory)

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        yield
    finally:
        sys.setprofile(before)


def _raise_in(thread: int, error: type[BaseException]) -> None:
    """Raises an error in another thread, as soon as that executes a line of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(error))
