"""What developers of games ask: the position from inside, and the doctor. Games of this package are refused."""

from __future__ import annotations

import asyncio
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.messages import Message
from zermelo.web.secret import SecretGame
from zermelo.web.server.crews import LONGEST
from zermelo.web.server.desk import Desk, Handler, told

NOT_OWN = "only games of files that the command line named are looked into here"


class Developing:
    """Answers what a developer asks about the open game."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._examining: asyncio.Task[None] | None = None

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type."""
        return {"inspect": self._inspect, "examine": self._examine}

    def leave(self) -> None:
        """Ends the doctor's work."""
        if self._examining:
            self._examining.cancel()

    def _own(self) -> Any:
        opened = self.desk.current()
        if opened.name not in self.desk.catalogue.own:
            raise ZermeloError(NOT_OWN)
        return opened

    async def _inspect(self, message: Message, number: int | None) -> None:
        opened = self._own()
        if isinstance(opened, SecretGame):
            self.desk.sheet()  # says that it is off until the game is over
        self.desk.answer(number, {"type": "inspect", **await self.desk.ask_click(number, "inspect_state", opened)})

    async def _examine(self, message: Message, number: int | None) -> None:
        """Beside the visitor's search, which goes on: an engine may be about to move."""
        opened = self._own()
        about = self.desk.catalogue.request("examine", opened.name, opened.parameters)
        request = {**about, "patience": LONGEST}
        self.leave()

        async def work() -> None:
            try:
                found = await self.desk.ask(number, request)
                self.desk.answer(number, {"type": "examine", **found[-1]})
            except Exception as error:
                self.desk.answer(number, {"type": "error", "message": told(error)})

        self._examining = asyncio.create_task(work())
