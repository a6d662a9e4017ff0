"""The page's websocket without a network: the whole server, whose jobs are done here instead of in other processes.

Chance and engines play what a test says, so that two games can be played that look the same to one player.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.game import Action, ZermeloError
from zermelo.web.server.app import application
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.site.here import crews
from zermelo.web.worker.open_secret import OpenSecret

HOST = "localhost:8642"
SCOPE = {
    "type": "websocket",
    "path": "/socket",
    "raw_path": b"/socket",
    "query_string": b"",
    "root_path": "",
    "scheme": "ws",
    "headers": [(b"host", HOST.encode()), (b"origin", f"http://{HOST}".encode())],
    "subprotocols": [],
}
SPINS = 40  # rounds of the event loop after which nothing is under way any more
EFFORT = ("seconds", "speed")  # fields of an analysis that differ whenever one is made


class Session:
    """One visitor. Its messages are heard one by one, and whatever is sent to it is kept as text."""

    def __init__(self, own: Mapping[str, str] | None = None, beside: Session | None = None) -> None:
        """own: the user's games, spec by name. beside: another visitor of the same server."""
        self.catalogue = beside.catalogue if beside else Catalogue(crews(), dict(own or {}))
        self.app = beside.app if beside else application(self.catalogue, [HOST])
        self.heard: list[str] = []
        self._said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._number = 0

    async def __aenter__(self) -> Session:
        self._said.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(self.app(SCOPE, self._said.get, self._hear))
        await self.settle()
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        if self._said.empty():
            self._said.put_nowait({"type": "websocket.disconnect", "code": 1000})
        else:
            self._task.cancel()  # it is not heard any more
        await asyncio.wait([self._task])

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.send":
            self.heard.append(message["text"])

    def say(self, text: str) -> None:
        """Sends a text as it is."""
        self._said.put_nowait({"type": "websocket.receive", "text": text})

    def send(self, kind: str, **fields: Any) -> int:
        """Sends a message; returns its number."""
        self._number += 1
        self.say(json.dumps({"type": kind, "id": self._number, **fields}))
        return self._number

    async def spin(self, rounds: int) -> None:
        """Lets the server work for so many rounds of the event loop."""
        for _ in range(rounds):
            await asyncio.sleep(0)

    async def settle(self) -> None:
        """Waits until the server has nothing more to say."""
        before = -1
        while before != len(self.heard):
            before = len(self.heard)
            await self.spin(SPINS)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """The last answer to a message."""
        number = self.send(kind, **fields)
        await self.settle()
        return next(answer for answer in map(json.loads, reversed(self.heard)) if answer["id"] == number)

    @property
    def position(self) -> dict[str, Any]:
        """The last position that was sent."""
        found: dict[str, Any] = next(
            answer for answer in map(json.loads, reversed(self.heard)) if answer["type"] == "position"
        )
        return found

    @property
    def told(self) -> list[str]:
        """All that was sent, without what differs whenever a search is run."""
        return [_without_effort(text) for text in self.heard]


def _without_effort(text: str) -> str:
    if not any(field in text for field in EFFORT):
        return text
    return json.dumps(json.loads(text, object_hook=lambda one: {k: v for k, v in one.items() if k not in EFFORT}))


class Fate:
    """What chance and engines play: the moves of a game that is known beforehand."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = list(actions)

    def __call__(self, secret: OpenSecret, mover: int, share: float) -> Action:
        """Stands in for `others_action`. Raises ZermeloError where the known moves end, as an engine that fails."""
        if len(secret.played) >= len(self.actions):
            raise ZermeloError("the game is not known any further")
        return self.actions[len(secret.played)]
