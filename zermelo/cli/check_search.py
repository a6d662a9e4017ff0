"""`zermelo check-search`: is my alpha-beta right?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli.common import Json, Seed, print_json, progress
from zermelo.game import ZermeloError
from zermelo.grading.checking import check_file
from zermelo.grading.report import SearchReport
from zermelo.grading.variants.bug import ALGORITHMS

AlgorithmName = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="What it should be: minimax, alphabeta, expectimax, expectiminimax or mcts. By default its name says.",
    ),
]


def run(
    file: Annotated[
        str, typer.Argument(metavar="FILE.py[:NAME]", help="Your file, and in it the function or class to check.")
    ],
    algorithm: AlgorithmName = None,
    trees: Annotated[int, typer.Option(min=12, max=5000, help="Random trees and small games to try it on.")] = 240,
    seconds: Annotated[float, typer.Option(min=0.1, max=60.0, help="For each tree, at most.")] = 2.0,
    seed: Seed = 0,
    json: Json = False,
) -> None:
    """Try a search of your own on hundreds of small trees; say what is wrong with it and show the smallest tree.

    It is called as search(game, state), with AIMA's signatures, or as getAction of the Berkeley course's agents, in a
    process of its own. Exit code 1: something is wrong.
    """
    check_algorithm(algorithm)
    path, name = split_name(file)
    with progress("trees", trees) as bar:
        told = [0]

        def advance(done: int, of: int) -> None:
            bar.advance(max(0, done - told[0]))
            told[0] = done

        reports = check_file(path, name, algorithm, trees, seed, seconds, advance)
    if json:
        print_json({"file": str(path), "searches": [report.to_json() for report in reports]})
    else:
        _print(reports)
    if not all(report.is_right for report in reports):
        raise typer.Exit(1)


def check_algorithm(name: str | None) -> None:
    """Raises ZermeloError where there is no such algorithm to check."""
    if name is not None and name not in ALGORITHMS:
        raise ZermeloError(f"--algorithm {name}: there is no such search to check; there are {', '.join(ALGORITHMS)}")


def split_name(given: str) -> tuple[Path, str | None]:
    """The file and the name in FILE.py:NAME. Raises ZermeloError."""
    file, _, name = given.rpartition(":") if ".py:" in given else (given, "", "")
    if not file.endswith(".py"):
        raise ZermeloError(f"'{given}' is no Python file: give the file that holds your search, such as mysearch.py")
    return Path(file), name or None


def _print(reports: list[SearchReport]) -> None:
    lines: list[Any] = [str(report) for report in reports]
    typer.echo("\n\n".join(lines))
