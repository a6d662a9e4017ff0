"""`zermelo solve`: equilibria of a table of utilities that is typed, or of a game with hidden choices."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli.common import Json, console, print_json, read_game
from zermelo.game import ZermeloError
from zermelo.hidden.matrix.report import solve_matrix
from zermelo.hidden.matrix.table import MatrixGame, from_game, read_table
from zermelo.show.matrix import matrix_lines


def run(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help='A table of utilities, "[[3,3],[0,5]],[[5,0],[1,1]]" (rows for the first player, a pair in each cell; '
            "single numbers are a zero-sum game), or a game such as prisoners-dilemma.",
        ),
    ],
    rows: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of a table's rows, separated by commas.")
    ] = None,
    columns: Annotated[str | None, typer.Option(metavar="NAMES", help="Names of its columns.")] = None,
    json: Json = False,
) -> None:
    """Solve a game in which players choose without seeing: dominance, equilibria and values."""
    if game.lstrip().startswith(("[", "(")):
        _tell(read_table(game, rows, columns), json)
        return
    if rows is not None or columns is not None:
        raise ZermeloError("--rows and --columns name the actions of a table that is typed: a game has its own names")
    rules = read_game(game)
    table = from_game(rules)
    if table is None:
        raise ZermeloError(
            f"solve takes a table or a game in which two players choose once at the same time, and {rules.title} is "
            "none: try prisoners-dilemma, or zermelo analyse"
        )
    _tell(table, json)


def _tell(table: MatrixGame, json: bool) -> None:
    report = solve_matrix(table)
    if json:
        print_json(report.to_json())
        return
    out = console()
    for line in matrix_lines(report):
        out.print(line, markup=False, soft_wrap=True)
