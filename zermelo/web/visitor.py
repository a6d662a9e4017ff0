"""One connection: a record, one search at a time, and an answer to every message."""

from __future__ import annotations

import asyncio
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from zermelo.arena.elo import elo
from zermelo.game import CHANCE, ZermeloError
from zermelo.loading import blame
from zermelo.web.catalogue import ALGORITHMS, LEVELS, Catalogue, engine_options
from zermelo.web.debugger import first_fold, grafted, placed, trace_game
from zermelo.web.messages import (
    LONGEST_TEXT,
    Message,
    indices,
    mapping,
    number_of,
    optional_word,
    read_message,
    seconds,
    whole,
    word,
    words,
)
from zermelo.web.pool import Pool
from zermelo.web.record import Record
from zermelo.web.reports import finite

Send = Callable[[dict[str, Any]], Awaitable[None]]

MOST_NODES = 5000  # of a traced tree, opened branches included
MOST_PENDING = 1000  # answers that wait for a visitor who does not read; then the connection ends
KINDS = ((0.30, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy"))  # by the share that was lost


class Visitor:
    """Reads messages and answers them; `leave` ends what is under way."""

    def __init__(self, catalogue: Catalogue, pool: Pool, send: Send) -> None:
        self.catalogue, self.pool = catalogue, pool
        self.record: Record | None = None
        self.traced: dict[str, Any] | None = None  # the last trace, with the request that made it
        self._send = send
        self._search: asyncio.Task[None] | None = None
        self._answers: asyncio.Queue[dict[str, Any]] = asyncio.Queue(MOST_PENDING)
        self._writer = asyncio.create_task(self._write())

    # --- messages in, answers out ---

    async def hear(self, text: str | bytes) -> None:
        """Answers one message, at once or as a search goes on."""
        number: int | None = None
        try:
            message = read_message(text)
            number = number_of(message)
            kind = message.get("type")
            action = self._handlers().get(kind) if isinstance(kind, str) else None
            if action is None:
                raise ZermeloError(f"no message is of type '{str(kind)[:40]}'")
            await action(message, number)
        except Exception as error:
            self.answer(number, {"type": "error", "message": _words(error, self._is_own())})

    async def leave(self) -> None:
        """The connection is over."""
        await self._stop()
        self._writer.cancel()

    def answer(self, number: int | None, answer: dict[str, Any]) -> None:
        """Sends an answer; a visitor who does not read loses the connection, not our memory."""
        try:
            self._answers.put_nowait({**answer, "id": number})
        except asyncio.QueueFull:
            self._writer.cancel()

    @property
    def is_gone(self) -> bool:
        return self._writer.done()

    async def _write(self) -> None:
        while True:
            await self._send(await self._answers.get())

    def _handlers(self) -> dict[str, Callable[[Message, int | None], Awaitable[None]]]:
        return {
            "games": self._games,
            "new": self._new,
            "play": self._play,
            "roll": self._roll,
            "goto": self._goto,
            "move": self._move,
            "analyse": self._analyse,
            "stop": self._stopped,
            "why": self._why,
            "threat": self._threat,
            "review": self._review,
            "compare": self._compare,
            "match": self._match,
            "trace": self._trace,
            "fold": self._fold,
            "branch": self._branch,
        }

    # --- the record ---

    async def _games(self, message: Message, number: int | None) -> None:
        self.answer(number, {"type": "games", **await asyncio.to_thread(self.catalogue.report)})

    async def _new(self, message: Message, number: int | None) -> None:
        name, parameters = word(message, "game"), mapping(message, "parameters")
        position, moves = optional_word(message, "position"), words(message, "moves")

        def make() -> tuple[Record, dict[str, Any]]:
            record = Record(name, parameters, self.catalogue.load(name, parameters), position)
            record.read(moves)
            return record, record.report()

        record, report = await asyncio.to_thread(make)
        await self._stop()
        self.record = record
        self.answer(number, report)

    async def _play(self, message: Message, number: int | None) -> None:
        text = word(message, "action")
        await self._change(number, lambda record: record.play(record.game.read_action(record.state, text)))

    async def _roll(self, message: Message, number: int | None) -> None:
        await self._change(number, lambda record: record.roll())

    async def _goto(self, message: Message, number: int | None) -> None:
        ply = whole(message, "ply", None, 0, 10**6)
        await self._change(number, lambda record: record.go_to(ply))

    async def _change(self, number: int | None, change: Callable[[Record], None]) -> None:
        """A new position: whatever was thought about the old one is not wanted any more."""
        record = self._current()

        def work() -> dict[str, Any]:
            change(record)
            return record.report()

        report = await asyncio.to_thread(work)
        await self._stop()
        self.answer(number, report)

    def _is_own(self) -> bool:
        return self.record is not None and self.record.name in self.catalogue.own

    def _current(self) -> Record:
        if self.record is None:
            raise ZermeloError("choose a game first")
        return self.record

    # --- searches ---

    async def _move(self, message: Message, number: int | None) -> None:
        record = self._choosing()
        level = optional_word(message, "level", 40)
        if level is not None and level not in LEVELS:
            raise ZermeloError(f"no level is called '{level}'; there are {', '.join(LEVELS)}")
        request = self._request("move", record, engine=None if level else self._engine(message), level=level)
        ply = record.ply

        async def search() -> None:
            answers = await self._ask(number, request)
            if answers and record is self.record and record.ply == ply:

                def work() -> dict[str, Any]:
                    record.play_index(answers[-1]["index"])
                    return record.report()

                self.answer(number, {**await asyncio.to_thread(work), "thought": answers[-1]["thought"]})

        await self._begin(number, search)

    async def _analyse(self, message: Message, number: int | None) -> None:
        record = self._choosing()
        request = self._request(
            "analyse",
            record,
            engine=self._engine(message, optional=True),
            lines=whole(message, "lines", 1, 1, 5),
            time=seconds(message, "time", 20.0),
            open_ended=True,
        )

        async def search() -> None:
            last: list[dict[str, Any]] = []

            def tell(report: dict[str, Any]) -> None:
                last[:] = [report]
                self.answer(number, {"type": "analysis", **report})

            whole_time = await self._ask(number, request, tell)
            if not whole_time and last:  # others wait: what there is must do
                self.answer(number, {"type": "analysis", **last[0], "done": True, "reason": "others are waiting"})

        await self._begin(number, search)

    async def _stopped(self, message: Message, number: int | None) -> None:
        await self._stop()
        self.answer(number, {"type": "stopped"})

    async def _why(self, message: Message, number: int | None) -> None:
        record = self._choosing()
        text = word(message, "action")
        action = record.game.read_action(record.state, text)
        index = record.game.legal(record.state).index(action)
        request = self._request(
            "why", record, engine=self._engine(message, optional=True), index=index, time=seconds(message, "time", 1.0)
        )
        await self._begin(number, lambda: self._ask_once(number, request, "why"))

    async def _threat(self, message: Message, number: int | None) -> None:
        record = self._choosing()
        request = self._request("threat", record, time=seconds(message, "time", 0.5))
        await self._begin(number, lambda: self._ask_once(number, request, "threat"))

    async def _review(self, message: Message, number: int | None) -> None:
        record = self._current()
        a_position = seconds(message, "time", 0.2, 5.0)
        plies = len(record.states)

        async def search() -> None:
            shares: list[float | None] = []
            best: list[str | None] = []
            for ply in range(plies):
                report: dict[str, Any] = {"share": None, "value": None, "best": None}
                if record.ending(ply):
                    report["share"] = record.share_at_end(ply)
                elif record.game.to_move(record.states[ply]) != CHANCE:
                    request = self._request("analyse", record, engine=None, lines=1, time=a_position)
                    request["played"] = record.played[:ply]
                    answers = await self._ask(number, request)
                    if answers:
                        found, sign = answers[-1], 1 if record.game.to_move(record.states[ply]) == 0 else -1
                        value = found["value"]
                        report = {
                            "share": found["share"],
                            "value": None if value is None else sign * value,
                            "best": found["action"],
                        }
                shares.append(report["share"])
                best.append(report["best"])
                last = ply == plies - 1
                mistakes = {"mistakes": _mistakes(record, shares, best)} if last else {}
                self.answer(number, {"type": "review", "ply": ply, **report, "done": last, **mistakes})

        await self._begin(number, search)

    async def _compare(self, message: Message, number: int | None) -> None:
        record = self._choosing()
        engines, time = self._engines(message), seconds(message, "time", 2.0, 30.0)

        async def search() -> None:
            for side, engine in enumerate(engines):
                request = self._request("analyse", record, engine=engine, lines=1, time=time)

                def tell(report: dict[str, Any], side: int = side) -> None:
                    over = {"done": report["done"] and side == 1}
                    self.answer(number, {"type": "compare", "side": side, "analysis": report, **over})

                await self._ask(number, request, tell)

        await self._begin(number, search)

    async def _match(self, message: Message, number: int | None) -> None:
        record = self._current()
        if record.game.players < 2:
            raise ZermeloError("a match needs two players")
        engines, total = self._engines(message), whole(message, "games", 10, 1, 200)
        time = seconds(message, "time", 0.1, 2.0)
        opening = whole(message, "opening", 2, 0, 20)
        seed = whole(message, "seed", secrets.randbelow(2**31), 0, 2**31)

        async def search() -> None:
            wins = draws = losses = 0
            for game in range(total):
                seat, pair = game % record.game.players, game // record.game.players
                request = self._request("one_game", record, engines=engines, time=time, plies=opening, first=seat)
                request |= {"played": [], "seed": f"{seed} {game}", "opening": f"{seed} {pair}"}
                answers = await self._ask(number, request)
                if not answers:
                    return
                utilities = answers[-1]["utilities"]
                margin = utilities[seat] - max(u for player, u in enumerate(utilities) if player != seat)
                wins, draws, losses = wins + (margin > 0), draws + (margin == 0), losses + (margin < 0)
                difference = elo(wins, draws, losses)
                score = {
                    "games": game + 1,
                    "total": total,
                    "wins": wins,
                    "draws": draws,
                    "losses": losses,
                    "score": (wins + draws / 2) / (game + 1),
                    "elo": finite(difference.difference),
                    "low": finite(difference.low),
                    "high": finite(difference.high),
                    "engines": answers[-1]["names"],
                    "done": game + 1 == total,
                }
                self.answer(number, {"type": "match", **score})

        await self._begin(number, search)

    # --- the debugger ---

    async def _trace(self, message: Message, number: int | None) -> None:
        tree = optional_word(message, "tree", LONGEST_TEXT)
        algorithm = word(message, "algorithm", 40)
        if algorithm not in ALGORITHMS:
            raise ZermeloError(f"the debugger knows {', '.join(ALGORITHMS)}, not '{algorithm}'")
        options: dict[str, Any] = {"algorithm": algorithm, "most": MOST_NODES}
        if message.get("depth") is not None:
            options["depth"] = whole(message, "depth", None, 1, 200)
        if algorithm == "mcts":
            options["simulations"] = whole(message, "simulations", 50, 1, 1000)
        if message.get("strict") is not None:
            options["strict"] = bool(message.get("strict"))
        if tree is not None:
            await asyncio.to_thread(trace_game, tree)  # tells a mistake at once
            request: dict[str, Any] = {"job": "trace", "tree": tree, "parameters": {}, "start": None, "played": []}
        else:
            request = self._request("trace", self._current())
        request["options"] = options

        async def search() -> None:
            answers = await self._ask(number, request)
            if answers:
                self.traced = {"request": request, "report": answers[-1]}
                self.answer(number, {"type": "trace", **await asyncio.to_thread(_shown, answers[-1], None)})

        await self._begin(number, search)

    async def _fold(self, message: Message, number: int | None) -> None:
        report = self._trace_report()
        folded = indices(message, "folded", len(report["nodes"]))
        self.answer(number, {"type": "tree", **await asyncio.to_thread(placed, report, folded)})

    async def _branch(self, message: Message, number: int | None) -> None:
        report = self._trace_report()
        node = whole(message, "node", None, 0, len(report["nodes"]) - 1)
        if report["nodes"][node].get("state") != "cut":
            raise ZermeloError("only a branch that was cut can be opened")
        assert self.traced
        request = {**self.traced["request"], "job": "branch", "report": report, "node": node}

        async def search() -> None:
            answers = await self._ask(number, request)
            if answers and self.traced and self.traced["report"] is report:
                whole_report = grafted(report, answers[-1])
                self.traced = {**self.traced, "report": whole_report}
                shown = await asyncio.to_thread(_shown, whole_report, indices(message, "folded", MOST_NODES * 2))
                answer = {"value": answers[-1]["value"], "words": answers[-1]["words"], "node": node}
                self.answer(number, {"type": "branch", **shown, **answer})

        await self._begin(number, search)

    def _trace_report(self) -> dict[str, Any]:
        if self.traced is None:
            raise ZermeloError("trace a search first")
        report: dict[str, Any] = self.traced["report"]
        return report

    # --- asking workers ---

    def _choosing(self) -> Record:
        """The record, where a player is to choose."""
        record = self._current()
        if record.ending(record.ply):
            raise ZermeloError("the game is over: there is nothing to choose")
        if record.game.to_move(record.state) == CHANCE:
            raise ZermeloError("chance is to move: roll first")
        return record

    def _engine(self, message: Message, optional: bool = False) -> dict[str, Any] | None:
        asked = message.get("engine")
        if asked is None and optional:
            return None
        if not isinstance(asked, dict):
            raise ZermeloError("engine must be an object with a name and options")
        name = word(asked, "name", 40)
        return {"name": name, "options": engine_options(name, mapping(asked, "options"))}

    def _engines(self, message: Message) -> list[dict[str, Any] | None]:
        asked = message.get("engines")
        if not isinstance(asked, list) or len(asked) != 2:
            raise ZermeloError("engines must be a list of two")
        return [self._engine({"engine": engine}) for engine in asked]

    def _request(self, job: str, record: Record, **more: Any) -> dict[str, Any]:
        request = {"job": job, **record.request(), "time": None, **more}
        if record.name == "tree" and "text" in record.parameters:
            return {**request, "tree": str(record.parameters["text"])}
        return {**request, "spec": self.catalogue.spec(record.name), "own": record.name in self.catalogue.own}

    async def _ask(self, number: int | None, request: dict[str, Any], tell: Any = None) -> Any:
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

    async def _ask_once(self, number: int | None, request: dict[str, Any], kind: str) -> None:
        for answer in await self._ask(number, request):
            self.answer(number, {"type": kind, **answer})

    async def _begin(self, number: int | None, search: Callable[[], Awaitable[None]]) -> None:
        """Ends the last search and begins another."""
        await self._stop()

        async def guarded() -> None:
            try:
                await search()
            except Exception as error:
                self.answer(number, {"type": "error", "message": _words(error, self._is_own())})

        self._search = asyncio.create_task(guarded())

    async def _stop(self) -> None:
        search, self._search = self._search, None
        if search is not None and not search.done():
            search.cancel()
            await asyncio.wait([search])


def _words(error: Exception, own: bool) -> str:
    """What went wrong in one line; what a user's own game did wrong with its place, what we did to the terminal."""
    if isinstance(error, ZermeloError):
        return " ".join(str(error).split())
    if isinstance(error, RecursionError):
        return "that goes too deep"
    place = blame(error) if own else None
    if place is None:
        print(f"zermelo: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return place or "that could not be done: something went wrong on our side"


def _shown(report: dict[str, Any], folded: set[int] | None) -> dict[str, Any]:
    """A trace with the places of its nodes."""
    folded = first_fold(report) if folded is None else folded
    return {**report, "placed": placed(report, folded), "folded": sorted(folded)}


def _mistakes(record: Record, shares: list[float | None], best: list[str | None]) -> list[dict[str, Any]]:
    """Moves that gave away a part of the game."""
    found = []
    for ply, text in enumerate(record.texts, 1):
        mover, before, after = record.game.to_move(record.states[ply - 1]), shares[ply - 1], shares[ply]
        if mover == CHANCE or before is None or after is None:
            continue
        loss = before - after if mover == 0 else after - before
        kind = next((name for least, name in KINDS if loss >= least), None)
        if kind and best[ply - 1] != text:
            found.append({"ply": ply, "action": text, "better": best[ply - 1], "loss": round(loss, 3), "kind": kind})
    return found
