"""What all handlers of a visitor share: the open game, answers, and one search at a time."""

from __future__ import annotations

import asyncio
import sys
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from typing import Any

from zermelo.arena.strength import LEVELS
from zermelo.game import CHANCE, LONGEST_ERROR, ZermeloError, brief
from zermelo.web.messages import Message, mapping, optional_word, word
from zermelo.web.secret import BEGINS, LEAST_PACE, OFF, Seat, SecretGame
from zermelo.web.server.budget import SEARCH
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.server.pool import Closing, Pool
from zermelo.web.server.score_sheet import ScoreSheet
from zermelo.web.server.warming import Compilation

Opened = ScoreSheet | SecretGame  # a visitor's game
Handler = Callable[[Message, int | None], Awaitable[None]]

SHORT_RECORD = 20  # moves: a longer one takes more time to read than a click
SHORT_POSITION = 400  # characters
MOST_SEATS = 100


class Desk:
    """One visitor's open game and search. Starting a search ends the previous one."""

    def __init__(
        self,
        catalogue: Catalogue,
        answer: Callable[[int | None, dict[str, Any]], None],
        spend: Callable[[float], None] = lambda units: None,
    ) -> None:
        """spend: takes units from the visitor's budget."""
        self.catalogue, self.answer, self.spend = catalogue, answer, spend
        self.opened: Opened | None = None
        self._search: asyncio.Task[None] | None = None
        self._of_whole_game = False  # does the search go on when another ply is shown?

    def current(self) -> Opened:
        """The open game. Raises ZermeloError if no game has been chosen yet."""
        if self.opened is None:
            raise ZermeloError("choose a game first")
        return self.opened

    def sheet(self) -> ScoreSheet:
        """The open game, if everything in it may be seen. Raises ZermeloError if not."""
        opened = self.current()
        if isinstance(opened, SecretGame):
            raise ZermeloError(OFF)
        return opened

    def choosing(self, or_chance: bool = False) -> ScoreSheet:
        """The open game, if a player (or chance) is to move at the ply shown, and everything may be seen.

        Raises ZermeloError if not.
        """
        sheet = self.sheet()
        if sheet.mover is None:
            raise ZermeloError("the game is over: there is nothing to choose")
        if sheet.mover == CHANCE and not or_chance:
            raise ZermeloError("chance is to move: roll first")
        return sheet

    def engine(self, message: Message, optional: bool = False) -> dict[str, Any] | None:
        """The engine named in a message, checked."""
        asked = message.get("engine")
        if asked is None and optional:
            return None
        if not isinstance(asked, dict):
            raise ZermeloError("engine must be an object with a name and options")
        name = word(asked, "name", 40)
        return self.catalogue.engine(name, mapping(asked, "options"))

    def engines(self, message: Message, least: int = 2, most: int = 2) -> list[dict[str, Any] | None]:
        """The engines or levels named in a message, checked: two, if nothing else is said."""
        asked = message.get("engines")
        if not isinstance(asked, list) or not least <= len(asked) <= most:
            count = "two" if least == most == 2 else f"{least} to {most}"
            raise ZermeloError(f"engines must be a list of {count}")
        return [self._opponent(engine) for engine in asked]

    def _opponent(self, asked: Any) -> dict[str, Any] | None:
        """An engine, or a level in the form of one."""
        if not isinstance(asked, dict) or "level" not in asked:
            return self.engine({"engine": asked})
        level = self.chooser(asked)["level"]
        return {"level": level, "name": level, "options": {}}

    def seats(self, message: Message) -> list[Seat]:
        """Who sits where, as a message says: a level or an engine, checked; None: a person."""
        asked = message.get("seats") or []
        if not isinstance(asked, list) or len(asked) > MOST_SEATS:
            raise ZermeloError(f"seats must be a list of at most {MOST_SEATS}")
        return [None if seat is None else self.chooser(seat) for seat in asked]

    def chooser(self, message: Any) -> dict[str, Any]:
        """The level or the engine that a message names, checked."""
        if not isinstance(message, dict):
            raise ZermeloError("a player is an object with a level or an engine")
        level = optional_word(message, "level", 40)
        if level is not None and level not in LEVELS:
            raise ZermeloError(f"no level is called '{brief(level)}'; there are {', '.join(LEVELS)}")
        return {"level": level, "engine": None if level else self.engine(message)}

    def request(self, job: str, opened: Opened, time: float | None = None, **more: Any) -> dict[str, Any]:
        """A worker's request for a search, with this time, from the state shown."""
        patience = self.catalogue.crew(opened.name, engines_of({**opened.path, **more})).patience(time)
        about = self.catalogue.request(job, opened.name, opened.parameters)
        return {**about, **opened.path, "time": time, "patience": patience, **more}

    async def ask_click(self, number: int | None, job: str, opened: Opened, **more: Any) -> dict[str, Any]:
        """Runs a short job about the state shown, and returns its answer."""
        crew = self.catalogue.crew(opened.name)
        request = {**self.request(job, opened), "patience": crew.short, **more}
        return dict((await self._asked(crew.clicks, number, request))[-1])

    async def ask_learning(self, number: int | None, player: str) -> dict[str, Any]:
        """What a learned player thinks of the first moves."""
        crew, request = self.catalogue.learning(player)
        return dict((await self._asked(crew.clicks, number, request))[-1])

    async def ask_figure(self, number: int | None, name: str, drawing: str) -> dict[str, Any]:
        """What a figure looks like. drawing: "position" for what it is before any search."""
        crew = self.catalogue.crews.of(None)
        request = {"job": "figure", "name": name, "drawing": drawing, "patience": crew.short}
        return dict((await self._asked(crew.clicks, number, request))[-1])

    async def open(
        self,
        number: int | None,
        name: str,
        parameters: dict[str, Any],
        start: str | None,
        moves: Sequence[str],
        seats: Sequence[Seat] = (),
        lines: Sequence[dict[str, Any]] = (),
        comments: Sequence[tuple[int, str]] = (),
        fits: bool = False,
    ) -> dict[str, Any]:
        """Opens a game in place of the present one, and returns its last position.

        fits: as much of the position and the moves as its rules, which may have changed, still allow.
        seats: who plays, where something is hidden; people in those that are missing.
        lines: the variations, each after a position by its number: see `new` in docs/page.md.
        Long records are read in other processes than those for clicks, so that nobody else waits for them.
        """
        crew = self.catalogue.crew(name)
        request = {**self.catalogue.request("open_game", name, parameters), "patience": crew.short}
        is_long = len(moves) > SHORT_RECORD or bool(lines) or len(start or "") > SHORT_POSITION
        record = {"start": start, "played": [], "moves": moves, "lines": lines, "seats": seats, "fits": fits}
        (found,) = await self._asked(crew.readers if is_long else crew.clicks, number, {**request, **record})
        if comments and "first" not in found:
            raise ZermeloError(BEGINS)
        sheet = ScoreSheet.of(name, parameters, found.get("start"), found, comments) if "first" in found else None
        await self.stop()
        self._forget_wishes()
        if sheet is not None:
            self.opened = sheet
            return self.opened.report(found["position"])
        pace = found["time"] + LEAST_PACE
        about = found["compiles"], found["players"], found["seats"], found["mover"], pace
        self.opened = SecretGame(name, parameters, *about)
        return {"type": "position", "game": name, **found["position"]}

    def compile_ahead(self, opened: Opened, engine: dict[str, Any] | None, timed: bool = True) -> Compilation | None:
        """Has the game's search compiled before it is needed; None if there is nothing to compile.

        timed: the search will be given a time limit besides the engine's own options.
        """
        warmer = self.catalogue.crew(opened.name).warmer
        if warmer is None or not opened.compiles or opened.name == "tree" or (engine and "file" in engine):
            return None
        about = self.catalogue.request("warm", opened.name, opened.parameters)
        limited = {"timed": True} if timed and engine else {}  # the default search is always timed
        guest = about["guest"] or bool(engine and engine["options"])
        return warmer.want({**about, "engine": engine, **limited, "guest": guest}, self)

    def is_cold(self, opened: Opened, engine: dict[str, Any] | None, timed: bool = True) -> bool:
        """Is the search not compiled yet? Then its compilation is requested, before any requested earlier."""
        compilation = self.compile_ahead(opened, engine, timed)
        return compilation is not None and not compilation.ended.is_set()

    async def wait_until_compiled(self, number: int | None, opened: Opened, *engines: dict[str, Any] | None) -> None:
        """Waits until these searches are compiled, and tells the visitor the progress."""
        warmer = self.catalogue.crew(opened.name).warmer
        for engine in engines:
            compilation = self.compile_ahead(opened, engine)
            if compilation is not None and warmer is not None:
                await warmer.wait(
                    compilation, lambda note: self.answer(number, {"type": "waiting", "ahead": 0, **note})
                )

    async def ask(self, number: int | None, request: dict[str, Any], tell: Any = None) -> Any:
        """Runs a search and returns its answers. With `tell`, which gets them instead: was it allowed to finish?"""
        return await self._asked(self._searches(request), number, request, tell)

    async def ask_quietly(self, pool: Pool, number: int | None, request: dict[str, Any]) -> list[dict[str, Any]]:
        """Runs a job that the visitor hears nothing of but how many wait before it, and returns its answers."""
        answers: list[dict[str, Any]] = await self._asked(pool, number, request, is_quiet=True)
        return answers

    def _searches(self, request: dict[str, Any]) -> Pool:
        """The processes that run a search."""
        files = (engine["file"] for engine in engines_of(request) if engine and "file" in engine)
        return self.catalogue.crews.of(request["spec"] if request.get("own") else next(files, None)).searches

    async def _asked(
        self, pool: Pool, number: int | None, request: dict[str, Any], tell: Any = None, is_quiet: bool = False
    ) -> Any:
        """is_quiet: notes are not passed on."""
        answers: list[dict[str, Any]] = []

        def hear(answer: dict[str, Any]) -> None:
            if "waiting" in answer:
                self.answer(number, {"type": "waiting", "ahead": answer["waiting"]})
            elif "note" in answer:
                if not is_quiet:
                    self.answer(number, {"type": "waiting", "ahead": 0, "note": answer["note"]})
            elif tell:
                tell(answer)
            else:
                answers.append(answer)

        finished = await pool.run(request, hear)
        return finished if tell else answers

    async def ask_side_by_side(
        self,
        number: int | None,
        requests: Sequence[dict[str, Any]],
        watch: Callable[[dict[str, Any], dict[str, Any]], None] | None = None,
    ) -> AsyncGenerator[list[dict[str, Any]], None]:
        """Runs jobs on all free processes, or on one if none is free; yields their answers in the jobs' order.

        Free processes are counted again whenever a job ends, so other visitors get their share. Close the generator
        to cancel the jobs that are left. watch: gets a job's request with every answer as it comes.
        """
        waiting, running = deque(requests), deque[asyncio.Task[Any]]()  # running, or done but not yielded yet
        try:
            while waiting or running:
                busy = [task for task in running if not task.done()]
                for _ in range(min(len(waiting), max(self._searches(requests[0]).free, 0 if busy else 1))):
                    running.append(asyncio.create_task(self._watched(number, waiting.popleft(), watch)))
                await asyncio.wait([task for task in running if not task.done()], return_when=asyncio.FIRST_COMPLETED)
                while running and running[0].done():
                    yield running.popleft().result()
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _watched(
        self,
        number: int | None,
        request: dict[str, Any],
        watch: Callable[[dict[str, Any], dict[str, Any]], None] | None,
    ) -> list[dict[str, Any]]:
        """Runs a job and returns its answers, each of which may be watched as it comes."""
        answers: list[dict[str, Any]] = []

        def hear(answer: dict[str, Any]) -> None:
            if watch:
                watch(request, answer)
            answers.append(answer)

        await self.ask(number, request, hear)
        return answers

    async def ask_once(self, number: int | None, request: dict[str, Any], kind: str) -> None:
        """Runs a job and sends its answers to the visitor as messages of this kind."""
        for answer in await self.ask(number, request):
            self.answer(number, {"type": kind, **answer})

    async def begin(
        self, number: int | None, search: Callable[[], Awaitable[None]], of_whole_game: bool = False
    ) -> None:
        """Ends the previous search and begins another. of_whole_game: it goes on when the visitor shows another ply."""
        await self.stop()
        self.spend(SEARCH)
        self._of_whole_game = of_whole_game

        async def guarded() -> None:
            try:
                await search()
            except Closing:
                return
            except Exception as error:
                self.answer(number, {"type": "error", "message": told(error)})

        self._search = asyncio.create_task(guarded())

    async def look_elsewhere(self) -> None:
        """Ends the search if it is about the ply shown until now."""
        if not self._of_whole_game:
            await self.stop()

    async def leave(self) -> None:
        """Ends whatever the visitor wanted."""
        await self.stop()
        self._forget_wishes()

    def _forget_wishes(self) -> None:
        """What is not being compiled yet for this visitor alone need not be compiled any more."""
        warmer = self.catalogue.crew(self.opened.name).warmer if self.opened else None
        if warmer:
            warmer.forget(self)

    async def stop(self) -> None:
        """Ends the running search, if any."""
        search, self._search = self._search, None
        if search is not None and not search.done():
            search.cancel()
            await asyncio.wait([search])


def engines_of(request: dict[str, Any]) -> list[dict[str, Any] | None]:
    """The engines of a request; in a game with hidden information, those in its seats too."""
    seated = [seat["engine"] for seat in request.get("seats") or () if seat]
    return [request.get("engine"), *request.get("engines", ()), *seated]


def told(error: Exception) -> str:
    """What went wrong, in one line; an error of ours goes to the terminal too."""
    if isinstance(error, ZermeloError):
        return brief(error, LONGEST_ERROR)
    print(f"zermelo: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return "that could not be done: something went wrong on our side"
