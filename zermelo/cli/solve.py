"""`zermelo solve`: equilibria of a table of utilities that is typed, or of a game with hidden information."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import MOST_SECONDS, Json, Seed, console, print_json, read_game
from zermelo.cli.solve_game import METHODS, SECONDS, TARGET, Wish, solve_game
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
            "single numbers are a zero-sum game), or a game such as prisoners-dilemma or kuhn-poker.",
        ),
    ],
    rows: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of a table's rows, separated by commas.")
    ] = None,
    columns: Annotated[str | None, typer.Option(metavar="NAMES", help="Names of its columns.")] = None,
    method: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"How: {', '.join(METHODS)} (the linear programme, exact).")
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations in all.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=MOST_SECONDS,
            help=f"Seconds to iterate. Without either: {SECONDS:g}, or until the exploitability is {TARGET:g}.",
        ),
    ] = None,
    seed: Seed = 0,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the curve of the exploitability into this file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the strategy in this file, now and then and at the end.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what the file of --save holds.")] = False,
    json: Json = False,
) -> None:
    """Solve a game in which players choose without seeing everything: values, equilibria, dominance."""
    wish = Wish(method, iterations, seconds, seed, svg, save, resume)
    if game.lstrip().startswith(("[", "(")):
        if wish != Wish():
            raise ZermeloError("a table is solved exactly and at once: --method and what goes with it are for games")
        _tell(read_table(game, rows, columns), json)
        return
    if rows is not None or columns is not None:
        raise ZermeloError("--rows and --columns name the actions of a table that is typed: a game has its own names")
    rules = read_game(game)
    table = from_game(rules) if wish == Wish() else None
    if table is None:
        solve_game(rules, wish, json)
    else:
        _tell(table, json)


def _tell(table: MatrixGame, json: bool) -> None:
    report = solve_matrix(table)
    if json:
        print_json(report.to_json())
        return
    out = console()
    for line in matrix_lines(report):
        out.print(line, markup=False, soft_wrap=True)
