"""`zermelo solve`: the value of a position, or equilibria of a table of utilities or a game with hidden information."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli import common
from zermelo.cli.solve_game import Wish, solve_game
from zermelo.cli.solve_open import solve_open
from zermelo.cli.solve_positions import solve_positions
from zermelo.cli.solve_problem import solve_problem
from zermelo.files.lasting import check_lasting
from zermelo.files.locks import locked
from zermelo.files.writing import check_writable
from zermelo.game import Game, ZermeloError, brief
from zermelo.hidden.equilibrium.solution import METHODS
from zermelo.hidden.matrix.report import solve_matrix
from zermelo.hidden.matrix.table import MatrixGame, from_game, read_table, table_of
from zermelo.problem import Problem
from zermelo.show.reports.matrix import matrix_lines
from zermelo.solving.choice import METHODS as OPEN_METHODS
from zermelo.solving.known import one_thread
from zermelo.solving.position import MEGABYTES
from zermelo.solving.solve import OPEN_SECONDS, SECONDS, TARGET, is_solved_open

AS_TREE = "read as a tree, in which MAX moves first"
AS_MATRIX = '--as matrix, or "matrix:[[…]]"'


def run(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME",
            help='A game; a tree, "[[3,12,8],[2,4,6],[14,5,2]]"; a table of utilities, '
            '"[[3,3],[0,5]],[[5,0],[1,1]]" (rows for the first player, a pair in each cell), or of a zero-sum game, '
            '"matrix:[[0,-1,2],[1,0,-1],[-2,1,0]]".',
        ),
    ],
    position: common.Position = None,
    moves: common.Moves = None,
    reading: Annotated[
        str | None, typer.Option("--as", metavar="tree|matrix", help="What lists in brackets are: a tree or a table.")
    ] = None,
    rows: Annotated[
        str | None, typer.Option(metavar="NAMES", help="Names of a table's rows, separated by commas.")
    ] = None,
    columns: Annotated[str | None, typer.Option(metavar="NAMES", help="Names of its columns.")] = None,
    method: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"How: {', '.join(OPEN_METHODS)}; of a problem astar, idastar, …; where something is hidden "
            f"{', '.join(METHODS)} (the linear programme, exact).",
        ),
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Iterations in all.")] = None,
    seconds: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=common.MOST_SECONDS,
            help=f"Seconds to spend, by default {OPEN_SECONDS:g}; where something is hidden and no iterations are "
            f"given, {SECONDS:g}, or until the exploitability is {TARGET:g}.",
        ),
    ] = None,
    memory: Annotated[
        int | None, typer.Option(min=1, help=f"Megabytes that tables may take, by default {MEGABYTES:g}.")
    ] = None,
    threads: Annotated[
        int | None,
        typer.Option(min=1, max=256, help="Threads that share a position out, if the game's own solver can: 1."),
    ] = None,
    seed: common.Seed = 0,
    svg: Annotated[Path | None, common.file_option("Draw the curve of the exploitability into this file.")] = None,
    save: Annotated[Path | None, common.file_option("Keep the work in this file, now and then and at the end.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what the file of --save holds.")] = False,
    compare: Annotated[
        bool,
        typer.Option("--compare", help="Of a problem: which search generates fewer nodes? --method A+B names two."),
    ] = False,
    layers: Annotated[
        bool, typer.Option("--layers", help="Of a problem: count all states by how many actions away they are.")
    ] = False,
    positions: Annotated[
        Path | None,
        common.file_option("Solve each line of this file: a position, or moves; --seconds is for each."),
    ] = None,
    cluster: common.Cluster = None,
    json: common.Json = False,
) -> None:
    """Find the exact value of a position and best play; where something is hidden, equilibria and dominance.

    Exits with 1 if the value cannot be found within the time; what was proved until then is printed.
    """
    wish = Wish(method, iterations, seconds, seed, svg, save, resume, cluster, threads)
    game, is_table, note = _understood(game, reading, rows is not None or columns is not None)
    if is_table:
        if wish != Wish() or position is not None or moves is not None or memory is not None:
            raise ZermeloError("a table is solved exactly and at once: --method and what goes with it are for games")
        table = read_table(game, rows, columns)
        _say(note)
        _tell(table, json)
        return
    if rows is not None or columns is not None:
        raise ZermeloError("--rows and --columns name the actions of a table that is typed: a game has its own names")
    rules = common.read_game(game)
    _say(note)
    if resume and save is None:
        raise ZermeloError("--resume goes on from the file that --save FILE names")
    if save is not None:
        check_lasting(rules)
    if isinstance(rules, Problem):
        if dataclasses.replace(wish, method=None, seconds=None, seed=0) != Wish() or memory is not None:
            raise ZermeloError(f"{rules.title} is a problem: solve takes --method, --seconds, --compare and --layers")
        state = common.read_position(rules, position, moves)
        solve_problem(rules, state, method, seconds, compare, layers, json)
        return
    if positions is not None:
        if dataclasses.replace(wish, method=None, seconds=None, cluster=None) != Wish() or position or moves:
            raise ZermeloError("--positions takes --method, --seconds, --memory and --cluster besides")
        solve_positions(rules, positions, method, seconds, memory, cluster, json)
        return
    if compare or layers:
        raise ZermeloError(f"--compare and --layers are for problems such as 8-puzzle, and {rules.title} is a game")
    with _kept(save, resume):
        _solve(rules, wish, position, moves, memory, json)


def _understood(game: str, reading: str | None, has_names: bool) -> tuple[str, bool, str]:
    """What was typed, whether it is a table of utilities, and what to say where it may be something else.

    reading: of --as. has_names: there are names for the rows or the columns of a table.
    """
    text = game.strip()
    if reading not in (None, "tree", "matrix"):
        raise ZermeloError(f"--as {brief(reading)}: lists in brackets are a tree or a matrix; write --as tree")
    if text.startswith("matrix:"):
        return text.removeprefix("matrix:"), True, ""
    if not text.startswith(("[", "(")):
        if reading == "matrix":
            raise ZermeloError(f"--as matrix is for a table in brackets, such as [[1,-1],[-1,1]], not {brief(game)}")
        return game, False, ""
    if reading or has_names:
        return game, reading != "tree", ""
    match table_of(text):
        case "numbers":
            return game, False, f"{AS_TREE}; as the table of a zero-sum game: {AS_MATRIX}"
        case "nested pairs":
            return game, False, f"{AS_TREE}; as a table of pairs: {AS_MATRIX}"
        case "pairs":
            return game, True, "read as a table, with a pair of utilities in each cell; as a tree: --as tree"
    return game, False, ""


def _say(note: str) -> None:
    if note:
        typer.echo(f"note: {note}", err=True)


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
    is_given = position is not None or moves is not None
    if not rules.has_hidden or (is_given and is_solved_open(rules)):
        _solve_open(rules, wish, position, moves, memory, json)
        return
    if position is not None or moves is not None or memory is not None:
        raise ZermeloError(f"{rules.title} hides something, so it is solved from its beginning, and without tables")
    if wish.threads is not None:
        raise ZermeloError(one_thread(rules))
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
    if wish.cluster is not None:
        raise ZermeloError("one position is solved on one machine; a cluster solves many: --positions FILE")
    state = common.read_position(game, position, moves)
    solve_open(game, state, wish.method or "auto", wish.seconds, memory, wish.threads, wish.save, wish.resume, json)


def _tell(table: MatrixGame, json: bool) -> None:
    report = solve_matrix(table)
    if json:
        common.print_json(report.to_json())
        return
    out = common.console()
    for line in matrix_lines(report):
        out.print(line, markup=False, soft_wrap=True)
