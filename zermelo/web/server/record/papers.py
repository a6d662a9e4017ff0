"""The messages about positions and records as texts: what a visitor pastes, drops, arranges or downloads."""

from __future__ import annotations

from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.messages import Message, mapping, rows, whole
from zermelo.web.messages import word as word_of
from zermelo.web.secret import OFF, SecretGame
from zermelo.web.server.desk import MOST_SEATS, Desk, Handler

LONGEST = 60_000  # characters of a record
SHORT = 1000  # characters that take no longer than a click


class Papers:
    """Reads and writes records at a visitor's desk; a worker does it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type."""
        return {"read": self._read, "write": self._write, "arrange": self._arrange}

    async def _read(self, message: Message, number: int | None) -> None:
        """What a text holds, as `new` is told of it. Nothing is opened yet."""
        opened = self.desk.current()
        text, chosen = word_of(message, "text", LONGEST), whole(message, "number", 0, 0, 10**6)
        found = await self._ask(number, "read_record", opened.name, opened.parameters, text=text, which=chosen)
        if found.pop("is_current"):
            found |= {"game": opened.name, "parameters": opened.parameters}
        self.desk.answer(number, {"type": "read", **found})

    async def _write(self, message: Message, number: int | None) -> None:
        """The visitor's game with its variations, in the notation of its players."""
        opened = self.desk.current()
        if isinstance(opened, SecretGame):
            raise ZermeloError(OFF)
        tags = {name: str(value)[:200] for name, value in mapping(message, "tags").items() if name.isalnum()}
        nodes = list(opened.tree.in_order())
        place = {0: 0, **{node.number: at for at, node in enumerate(nodes, 1)}}
        about = {
            "start": opened.start,
            "moves": [[place[node.after], node.index] for node in nodes],
            "comments": [[place[node.number], node.comment] for node in (opened.tree[0], *nodes) if node.comment],
        }
        found = await self._ask(number, "write_record", opened.name, opened.parameters, tags=tags, **about)
        self.desk.answer(number, {"type": "write", **found})

    async def _arrange(self, message: Message, number: int | None) -> None:
        """The text of a position that was put together on the board. Nothing is opened yet."""
        opened = self.desk.sheet()
        about = {"cells": rows(message, "cells"), "mover": whole(message, "mover", 0, 0, MOST_SEATS)}
        found = await self.desk.ask_click(number, "arrange", opened, **about)
        self.desk.answer(number, {"type": "arrange", **found})

    async def _ask(
        self, number: int | None, job: str, name: str, parameters: dict[str, Any], **more: Any
    ) -> dict[str, Any]:
        """Runs a job; a long record is read beside the jobs for clicks."""
        crew = self.desk.catalogue.crew(name)
        request = {**self.desk.catalogue.request(job, name, parameters), "patience": crew.short, **more}
        pool = crew.readers if len(more.get("text", "")) > SHORT else crew.clicks
        (found,) = await self.desk.ask_quietly(pool, number, request)
        return dict(found)
