"""Grades as files: a table in CSV, and results.json as Gradescope reads it."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

from zermelo.files.writing import write_whole
from zermelo.grading.classroom.grading import Grade, part_words


def csv_text(grades: list[Grade]) -> str:
    """One row per submission: name, score, of, bugs, error, seconds, and a column for each part."""
    columns = list(dict.fromkeys(part_words(part) for grade in grades for part in grade.parts if part.search))
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["name", "score", "of", "bugs", "error", "seconds", *columns])
    for grade in grades:
        scores = {part_words(part): f"{part.score:g}" for part in grade.parts}
        row = [grade.name, f"{grade.score:g}", f"{grade.most:g}", " ".join(grade.bugs), grade.error]
        writer.writerow(map(_harmless, [*row, f"{grade.seconds:.1f}", *(scores.get(column, "") for column in columns)]))
    return out.getvalue()


def _harmless(cell: str) -> str:
    """A cell that a spreadsheet does not take for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "@") or (cell[:1] == "-" and not cell[1:2].isdigit()) else cell


def gradescope(grade: Grade) -> dict[str, Any]:
    """The object that Gradescope expects in results/results.json."""
    tests = [
        {
            "name": part_words(part),
            "score": part.score,
            "max_score": part.most,
            "status": "passed" if part.score >= part.most else "failed",
            "output": part.words,
            "visibility": "visible",
        }
        for part in grade.parts
    ]
    return {
        "score": grade.score,
        "output": grade.feedback,
        "output_format": "text",
        "execution_time": round(grade.seconds, 1),
        "stdout_visibility": "hidden",
        "tests": tests,
    }


def write_results(grades: list[Grade], out: Path) -> None:
    """Writes grades.csv, and for each submission gradescope/NAME/results.json and feedback/NAME.txt."""
    write_whole(out / "grades.csv", [csv_text(grades).encode()])
    for grade in grades:
        place = out / "gradescope" / grade.name
        place.mkdir(parents=True, exist_ok=True)
        (out / "feedback").mkdir(exist_ok=True)
        write_gradescope(grade, place / "results.json")
        text = f"{grade.score:g} of {grade.most:g} points\n\n{grade.feedback}\n"
        write_whole(out / "feedback" / f"{grade.name}.txt", [text.encode()], durable=False)


def write_gradescope(grade: Grade, path: Path) -> None:
    """Writes one results.json."""
    write_whole(path, [json.dumps(gradescope(grade), indent=1, ensure_ascii=False).encode()], durable=False)
