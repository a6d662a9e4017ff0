"""Grades a folder of submissions: each in a process of its own, saved as it goes, resumed where it stopped."""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from zermelo.files.locks import locked
from zermelo.files.writing import write_whole
from zermelo.game import ZermeloError, brief
from zermelo.grading.checking import checked_trial
from zermelo.grading.classroom.rubric import PARTS, Part, Rubric
from zermelo.grading.report import NAMES, SearchReport, example_lines
from zermelo.grading.trial import MEGABYTES, FarTrial, Submission

FORMAT = 1  # of the records
PUBLIC_SEED = 0  # of `check-search`, whose trees everybody can see
DEFINES = re.compile(r"^\s*(?:def|class)\s+\w*(?:mini_?max|alpha_?beta|expecti|mcts|monte|nega)", re.IGNORECASE | re.M)


@dataclass(frozen=True)
class Options:
    """How submissions are tried."""

    seed: int = 1
    trees: int = 240
    seconds: float = 1.0  # for each tree
    total: float = 60.0  # seconds for a whole submission
    megabytes: int = MEGABYTES
    show_trees: bool = False  # tell, with a bug, the smallest of the public trees that shows it
    file: str = ""  # the name of the file in each submission's folder


@dataclass(frozen=True)
class Grade:
    """What one submission earned."""

    name: str
    score: float
    most: float
    parts: tuple[Part, ...]
    bugs: tuple[str, ...]  # by their keys
    feedback: str
    seconds: float
    error: str = ""  # why it could not be tried
    digest: str = field(default="", repr=False)  # of all that the grade depends on

    def to_json(self) -> dict[str, Any]:
        """The record of the grade."""
        return {"format": FORMAT, **asdict(self)}


def read_grade(text: str) -> Grade | None:
    """The grade in a record; None where it is none of this version's."""
    try:
        given = json.loads(text)
        if given.pop("format") != FORMAT:
            return None
        parts = tuple(Part(**part) for part in given.pop("parts"))
        return Grade(**{**given, "parts": parts, "bugs": tuple(given["bugs"])})
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def submissions_in(folder: Path) -> dict[str, Path]:
    """The submissions of a folder by name: its Python files, and its folders. Raises ZermeloError."""
    if not folder.is_dir():
        raise ZermeloError(f"there is no folder {brief(folder, 200)}: give one that holds the submissions")
    found = {
        path.stem if path.is_file() else path.name: path
        for path in sorted(folder.iterdir())
        if not path.name.startswith((".", "__")) and (path.suffix == ".py" or path.is_dir())
    }
    if not found:
        raise ZermeloError(f"{brief(folder, 200)} holds no submissions: each is a file NAME.py, or a folder with one")
    return found


def file_of(place: Path, wanted: str) -> Path:
    """The file of a submission to try. Raises ZermeloError."""
    if place.is_file():
        return place
    files = sorted(path for path in place.rglob("*.py") if "__pycache__" not in path.parts)
    if wanted:
        named = [path for path in files if path.name == wanted]
        if not named:
            raise ZermeloError(f"there is no {wanted} in it")
        return named[0]
    searching = [path for path in files if DEFINES.search(path.read_text(encoding="utf-8", errors="replace"))]
    if len(searching) == 1 or (len(files) == 1):
        return (searching or files)[0]
    if not searching:
        raise ZermeloError("no Python file in it defines a search that can be recognised")
    names = ", ".join(path.name for path in searching[:5])
    raise ZermeloError(f"several files in it define searches ({names}): say which with --file")


def graded(name: str, place: Path, rubric: Rubric, options: Options) -> Grade:
    """Tries a submission and gives points; never raises for what the submission does."""
    begin, parts, bugs, told = time.monotonic(), list[Part](), list[str](), list[str]()
    error = ""
    try:
        file = file_of(place, options.file)
        with Submission(file, seconds=options.seconds, megabytes=options.megabytes, total=options.total) as submission:
            trials = {trial.candidate.algorithm: trial for trial in submission.trials()}
            wanted = rubric.algorithms or tuple(trials)
            points = rubric.points / len(wanted)
            for algorithm in wanted:
                if algorithm not in trials:
                    parts.append(Part(algorithm, "missing", 0.0, points, "not found in the submission"))
                    told.append(f"{NAMES[algorithm]}: not found in the submission")
                    continue
                report = checked_trial(trials[algorithm], options.trees, options.seed, with_example=False)
                parts += rubric.parts(report, points)
                bugs += [report.bug.key] if report.bug else []
                told += _feedback(report, trials[algorithm], options)
    except ZermeloError as problem:
        error = str(problem)
        parts = [Part("", "missing", 0.0, rubric.points, error)]
        told = [f"it could not be tried: {error}"]
    score = round(sum(part.score for part in parts), 2)
    feedback = "\n".join(told)
    return Grade(name, score, rubric.points, tuple(parts), tuple(bugs), feedback, time.monotonic() - begin, error)


def _feedback(report: SearchReport, trial: FarTrial, options: Options) -> Iterator[str]:
    """What a student is told about one search: the bug, and nothing that gives a hidden tree away."""
    title = f"{NAMES[report.algorithm]} ({report.name})"
    if report.bug is None:
        yield f"{title}: nothing wrong was found"
        return
    yield f"{title}: {report.bug.title}"
    yield f"  look here: {report.bug.hint}"
    if report.error:
        yield f"  the first error: {report.error}"
    if not options.show_trees:
        yield "  zermelo check-search shows a small tree on which it goes wrong"
        return
    public = checked_trial(trial, options.trees, PUBLIC_SEED)
    if public.example:
        yield from (f"  {line}" for line in example_lines(public))


def grade_class(
    folder: Path,
    out: Path,
    rubric: Rubric,
    options: Options,
    jobs: int = 2,
    on_grade: Callable[[Grade], None] | None = None,
) -> list[Grade]:
    """Grades all submissions of a folder; what was graded before and has not changed is read from `out`.

    Each grade is saved in `out` as soon as it is there. Raises ZermeloError.
    """
    places = submissions_in(folder)
    records = out / "records"
    records.mkdir(parents=True, exist_ok=True)
    grades: dict[str, Grade] = {}
    with locked(out / "grades"):
        waiting: dict[str, str] = {}
        for name, place in places.items():
            digest, record = _digest(place, rubric, options), records / f"{name}.json"
            kept = read_grade(record.read_text(encoding="utf-8")) if record.is_file() else None
            if kept and kept.digest == digest:
                grades[name] = kept
                if on_grade:
                    on_grade(kept)
            else:
                waiting[name] = digest
        pool = ThreadPoolExecutor(max_workers=jobs)
        try:
            futures = {pool.submit(graded, name, places[name], rubric, options): name for name in waiting}
            for future in as_completed(futures):
                name = futures[future]
                grade = Grade(**{**vars(future.result()), "digest": waiting[name]})
                write_whole(records / f"{name}.json", [json.dumps(grade.to_json(), indent=1).encode()], durable=False)
                grades[name] = grade
                if on_grade:
                    on_grade(grade)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
    return [grades[name] for name in places]


def _digest(place: Path, rubric: Rubric, options: Options) -> str:
    """A digest of all that a grade depends on."""
    whole = hashlib.sha256(repr((FORMAT, rubric, options)).encode())
    files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
    for path in files:
        if "__pycache__" not in path.parts:
            whole.update(str(path.relative_to(place.parent)).encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()


def part_words(part: Part) -> str:
    """A line of a grade: "alpha-beta: cuts all that can be cut"."""
    what = PARTS.get(part.part, "there")
    return f"{NAMES[part.search]}: {what}" if part.search else what
