"""The web application: static files, one websocket, and checks on where requests come from."""

from __future__ import annotations

import contextlib
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.web.catalogue import Catalogue
from zermelo.web.messages import LARGEST_MESSAGE
from zermelo.web.visitor import Visitor

STATIC = Path(__file__).parent / "static"
MOST_VISITORS = 512
POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}
TOO_BIG, TOO_MANY, NOT_HERE = 1009, 1013, 1008  # why a websocket is closed


def application(catalogue: Catalogue, hosts: Sequence[str], ahead: Sequence[dict[str, Any]] = ()) -> Starlette:
    """The page for these games. hosts: the `name:port` values accepted in a Host header; others are refused.

    ahead: searches to compile while no visitor is searching.
    """
    visitors: set[Visitor] = set()

    async def socket(websocket: WebSocket) -> None:
        if len(visitors) >= MOST_VISITORS:
            await websocket.close(TOO_MANY, "too many visitors")
            return
        await websocket.accept()

        async def send(answer: dict[str, Any]) -> None:
            await websocket.send_text(json.dumps(answer, allow_nan=False))  # ASCII: a lone surrogate has no UTF-8 form

        visitor = Visitor(catalogue, send)
        visitors.add(visitor)
        try:
            while not visitor.is_gone:
                heard = await websocket.receive()
                if heard["type"] == "websocket.disconnect":
                    break
                text = heard.get("text") or heard.get("bytes") or ""
                if len(text) > LARGEST_MESSAGE:
                    await websocket.close(TOO_BIG, "the message is too long")
                    break
                await visitor.hear(text)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            visitors.discard(visitor)
            await visitor.leave()

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        catalogue.crews.open(ahead)
        yield
        await catalogue.crews.close()

    app = Starlette(
        routes=[WebSocketRoute("/socket", socket), Mount("/", StaticFiles(directory=STATIC, html=True))],
        lifespan=lifespan,
    )
    app.add_middleware(Doorman, hosts=hosts)
    return app


class Doorman:
    """Refuses requests for an unknown host name (DNS rebinding) and requests from another site's page (by Origin).

    A websocket must also name its Origin.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str]) -> None:
        self.app = app
        self.hosts = {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host, origin = headers.get("host", "").lower(), headers.get("origin")
        known = host in self.hosts and (origin is None or origin.lower() == f"http://{host}")
        if scope["type"] == "websocket":
            if known and origin is not None:
                await self.app(scope, receive, send)
            else:
                await send({"type": "websocket.close", "code": NOT_HERE, "reason": "origin not allowed"})
            return
        if not known:
            await PlainTextResponse("this page is not served under that name", 403)(scope, receive, send)
            return

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_raw(HEADERS)]
            await send(message)

        await self.app(scope, receive, with_headers)


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode(), value.encode()) for name, value in headers.items()]


def configuration(app: Any) -> Any:
    """How uvicorn serves it: bounded messages, pings that find dead connections, and only warnings logged."""
    import uvicorn

    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
