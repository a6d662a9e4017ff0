"""`zermelo table`: several engines for each side, every one against every other."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.arena.match import Match
from zermelo.arena.table import table
from zermelo.cli.common import (
    GameName,
    Json,
    Moves,
    Position,
    Seed,
    console,
    print_json,
    progress,
    read_game,
    read_path,
)
from zermelo.players.engines import engine

GAMES = 100


def run(
    game: GameName,
    first: Annotated[
        list[str], typer.Option("--first", metavar="ENGINE", help="An engine for the first player; repeat for more.")
    ],
    second: Annotated[
        list[str], typer.Option("--second", metavar="ENGINE", help="An engine for all others; repeat for more.")
    ],
    games: Annotated[int, typer.Option(min=1, help="Games per cell of the table.")] = GAMES,
    opening: Annotated[int, typer.Option(min=0, help="Random plies at the start, alike in all cells.")] = 0,
    position: Position = None,
    moves: Moves = None,
    concurrency: Annotated[int | None, typer.Option(min=1, metavar="N", help="Games to play at once.")] = None,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Play each engine of one side against each of the other: a table of games won and mean results."""
    rules = read_game(game)
    path = read_path(rules, position, moves)
    firsts, seconds = ([engine(name) for name in names] for names in (first, second))
    with progress("", games * len(first) * len(second)) as bar:

        def tell(row: int, column: int, so_far: Match) -> None:
            bar.say(f"{so_far.engines[0]} against {so_far.engines[1]}: {so_far.wins} of {so_far.games} won")
            bar.advance(1)

        result = table(rules, firsts, seconds, games, seed, opening, tell, path=path, concurrency=concurrency)
    if json:
        print_json(result.to_json())
        return
    from rich.table import Table as Grid
    from rich.text import Text

    from zermelo.show.match import mean_words

    out = console()
    what = rules.points or "utility"
    out.print(
        f"{rules.title}, {games} games per cell: won by {rules.player_name(0)}, and mean {what} with 95% interval",
        markup=False,
    )
    grid = Grid()
    grid.add_column("")
    for name in result.seconds:
        grid.add_column(Text(name))
    for name, row in zip(result.firsts, result.matches, strict=True):
        cells = (Text(f"{one.wins}/{one.games}\n{mean_words(one.means[0])}") for one in row)
        grid.add_row(Text(name), *cells)
    out.print(grid)
    for one in (one for row in result.matches for one in row):
        for fault in one.faults[:1]:
            out.print(f"{one.engines[0]} against {one.engines[1]}: {fault}", markup=False, soft_wrap=True)
