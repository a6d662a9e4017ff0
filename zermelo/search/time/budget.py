"""Budgets: one clock and one stop flag for every search.

A kernel cannot read the clock. It compares its count of nodes with memory[LIMIT] at every node; whoever watches the
clock (or hears Ctrl-C) sets that limit to 0.
"""

from __future__ import annotations

import threading
import time as clock
from collections.abc import Callable, Sequence
from typing import Any

from zermelo.compile.memory import LIMIT, NODES
from zermelo.game import ZermeloError

UNLIMITED = 1 << 62


OFTEN = 0.02  # seconds from one look at the work to the next


def supervise(
    work: Callable[[], None],
    memories: Sequence[Any],
    seconds: float | None,
    compiled: bool,
    is_enough: Callable[[float], bool] | None = None,
) -> None:
    """Runs `work` on these memories until it ends, the time is up or the person interrupts.

    is_enough(left): asked now and then with the seconds that are left; True: what was found will do.
    Compiled work holds no GIL and hears no signal, so it runs in a thread of its own while this one waits.
    """
    seconds = None if seconds is None else min(seconds, threading.TIMEOUT_MAX)
    if not compiled:
        timer = threading.Timer(seconds, _stop_all, (memories,)) if seconds is not None else None
        if timer:
            timer.daemon = True
            timer.start()
        try:
            work()
        finally:
            if timer:
                timer.cancel()
        return

    failures: list[BaseException] = []
    done = threading.Event()  # a thread whose join was interrupted looks dead while it works on

    def guarded() -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)
        finally:
            done.set()

    worker = threading.Thread(target=guarded, name="zermelo-search", daemon=True)
    worker.start()
    try:
        _wait(done, seconds, is_enough)
    finally:  # the time is up, or Ctrl-C
        while not done.is_set():
            _stop_all(memories)
            done.wait(0.05)
    if failures:
        if isinstance(failures[0], ValueError):  # what compiled code raises: a game that breaks its own word
            raise ZermeloError(str(failures[0]))
        raise failures[0]


def _wait(done: threading.Event, seconds: float | None, is_enough: Callable[[float], bool] | None) -> None:
    """Waits for the end of the work, or of the time, or until it is enough."""
    if seconds is None or is_enough is None:
        done.wait(seconds)
        return
    end = clock.perf_counter() + seconds
    while (left := end - clock.perf_counter()) > 0 and not done.wait(min(left, OFTEN)):
        if is_enough(left):
            return


def _stop_all(memories: Sequence[Any]) -> None:
    for memory in memories:
        stop(memory)


def stop(memory: Any) -> None:
    """Ends the kernel that works on this memory, at its next node."""
    memory[LIMIT] = 0


def is_stopped(memory: Any) -> bool:
    """Has the budget run out?"""
    return bool(memory[NODES] > memory[LIMIT])
