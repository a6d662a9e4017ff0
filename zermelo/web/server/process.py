"""One worker process, seen from the server: its start, its jobs with their deadlines, and its end."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.game import ZermeloError
from zermelo.user_files import computed

COMPILING = 180.0  # seconds that a compilation may take
LAST = 19  # the lowest priority
PATIENCE = 0.7  # seconds that a process has to react to an interrupt
LONGEST_LINE = 64 * 1024 * 1024  # bytes of one answer: a traced tree with all of its steps

Answer = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Kind:
    """What a process is for."""

    memory: int  # bytes that it may take; a job that needs more fails
    compiler: bool  # is Numba imported before the first job?
    nice: int = 0  # how far it stands back for other processes
    slow: float | None = None  # seconds of computing after which a job stands back as far as it can


SEARCH = Kind(4_000_000_000, compiler=True)
CLICK = Kind(1_000_000_000, compiler=False)  # plays and draws; searches nothing
OWN_SEARCH = Kind(2_000_000_000, compiler=True, nice=10)  # the same for users' games
OWN_CLICK = Kind(500_000_000, compiler=False, nice=10, slow=0.2)


class Worker:
    """One process; it does one job at a time."""

    def __init__(self, kind: Kind = SEARCH) -> None:
        self.kind = kind
        self.process: asyncio.subprocess.Process | None = None  # None until it is ready
        self.since: float | None = None  # when its current job gave its first answer, if that may be cut short
        self.idle_since = 0.0
        self.gave_way = False  # was its last job, or is its current one, interrupted for others?
        self._starting: asyncio.Task[asyncio.subprocess.Process] | None = None
        self._unready: asyncio.subprocess.Process | None = None
        self._working = False  # has a job been sent that has not ended yet?
        self._is_back = False  # has the process got the lowest priority?

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def run(self, request: dict[str, Any], tell: Answer) -> None:
        """Runs a job. Raises ZermeloError with what went wrong. May be cancelled; then call `settle`.

        A job that is silent for longer than the request's `patience` (seconds; None: any time) is killed with its
        process. A compilation within it may take longer, because it always ends.
        """
        process = await self.started()
        assert process.stdin
        assert process.stdout
        self.since, self.gave_way = None, False
        self._working = True
        patience = request.get("patience")
        watch = asyncio.create_task(self._watch(process.pid, self.kind.slow)) if self.kind.slow else None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            await process.stdin.drain()
            while True:
                line = await asyncio.wait_for(process.stdout.readline(), patience)
                if not line:
                    raise ConnectionResetError
                answer = json.loads(line)
                if "compiling" in answer:
                    patience = COMPILING if answer["compiling"] else request.get("patience")
                if "end" not in answer:
                    if "beat" not in answer and answer.keys() != {"compiling"}:
                        tell(answer)
                    continue
                self._working = False
                self.gave_way = answer["end"] == "cancelled"
                if answer["end"] == "error":
                    raise ZermeloError(answer["message"])
                return
        except (BrokenPipeError, ConnectionResetError):
            await self.close()
            raise ZermeloError(f"the process that ran {_who(request)} ended unexpectedly; try again") from None
        except TimeoutError:
            await self.close()
            raise ZermeloError(f"{_who(request)} did not answer within {patience:g} seconds, and was ended") from None
        except (ValueError, asyncio.LimitOverrunError):  # not JSON, or longer than the limit
            await self.close()
            raise ZermeloError(f"the answer of {_who(request)} is too long to be read") from None
        finally:
            self.since = None
            if watch:
                watch.cancel()
            if self._is_back and not self._working:  # the priority cannot be raised again
                await self.close()

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
                    patience = COMPILING if answer["compiling"] else PATIENCE
        except (TimeoutError, ValueError):
            await self.close()
            return
        if answer["end"] == "gone":
            self.process = None

    async def close(self) -> None:
        """Kills the process, whatever it does, even if it is not ready yet."""
        if self._starting is not None:
            self._starting.cancel()
            self._starting = None
        for process in (self.process, self._unready):
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()
        self.process = self._unready = None

    async def started(self) -> asyncio.subprocess.Process:
        """The process, ready for a job. Cancelling one caller does not stop a start that others may wait for."""
        if self.process is None or self.process.returncode is not None:
            if self._starting is None:
                self._starting = asyncio.create_task(self._start())
            starting = self._starting
            try:
                self.process = await asyncio.shield(starting)
            except OSError as error:
                raise ZermeloError(f"no process could be started: {error.strerror}") from None
            except asyncio.CancelledError:
                if starting.cancelled():
                    raise ZermeloError("the server is closing") from None
                raise
            finally:
                if starting.done() and self._starting is starting:
                    self._starting = None
        return self.process

    async def _watch(self, pid: int, slow: float) -> None:
        """Lowers the priority of a job once it has used much CPU time; waiting for a core does not count."""
        begun = computed(pid)
        while True:
            await asyncio.sleep(slow)
            if begun is None or (computed(pid) or 0.0) - begun >= slow / 2:
                self._stand_back(LAST)
                return

    def _stand_back(self, nice: int) -> None:
        """Lowers the priority of the process: others go first."""
        process = self.process or self._unready
        if process is not None and process.returncode is None:
            self._is_back = nice == LAST
            with contextlib.suppress(AttributeError, OSError):
                os.setpriority(os.PRIO_PROCESS, process.pid, nice)

    async def _start(self) -> asyncio.subprocess.Process:
        self._working = self._is_back = False
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # a file beside the user's game must not shadow a standard module
            "-m",
            "zermelo.web.worker.worker",
            str(self.kind.memory),
            *(["compiler"] if self.kind.compiler else []),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LONGEST_LINE,
            start_new_session=True,  # Ctrl-C in the terminal must reach only the server
            env=_environment(),
        )
        self._unready = process
        if self.kind.nice:
            self._stand_back(self.kind.nice)
        assert process.stdout
        ready = await process.stdout.readline()
        self._unready = None
        if not ready:
            await process.wait()
            raise ZermeloError("a process ended before it was ready; the terminal says why")
        return process


def _who(request: dict[str, Any]) -> str:
    """Whose fault it is that a job did not end well, as far as is known."""
    return f"the game in {Path(request['spec'].partition(':')[0]).name}" if request.get("own") else "the job"


def _environment() -> dict[str, str]:
    """The server's environment, with PYTHONPATH set so that workers import the same package."""
    root = str(Path(__file__).parents[3])
    path = os.environ.get("PYTHONPATH")
    return {**os.environ, "PYTHONPATH": root if not path else f"{root}{os.pathsep}{path}"}
