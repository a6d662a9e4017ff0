"""Kernels compiled ahead, in a process of their own: first for what visitors choose, then for the other games.

Until a kernel is ready the searches answer with what is there: see `stand_in` in jobs.py.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.workers.pool import Pool, Worker

USUAL = 12.0  # seconds that a compilation takes where none of its kind was seen yet
IDLE = 2.0  # seconds between two looks whether nobody searches

Request = dict[str, Any]  # a game and perhaps an engine, as jobs take them


@dataclass
class Warmth:
    """How far the compilation of one kernel is."""

    request: Request
    estimate: float = USUAL
    began: float | None = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    def progress(self, now: float) -> dict[str, float]:
        """The share that is done and the seconds that are left, as far as one can tell."""
        spent = 0.0 if self.began is None else now - self.began
        return {"progress": min(0.99, spent / self.estimate), "left": max(1.0, self.estimate - spent)}


class Warmer:
    """Compiles one kernel after the other. Those that were wanted last come first."""

    def __init__(self, pool: Pool, others: Sequence[Request] = (), worker: Worker | None = None) -> None:
        """others: what to compile while nobody wants anything and nobody searches."""
        self._pool, self._others = pool, list(others)
        self._worker = worker or Worker()
        self._known: dict[str, Warmth] = {}
        self._wanted: list[Warmth] = []
        self._more = asyncio.Event()
        self._seen: dict[str, float] = {}  # seconds that games of a name took
        self._task: asyncio.Task[None] | None = None

    def want(self, request: Request) -> Warmth:
        """Has a kernel compiled, before all that was wanted earlier; the same request is the same kernel."""
        key = json.dumps(request, sort_keys=True)
        if key not in self._known:
            self._known[key] = Warmth(request, self._seen.get(request["spec"], USUAL))
        warmth = self._known[key]
        if not warmth.ended.is_set() and warmth.began is None:
            if warmth in self._wanted:
                self._wanted.remove(warmth)
            self._wanted.append(warmth)
            self._more.set()
        return warmth

    async def wait(self, warmth: Warmth, tell: Callable[[dict[str, Any]], None], every: float = 0.5) -> None:
        """Waits until a kernel is ready; `tell` is given the progress."""
        while not warmth.ended.is_set():
            now = asyncio.get_running_loop().time()
            tell({"note": "compiling the search, first run only …", **warmth.progress(now)})
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(warmth.ended.wait(), every)

    def open(self) -> None:
        """Begins."""
        self._task = asyncio.create_task(self._run())

    async def close(self) -> None:
        """Ends the process, whatever it compiles."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        await self._worker.close()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            warmth = await self._next()
            warmth.began = loop.time()
            with contextlib.suppress(ZermeloError):  # a game that does not compile is told when it is searched
                await self._worker.run({"job": "warm", **warmth.request}, lambda answer: None)
            self._seen[warmth.request["spec"]] = loop.time() - warmth.began
            warmth.ended.set()

    async def _next(self) -> Warmth:
        """What was wanted last; where nothing is, one of the others as soon as nobody searches."""
        while not self._wanted:
            self._more.clear()
            if self._others and self._pool.is_idle:
                return self.want_later(self._others.pop(0))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._more.wait(), IDLE if self._others else None)
        return self._wanted.pop()

    def want_later(self, request: Request) -> Warmth:
        """The state of a request that nobody waits for."""
        warmth = self.want(request)
        if warmth in self._wanted:
            self._wanted.remove(warmth)
        return warmth
