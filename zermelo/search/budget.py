"""Budgets: one clock and one stop flag for every search.

A kernel cannot read the clock. It compares its count of nodes with memory[LIMIT] at every node; whoever watches the
clock (or hears Ctrl-C) sets that limit to 0.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from zermelo.game import ZermeloError
from zermelo.memory import LIMIT, NODES

UNLIMITED = 1 << 62


def supervise(work: Callable[[], None], memory: Any, seconds: float | None, compiled: bool) -> None:
    """Runs `work` until it ends, the time is up or the person interrupts.

    Compiled work holds no GIL and hears no signal, so it runs in a thread of its own while this one waits.
    """
    seconds = None if seconds is None else min(seconds, threading.TIMEOUT_MAX)
    if not compiled:
        timer = threading.Timer(seconds, stop, (memory,)) if seconds is not None else None
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
        done.wait(seconds)
    finally:  # the time is up, or Ctrl-C
        while not done.is_set():
            stop(memory)
            done.wait(0.05)
    if failures:
        if isinstance(failures[0], ValueError):  # what compiled code raises: a game that breaks its own word
            raise ZermeloError(str(failures[0]))
        raise failures[0]


def stop(memory: Any) -> None:
    """Ends the kernel that works on this memory, at its next node."""
    memory[LIMIT] = 0


def is_stopped(memory: Any) -> bool:
    """Has the budget run out?"""
    return bool(memory[NODES] > memory[LIMIT])
