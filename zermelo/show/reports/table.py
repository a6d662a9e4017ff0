"""A table of matches as text."""

from __future__ import annotations

import io

from zermelo.arena.score import Match
from zermelo.arena.table import Table
from zermelo.numerals import signed
from zermelo.show.reports.match import mean_words

WIDTH = 120  # columns, unless the terminal says how many it has


def table_text(table: Table, width: int = WIDTH) -> str:
    """What `print(table)` and `zermelo table` show."""
    game, games = table.game, table.matches[0][0].games
    is_round = table.firsts == table.seconds  # does each play each?
    what = game.points or "utility"
    told = f"won by {game.player_name(0)}, and mean {what} with 95% interval"
    if is_round:
        told = f"mean {what} of the engine on the left against the one above"
    lines = [f"{game.title}, {games} games per cell: {told}", _grid(table, is_round, width)]
    if table.standings:
        lines.append(f"mean {what} per game over all matches and both seats:")
        lines += [
            f"{place:3}. {name}  {signed(mean, game.scale)}" for place, (name, mean) in enumerate(table.standings, 1)
        ]
    for one in (one for row in table.matches for one in row):
        lines += [f"{one.engines[0]} against {one.engines[1]}: {fault}" for fault in one.faults[:1]]
    return "\n".join(lines)


def _cell(one: Match, is_round: bool) -> str:
    scale = one.game.scale
    return signed(one.utilities[0], scale) if is_round else f"{one.wins}/{one.games}\n{mean_words(one.means[0], scale)}"


def _grid(table: Table, is_round: bool, width: int) -> str:
    from rich.console import Console
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid()
    grid.add_column("")
    for name in table.seconds:
        grid.add_column(Text(name))
    for name, row in zip(table.firsts, table.matches, strict=True):
        grid.add_row(Text(name), *(Text(_cell(one, is_round)) for one in row))
    drawn = io.StringIO()
    Console(file=drawn, width=width, highlight=False).print(grid)
    return drawn.getvalue().rstrip("\n")
