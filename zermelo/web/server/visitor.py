"""One connection: an open game, one search at a time, and an answer to every message."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.web.lessons import ANSWERS
from zermelo.web.messages import (
    Message,
    branches,
    comments,
    mapping,
    number_of,
    optional_word,
    read_message,
    tiles_laid,
    word,
    words,
)
from zermelo.web.secret import SecretGame
from zermelo.web.server.budget import MESSAGE, Budget
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.server.contests.tournaments import Tournaments
from zermelo.web.server.desk import Desk, Handler, told
from zermelo.web.server.developing.asking import Developing
from zermelo.web.server.questions import Questions
from zermelo.web.server.record.papers import Papers
from zermelo.web.server.record.turning import Turning
from zermelo.web.server.secret_play import SecretPlay
from zermelo.web.server.tracing import Tracing

Send = Callable[[str], Awaitable[None]]

MOST_PENDING = 1000  # unsent answers; a visitor who does not read them is disconnected
MOST_UNSENT = 64 * 1024 * 1024  # characters of them
TOLD = 0.5  # seconds: who must wait for longer is told so
HOLD_ON = "you have asked for a lot at once: this will be answered in a moment"


class Visitor:
    """Reads messages and answers them; `leave` ends the running search."""

    def __init__(self, catalogue: Catalogue, send: Send, is_alone: Callable[[], bool] = lambda: False) -> None:
        """is_alone: is there no other visitor? Then nobody is kept waiting, whatever is asked."""
        self._is_alone = is_alone
        self.budget = Budget()
        self.desk = Desk(catalogue, self.answer, self.budget.spend)
        self._secrets = SecretPlay(self.desk)
        self._developing = Developing(self.desk)
        self._handlers: dict[str, Handler] = {
            "games": self._games,
            "new": self._new,
            "play": self._play,
            "roll": self._roll,
            "lay": self._lay,
            "learning": self._learning,
            "figure": self._figure,
            **dict.fromkeys(ANSWERS, self._lessons),
            **self._secrets.handlers(),
            **self._developing.handlers(),
            **Questions(self.desk).handlers(),
            **Tournaments(self.desk).handlers(),
            **Tracing(self.desk).handlers(),
            **Turning(self.desk).handlers(),
            **Papers(self.desk).handlers(),
        }
        self._send = send
        self._answers: asyncio.Queue[str] = asyncio.Queue(MOST_PENDING)
        self._unsent = 0  # characters
        self._writer = asyncio.create_task(self._write())

    # --- messages in, answers out ---

    async def hear(self, text: str | bytes) -> None:
        """Answers one message, either at once or while a search runs. Who has used up their budget waits before it."""
        number: int | None = None
        self.budget.spend(MESSAGE)
        self.budget.spend_text(text)
        try:
            message = read_message(text)
            number = number_of(message)
            kind = message.get("type")
            action = self._handlers.get(kind) if isinstance(kind, str) else None
            if action is None:
                raise ZermeloError(f"no message is of type '{brief(kind)}'")
            await self._wait_turn(number)
            await action(message, number)
        except Exception as error:
            self.answer(number, {"type": "error", "message": told(error)})
            await self._wait_turn(None)

    async def _wait_turn(self, number: int | None) -> None:
        """Lets others have theirs, for as long as the budget is used up."""
        if self.budget.wait > TOLD and number is not None and not self._is_alone():
            self.answer(number, {"type": "waiting", "ahead": 0, "note": HOLD_ON})
        await asyncio.sleep(0)
        while (wait := self.budget.wait) > 0 and not self._is_alone():
            await asyncio.sleep(min(wait, TOLD))

    async def leave(self) -> None:
        """Cleans up after the connection has ended."""
        self._developing.leave()
        await self.desk.leave()
        self._writer.cancel()

    def answer(self, number: int | None, answer: dict[str, Any]) -> None:
        """Queues an answer; a visitor with too many unread answers is disconnected, so that memory stays bounded."""
        self._answer_text(json.dumps({**answer, "id": number}, allow_nan=False))  # ASCII: a lone surrogate has no UTF-8

    def _answer_text(self, text: str) -> None:
        self.budget.spend_text(text)
        self._unsent += len(text)
        if self._unsent > MOST_UNSENT or self._answers.full():
            self._writer.cancel()
        else:
            self._answers.put_nowait(text)

    @property
    def is_gone(self) -> bool:
        return self._writer.done()

    async def _write(self) -> None:
        while True:
            text = await self._answers.get()
            await self._send(text)
            self._unsent -= len(text)

    # --- the open game ---

    async def _games(self, message: Message, number: int | None) -> None:
        written = await self.desk.catalogue.written_report()
        self._answer_text(f'{{"type": "games", "id": {json.dumps(number)}, {written[1:]}')

    async def _new(self, message: Message, number: int | None) -> None:
        name, parameters = word(message, "game"), mapping(message, "parameters")
        position, moves = optional_word(message, "position"), words(message, "moves")
        seats, beside = self.desk.seats(message), (branches(message), comments(message))
        fits = bool(message.get("fits"))
        report = await self.desk.open(number, name, parameters, position, moves, seats, *beside, fits=fits)
        self.desk.compile_ahead(self.desk.current(), None)  # before the first move is asked for
        self.answer(number, report)

    async def _play(self, message: Message, number: int | None) -> None:
        action = word(message, "action")
        if isinstance(self.desk.current(), SecretGame):
            return await self._secrets.play(action, number)
        self.desk.sheet().check_goes_on(by_person=True)
        await self._change(number, "play", action=action)

    async def _roll(self, message: Message, number: int | None) -> None:
        self.desk.sheet().check_goes_on()
        await self._change(number, "roll")

    async def _lay(self, message: Message, number: int | None) -> None:
        """What becomes of tiles that a person lays, before the move is made."""
        tiles, opened = tiles_laid(message, "tiles"), self.desk.current()
        if isinstance(opened, SecretGame):
            opened.check_turn()
        found = await self.desk.ask_click(number, "lay", opened, tiles=tiles)
        self.answer(number, {"type": "laid", **found})

    async def _learning(self, message: Message, number: int | None) -> None:
        """What a learned player thinks of the first moves; its file may be that of a run in progress."""
        self.answer(number, {"type": "learning", **await self.desk.ask_learning(number, word(message, "player"))})

    async def _figure(self, message: Message, number: int | None) -> None:
        """What a figure of a lesson looks like, where it is not searched."""
        name, drawing = word(message, "name"), word(message, "drawing")
        self.answer(number, {"type": "figure", **await self.desk.ask_figure(number, name, drawing)})

    async def _lessons(self, message: Message, number: int | None) -> None:
        """A lesson, the list of all, or what is said about an answer: none of it needs a game's functions."""
        kind = word(message, "type")
        self.answer(number, {"type": kind, **ANSWERS[kind](message)})

    async def _change(self, number: int | None, job: str, **more: Any) -> None:
        """Changes the open game, ends any search about the old position, and answers with the new one."""
        opened, ply, node = self.desk.sheet(), self.desk.sheet().ply, self.desk.sheet().node
        found = await self.desk.ask_click(number, job, opened, **more)
        await self.desk.stop()
        if opened.node != node:  # a search that ended meanwhile has moved on
            opened.go_to(ply)
        opened.write(found["step"])
        self.answer(number, opened.report(found["position"]))
