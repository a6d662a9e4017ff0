"""What every part of a visit needs: the record, answers, and one search at a time."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any

from zermelo.game import CHANCE, ZermeloError
from zermelo.loading import blame
from zermelo.web.catalogue import Catalogue, engine_options
from zermelo.web.messages import Message, mapping, word
from zermelo.web.record import Record
from zermelo.web.workers.pool import Pool
from zermelo.web.workers.warming import Warmer, Warmth

Handler = Callable[[Message, int | None], Awaitable[None]]


class Desk:
    """A visitor's place: a new search ends the last one."""

    def __init__(
        self,
        catalogue: Catalogue,
        pool: Pool,
        answer: Callable[[int | None, dict[str, Any]], None],
        warmer: Warmer | None = None,
    ) -> None:
        """warmer: compiles ahead; without one, each job compiles what it needs."""
        self.catalogue, self.pool, self.answer, self.warmer = catalogue, pool, answer, warmer
        self.record: Record | None = None
        self._search: asyncio.Task[None] | None = None
        self._of_record = False  # is the search about the whole record, whichever ply is looked at?

    def current(self) -> Record:
        """The record. Raises ZermeloError where no game was chosen yet."""
        if self.record is None:
            raise ZermeloError("choose a game first")
        return self.record

    def is_own(self) -> bool:
        """Is it a game of the user's own?"""
        return self.record is not None and self.record.name in self.catalogue.own

    def choosing(self) -> Record:
        """The record, where a player is to choose."""
        record = self.current()
        if record.ending(record.ply):
            raise ZermeloError("the game is over: there is nothing to choose")
        if record.game.to_move(record.state) == CHANCE:
            raise ZermeloError("chance is to move: roll first")
        return record

    def engine(self, message: Message, optional: bool = False) -> dict[str, Any] | None:
        """The engine that a message names, checked."""
        asked = message.get("engine")
        if asked is None and optional:
            return None
        if not isinstance(asked, dict):
            raise ZermeloError("engine must be an object with a name and options")
        name = word(asked, "name", 40)
        return {"name": name, "options": engine_options(name, mapping(asked, "options"))}

    def engines(self, message: Message) -> list[dict[str, Any] | None]:
        """The two engines that a message names."""
        asked = message.get("engines")
        if not isinstance(asked, list) or len(asked) != 2:
            raise ZermeloError("engines must be a list of two")
        return [self.engine({"engine": engine}) for engine in asked]

    def request(self, job: str, record: Record, **more: Any) -> dict[str, Any]:
        """What a worker is told, for the state that is looked at."""
        request = {"job": job, **record.request(), "time": None, **more}
        if record.name == "tree" and "text" in record.parameters:
            return {**request, "tree": str(record.parameters["text"])}
        return {**request, "spec": self.catalogue.spec(record.name), "own": record.name in self.catalogue.own}

    def warm(self, record: Record, engine: dict[str, Any] | None) -> Warmth | None:
        """Has the search of a record compiled ahead; None: there is nothing to compile."""
        if self.warmer is None or not record.game.compiles or record.name == "tree":
            return None
        asked = {"spec": self.catalogue.spec(record.name), "parameters": record.parameters, "engine": engine}
        return self.warmer.want({**asked, "own": record.name in self.catalogue.own})

    async def get_warm(self, number: int | None, record: Record, *engines: dict[str, Any] | None) -> None:
        """Waits until these searches are compiled; the visitor is told how far it is."""
        for engine in engines:
            warmth = self.warm(record, engine)
            if warmth is not None and self.warmer is not None:
                await self.warmer.wait(
                    warmth, lambda note: self.answer(number, {"type": "waiting", "ahead": 0, **note})
                )

    async def ask(self, number: int | None, request: dict[str, Any], tell: Any = None) -> Any:
        """Runs a job: its answers, or, where `tell` gets these, whether it had all the time it wanted."""
        answers: list[dict[str, Any]] = []

        def hear(answer: dict[str, Any]) -> None:
            if "waiting" in answer:
                self.answer(number, {"type": "waiting", "ahead": answer["waiting"]})
            elif "note" in answer:
                self.answer(number, {"type": "waiting", "ahead": 0, "note": answer["note"]})
            elif tell:
                tell(answer)
            else:
                answers.append(answer)

        finished = await self.pool.run(request, hear)
        return finished if tell else answers

    async def ask_side_by_side(
        self, number: int | None, requests: Sequence[dict[str, Any]]
    ) -> AsyncGenerator[list[dict[str, Any]], None]:
        """Runs jobs on all processes that are free, at least one at a time; yields the answers in the jobs' order.

        One that is not free is left to other visitors, and is looked for again when a job ends. Close the generator
        when it is not wanted any more.
        """
        waiting, running = deque(requests), deque[asyncio.Task[Any]]()  # running, or done and not told yet
        try:
            while waiting or running:
                busy = [task for task in running if not task.done()]
                for _ in range(min(len(waiting), max(self.pool.free, 0 if busy else 1))):
                    running.append(asyncio.create_task(self.ask(number, waiting.popleft())))
                await asyncio.wait([task for task in running if not task.done()], return_when=asyncio.FIRST_COMPLETED)
                while running and running[0].done():
                    yield running.popleft().result()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def ask_once(self, number: int | None, request: dict[str, Any], kind: str) -> None:
        """Runs a job and passes its answers on."""
        for answer in await self.ask(number, request):
            self.answer(number, {"type": kind, **answer})

    async def begin(self, number: int | None, search: Callable[[], Awaitable[None]], of_record: bool = False) -> None:
        """Ends the last search and begins another; one of the whole record goes on while others look at its plies."""
        await self.stop()
        self._of_record = of_record

        async def guarded() -> None:
            try:
                await search()
            except Exception as error:
                self.answer(number, {"type": "error", "message": told(error, self.is_own())})

        self._search = asyncio.create_task(guarded())

    async def look_elsewhere(self) -> None:
        """Ends a search about the ply that was looked at."""
        if not self._of_record:
            await self.stop()

    async def stop(self) -> None:
        """Ends the search that is under way, if there is one."""
        search, self._search = self._search, None
        if search is not None and not search.done():
            search.cancel()
            await asyncio.wait([search])


def told(error: Exception, own: bool) -> str:
    """What went wrong in one line; what a user's own game did wrong with its place, what we did to the terminal."""
    if isinstance(error, ZermeloError):
        return " ".join(str(error).split())
    if isinstance(error, RecursionError):
        return "that goes too deep"
    place = blame(error) if own else None
    if place is None:
        print(f"zermelo: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return place or "that could not be done: something went wrong on our side"
