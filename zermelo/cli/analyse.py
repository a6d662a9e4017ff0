"""`zermelo analyse`: the best action, its value, the line, and why."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import (
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
from zermelo.players.engines import default_engine, engine
from zermelo.players.player import as_player
from zermelo.search.analysis import Analysis
from zermelo.show.words import signed

SHOWN_PLIES = 8  # of a candidate's line


def run(
    game: GameName,
    engine_name: EngineName = None,
    position: Position = None,
    moves: Moves = None,
    time: Annotated[float, typer.Option(max=MOST_SECONDS, help="Seconds to think, if no engine is given.")] = 1.0,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the position and the result into this file.")
    ] = None,
    json: Json = False,
) -> None:
    """Find the best action in a position."""
    rules = read_game(game)
    path = read_path(rules, position, moves)
    player = as_player(engine(engine_name) if engine_name is not None else default_engine(rules, time))
    analysis = player.analyse(rules, path[-1], path[:-1])
    if svg:
        from zermelo.show.analysis import analysis_svg

        write_text(svg, analysis_svg(analysis))
    if json:
        print_json(analysis.to_json())
    else:
        _print(analysis)


def _print(analysis: Analysis) -> None:
    from rich.markup import escape
    from rich.table import Table

    from zermelo.show.analysis import columns, effort, row, verdict
    from zermelo.show.text import text

    out, game, state = console(), analysis.game, analysis.state
    out.print(text(game.describe(state)), markup=False, soft_wrap=True)
    out.print()
    best = escape(game.action_text(state, analysis.action))
    out.print(f"[bold]{best}[/bold] {escape(verdict(analysis))}")
    if analysis.values:
        each = ", ".join(f"{game.player_name(p)} {signed(v)}" for p, v in enumerate(analysis.values))
        out.print(f"for each player: {each}", markup=False)
    if len(analysis.variations) > 1:
        for variation in analysis.variations:
            out.print(f"{signed(variation.value):>6}  {' '.join(analysis.texts(variation.line))}", markup=False)
    else:
        out.print(f"line: {' '.join(analysis.line_text())}", markup=False)
    out.print(effort(analysis), markup=False)
    if analysis.parts:
        out.print(f"parts: {', '.join(analysis.parts)}", markup=False)
    out.print()
    table = Table(box=None, pad_edge=False)
    with_lines = any(len(candidate.line) > 1 for candidate in analysis.candidates)
    for heading in (*columns(analysis), *(["line"] if with_lines else [])):
        table.add_column(heading, justify="left" if heading in ("action", "line") else "right", no_wrap=True)
    listed = analysis.ranked()
    for candidate in listed[:20]:
        line = " ".join(analysis.texts(candidate.line[:SHOWN_PLIES]))
        table.add_row(*(escape(cell) for cell in row(analysis, candidate)), *([escape(line)] if with_lines else []))
    out.print(table)
    if len(listed) > 20:
        out.print(f"… and {len(listed) - 20} more")
    if analysis.terms:
        out.print("\nthe evaluation's terms at the end of the line:")
        terms = Table(box=None, pad_edge=False)
        for heading in ("term", "feature", "weight", "share"):
            terms.add_column(heading, justify="left" if heading == "term" else "right")
        for term in analysis.terms:
            terms.add_row(escape(term.name), f"{term.feature:g}", f"{term.weight:g}", signed(term.share))
        out.print(terms)
