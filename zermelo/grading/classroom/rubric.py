"""How points are given: a rubric, in TOML or JSON."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.grading.battery import BASIC, DEPTH, OPPONENT, SHARED
from zermelo.grading.report import SearchReport
from zermelo.grading.variants.bug import ALGORITHMS

RUNS, CUTS = "runs", "cuts"
WEIGHTS = {RUNS: 10.0, BASIC: 40.0, OPPONENT: 15.0, DEPTH: 15.0, SHARED: 5.0, CUTS: 25.0}
PARTS = {
    RUNS: "returns an answer",
    BASIC: "right to the end of the tree",
    OPPONENT: "right where MIN moves first",
    DEPTH: "right with a limit of depth",
    SHARED: "right where positions repeat",
    CUTS: "cuts all that can be cut",
}
KEYS = ("points", "algorithms", "weights", "full", "none")


@dataclass(frozen=True)
class Part:
    """One line of a grade."""

    search: str  # its algorithm
    part: str  # a key of PARTS, or "missing"
    score: float
    most: float
    words: str


@dataclass(frozen=True)
class Rubric:
    """What a submission can earn.

    Each algorithm earns an equal share of the points, split by the weights of those parts that it can be tried on. A
    part earns all at a share `full` of right answers, nothing at `none` or less, and in between in proportion.
    """

    points: float = 100.0
    algorithms: tuple[str, ...] = ()  # that every submission must hold; (): those that it holds
    weights: Mapping[str, float] = field(default_factory=lambda: dict(WEIGHTS))
    full: float = 1.0
    none: float = 0.5

    def credit(self, right: int, tried: int) -> float:
        """The share of a part's points that so many right answers earn."""
        share = right / tried if tried else 0.0
        return min(1.0, max(0.0, (share - self.none) / (self.full - self.none)))

    def parts(self, report: SearchReport, points: float) -> list[Part]:
        """The lines of a grade for one search, which can earn so many points."""
        counts = {count.group: (count.right, count.tried) for count in report.counts if count.tried}
        answered = report.tried - report.faults
        counts = {RUNS: (answered, report.tried), **counts}
        if report.cuts:
            counts[CUTS] = (report.cuts.right, report.cuts.tried)
        whole = sum(self.weights[part] for part in counts)
        lines = []
        for part, (right, tried) in counts.items():
            most = points * self.weights[part] / whole if whole else 0.0
            credit = 1.0 if report.is_right else self.credit(right, tried)
            words = f"{right} of {tried} hidden trees"
            lines.append(Part(report.algorithm, part, round(most * credit, 4), round(most, 4), words))
        return lines


def read_rubric(path: Path | None) -> Rubric:
    """The rubric in a file, or the usual one. Raises ZermeloError."""
    if path is None:
        return Rubric()
    try:
        text = path.read_text(encoding="utf-8")
        given = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror or error}") from None
    except (UnicodeDecodeError, ValueError) as error:
        raise ZermeloError(
            f"{path} is no {'JSON' if path.suffix == '.json' else 'TOML'}: {brief(error, 120)}"
        ) from None
    return rubric_of(given, str(path))


def rubric_of(given: Any, place: str = "rubric") -> Rubric:
    """The rubric that a mapping describes. Raises ZermeloError that names what is wrong."""
    if not isinstance(given, dict):
        raise ZermeloError(f"{place}: a rubric is a table with {', '.join(KEYS)}")
    for key in given:
        if key not in KEYS:
            raise ZermeloError(f"{place}: '{brief(key)}' is no part of a rubric; there are {', '.join(KEYS)}")
    algorithms = given.get("algorithms", [])
    for name in algorithms:
        if name not in ALGORITHMS:
            raise ZermeloError(f"{place}: '{brief(name)}' is no algorithm; there are {', '.join(ALGORITHMS)}")
    weights = dict(WEIGHTS)
    for key, value in given.get("weights", {}).items():
        if key not in WEIGHTS:
            raise ZermeloError(f"{place}: weights has no '{brief(key)}'; there are {', '.join(WEIGHTS)}")
        weights[key] = _number(place, key, value, 0.0, 1e6)
    points = _number(place, "points", given.get("points", 100.0), 0.0, 1e6)
    full = _number(place, "full", given.get("full", 1.0), 0.0, 1.0)
    none = _number(place, "none", given.get("none", 0.5), 0.0, 1.0)
    if none >= full:
        raise ZermeloError(f"{place}: none ({none:g}) must be less than full ({full:g})")
    return Rubric(points, tuple(algorithms), weights, full, none)


def _number(place: str, key: str, value: Any, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least <= value <= most:
        raise ZermeloError(f"{place}: {key} must be a number from {least:g} to {most:g}, not {brief(value)}")
    return float(value)
