"""The page's one visitor, in the browser itself: texts go in and out, as they do through the websocket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from zermelo.web.messages import LARGEST_MESSAGE
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.server.visitor import Visitor
from zermelo.web.site.here import crews

SECONDS = 2.0  # of a search: a message that arrives meanwhile, such as `stop`, waits until it ends


class Line:
    """Hears messages one after another, in the order in which they come."""

    def __init__(self, send: Callable[[str], None]) -> None:
        """send: gets every answer. A loop of asyncio must be running, as one always is in Pyodide."""
        self._send = send
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._catalogue = Catalogue(crews(SECONDS), {})
        self._visitor = Visitor(self._catalogue, self._answer, is_alone=lambda: True)
        self._listening = asyncio.ensure_future(self._listen())

    async def prepare(self) -> None:
        """Lists the games and engines, which the page asks for first and which takes longest."""
        await self._catalogue.written_report()

    def hear(self, text: str) -> None:
        """Takes a message of the page."""
        self._heard.put_nowait(text[: LARGEST_MESSAGE + 1])

    async def close(self) -> None:
        """Ends it all."""
        self._listening.cancel()
        await self._visitor.leave()

    async def _answer(self, text: str) -> None:
        self._send(text)

    async def _listen(self) -> None:
        while True:
            await self._visitor.hear(await self._heard.get())
