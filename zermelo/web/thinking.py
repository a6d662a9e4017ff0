"""Searches that a visitor asks for: a move, an analysis, why not, the threat, a review, a comparison, a match."""

from __future__ import annotations

import asyncio
import secrets
from contextlib import aclosing
from typing import Any

from zermelo.arena.match import Match, tally
from zermelo.arena.strength import LEVELS
from zermelo.game import CHANCE, ZermeloError
from zermelo.records.matches import Played
from zermelo.web.desk import Desk, Handler
from zermelo.web.messages import Message, optional_word, seconds, whole, word
from zermelo.web.record import Record
from zermelo.web.reports import finite

KINDS = ((0.30, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy"))  # by the share that was lost


class Thinking:
    """What a search is asked, at a desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def handlers(self) -> dict[str, Handler]:
        """By the type of message."""
        return {
            "move": self._move,
            "analyse": self._analyse,
            "stop": self._stopped,
            "why": self._why,
            "threat": self._threat,
            "review": self._review,
            "compare": self._compare,
            "match": self._match,
        }

    async def _move(self, message: Message, number: int | None) -> None:
        record = self.desk.choosing()
        level = optional_word(message, "level", 40)
        if level is not None and level not in LEVELS:
            raise ZermeloError(f"no level is called '{level}'; there are {', '.join(LEVELS)}")
        engine = None if level else self.desk.engine(message)
        request = self.desk.request("move", record, engine=engine, level=level, cold=self._is_cold(record, engine))
        ply = record.ply

        async def search() -> None:
            answers = await self.desk.ask(number, request)
            if answers and record is self.desk.record and record.ply == ply:

                def work() -> dict[str, Any]:
                    record.play_index(answers[-1]["index"])
                    return record.report()

                self.desk.answer(number, {**await asyncio.to_thread(work), "thought": answers[-1]["thought"]})

        await self.desk.begin(number, search)

    async def _analyse(self, message: Message, number: int | None) -> None:
        record, engine = self.desk.choosing(), self.desk.engine(message, optional=True)
        request = self.desk.request(
            "analyse",
            record,
            engine=engine,
            lines=whole(message, "lines", 1, 1, 5),
            time=seconds(message, "time", 20.0),
            open_ended=True,
        )

        async def search() -> None:
            last: list[dict[str, Any]] = []

            def tell(report: dict[str, Any]) -> None:
                last[:] = [report]
                self.desk.answer(number, {"type": "analysis", **report})

            whole_time: bool | None = None
            if self._is_cold(record, engine):  # a stand-in answers until the fast search is compiled
                cold = asyncio.create_task(self.desk.ask(number, {**request, "cold": True}, tell))
                ready = asyncio.create_task(self.desk.get_warm(number, record, engine))
                try:
                    await asyncio.wait({cold, ready}, return_when=asyncio.FIRST_COMPLETED)
                    if cold.done() or (last and "stand_in" not in last[0]):  # it is over, or was compiled already
                        whole_time = await cold
                finally:
                    cold.cancel()
                    ready.cancel()
                    await asyncio.wait({cold, ready})
            if whole_time is None:
                whole_time = await self.desk.ask(number, request, tell)
            if not whole_time and last:  # others wait: what there is must do
                self.desk.answer(number, {"type": "analysis", **last[0], "done": True, "reason": "others are waiting"})

        await self.desk.begin(number, search)

    def _is_cold(self, record: Record, engine: dict[str, Any] | None) -> bool:
        """Is the search still to be compiled? It is from now on, ahead of others."""
        warmth = self.desk.warm(record, engine)
        return warmth is not None and not warmth.ended.is_set()

    async def _stopped(self, message: Message, number: int | None) -> None:
        await self.desk.stop()
        self.desk.answer(number, {"type": "stopped"})

    async def _why(self, message: Message, number: int | None) -> None:
        record, engine = self.desk.choosing(), self.desk.engine(message, optional=True)
        text = word(message, "action")
        action = record.game.read_action(record.state, text)
        index = record.game.legal(record.state).index(action)
        request = self.desk.request(
            "why",
            record,
            engine=engine,
            index=index,
            time=seconds(message, "time", 1.0),
            cold=self._is_cold(record, engine),
        )
        await self.desk.begin(number, lambda: self.desk.ask_once(number, request, "why"))

    async def _threat(self, message: Message, number: int | None) -> None:
        record = self.desk.choosing()
        request = self.desk.request("threat", record, time=seconds(message, "time", 0.5))

        async def search() -> None:
            await self.desk.get_warm(number, record, None)
            await self.desk.ask_once(number, request, "threat")

        await self.desk.begin(number, search)

    async def _review(self, message: Message, number: int | None) -> None:
        record = self.desk.current()
        a_position = seconds(message, "time", 0.2, 5.0)
        plies = len(record.states)

        async def search() -> None:
            await self.desk.get_warm(number, record, None)
            shares: list[float | None] = []
            best: list[str | None] = []
            for ply in range(plies):
                report: dict[str, Any] = {"share": None, "value": None, "best": None}
                if record.ending(ply):
                    report["share"] = record.share_at_end(ply)
                elif record.game.to_move(record.states[ply]) != CHANCE:
                    request = self.desk.request("analyse", record, engine=None, lines=1, time=a_position)
                    request["played"] = record.played[:ply]
                    answers = await self.desk.ask(number, request)
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
                self.desk.answer(number, {"type": "review", "ply": ply, **report, "done": last, **mistakes})

        await self.desk.begin(number, search, of_record=True)

    async def _compare(self, message: Message, number: int | None) -> None:
        record = self.desk.choosing()
        engines, time = self.desk.engines(message), seconds(message, "time", 2.0, 30.0)

        async def search() -> None:
            await self.desk.get_warm(number, record, *engines)
            for side, engine in enumerate(engines):
                request = self.desk.request("analyse", record, engine=engine, lines=1, time=time)

                def tell(report: dict[str, Any], side: int = side) -> None:
                    over = {"done": report["done"] and side == 1}
                    self.desk.answer(number, {"type": "compare", "side": side, "analysis": report, **over})

                await self.desk.ask(number, request, tell)

        await self.desk.begin(number, search)

    async def _match(self, message: Message, number: int | None) -> None:
        record = self.desk.current()
        if record.game.players < 2:
            raise ZermeloError("a match needs two players")
        engines, total = self.desk.engines(message), whole(message, "games", 10, 1, 200)
        time = seconds(message, "time", 0.1, 2.0)
        opening = whole(message, "opening", 2, 0, 20)
        seed = whole(message, "seed", secrets.randbelow(2**31), 0, 2**31)

        whole_match = self.desk.request("one_game", record, engines=engines, time=time, plies=opening, seed=seed)
        whole_match["played"] = []
        games = [{**whole_match, "number": game} for game in range(total)]

        async def search() -> None:
            (entered,) = await self.desk.ask(number, {**whole_match, "job": "entrants"})
            names = (entered["names"][0], entered["names"][1])
            played: list[Played] = []
            async with aclosing(self.desk.ask_side_by_side(number, games)) as results:
                async for (game,) in results:
                    played.append(Played(game["seat"], tuple(game["utilities"])))
                    self.desk.answer(number, _score_report(tally(record.game, names, seed, played), total))

        await self.desk.begin(number, search, of_record=True)


def _score_report(so_far: Match, total: int) -> dict[str, Any]:
    """The message `match`."""
    return {
        "type": "match",
        "games": so_far.games,
        "total": total,
        "wins": so_far.wins,
        "draws": so_far.draws,
        "losses": so_far.losses,
        "score": so_far.score,
        "elo": finite(so_far.elo.difference),
        "low": finite(so_far.elo.low),
        "high": finite(so_far.elo.high),
        "engines": list(so_far.engines),
        "done": so_far.games == total,
    }


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
