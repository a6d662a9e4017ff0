"""A crew of threads of this process: the same tasks, sent and answered as bytes."""

from __future__ import annotations

import threading
from collections.abc import Callable

from zermelo.cluster.crew import Crew, Lost
from zermelo.cluster.tasks import performed


class Inside(Crew):
    """Threads. loses: is asked after each task with its number, whether its worker is lost before it answers."""

    def __init__(self, workers: int, loses: Callable[[int], bool] | None = None) -> None:
        super().__init__(workers)
        self.done = 0  # tasks, the lost ones included
        self._loses = loses

    def send(self, sent: bytes, stopped: threading.Event) -> bytes:
        answer = performed(sent)
        self.done += 1
        if self._loses and self._loses(self.done):
            raise Lost
        return answer

    def close(self) -> None:
        """Its threads are those of whoever sends."""
