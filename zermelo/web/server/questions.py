"""Questions that need a search: a move, an analysis, why not, the threat, a review, a comparison, a match."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

from zermelo.arena.elo import elo
from zermelo.arena.score import counts, is_scored, means_of
from zermelo.game import CHANCE, ZermeloError
from zermelo.numerals import percent
from zermelo.players.engines import engines
from zermelo.records.matches import Played
from zermelo.show.reports.match import elo_words, means_words
from zermelo.show.worth import share_words
from zermelo.web.messages import Message, finite, results, seconds, whole, word
from zermelo.web.secret import SecretGame
from zermelo.web.server.desk import Desk, Handler, Opened

KINDS = ((0.30, "blunder"), (0.15, "mistake"), (0.07, "inaccuracy"))  # by the share of the game that a move lost


class Questions:
    """Answers a visitor's questions by starting searches at the visitor's desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type."""
        return {
            "move": self._move,
            "analyse": self._analyse,
            "stop": self._stopped,
            "why": self._why,
            "threat": self._threat,
            "hint": self._hint,
            "review": self._review,
            "compare": self._compare,
            "match": self._match,
            "check": self._check,
        }

    async def _move(self, message: Message, number: int | None) -> None:
        opened = self.desk.choosing()
        opened.check_goes_on()
        chooser = self.desk.chooser(message)
        request = self.desk.request("move", opened, **chooser, cold=self.desk.is_cold(opened, chooser["engine"], False))
        node = opened.node

        async def search() -> None:
            answers = await self.desk.ask(number, request)
            if answers and opened is self.desk.opened and opened.node == node:
                found = answers[-1]
                opened.write(found["step"])
                self.desk.answer(number, {**opened.report(found["position"]), "thought": found["thought"]})

        await self.desk.begin(number, search)

    async def _analyse(self, message: Message, number: int | None) -> None:
        engine = self.desk.engine(message, optional=True)
        values_chance = engine is None or ("file" not in engine and engines()[engine["name"]].values_chance)
        opened = self.desk.current()
        if isinstance(opened, SecretGame):
            opened.check_turn()
        else:
            opened = self.desk.choosing(or_chance=values_chance)
        request = self.desk.request(
            "analyse",
            opened,
            engine=engine,
            lines=whole(message, "lines", 1, 1, 5),
            time=seconds(message, "time", 20.0),
            open_ended=True,
        )

        async def search() -> None:
            last: list[dict[str, Any]] = []
            heard = asyncio.Event()

            def tell(report: dict[str, Any]) -> None:
                last[:] = [report]
                heard.set()
                self.desk.answer(number, {"type": "analysis", **report})

            whole_time: bool | None = None
            if self.desk.is_cold(opened, engine):  # a stand-in answers until the fast search is compiled
                cold = asyncio.create_task(self.desk.ask(number, {**request, "cold": True}, tell))
                ready = asyncio.create_task(self._compiled_and_heard(number, opened, engine, heard))
                try:
                    await asyncio.wait({cold, ready}, return_when=asyncio.FIRST_COMPLETED)
                    if cold.done() or (last and "stand_in" not in last[0]):  # finished, or compiled already
                        whole_time = await cold
                finally:
                    cold.cancel()
                    ready.cancel()
                    await asyncio.wait({cold, ready})
            if whole_time is None:
                whole_time = await self.desk.ask(number, request, tell)
            if not whole_time and last:  # cut short for other visitors: the last report is the final one
                self.desk.answer(number, {"type": "analysis", **last[0], "done": True, "reason": "others are waiting"})

        await self.desk.begin(number, search)

    async def _compiled_and_heard(
        self, number: int | None, opened: Opened, engine: dict[str, Any] | None, heard: asyncio.Event
    ) -> None:
        """Waits for the fast search, and for a report: a search that still waits for its turn keeps its place."""
        await self.desk.wait_until_compiled(number, opened, engine)
        await heard.wait()

    async def _stopped(self, message: Message, number: int | None) -> None:
        await self.desk.stop()
        self.desk.answer(number, {"type": "stopped"})

    async def _why(self, message: Message, number: int | None) -> None:
        opened, engine = self.desk.choosing(), self.desk.engine(message, optional=True)
        request = self.desk.request(
            "why",
            opened,
            engine=engine,
            action=word(message, "action"),
            time=seconds(message, "time", 1.0),
            cold=self.desk.is_cold(opened, engine),
        )
        await self.desk.begin(number, lambda: self.desk.ask_once(number, request, "why"))

    async def _threat(self, message: Message, number: int | None) -> None:
        opened = self.desk.choosing()
        request = self.desk.request("threat", opened, time=seconds(message, "time", 0.5))

        async def search() -> None:
            await self.desk.wait_until_compiled(number, opened, None)
            await self.desk.ask_once(number, request, "threat")

        await self.desk.begin(number, search)

    async def _hint(self, message: Message, number: int | None) -> None:
        opened = self.desk.choosing()
        request = self.desk.request("hint", opened, engine=None, lines=2, time=seconds(message, "time", 1.0))
        request["cold"] = self.desk.is_cold(opened, None)
        await self.desk.begin(number, lambda: self.desk.ask_once(number, request, "hint"))

    async def _review(self, message: Message, number: int | None) -> None:
        opened = self.desk.sheet()
        time = seconds(message, "time", 0.2, 5.0)
        line, movers, finals = opened.played, opened.movers, opened.shares  # others may be shown meanwhile
        texts, states = opened.texts, len(movers)

        async def search() -> None:
            await self.desk.wait_until_compiled(number, opened, None)
            best: list[str | None] = []
            losses: list[tuple[float, str] | None] = []
            outcomes: list[int | None] = []  # proved results for player 0
            for ply in range(states):
                mover = movers[ply]
                report: dict[str, Any] = {"share": finals[ply], "value": None, "best": None}
                outcome = _final_outcome(finals[ply]) if mover is None else None
                lost: tuple[float, str] | None = None
                if mover is not None and mover != CHANCE:
                    request = self.desk.request("judge", opened, engine=None, lines=1, time=time)
                    request["played"] = line[:ply]
                    request["next"] = line[ply] if ply < states - 1 else None
                    answers = await self.desk.ask(number, request)
                    if answers:
                        found, sign = answers[-1], 1 if mover == 0 else -1
                        value, even = found["value"], found["even"]
                        lost = None if found["lost"] is None else (found["lost"], found["lost_words"])
                        outcome = None if found["outcome"] is None else sign * found["outcome"]
                        report = {
                            "share": found["share"],
                            "value": None if value is None else even + sign * (value - even),
                            "best": found["action"],
                        }
                best.append(report["best"])
                losses.append(lost)
                outcomes.append(outcome)
                last, told = ply == states - 1, {"share_words": share_words(report["share"])}
                mistakes = {"mistakes": _mistakes(texts, movers, losses, best, outcomes)} if last else {}
                self.desk.answer(number, {"type": "review", "ply": ply, **report, **told, "done": last, **mistakes})

        await self.desk.begin(number, search, of_whole_game=True)

    async def _compare(self, message: Message, number: int | None) -> None:
        opened = self.desk.choosing()
        engines, time = self.desk.engines(message), seconds(message, "time", 2.0, 30.0)

        async def search() -> None:
            await self.desk.wait_until_compiled(number, opened, *(one for one in engines if not _level(one)))
            for side, engine in enumerate(engines):
                if level := _level(engine):
                    request = self.desk.request("move", opened, engine=None, level=level)
                else:
                    request = self.desk.request("analyse", opened, engine=engine, lines=1, time=time)

                def tell(answer: dict[str, Any], side: int = side) -> None:
                    report = answer.get("thought", answer)  # of a level: what it would play
                    over = {"done": report["done"] and side == 1}
                    self.desk.answer(number, {"type": "compare", "side": side, "analysis": report, **over})

                await self.desk.ask(number, request, tell)

        await self.desk.begin(number, search)

    async def _check(self, message: Message, number: int | None) -> None:
        request = self.desk.catalogue.check(word(message, "search"))
        await self.desk.begin(number, lambda: self.desk.ask_once(number, request, "check"), of_whole_game=True)

    async def _match(self, message: Message, number: int | None) -> None:
        opened = self.desk.current()
        if opened.players < 2:
            raise ZermeloError("a match here needs two players: `zermelo match` compares engines in a game for one")
        engines, total = self.desk.engines(message), whole(message, "games", 10, 1, 200)
        time = seconds(message, "time", 0.1, 2.0)
        opening = whole(message, "opening", 2, 0, 20)
        seed = whole(message, "seed", secrets.randbelow(2**31), 0, 2**31)

        whole_match = self.desk.request("one_game", opened, engines=engines, time=time, plies=opening, seed=seed)
        whole_match["played"] = []  # from the start, which is no secret
        before = results(message, "results", opened.players, total)
        games = [{**whole_match, "number": game} for game in range(len(before), total)]
        watched = [len(before)]  # the game that is shown as it is played: the first of those that go on

        def watch(request: dict[str, Any], answer: dict[str, Any]) -> None:
            if "live" in answer and request["number"] == watched[0]:
                live = {"number": request["number"], **answer["live"]}
                self.desk.answer(number, {"type": "match", "live": live, "done": False})

        async def search() -> None:
            about = {"results": [utilities for _, utilities in before]}
            (entered,) = await self.desk.ask(number, {**whole_match, **about, "job": "entrants"})
            played = [Played(seat, utilities) for seat, utilities in before]
            if played:
                earlier = [
                    {"seat": one.seat, "result": words, "utilities": list(one.utilities)}
                    for one, words in zip(played, entered["results"], strict=True)
                ]
                self.desk.answer(number, {**_score_report(entered, played, total), "earlier": earlier})
            if not games:
                return
            async with aclosing(self.desk.ask_side_by_side(number, games, watch)) as told:
                async for answers in told:
                    game = answers[-1]
                    played.append(Played(game["seat"], tuple(game["utilities"])))
                    watched[0] = len(played)
                    record = {name: game[name] for name in ("seat", "moves", "result", "utilities")}
                    self.desk.answer(number, {**_score_report(entered, played, total), "game": record})

        await self.desk.begin(number, search, of_whole_game=True)


def _level(engine: dict[str, Any] | None) -> str:
    """The level that is meant; "": an engine is."""
    return str(engine.get("level", "")) if engine else ""


def _score_report(entered: dict[str, Any], played: Sequence[Played], total: int) -> dict[str, Any]:
    """The message `match`. entered: what the job `entrants` told."""
    wins, draws, losses = counts(played, sides=entered["sides"])
    difference, score = elo(wins, draws, losses), (wins + draws / 2) / len(played)
    scored: dict[str, Any] = {}
    if is_scored(played, entered["counts_points"], entered["middle"]):
        found = means_of(played, sides=entered["sides"])
        means = [{"value": mean.value, "low": finite(mean.low), "high": finite(mean.high)} for mean in found]
        words = f"{entered['mean_name']}: {means_words(found, 'AB', entered['scale'])}"
        scored = {"means": means, "means_words": words, "points": entered["points"]}
    return {
        "type": "match",
        "games": len(played),
        "total": total,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "score": score,
        "score_words": percent(score, 1),
        "elo": finite(difference.difference),
        "low": finite(difference.low),
        "high": finite(difference.high),
        "elo_words": elo_words(difference),
        **scored,
        "engines": list(entered["names"]),
        "done": len(played) == total,
    }


def _final_outcome(share: float | None) -> int | None:
    """The result of a finished game for player 0."""
    return None if share is None else (share > 0.5) - (share < 0.5)


def _mistakes(
    texts: list[str],
    movers: list[int | None],
    losses: list[tuple[float, str] | None],
    best: list[str | None],
    outcomes: list[int | None],
) -> list[dict[str, Any]]:
    """The moves that lost a notable share of the game, or threw away a result that was proved."""
    found = []
    for ply, text in enumerate(texts, 1):
        mover, cost = movers[ply - 1], losses[ply - 1]
        if mover == CHANCE or cost is None or best[ply - 1] == text:
            continue
        lost, lost_words = cost
        thrown = _thrown(mover, outcomes[ply - 1], outcomes[ply])
        kind = "blunder" if thrown else next((name for least, name in KINDS if lost >= least), None)
        if kind:
            told = {"loss": round(lost, 3), "loss_words": lost_words or percent(-lost), "kind": kind, "thrown": thrown}
            found.append({"ply": ply, "action": text, "better": best[ply - 1], **told})
    return found


def _thrown(mover: int | None, before: int | None, after: int | None) -> str:
    """What a move threw away, if both results are proved: "win", "draw" or ""."""
    if before is None or after is None:
        return ""
    mine, left = (before, after) if mover == 0 else (-before, -after)
    return "" if left >= mine else "win" if mine > 0 else "draw"
