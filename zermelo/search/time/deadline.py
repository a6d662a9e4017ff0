"""When a search must stop: a time that can still change while it thinks, as it does when a ponder move is played."""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError
from zermelo.search.time.budget import stop


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
        """The seconds count from now on."""
        with self._changed:
            self.soft, self.hard, self._start = soft, hard, clock.perf_counter()
            self._changed.notify_all()

    def stop(self) -> None:
        """Ends the search with what it has."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    @property
    def elapsed(self) -> float:
        return clock.perf_counter() - self._start

    @property
    def is_over(self) -> bool:
        return self._stopped or (self.hard is not None and self.elapsed >= self.hard)

    def is_soft_over(self, patience: float = 1.0) -> bool:
        """Is it too late to begin another depth? patience: above 1 where the choice is in doubt."""
        return self.is_over or (self.soft is not None and self.elapsed >= self.soft * patience)

    def run(self, work: Callable[[], None], memories: Sequence[Any], compiled: bool) -> None:
        """Runs `work` and stops the kernels on these memories when the time is up or the person interrupts.

        Compiled work holds no GIL and hears no signal, so it runs in a thread of its own while this one waits;
        interpreted work runs here, and a thread watches the clock.
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

        def watch() -> None:
            with self._changed:
                while not done.is_set() and not self.is_over:
                    self._changed.wait(None if self.hard is None else max(self.hard - self.elapsed, 0.0))
            while not done.is_set():
                for memory in memories:
                    stop(memory)
                done.wait(0.02)

        if compiled:
            threading.Thread(target=guarded, name="zermelo-search", daemon=True).start()
            try:
                watch()
            finally:
                self.stop()  # Ctrl-C
                watch()
        else:
            threading.Thread(target=watch, name="zermelo-clock", daemon=True).start()
            try:
                work()
            finally:
                done.set()
                self.stop()
        if failures:
            if isinstance(failures[0], ValueError):  # what compiled code raises: a game that breaks its own word
                raise ZermeloError(str(failures[0]))
            raise failures[0]
