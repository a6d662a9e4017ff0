"""`zermelo solve`: the value of a position, or equilibria of a table of utilities or a game with hidden information."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import (
    MOST_SECONDS,
    Json,
    Moves,
    Position,
    Seed,
    console,
    print_json,
    read_game,
    read_position,
)
from zermelo.cli.solve_game import Wish, solve_game
from zermelo.cli.solve_open import solve_open
from zermelo.files.lasting import check_lasting
from zermelo.files.locks import locked
from zermelo.files.writing import check_writable
from zermelo.game import Game, ZermeloError
from zermelo.hidden.equilibrium.solution import METHODS
from zermelo.hidden.matrix.report import solve_matrix
from zermelo.hidden.matrix.table import MatrixGame, from_game, read_table
from zermelo.show.reports.matrix import matrix_lines
from zermelo.solving.choice import METHODS as OPEN_METHODS
from zermelo.solving.position import MEGABYTES
from zermelo.solving.solve import OPEN_SECONDS, SECONDS, TARGET


def run(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help="A game; a table of utilities, "
            '"[[3,3],[0,5]],[[5,0],[1,1]]" (rows for the first player, a pair in each cell; '
            "single numbers are a zero-sum game).",
        ),
    ],
    position: Position = None,
    moves: Moves = None,
    rows: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of a table's rows, separated by commas.")
    ] = None,
    columns: Annotated[str | None, typer.Option(metavar="NAMES", help="Names of its columns.")] = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"How: {', '.join(OPEN_METHODS)}; where something is hidden {', '.join(METHODS)} (the linear "
            "programme, exact).",
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations in all.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=MOST_SECONDS,
            help=f"Seconds to spend, by default {OPEN_SECONDS:g}; where something is hidden and no iterations are "
            f"given, {SECONDS:g}, or until the exploitability is {TARGET:g}.",
        ),
    ] = None,
    memory: Annotated[
        int | None, typer.Option(min=1, help=f"Megabytes that tables may take, by default {MEGABYTES:g}.")
    ] = None,
    seed: Seed = 0,
    svg: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the curve of the exploitability into this file.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the work in this file, now and then and at the end.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what the file of --save holds.")] = False,
    json: Json = False,
) -> None:
    """Find the exact value of a position and best play; where something is hidden, equilibria and dominance.

    Exits with 1 if the value cannot be found within the time; what was proved until then is printed.
    """
    wish = Wish(method, iterations, seconds, seed, svg, save, resume)
    if game.lstrip().startswith(("[", "(")):
        if wish != Wish() or position is not None or moves is not None or memory is not None:
            raise ZermeloError("a table is solved exactly and at once: --method and what goes with it are for games")
        _tell(read_table(game, rows, columns), json)
        return
    if rows is not None or columns is not None:
        raise ZermeloError("--rows and --columns name the actions of a table that is typed: a game has its own names")
    rules = read_game(game)
    if resume and save is None:
        raise ZermeloError("--resume goes on from the file that --save FILE names")
    if save is not None:
        check_lasting(rules)
    with _kept(save, resume):
        _solve(rules, wish, position, moves, memory, json)


@contextmanager
def _kept(save: Path | None, resume: bool) -> Iterator[None]:
    """Keeps the file of the work to ourselves. Raises ZermeloError where it cannot be written, or is there already."""
    if save is not None:
        check_writable(save)
    with locked(save):
        if save is not None and save.exists() and save.stat().st_size and not resume:
            raise ZermeloError(f"{save} exists: go on with it with --resume, or name another file with --save")
        yield


def _solve(rules: Game, wish: Wish, position: str | None, moves: str | None, memory: int | None, json: bool) -> None:
    if not rules.has_hidden:
        _solve_open(rules, wish, position, moves, memory, json)
        return
    if position is not None or moves is not None or memory is not None:
        raise ZermeloError(f"{rules.title} hides something, so it is solved from its beginning, and without tables")
    table = from_game(rules) if wish == Wish() else None
    if table is None:
        solve_game(rules, wish, json)
    else:
        _tell(table, json)


def _solve_open(
    game: Game, wish: Wish, position: str | None, moves: str | None, memory: int | None, json: bool
) -> None:
    if wish.iterations is not None or wish.svg is not None:
        raise ZermeloError(f"--iterations and --svg are for games that hide something, and {game.title} hides nothing")
    state = read_position(game, position, moves)
    solve_open(game, state, wish.method or "auto", wish.seconds, memory, wish.save, wish.resume, json)


def _tell(table: MatrixGame, json: bool) -> None:
    report = solve_matrix(table)
    if json:
        print_json(report.to_json())
        return
    out = console()
    for line in matrix_lines(report):
        out.print(line, markup=False, soft_wrap=True)
