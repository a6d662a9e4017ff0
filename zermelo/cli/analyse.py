"""`zermelo analyse`: the best action, its value, the line, and why."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.common import (
    INTERRUPTED,
    MOST_SECONDS,
    EngineName,
    GameName,
    Json,
    Moves,
    Position,
    console,
    print_json,
    read_game,
    read_path,
    write_text,
)
from zermelo.game import Game, State
from zermelo.players.engines import default_engine, engine
from zermelo.players.player import Player, as_player
from zermelo.search.analysis import Analysis


def run(
    game: GameName,
    engine_name: EngineName = None,
    position: Position = None,
    moves: Moves = None,
    time: Annotated[float, typer.Option(max=MOST_SECONDS, help="Seconds to think, if no engine is given.")] = 1.0,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the position and the result into this file.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Seed that makes random choices repeatable.")] = None,
    json: Json = False,
) -> None:
    """Find the best action in a position."""
    rules = read_game(game)
    path = read_path(rules, position, moves)
    player = as_player(engine(engine_name) if engine_name is not None else default_engine(rules, time))
    if seed is not None:
        player = player.seeded(seed)
    analysis, is_interrupted = _analysed(player, rules, path)
    if svg:
        from zermelo.show.analysis import analysis_svg

        write_text(svg, analysis_svg(analysis))
    if json:
        print_json(analysis.to_json())
    else:
        _print(analysis)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _analysed(player: Player, game: Game, path: Sequence[State]) -> tuple[Analysis, bool]:
    """What the player finds, and whether Ctrl-C ended the search: then it is what was found until then."""
    interrupts = 0

    def interrupt(*_: Any) -> None:
        nonlocal interrupts
        interrupts += 1
        if interrupts > 1 or not player.stop():
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        found = player.analyse(game, path[-1], path[:-1])
    finally:
        signal.signal(signal.SIGINT, before)
    return (replace(found, stopped="interrupted") if interrupts else found), interrupts > 0


def _print(analysis: Analysis) -> None:
    from zermelo.show.report import analysis_text

    out = console()
    out.print(analysis_text(analysis, out.width if out.is_terminal else None), markup=False, soft_wrap=True)
