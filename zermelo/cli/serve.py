"""`zermelo serve`: the web page."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.game import ZermeloError


def run(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME]...", help="Your own games to offer too (mygame.py, mygame.py:name)."),
    ] = None,
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port; if it is taken, the next free one. 0: any free port.")
    ] = 8642,
    host: Annotated[
        str | None,
        typer.Option(
            help="The address to serve at, by default one that only this machine can reach; with --share all."
        ),
    ] = None,
    share: Annotated[
        bool, typer.Option("--share", help="Open the page to the network, for those who have the token in its address.")
    ] = False,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")] = True,
    ahead: Annotated[
        bool, typer.Option("--ahead/--no-ahead", help="Compile the other games in the background when idle.")
    ] = True,
    player: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=FILE",
            help="Offer a player: what `zermelo learn` has learned, or an engine of yours (NAME=mybot.py:flat,sims=50, "
            "or mybot.py:flat); may be repeated.",
        ),
    ] = None,
    search: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE.py", help="Offer to check a search of yours (see check-search); may be repeated."),
    ] = None,
) -> None:
    """Play, analyse and debug searches in the browser."""
    try:
        from zermelo.web.server.serving import serve
    except ModuleNotFoundError as missing:
        raise ZermeloError(f"the page needs {missing.name}: pip install starlette uvicorn websockets") from None
    serve(games or (), host, port, browser, ahead, lambda line: typer.echo(line), player or (), share, search or ())
