"""One connection: a record, one search at a time, and an answer to every message."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.catalogue import Catalogue
from zermelo.web.debugger.tracing import Tracing
from zermelo.web.desk import Desk, Handler, told
from zermelo.web.messages import Message, mapping, number_of, optional_word, read_message, whole, word, words
from zermelo.web.record import Record
from zermelo.web.thinking import Thinking
from zermelo.web.workers.pool import Pool
from zermelo.web.workers.warming import Warmer

Send = Callable[[dict[str, Any]], Awaitable[None]]

MOST_PENDING = 1000  # answers that wait for a visitor who does not read; then the connection ends


class Visitor:
    """Reads messages and answers them; `leave` ends what is under way."""

    def __init__(self, catalogue: Catalogue, pool: Pool, send: Send, warmer: Warmer | None = None) -> None:
        self.desk = Desk(catalogue, pool, self.answer, warmer)
        self._handlers: dict[str, Handler] = {
            "games": self._games,
            "new": self._new,
            "play": self._play,
            "roll": self._roll,
            "goto": self._goto,
            **Thinking(self.desk).handlers(),
            **Tracing(self.desk).handlers(),
        }
        self._send = send
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
            action = self._handlers.get(kind) if isinstance(kind, str) else None
            if action is None:
                raise ZermeloError(f"no message is of type '{str(kind)[:40]}'")
            await action(message, number)
        except Exception as error:
            self.answer(number, {"type": "error", "message": told(error, self.desk.is_own())})

    async def leave(self) -> None:
        """The connection is over."""
        await self.desk.stop()
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

    # --- the record ---

    async def _games(self, message: Message, number: int | None) -> None:
        self.answer(number, {"type": "games", **await asyncio.to_thread(self.desk.catalogue.report)})

    async def _new(self, message: Message, number: int | None) -> None:
        name, parameters = word(message, "game"), mapping(message, "parameters")
        position, moves = optional_word(message, "position"), words(message, "moves")

        def make() -> tuple[Record, dict[str, Any]]:
            record = Record(name, parameters, self.desk.catalogue.load(name, parameters), position)
            record.read(moves)
            return record, record.report()

        record, report = await asyncio.to_thread(make)
        await self.desk.stop()
        self.desk.record = record
        self.desk.warm(record, None)  # before the first move is asked for
        self.answer(number, report)

    async def _play(self, message: Message, number: int | None) -> None:
        text = word(message, "action")
        await self._change(number, lambda record: record.play(record.game.read_action(record.state, text)))

    async def _roll(self, message: Message, number: int | None) -> None:
        await self._change(number, lambda record: record.roll())

    async def _goto(self, message: Message, number: int | None) -> None:
        record, ply = self.desk.current(), whole(message, "ply", None, 0, 10**6)
        record.go_to(ply)
        report = await asyncio.to_thread(record.report)
        await self.desk.look_elsewhere()
        self.answer(number, report)

    async def _change(self, number: int | None, change: Callable[[Record], None]) -> None:
        """A new position: whatever was thought about the old one is not wanted any more."""
        record = self.desk.current()

        def work() -> dict[str, Any]:
            change(record)
            return record.report()

        report = await asyncio.to_thread(work)
        await self.desk.stop()
        self.answer(number, report)
