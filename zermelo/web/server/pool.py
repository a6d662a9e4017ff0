"""Worker processes and a first-come-first-served queue for them.

A search that is no longer wanted is interrupted; a process that does not react is killed and replaced. A pool may grow
while jobs wait, and shrinks again when it is idle.
"""

from __future__ import annotations

import asyncio
import os
from collections import deque
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.server.process import SEARCH, Answer, Kind, Worker

MOST_WAITING = 4096  # more than all visitors can ask for at once: each waits for one job or two
OFTEN = 0.5  # seconds between two messages about how many are ahead
SHARE = 2.0  # seconds that an open-ended search gets after its first answer while others wait
LINGER = 10.0  # seconds that a process which is more than a pool keeps may be idle


class Full(ZermeloError):
    """The queue is full."""


class Closing(ZermeloError):
    """The server ends: nobody is told, since whoever waits will see the connection break."""


class Spares:
    """One process that is ready for whichever pool must grow next; then another is started."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self._next = Worker(kind)
        self._starting: set[asyncio.Task[Any]] = set()

    def open(self) -> None:
        """Starts the process in the background."""
        _in_background(_start(self._next), self._starting)

    def take(self) -> Worker:
        """The process, ready or about to be."""
        taken, self._next = self._next, Worker(self.kind)
        self.open()
        return taken

    async def close(self) -> None:
        """Ends the process."""
        await self._next.close()


class Pool:
    """Workers of one kind and the queue for them."""

    def __init__(
        self,
        workers: int | None = None,
        waiting: int = MOST_WAITING,
        *,
        most: int | None = None,
        kind: Kind = SEARCH,
        spares: Spares | None = None,
        linger: float = LINGER,
    ) -> None:
        """workers: processes to keep, one per core by default. most: what they may become while jobs wait.

        spares: where the further processes come from. linger: seconds after which an idle one of these is ended.
        """
        self._kept = cores() if workers is None else workers
        self._most = max(self._kept, most or 1)
        self._kind, self._spares, self._linger, self._waiting = kind, spares, linger, waiting
        self._idle: deque[Worker] = deque(Worker(kind) for _ in range(self._kept))  # the last to be used at the right
        self._all = list(self._idle)
        self._joining = 0  # processes that have been added and do not work yet
        self._queue: deque[asyncio.Future[Worker]] = deque()
        self._tellers: dict[asyncio.Future[Worker], Answer] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_announcing = False
        self._is_closed = False

    @property
    def ahead(self) -> int:
        """How many jobs are waiting."""
        return len(self._queue)

    @property
    def is_idle(self) -> bool:
        """Is no job running or waiting?"""
        return not self._queue and len(self._idle) == len(self._all)

    @property
    def free(self) -> int:
        """How many more jobs could start now."""
        return 0 if self._queue else len(self._idle) + self._most - len(self._all)

    async def run(self, request: dict[str, Any], tell: Answer) -> bool:
        """Runs a job when its turn comes; `tell` gets {"waiting": how many are ahead} and the job's answers.

        Returns False if an open-ended search was cut short because others wait, never before its first answer. Raises
        ZermeloError, or Full if the queue is full. May be cancelled at any time.
        """
        worker = await self._acquire(tell)

        def hear(answer: dict[str, Any]) -> None:
            tell(answer)
            if request.get("open_ended") and worker.since is None and "note" not in answer:
                worker.since = asyncio.get_running_loop().time()
                self._press()

        try:
            await worker.run(request, hear)
        except asyncio.CancelledError:
            self._release_later(worker)
            raise
        except BaseException as error:
            self._release(worker)
            if self._is_closed and isinstance(error, ZermeloError):
                raise Closing("the server is closing") from None
            raise
        self._release(worker)
        return not worker.gave_way

    async def open(self) -> None:
        """Starts all processes, so that the first visitor does not wait for them."""
        await asyncio.gather(*(_start(worker) for worker in self._all))

    async def close(self) -> None:
        """Ends all processes, whatever they do."""
        self._is_closed = True
        for turn in self._queue:
            if not turn.done():
                turn.set_exception(Closing("the server is closing"))
        self._queue.clear()
        await asyncio.gather(*(worker.close() for worker in self._all))

    async def _acquire(self, tell: Answer) -> Worker:
        if self._is_closed:
            raise Closing("the server is closing")
        if self._idle and not self._queue:
            return self._idle.pop()
        if len(self._queue) >= self._waiting:
            raise Full(f"{len(self._queue)} visitors are waiting already; try again in a moment")
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        self._tellers[turn] = tell
        self._grow()
        if not turn.done():
            tell({"waiting": len(self._queue) - 1})
            self._announce_later()
            self._press()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self._release(turn.result())
            elif turn in self._queue:
                self._queue.remove(turn)
            raise
        finally:
            self._tellers.pop(turn, None)

    def _release(self, worker: Worker) -> None:
        """Gives a worker its next job, or lets it wait for one."""
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(worker)
                self._press()
                return
        if not worker.is_alive and len(self._all) > self._kept:
            self._all.remove(worker)
            return
        loop = asyncio.get_running_loop()
        worker.idle_since = loop.time()
        self._idle.append(worker)
        if not worker.is_alive and not self._is_closed:
            _in_background(_start(worker), self._tasks)  # in place of one that was killed
        if len(self._all) > self._kept:
            loop.call_later(self._linger + 0.01, self._shrink)

    def _announce_later(self) -> None:
        """Tells those who wait how many are ahead, now and then: with many of them, each time would take too long."""
        if not self._is_announcing:
            self._is_announcing = True
            asyncio.get_running_loop().call_later(OFTEN, self._announce)

    def _announce(self) -> None:
        self._is_announcing = False
        for ahead, waiting in enumerate(self._queue):
            if waiting in self._tellers:
                self._tellers[waiting]({"waiting": ahead})
        if self._queue:
            self._announce_later()

    def _release_later(self, worker: Worker) -> None:
        """Releases a worker whose job was cancelled, once the process is ready again."""

        async def settle() -> None:
            await worker.settle()
            self._release(worker)

        _in_background(settle(), self._tasks)

    def _grow(self) -> None:
        """Adds a process for a job that waits, if there may be more."""
        if len(self._queue) <= self._joining or len(self._all) >= self._most or self._is_closed:
            return
        worker = self._spares.take() if self._spares else Worker(self._kind)
        self._all.append(worker)
        if worker.is_alive:
            self._release(worker)
            return
        self._joining += 1

        async def join() -> None:
            await _start(worker)
            self._joining -= 1
            self._release(worker)

        _in_background(join(), self._tasks)

    def _shrink(self) -> None:
        """Ends processes beyond those to keep that have been idle for long."""
        now = asyncio.get_running_loop().time()
        while self._idle and len(self._all) > self._kept and self._idle[0].idle_since + self._linger <= now:
            worker = self._idle.popleft()
            self._all.remove(worker)
            _in_background(worker.close(), self._tasks)

    def _press(self) -> None:
        """While jobs wait, interrupts open-ended searches that gave their first answer SHARE seconds ago."""
        loop = asyncio.get_running_loop()
        if not self._queue:
            return
        for worker in self._all:
            if worker.since is None or worker.gave_way:
                continue
            left = worker.since + SHARE - loop.time()
            if left <= 0:
                worker.gave_way = True
                worker.interrupt()
            else:
                loop.call_later(left + 0.01, self._press)


def cores() -> int:
    """The cores of this machine."""
    return max(1, os.cpu_count() or 1)


async def _start(worker: Worker) -> None:
    """Starts a worker's process; where that fails, the next job tells why."""
    with suppress(ZermeloError):
        await worker.started()


def _in_background(work: Coroutine[Any, Any, Any], tasks: set[asyncio.Task[Any]]) -> None:
    """Begins some work; the set keeps it from being collected before its end."""
    task = asyncio.create_task(work)
    tasks.add(task)
    task.add_done_callback(tasks.discard)
