"""`zermelo grade`: a class's searches, with partial credit."""

from __future__ import annotations

import json as codec
import os
import secrets
from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.common import Json, file_option, print_json, progress, say_table
from zermelo.game import ZermeloError
from zermelo.grading.classroom.grading import Grade, Options, grade_class, graded
from zermelo.grading.classroom.results import write_gradescope, write_results
from zermelo.grading.classroom.rubric import Rubric, read_rubric


def run(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="The submissions: files NAME.py, or a folder each.")],
    out: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where results go; by default FOLDER-grades beside it.")
    ] = None,
    rubric: Annotated[Path | None, file_option("Points and weights, in TOML or JSON.")] = None,
    file: Annotated[str, typer.Option(metavar="NAME", help="The file to try in each submission's folder.")] = "",
    trees: Annotated[int, typer.Option(min=12, max=5000, help="Hidden trees for each search.")] = 240,
    seconds: Annotated[float, typer.Option(min=0.1, max=60.0, help="For each tree, at most.")] = 1.0,
    total: Annotated[float, typer.Option(min=1.0, max=3600.0, help="Seconds for a whole submission, at most.")] = 60.0,
    megabytes: Annotated[int, typer.Option(min=64, help="Memory for each submission, at most.")] = 512,
    jobs: Annotated[int | None, typer.Option(min=1, help="Submissions at once; by default one per core.")] = None,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the hidden trees; by default one is drawn, and kept with the results."),
    ] = None,
    show_trees: Annotated[
        bool, typer.Option("--show-trees", help="Show students a small tree too, one that check-search shows anybody.")
    ] = False,
    gradescope: Annotated[
        Path | None, file_option("FOLDER is a single submission: write its results.json here, and no more.")
    ] = None,
    json: Json = False,
) -> None:
    """Grade a folder of submissions: each search on hidden trees, with partial credit and feedback.

    Results are saved as they come, and a second run goes on where the first one stopped. Every submission runs in a
    process of its own, with limits of time and memory.
    """
    points = read_rubric(rubric)
    if gradescope is not None:
        if not folder.exists():
            raise ZermeloError(f"there is no {folder}: give the folder or file of one submission")
        options = Options(1 if seed is None else seed, trees, seconds, total, megabytes, show_trees, file)
        grade = graded(folder.stem, folder, points, options)
        write_gradescope(grade, gradescope)
        _tell([grade], None, json)
        return
    place = out or folder.parent / f"{folder.resolve().name}-grades"
    if not folder.is_dir():
        raise ZermeloError(f"there is no folder {folder}: give one that holds the submissions")
    options = Options(_seed(place, seed), trees, seconds, total, megabytes, show_trees, file)
    _tell(_graded(folder, place, points, options, jobs or os.cpu_count() or 1), place, json)


def _graded(folder: Path, place: Path, points: Rubric, options: Options, jobs: int) -> list[Grade]:
    with progress("submissions", len(list(folder.iterdir()))) as bar:
        grades = grade_class(folder, place, points, options, jobs, lambda grade: bar.advance())
    write_results(grades, place)
    return grades


def _seed(place: Path, given: int | None) -> int:
    """The seed of the hidden trees: the one given, else that of an earlier run, else a new one, which is kept."""
    kept = place / "seed.json"
    if given is None and kept.is_file():
        try:
            return int(codec.loads(kept.read_text(encoding="utf-8"))["seed"])
        except (ValueError, TypeError, KeyError):
            raise ZermeloError(f"{kept} is damaged: remove it, or give --seed") from None
    seed = secrets.randbelow(10**9) + 1 if given is None else given
    place.mkdir(parents=True, exist_ok=True)
    kept.write_text(codec.dumps({"seed": seed}), encoding="utf-8")
    return seed


def _tell(grades: list[Grade], place: Path | None, json: bool) -> None:
    if json:
        print_json({"grades": [grade.to_json() for grade in grades], "out": str(place) if place else None})
        return
    rows = [
        [grade.name, f"{grade.score:g}", f"{grade.most:g}", grade.error or ", ".join(grade.bugs) or "nothing"]
        for grade in grades
    ]
    say_table(["submission", "points", "of", "what is wrong"], rows, texts=["submission", "what is wrong"])
    if place:
        typer.echo(f"{len(grades)} graded; grades.csv, feedback and Gradescope's results.json are in {place}")
