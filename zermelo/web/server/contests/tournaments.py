"""Tournaments on the page: the meetings of a schedule, several games at once, and the standings after each."""

from __future__ import annotations

import secrets
import time
from contextlib import aclosing
from dataclasses import asdict
from typing import Any

from zermelo.arena.tournament.schedules import KINDS, AtOnce, Bout, KnockOut, Meeting, Schedule, Swiss
from zermelo.game import ZermeloError, brief
from zermelo.web.messages import Message, optional_word, seconds, whole
from zermelo.web.server.desk import Desk, Handler

MOST_ENGINES, MOST_GAMES = 12, 400


class Tournaments:
    """Plays tournaments at a visitor's desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type."""
        return {"tournament": self._tournament}

    async def _tournament(self, message: Message, number: int | None) -> None:
        opened = self.desk.current()
        if opened.players != 2:
            raise ZermeloError("a tournament here is of a game for two: `zermelo tournament` plays those of others")
        engines = self.desk.engines(message, 2, MOST_ENGINES)
        kind = optional_word(message, "kind", 40) or KINDS[0]
        plan = _plan(kind, len(engines), whole(message, "games", 2, 1, 100))
        if plan.total > MOST_GAMES:
            raise ZermeloError(f"that would be {plan.total:,} games: a tournament here has at most {MOST_GAMES:,}")
        asked = {
            "time": seconds(message, "time", 0.1, 2.0),
            "plies": whole(message, "opening", 2, 0, 20),
            "seed": whole(message, "seed", secrets.randbelow(2**31), 0, 2**31),
            "is_guarded": True,
        }
        all_of_them = {**self.desk.request("one_game", opened, engines=engines, **asked), "played": []}

        async def search() -> None:
            (entered,) = await self.desk.ask(number, {**all_of_them, "job": "entrants"})
            names, bouts = _different(entered["names"]), list[Bout]()
            begin = time.perf_counter()
            while meetings := plan.coming(bouts):
                games = _in_turn(meetings)
                watched = [0]  # of these games, the one that is shown as it is played: the first that goes on

                def watch(request: dict[str, Any], answer: dict[str, Any], watched: list[int] = watched) -> None:
                    if "live" in answer and request["place"] == watched[0]:
                        between = [names[engine] for engine in request["between"]]
                        live = {"number": request["so_far"] + request["place"], "engines": between, **answer["live"]}
                        self.desk.answer(number, {"type": "tournament", "live": live, "done": False})

                requests = [
                    {
                        **all_of_them,
                        "engines": [engines[engine] for engine in meeting.engines],
                        "between": list(meeting.engines),
                        "number": game,
                        "place": place,
                        "so_far": len(bouts),
                    }
                    for place, (meeting, game) in enumerate(games)
                ]
                async with aclosing(self.desk.ask_side_by_side(number, requests, watch)) as results:
                    async for answers in results:
                        meeting, game = games[watched[0]]
                        bouts.append(_bout(meeting, game, answers[-1]))
                        watched[0] += 1
                        is_over = watched[0] == len(games) and not plan.coming(bouts)
                        total = max(plan.total, len(bouts) + len(games) - watched[0])
                        table = await self.desk.ask_click(
                            *(number, "standings", opened),
                            names=names,
                            kind=kind,
                            total=total,
                            bouts=list(map(asdict, bouts)),
                        )
                        left = (time.perf_counter() - begin) / len(bouts) * (total - len(bouts))
                        played = {name: answers[-1][name] for name in ("seat", "moves", "result")}
                        self.desk.answer(
                            number,
                            {
                                "type": "tournament",
                                "games": len(bouts),
                                "total": len(bouts) if is_over else total,
                                "left": left,
                                "game": {**played, "engines": [names[engine] for engine in meeting.engines]},
                                **table,
                                "done": is_over,
                            },
                        )

        await self.desk.begin(number, search, of_whole_game=True)


def _plan(kind: str, engines: int, games: int) -> Schedule:
    """The schedule. Raises ZermeloError where there is none of this kind."""
    if kind == "swiss":
        return Swiss(engines, games, None)
    if kind == "knock-out":
        return KnockOut(engines, games)
    if kind not in KINDS:
        raise ZermeloError(f"a tournament is {', '.join(KINDS[:-1])} or {KINDS[-1]}, not '{brief(kind)}'")
    pairs = [(one, other) for one in range(engines) for other in range(one + 1, engines)]
    return AtOnce([pair for pair in pairs if kind == "round-robin" or pair[0] == 0], games)


def _in_turn(meetings: list[Meeting]) -> list[tuple[Meeting, int]]:
    """The games of some meetings: the first of each, then the second of each, and so on."""
    games = [(meeting, meeting.first + game) for meeting in meetings for game in range(meeting.games)]
    return sorted(games, key=lambda one: one[1])


def _bout(meeting: Meeting, game: int, found: dict[str, Any]) -> Bout:
    one, other = meeting.engines
    seats = (one, other) if found["seat"] == 0 else (other, one)
    utilities = tuple(found["utilities"])
    facts = found["ending"], found["fault"], len(found["moves"]), 0.0, found["opening"]
    return Bout(meeting.round, meeting.engines, game, seats, utilities, *facts)


def _different(names: list[str]) -> list[str]:
    """The names, with a number behind one that somebody before it has too."""
    found: list[str] = []
    for name in names:
        free = (name, *(f"{name} ({number})" for number in range(2, len(names) + 1)))
        found.append(next(one for one in free if one not in found))
    return found
