"""The messages about the moves that were played: showing another, variations, comments."""

from __future__ import annotations

from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.messages import Message, whole
from zermelo.web.server.desk import Desk, Handler
from zermelo.web.server.score_sheet import ScoreSheet
from zermelo.web.variations import LONGEST_COMMENT

LARGEST = 10**6  # no game has so many positions


class Turning:
    """Turns the pages of the game on a visitor's desk, and orders them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def handlers(self) -> dict[str, Handler]:
        """The handlers by message type."""
        return {"goto": self._goto, "comment": self._comment, "promote": self._promote, "delete": self._delete}

    async def _goto(self, message: Message, number: int | None) -> None:
        """Shows a ply of the line shown, or a position of any line by its number."""
        opened = self.desk.sheet()
        before = opened.line, opened.ply, opened.is_taken_back
        if message.get("node") is None:
            opened.go_to(whole(message, "ply", None, 0, LARGEST), message.get("back") is True)
        else:
            opened.go_to_node(whole(message, "node", None, 0, LARGEST))
        try:
            found = await self.desk.ask_click(number, "show", opened)
        except ZermeloError:
            opened.line, opened.ply, opened.is_taken_back = before
            raise
        await self.desk.look_elsewhere()
        self.desk.answer(number, opened.report(found["position"]))

    async def _comment(self, message: Message, number: int | None) -> None:
        """Says something about the position shown."""
        text = message.get("text")
        if not isinstance(text, str) or len(text) > LONGEST_COMMENT:
            raise ZermeloError(f"text must be a text of at most {LONGEST_COMMENT:,} characters")
        opened = self._open()
        opened.tree.comment(opened.node, text.strip())
        await self._show(number, opened)

    async def _promote(self, message: Message, number: int | None) -> None:
        """Makes the variation that a position is in the main line, or only the first at its branch."""
        opened = self._open()
        opened.tree.promote(
            opened.tree[whole(message, "node", None, 1, LARGEST)].number, message.get("main") is not False
        )
        await self._show(number, opened)

    async def _delete(self, message: Message, number: int | None) -> None:
        """Takes out a position and all that follow it."""
        opened = self._open()
        opened.delete(whole(message, "node", None, 0, LARGEST))
        await self.desk.stop()  # it may be about what is no longer there
        await self._show(number, opened)

    def _open(self) -> ScoreSheet:
        opened = self.desk.sheet()
        opened.check_goes_on()
        return opened

    async def _show(self, number: int | None, opened: ScoreSheet) -> None:
        found: dict[str, Any] = await self.desk.ask_click(number, "show", opened)
        self.desk.answer(number, opened.report(found["position"]))
