"""Whoever does tasks, many at once. A task that was lost with its worker is done again, and answers once."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Self

from zermelo.cluster.tasks import Answer, Task, answered, written
from zermelo.cluster.travel import Missing
from zermelo.game import ZermeloError

AGAIN = 30  # times that a task is done again: then it is what ends its workers
WAITING = 2  # tasks per worker that are sent at once, so that none waits for the way back and forth


class Lost(Exception):
    """A worker ended before it answered."""


class Crew(ABC):
    """Workers that do tasks."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    @property
    def hands(self) -> int:
        """How many tasks to send at once."""
        return WAITING * self.workers

    @abstractmethod
    def send(self, sent: bytes, stopped: threading.Event) -> bytes:
        """Has a worker do a task, and returns its answer. May be called in several threads.

        Raises Lost, and InterruptedError when `stopped` is set.
        """

    def do(self, task: Task, stopped: threading.Event) -> Answer:
        """Does a task. Raises ZermeloError at a user's mistake, and InterruptedError when `stopped` is set."""
        with_texts = False
        for _ in range(AGAIN):
            if stopped.is_set():
                raise InterruptedError
            try:
                return answered(self.send(written(task, with_texts), stopped))
            except Missing:
                with_texts = True
            except Lost:
                continue
        raise ZermeloError(f"a task ended its worker {AGAIN} times: is there enough memory for it?")

    def map(self, tasks: Iterable[Task]) -> Iterator[Answer]:
        """The answers in the order of the tasks, which are taken as they can be sent."""
        waiting: deque[Future[Answer]] = deque()
        stopped = threading.Event()
        with ThreadPoolExecutor(self.hands) as pool:
            try:
                for task in tasks:
                    waiting.append(pool.submit(self.do, task, stopped))
                    if len(waiting) >= 2 * self.hands:
                        yield waiting.popleft().result()
                while waiting:
                    yield waiting.popleft().result()
            finally:
                stopped.set()
                for future in waiting:
                    future.cancel()

    def map_after(
        self, needs: Mapping[str, Sequence[str]], task: Callable[[str], Task]
    ) -> Iterator[tuple[str, Answer]]:
        """The names with their answers, as they come. A task is made and sent once all that it needs was taken.

        needs: what each name needs first; the names come after what they need. Others than these are there already.
        """
        left = {name: {one for one in before if one in needs} for name, before in needs.items()}
        sent: dict[Future[Answer], str] = {}
        stopped = threading.Event()
        with ThreadPoolExecutor(self.hands) as pool:
            try:
                while left or sent:
                    for name in [name for name, before in left.items() if not before][: self.hands - len(sent)]:
                        del left[name]
                        sent[pool.submit(self.do, task(name), stopped)] = name
                    for future in wait(sent, return_when=FIRST_COMPLETED).done:
                        name = sent.pop(future)
                        yield name, future.result()
                        for before in left.values():
                            before.discard(name)
            finally:
                stopped.set()
                for future in sent:
                    future.cancel()

    @abstractmethod
    def close(self) -> None:
        """Lets the workers go."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *details: object) -> None:
        self.close()
