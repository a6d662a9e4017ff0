"""Compiles kernels ahead of their use, in a separate process: first for games that visitors open, then for the others.

Until a kernel is ready, searches of it run interpreted: see `is_stand_in` in jobs.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from zermelo.game import ZermeloError
from zermelo.web.workers.pool import Pool
from zermelo.web.workers.process import Answer, Worker

USUAL = 12.0  # seconds: the estimate for a game's first compilation
IDLE = 2.0  # seconds between two checks whether the pool is idle
BESIDES = 20.0  # seconds that a job may take beside compiling: it loads and tries the game

Request = dict[str, Any]  # a game and an optional engine, in the form of jobs.py


class Compiler(Protocol):
    """Whatever runs the jobs that compile."""

    async def run(self, request: Request, tell: Answer, /) -> Any: ...

    async def close(self) -> None: ...


@dataclass
class Compilation:
    """The compilation of one kernel, and how far it has come."""

    request: Request
    estimate: float = USUAL
    began: float | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def progress(self, now: float) -> dict[str, float]:
        """Estimates of the part done and the seconds left."""
        spent = 0.0 if self.began is None else now - self.began
        return {"progress": min(0.99, spent / self.estimate), "left": max(1.0, self.estimate - spent)}


class Warmer:
    """Compiles one kernel at a time, the most recently wanted first."""

    def __init__(self, pool: Pool, compiler: Compiler | None = None) -> None:
        """pool: what is idle when others may be compiled. compiler: what compiles, by default a process of its own."""
        self._pool, self._compiler = pool, compiler or Worker()
        self._others: list[Request] = []
        self._known: dict[str, Compilation] = {}
        self._wanted: list[Compilation] = []
        self._more = asyncio.Event()
        self._seen: dict[str, float] = {}  # by spec: seconds that the last compilation took
        self._task: asyncio.Task[None] | None = None

    def want(self, request: Request) -> Compilation:
        """Has a kernel compiled before all those wanted earlier. Equal requests share one compilation."""
        key = json.dumps(request, sort_keys=True)
        if key not in self._known:
            self._known[key] = Compilation(request, self._seen.get(request["spec"], USUAL))
        compilation = self._known[key]
        if not compilation.ended.is_set() and compilation.began is None:
            if compilation in self._wanted:
                self._wanted.remove(compilation)
            self._wanted.append(compilation)
            self._more.set()
        return compilation

    async def wait(self, compilation: Compilation, tell: Callable[[dict[str, Any]], None], every: float = 0.5) -> None:
        """Waits until a kernel is ready, and passes its progress to `tell`."""
        while not compilation.ended.is_set():
            now = asyncio.get_running_loop().time()
            tell({"note": "compiling the search, first run only …", **compilation.progress(now)})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(compilation.ended.wait(), every)

    def open(self, others: Sequence[Request] = ()) -> None:
        """Starts compiling. others: what to compile while nothing is wanted and the pool is idle."""
        self._others = list(others)
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Ends the process, even in the middle of a compilation."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._compiler.close()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            compilation = await self._next()
            compilation.began = loop.time()
            with contextlib.suppress(ZermeloError):  # the visitor is told when the game is searched
                request = {"job": "warm", "patience": BESIDES, **compilation.request}
                await self._compiler.run(request, lambda answer: None)
            self._seen[compilation.request["spec"]] = loop.time() - compilation.began
            compilation.ended.set()

    async def _next(self) -> Compilation:
        """The most recently wanted compilation; if there is none, one of the others once the pool is idle."""
        while not self._wanted:
            self._more.clear()
            if self._others and self._pool.is_idle:
                return self.want_later(self._others.pop(0))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._more.wait(), IDLE if self._others else None)
        return self._wanted.pop()

    def want_later(self, request: Request) -> Compilation:
        """The compilation for a request, without putting it among those that are wanted."""
        compilation = self.want(request)
        if compilation in self._wanted:
            self._wanted.remove(compilation)
        return compilation
