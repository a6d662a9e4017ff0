"""When a search must stop: a time that can still change while it thinks, as it does when a ponder move is played.

A kernel cannot read the clock. It compares its count of nodes with memory[LIMIT] at every node; `Deadline.run` sets
that limit to 0 when the time is up, when what was found is enough, or on Ctrl-C.
"""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError
from zermelo.search.time.budget import stop

OFTEN = 0.02  # seconds from one look at the work to the next, and from one attempt to stop it to the next


@dataclass
class Deadline:
    """Seconds from now, soft (begin nothing new) and hard (stop at once); None: as long as it takes.

    Another thread may call `stop`, or `begin` once more with other seconds.
    """

    soft: float | None = None
    hard: float | None = None
    _start: float = field(default_factory=clock.perf_counter)
    _stopped: bool = False
    _changed: threading.Condition = field(default_factory=threading.Condition)

    def begin(self, soft: float | None, hard: float | None) -> None:
        """Counts the seconds from now on."""
        with self._changed:
            self.soft, self.hard, self._start = soft, hard, clock.perf_counter()
            self._changed.notify_all()

    def shorten(self, seconds: float | None) -> None:
        """Stops after so many seconds at the latest; None changes nothing."""
        if seconds is not None:
            with self._changed:
                self.hard = seconds if self.hard is None else min(self.hard, seconds)
                self._changed.notify_all()

    def stop(self) -> None:
        """Ends the search with what it has."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    @property
    def elapsed(self) -> float:
        """Seconds since the beginning."""
        return clock.perf_counter() - self._start

    @property
    def left(self) -> float | None:
        """Seconds that are left, at least 0; None: there is no end."""
        if self._stopped:
            return 0.0
        return None if self.hard is None else max(self.hard - self.elapsed, 0.0)

    @property
    def is_over(self) -> bool:
        """Is the time up, or was the search stopped?"""
        return self.left == 0.0

    def is_soft_over(self, patience: float = 1.0) -> bool:
        """Is it too late to begin another depth? patience: above 1 where the choice is in doubt."""
        return self.is_over or (self.soft is not None and self.elapsed >= self.soft * patience)

    def run(
        self,
        work: Callable[[], None],
        memories: Sequence[Any],
        compiled: bool,
        is_enough: Callable[[float], bool] | None = None,
        until: float | None = None,
    ) -> None:
        """Runs `work`, and stops the kernels on these memories at the deadline, or when the person interrupts.

        is_enough(left): asked now and then while compiled work runs, with the seconds that are left; True stops it.
        until: stops the kernels after so many elapsed seconds although the deadline may be later.
        Compiled work holds no GIL and hears no signal, so it runs in a thread of its own while this one waits;
        interpreted work runs here, and a thread watches the clock. Raises what the work raised, and ZermeloError for
        what compiled code raises: a game that does not keep the contract.
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

        def stop_all() -> None:
            while not done.is_set():
                for memory in memories:
                    stop(memory)
                done.wait(OFTEN)

        def watch() -> None:
            wait()
            stop_all()

        if compiled:
            threading.Thread(target=guarded, name="zermelo-search", daemon=True).start()
            try:
                wait()
            finally:
                stop_all()
        else:
            threading.Thread(target=watch, name="zermelo-clock", daemon=True).start()
            guarded()
        if failures:
            if isinstance(failures[0], ValueError):
                raise ZermeloError(str(failures[0]))
            raise failures[0]

    def _left_until(self, until: float | None) -> float | None:
        if until is None:
            return self.left
        left = max(until - self.elapsed, 0.0)
        return left if self.left is None else min(left, self.left)
