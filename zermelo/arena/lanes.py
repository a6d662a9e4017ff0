"""Runs jobs side by side in threads, and yields their results in the order of the jobs."""

from __future__ import annotations

import queue
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from typing import Any, TypeVar

from zermelo.game import ZermeloError
from zermelo.search.time.threads import available_cores as available_cores

Job = TypeVar("Job")
Result = TypeVar("Result")

AGAIN = 0.05  # seconds between two attempts to stop the lanes


def check_concurrency(who: str, concurrency: int | None, cluster: Any) -> None:
    """Raises ZermeloError if so many games cannot be played at once. who: what plays them: "a match plays"."""
    cores = available_cores()
    if concurrency is not None and cluster is not None:
        raise ZermeloError("a cluster says how many games are played at once: leave the concurrency out")
    if concurrency is not None and not 1 <= concurrency <= cores:
        raise ZermeloError(f"{who} 1 to {cores} games at once here, one per core, not {concurrency}")


def side_by_side(
    jobs: Iterable[Job], lanes: Sequence[Callable[[Job], Result]], stop: Callable[[], None]
) -> Generator[Result, None, None]:
    """Gives each job to a free lane, and yields the results in the order of the jobs.

    lanes: each runs one job at a time, in a thread; a single lane runs its jobs in the caller's thread.
    stop: makes the lanes end their jobs early. When the caller closes the generator or is interrupted, it is called
    repeatedly until they have ended.
    Jobs are taken from the iterable in the caller's thread, each when a lane is free for it.
    If a job raises, no further job begins, and the exception is raised after the results of the jobs before it.
    """
    if len(lanes) == 1:
        yield from map(lanes[0], jobs)
        return
    ended: queue.SimpleQueue[tuple[int, Callable[[Job], Result]]] = queue.SimpleQueue()
    results: dict[int, Result] = {}
    failures: dict[int, BaseException] = {}

    def do(number: int, lane: Callable[[Job], Result], job: Job) -> None:
        try:
            results[number] = lane(job)
        except BaseException as error:
            failures[number] = error
        finally:
            ended.put((number, lane))

    waiting, free = enumerate(jobs), deque(lanes)
    running: dict[int, threading.Thread] = {}
    told = 0
    try:
        while True:
            while free and not failures and (numbered := next(waiting, None)) is not None:
                number, job = numbered
                thread = threading.Thread(
                    target=do, args=(number, free.popleft(), job), name="zermelo-lane", daemon=True
                )
                running[number] = thread
                thread.start()
            if not running:
                return
            number, lane = ended.get()
            del running[number]
            free.append(lane)
            while told in results or told in failures:
                if told in failures:
                    raise failures[told]
                yield results.pop(told)
                told += 1
    finally:
        for thread in running.values():
            while thread.is_alive():
                stop()
                thread.join(AGAIN)
