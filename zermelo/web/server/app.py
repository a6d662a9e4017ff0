"""The web application: static files, the manual, and one websocket. Who is let in is decided by doorman.py."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from zermelo.game import ZermeloError
from zermelo.web.messages import LARGEST_MESSAGE
from zermelo.web.server.doorman import Doorman

if TYPE_CHECKING:
    from zermelo.web.server.catalogue import Catalogue
    from zermelo.web.server.visitor import Visitor

STATIC = Path(__file__).parents[1] / "static"
MOST_VISITORS = 512
TOO_BIG, TOO_MANY = 1009, 1013  # why a websocket is closed


def application(
    catalogue: Catalogue | asyncio.Future[Catalogue], hosts: Sequence[str], token: str | None = None
) -> Starlette:
    """The page for these games. hosts: the `name:port` values accepted in a Host header; others are refused.

    catalogue: the games, or the promise of them: the page is sent at once, and its connections wait for the games.
    token: what visitors of a shared page need.
    """
    visitors: set[Visitor] = set()

    async def socket(websocket: WebSocket) -> None:
        games = await asyncio.shield(catalogue) if isinstance(catalogue, asyncio.Future) else catalogue
        from zermelo.web.server.visitor import Visitor  # imports the searches, which the page does not wait for

        if len(visitors) >= MOST_VISITORS:
            await websocket.close(TOO_MANY, "too many visitors")
            return
        await websocket.accept()

        visitor = Visitor(games, websocket.send_text, lambda: len(visitors) == 1)
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

    app = Starlette(
        routes=[
            WebSocketRoute("/socket", socket),
            Route("/help/{name:path}.html", manual),
            Route("/lessons/{name}.ipynb", notebook),
            Mount("/", StaticFiles(directory=STATIC, html=True)),
        ],
    )

    def tell_all(message: dict[str, Any]) -> None:
        """Something that no visitor asked for."""
        for visitor in visitors:
            visitor.answer(None, message)

    app.state.tell_all = tell_all
    app.add_middleware(Doorman, hosts=hosts, token=token)
    return app


async def manual(request: Request) -> Response:
    """A page of the manual. Its reference imports the whole package, which takes a moment: not in the server's loop."""

    def page() -> str | None:
        from zermelo.manual.html import page_html

        return page_html(request.path_params["name"])

    found = await run_in_threadpool(page)
    return HTMLResponse(found) if found else PlainTextResponse("the manual has no such page", 404)


def notebook(request: Request) -> Response:
    """A lesson as a notebook, to be saved."""
    from zermelo.lessons import lesson
    from zermelo.lessons.notebook import notebook_text

    name = request.path_params["name"]
    try:
        text = notebook_text(lesson(name))
    except ZermeloError as error:
        return PlainTextResponse(f"{error}\n", 404)
    kept = {"Content-Disposition": f'attachment; filename="{name}.ipynb"'}
    return Response(text, media_type="application/x-ipynb+json", headers=kept)


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
