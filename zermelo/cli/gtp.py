"""`zermelo gtp`: a Go engine for Go programs."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import EngineName, converse, read_game
from zermelo.players.engines import engine as read_engine
from zermelo.protocols.gtp.engine import GtpEngine


def run(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="Go and its rules, such as go:size=19,ko=positional,suicide=true.")
    ] = "go",
    engine: EngineName = None,
    resign: Annotated[
        float,
        typer.Option(min=0, max=0.5, help="Resign if the chance of winning is below this, such as 0.05; 0: never."),
    ] = 0.0,
) -> None:
    """Run as a GTP Go engine: read commands from the input, answer on the output."""
    rules, player = read_game(game), None if engine is None else read_engine(engine)
    converse(lambda say: GtpEngine(say, rules, player, resign))
