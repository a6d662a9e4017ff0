"""`zermelo table`: several engines for each side, every one against every other."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.arena.score import Match
from zermelo.arena.table import table
from zermelo.cli import common
from zermelo.game import ZermeloError
from zermelo.players.engines import engine

GAMES = 100


def run(
    game: common.GameName,
    first: Annotated[
        list[str] | None,
        typer.Option("--first", metavar="ENGINE", help="An engine for the first player; repeat for more."),
    ] = None,
    second: Annotated[
        list[str] | None,
        typer.Option("--second", metavar="ENGINE", help="An engine for all others; repeat for more."),
    ] = None,
    every: Annotated[
        list[str] | None,
        typer.Option(
            "--every", metavar="ENGINE", help="An engine for both sides, instead: each plays each, and itself."
        ),
    ] = None,
    games: Annotated[int, typer.Option(min=1, help="Games per cell of the table.")] = GAMES,
    opening: Annotated[int, typer.Option(min=0, help="Random plies at the start, alike in all cells.")] = 0,
    position: common.Position = None,
    moves: common.Moves = None,
    concurrency: Annotated[int | None, typer.Option(min=1, metavar="N", help="Games to play at once.")] = None,
    seed: common.Seed = 0,
    json: common.Json = False,
) -> None:
    """Play each engine of one side against each of the other, or each against each: games won and mean results."""
    if every and (first or second):
        raise ZermeloError("--every names the engines of both sides: leave --first and --second out")
    if not every and not (first and second):
        raise ZermeloError("name engines with --first and --second, or those of both sides with --every")
    rules = common.read_game(game)
    path = common.read_path(rules, position, moves)
    firsts, seconds = ([engine(name) for name in every or names or ()] for names in (first, second))
    with common.progress("", games * len(firsts) * len(seconds)) as bar:

        def tell(row: int, column: int, so_far: Match) -> None:
            bar.say(f"{so_far.engines[0]} against {so_far.engines[1]}: {so_far.wins} of {so_far.games} won")
            bar.advance(1)

        result = table(rules, firsts, seconds, games, seed, opening, tell, path=path, concurrency=concurrency)
    if json:
        common.print_json(result.to_json())
        return
    from zermelo.show.reports.table import table_text

    out = common.console()
    out.print(table_text(result, out.width), markup=False, soft_wrap=True)
