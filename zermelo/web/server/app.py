"""The web application: static files and one websocket. Who is let in is decided by doorman.py."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.routing import Mount, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.web.messages import LARGEST_MESSAGE
from zermelo.web.server.catalogue import Catalogue
from zermelo.web.server.doorman import Doorman
from zermelo.web.server.visitor import Visitor

STATIC = Path(__file__).parents[1] / "static"
MOST_VISITORS = 512
TOO_BIG, TOO_MANY = 1009, 1013  # why a websocket is closed


def application(
    catalogue: Catalogue, hosts: Sequence[str], ahead: Sequence[dict[str, Any]] = (), token: str | None = None
) -> Starlette:
    """The page for these games. hosts: the `name:port` values accepted in a Host header; others are refused.

    ahead: searches to compile while no visitor is searching. token: what visitors of a shared page need.
    """
    visitors: set[Visitor] = set()

    async def socket(websocket: WebSocket) -> None:
        if len(visitors) >= MOST_VISITORS:
            await websocket.close(TOO_MANY, "too many visitors")
            return
        await websocket.accept()

        visitor = Visitor(catalogue, websocket.send_text, lambda: len(visitors) == 1)
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
    app.add_middleware(Doorman, hosts=hosts, token=token)
    return app


def configuration(app: Any) -> Any:
    """How uvicorn serves it: bounded messages, pings that find dead connections, and only warnings logged."""
    import uvicorn

    return uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_per_message_deflate=False,  # it costs more than a wire saves
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=2,
    )
