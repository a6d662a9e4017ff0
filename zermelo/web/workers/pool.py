"""Worker processes, one per core, and a first-come-first-served queue for them.

A search that is no longer wanted is interrupted; a process that does not react is killed and replaced.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections import deque
from collections.abc import Callable
from typing import Any

from zermelo.game import ZermeloError

MOST_WAITING = 256
COMPILING = 180.0  # seconds that an interrupted process has to finish a compilation
PATIENCE = 0.7  # seconds that a process has to react to an interrupt
SHARE = 2.0  # seconds that an open-ended search gets while others wait
LONGEST_LINE = 64 * 1024 * 1024  # bytes of one answer: a traced tree with all of its steps

Answer = Callable[[dict[str, Any]], None]


class Full(ZermeloError):
    """The queue is full."""


class Worker:
    """One process; it does one job at a time."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None
        self.since: float | None = None  # when its current job began, if that may be cut short
        self.gave_way = False
        self._starting: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._working = False  # has a job been sent that has not ended yet?

    async def run(self, request: dict[str, Any], tell: Answer) -> None:
        """Runs a job. Raises ZermeloError with what went wrong. May be cancelled; then call `settle`."""
        process = await self.started()
        assert process.stdin
        assert process.stdout
        self.since = asyncio.get_running_loop().time() if request.get("open_ended") else None
        self.gave_way = False
        self._working = True
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            await process.stdin.drain()
            while True:
                line = await process.stdout.readline()
                if not line:
                    self.process = None
                    await process.wait()
                    raise ZermeloError("the search ended unexpectedly; try again")
                answer = json.loads(line)
                if "end" not in answer:
                    if "compiling" not in answer:
                        tell(answer)
                    continue
                self._working = False
                if answer["end"] == "error":
                    raise ZermeloError(answer["message"])
                return
        except (BrokenPipeError, ConnectionResetError):
            self.process = None
            raise ZermeloError("the search ended unexpectedly; try again") from None
        finally:
            self.since = None

    def interrupt(self) -> None:
        """Asks the process to end its job."""
        if self._working and self.process and self.process.returncode is None:
            self.process.send_signal(signal.SIGINT)

    async def settle(self) -> None:
        """After a cancelled job: waits until the process is ready for the next one, or kills it."""
        process = self.process
        if not self._working or process is None or process.stdout is None:
            return
        self.interrupt()
        self._working = False
        patience = PATIENCE
        try:
            while True:
                line = await asyncio.wait_for(process.stdout.readline(), patience)
                answer = json.loads(line) if line else {"end": "gone"}
                if "end" in answer:
                    break
                if "compiling" in answer:
                    patience = COMPILING
        except (TimeoutError, ValueError):
            await self.close()
            return
        if answer["end"] == "gone":
            self.process = None

    async def close(self) -> None:
        """Ends the process."""
        if self._starting is not None:
            self.process = await self._starting
            self._starting = None
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def started(self) -> asyncio.subprocess.Process:
        """The process, ready for a job. Cancelling one caller does not stop a start that others may wait for."""
        if self.process is None or self.process.returncode is not None:
            if self._starting is None:
                self._starting = asyncio.create_task(self._start())
            self.process = await asyncio.shield(self._starting)
            self._starting = None
        return self.process

    async def _start(self) -> asyncio.subprocess.Process:
        self._working = False
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a file beside the user's game must not shadow a standard module
            "-m",
            "zermelo.web.workers.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C in the terminal must reach only the server
            env=_environment(),
        )
        assert process.stdout
        await process.stdout.readline()  # the "ready" message
        return process


class Pool:
    """All workers and the queue for them."""

    def __init__(self, workers: int | None = None, waiting: int = MOST_WAITING) -> None:
        self._idle: deque[Worker] = deque(Worker() for _ in range(workers or max(1, os.cpu_count() or 1)))
        self._all = list(self._idle)
        self._queue: deque[asyncio.Future[Worker]] = deque()
        self._tellers: dict[asyncio.Future[Worker], Answer] = {}
        self._waiting = waiting
        self._settling: set[asyncio.Task[None]] = set()

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
        return 0 if self._queue else len(self._idle)

    async def run(self, request: dict[str, Any], tell: Answer) -> bool:
        """Runs a job when its turn comes; `tell` gets {"waiting": how many are ahead} and the job's answers.

        Returns False if an open-ended search was cut short because others wait. Raises ZermeloError, or Full if the
        queue is full. May be cancelled at any time.
        """
        worker = await self._acquire(tell)
        try:
            await worker.run(request, tell)
        except asyncio.CancelledError:
            self._release_later(worker)
            raise
        except BaseException:
            self._release(worker)
            raise
        self._release(worker)
        return not worker.gave_way

    async def open(self) -> None:
        """Starts all processes, so that the first visitor does not wait for them."""
        await asyncio.gather(*(worker.started() for worker in self._all))

    async def close(self) -> None:
        """Ends all processes."""
        for worker in self._all:
            await worker.close()

    async def _acquire(self, tell: Answer) -> Worker:
        if self._idle and not self._queue:
            return self._idle.popleft()
        if len(self._queue) >= self._waiting:
            raise Full(f"{len(self._queue)} searches are waiting already; try again in a moment")
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._queue.append(turn)
        self._tellers[turn] = tell
        tell({"waiting": len(self._queue) - 1})
        self._press()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._release(turn.result())
            elif turn in self._queue:
                self._queue.remove(turn)
            raise
        finally:
            self._tellers.pop(turn, None)

    def _release(self, worker: Worker) -> None:
        while self._queue:
            turn = self._queue.popleft()
            if not turn.done():
                turn.set_result(worker)
                for ahead, waiting in enumerate(self._queue):
                    if waiting in self._tellers:
                        self._tellers[waiting]({"waiting": ahead})
                self._press()
                return
        self._idle.append(worker)

    def _release_later(self, worker: Worker) -> None:
        """Releases a worker whose job was cancelled, once the process is ready again."""

        async def settle() -> None:
            await worker.settle()
            self._release(worker)

        task = asyncio.create_task(settle())
        self._settling.add(task)
        task.add_done_callback(self._settling.discard)

    def _press(self) -> None:
        """While jobs wait, interrupts open-ended searches that have run for SHARE seconds."""
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


def _environment() -> dict[str, str]:
    """The server's environment, with PYTHONPATH set so that workers import the same package."""
    from pathlib import Path

    root = str(Path(__file__).parents[3])
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": root if not path else f"{root}{os.pathsep}{path}"}
