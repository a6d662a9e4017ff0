"""Compiles kernels ahead of their use, in a separate process: first for games that visitors open, then for the others.

Until a kernel is ready, searches of it run interpreted: see `chosen` in jobs.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from zermelo.game import ZermeloError
from zermelo.web.server.pool import Pool
from zermelo.web.server.process import Answer, Worker

USUAL = 12.0  # seconds: the estimate for a game's first compilation
LEAST_LEFT = 2.0  # seconds: less is not promised, since estimates are rough
IDLE = 2.0  # seconds between two checks whether the pool is idle
MOST_WANTED = 64  # at a time; the oldest wish is dropped for another
MOST_KNOWN = 500  # compilations that are known to have ended
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
    wanted_by: set[Any] = field(default_factory=set)  # who would wait for it
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def progress(self, now: float) -> dict[str, float]:
        """Estimates of the part done and the seconds left; these are left out when the estimate has proved too low."""
        spent = 0.0 if self.began is None else now - self.began
        left = self.estimate - spent
        if left < LEAST_LEFT:  # from here on the bar goes slower and slower, and never arrives
            spare = LEAST_LEFT / self.estimate
            return {"progress": 1.0 - spare * self.estimate / (spent + LEAST_LEFT)}
        return {"progress": spent / self.estimate, "left": left}


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

    def want(self, request: Request, by: object) -> Compilation:
        """Has a kernel compiled before all those wanted earlier. Equal requests share one compilation.

        by: who wants it, see `forget`.
        """
        compilation = self._known_as(request)
        if not compilation.ended.is_set() and compilation.began is None:
            compilation.wanted_by.add(by)
            if compilation in self._wanted:
                self._wanted.remove(compilation)
            self._wanted.append(compilation)
            self._more.set()
            for late in self._wanted[:-MOST_WANTED]:
                self._drop(late)
        return compilation

    def renew(self, spec: str) -> None:
        """Forgets what was compiled of a game whose file has changed: it is compiled anew when it is wanted."""
        for key, one in list(self._known.items()):
            if one.request["spec"] == spec and one.ended.is_set():
                del self._known[key]

    def forget(self, by: object) -> None:
        """Drops what only this visitor wanted; a compilation that has begun is finished."""
        for compilation in [one for one in self._wanted if by in one.wanted_by]:
            compilation.wanted_by.discard(by)
            if not compilation.wanted_by:
                self._drop(compilation)

    def _drop(self, compilation: Compilation) -> None:
        """Takes a kernel off the list until it is wanted again, and releases whoever waits for it."""
        self._wanted.remove(compilation)
        del self._known[_key(compilation.request)]
        compilation.ended.set()

    def _known_as(self, request: Request) -> Compilation:
        """The compilation for a request, a new one if there is none. The oldest that have ended are forgotten."""
        key = _key(request)
        if key not in self._known:
            self._known[key] = Compilation(request, self._seen.get(request["spec"], USUAL))
            ended = [old for old, one in self._known.items() if one.ended.is_set()]
            for old in ended[:-MOST_KNOWN]:
                del self._known[old]
        return self._known[key]

    async def wait(self, compilation: Compilation, tell: Callable[[dict[str, Any]], None], every: float = 0.5) -> None:
        """Waits until a kernel is ready, and passes its progress to `tell`."""
        while not compilation.ended.is_set():
            now = asyncio.get_running_loop().time()
            progress = compilation.progress(now)
            longer = "" if "left" in progress else ", a little longer than expected"
            tell({"note": f"compiling the search, first run only{longer} …", **progress})
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
                return self._known_as(self._others.pop(0))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._more.wait(), IDLE if self._others else None)
        return self._wanted.pop()


def _key(request: Request) -> str:
    return json.dumps(request, sort_keys=True)
