"""What was found out about a search, and how a student reads it: the bug, the smallest tree, and where to look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.grading.battery import GROUPS
from zermelo.grading.diagnosis import Named
from zermelo.grading.judging import FOR_MOVER, Tried, told_value, unseen_leaves
from zermelo.grading.trees import COMPASS, LETTERS, Case, as_text, drawn, leaf_paths, path_words
from zermelo.grading.variants.bug import ALPHABETA, MCTS
from zermelo.numerals import plain

NAMES = {
    "minimax": "minimax",
    "alphabeta": "alpha-beta",
    "expectimax": "expectimax",
    "expectiminimax": "expectiminimax",
    "mcts": "Monte Carlo tree search",
}


@dataclass(frozen=True)
class Count:
    """How many trees of a group were searched rightly."""

    group: str
    right: int
    tried: int


@dataclass(frozen=True)
class SearchReport:
    """What was found out about one search."""

    name: str
    algorithm: str
    bug: Named | None  # None: nothing is wrong
    counts: tuple[Count, ...]  # answers, by group
    cuts: Count | None  # of alpha-beta: trees on which it looked at no leaf too many
    example: Tried | None  # the smallest tree that shows the bug
    agent: bool = False
    convention: str = FOR_MOVER
    before: Case | None = None  # the tree that has to be searched before, where something is kept between calls
    note: str = ""  # what was not tried, and why
    faults: int = 0  # trees without an answer
    error: str = ""  # the first that the search raised

    @property
    def is_right(self) -> bool:
        """Was nothing found that is wrong?"""
        return self.bug is None

    @property
    def right(self) -> int:
        """Trees with the right answer."""
        return sum(count.right for count in self.counts)

    @property
    def tried(self) -> int:
        """Trees in all."""
        return sum(count.tried for count in self.counts)

    def to_json(self) -> dict[str, Any]:
        """The report as `check-search --json` prints it."""
        bug = self.bug
        return {
            "search": self.name,
            "algorithm": self.algorithm,
            "right": self.is_right,
            "bug": {"key": bug.key, "title": bug.title, "hint": bug.hint} if bug else None,
            "trees": self.tried,
            "answers_right": self.right,
            "groups": [vars(count) for count in self.counts],
            "cuts": vars(self.cuts) if self.cuts else None,
            "example": example_json(self) if self.example else None,
            "note": self.note,
        }

    def __str__(self) -> str:
        return "\n".join(report_lines(self))


def report_lines(report: SearchReport) -> Iterator[str]:
    """The whole report, line by line."""
    first, *others = summary_lines(report)
    yield first
    yield from (f"  {line}" for line in others)
    if report.example:
        yield from (f"    {line}" for line in example_lines(report))


def summary_lines(report: SearchReport) -> Iterator[str]:
    """What was tried and what is wrong, without the tree."""
    yield f"{report.name}, checked as {NAMES[report.algorithm]}"
    for count in report.counts:
        sign = "✓" if count.right == count.tried else "✗" if report.bug else "·"
        yield f"{sign} {count.right} of {count.tried} {GROUPS[count.group]}"
    if report.cuts and report.cuts.tried:
        sign = "✓" if report.cuts.right == report.cuts.tried else "✗" if report.bug else "·"
        yield f"{sign} {report.cuts.right} of {report.cuts.tried} without a leaf too many"
    if report.note:
        yield f"· {report.note}"
    if report.bug is None:
        yield "nothing wrong was found"
        return
    yield report.bug.title
    yield f"look here: {report.bug.hint}"
    for other in report.bug.alternatives:
        yield f"or (no tree tells them apart): {other.title} ({other.hint})"


def example_lines(report: SearchReport) -> Iterator[str]:
    """The smallest tree that shows what is wrong."""
    one = report.example
    assert one
    names = COMPASS if report.agent else tuple(LETTERS)
    leaves = one.case.root.leaves
    asked = f", searched to depth {one.case.depth}" if one.case.depth is not None else ""
    yield f"the smallest tree that shows it ({leaves} {'leaf' if leaves == 1 else 'leaves'}{asked}):"
    if report.before:
        yield f"(right after {as_text(report.before)} was searched)"
    if one.case.shared:
        yield "(equal subtrees are one position, reached in several ways)"
    yield ""
    yield from drawn(one.case, _marks(report, one), names)
    yield ""
    yield f"right:  {_answer(one, report, True, names)}"
    yield f"yours:  {_answer(one, report, False, names)}"
    missed = unseen_leaves(one) if report.algorithm == ALPHABETA and not one.seen.fault else []
    if missed and report.bug and report.bug.about == "answer":
        worth = plain(one.case.root.at(missed[0]).worth)
        yield f"the leaf that mattered: {worth} at {path_words(missed[0], names)}, which was never looked at"
    command = _command(one.case, report)
    if command:
        yield f"step through it: {command}"


def _marks(report: SearchReport, one: Tried) -> dict[tuple[int, ...], str]:
    """What stands beside the leaves."""
    if one.seen.fault or report.algorithm == MCTS:
        return {}
    marks = {}
    order = list(dict.fromkeys(one.seen.leaves))
    for path in leaf_paths(one.case.root):
        looked, needed = path in order, path in one.model.leaves
        if report.algorithm == ALPHABETA and looked and not needed:
            marks[path] = "looked at, but it can be cut off"
        elif not looked and needed:
            marks[path] = "never looked at"
        elif not looked and path in one.truth.leaves:
            marks[path] = "cut off"
    return marks


def _answer(one: Tried, report: SearchReport, is_truth: bool, names: tuple[str, ...]) -> str:
    """An answer in words: "value 3, action a"; "5 leaves"."""
    seen = one.seen
    if not is_truth and seen.fault:
        return seen.error
    parts = []
    value = told_value(one.truth.value, one.case, report.convention) if is_truth else seen.value
    if value is not None and report.algorithm != MCTS and (seen.value is not None or seen.fault or not is_truth):
        parts.append(f"value {plain(value)}")
    actions = one.truth.actions if is_truth else () if seen.action is None else (seen.action,)
    if actions and (seen.action is not None or seen.fault):
        parts.append(f"action {' or '.join(names[number] for number in actions)}")
    if report.algorithm == ALPHABETA:
        count = len(set(one.model.leaves if is_truth else seen.leaves))
        parts.append(f"{count} {'leaf' if count == 1 else 'leaves'} looked at")
    return ", ".join(parts)


def _command(case: Case, report: SearchReport) -> str:
    """The command that shows our own search on the tree, or "" where there is none."""
    algorithm = report.algorithm
    if case.agents > 2 or case.rounds or (algorithm == "expectimax" and report.agent) or algorithm == MCTS:
        return ""
    engine = {"minimax": "minimax", "alphabeta": "alphabeta"}.get(algorithm, "expectiminimax")
    spec = as_text(case)
    if case.root.mover:
        spec = f"tree:text={spec},first=min" if "{" not in spec else spec
    return f"zermelo trace '{spec}' --algorithm {engine}"


def example_json(report: SearchReport) -> dict[str, Any]:
    """The smallest tree as JSON."""
    one = report.example
    assert one
    return {
        "tree": as_text(one.case),
        "first": "min" if one.case.root.mover else "max",
        "leaves": one.case.root.leaves,
        "depth": one.case.depth,
        "right": {"value": one.truth.value, "actions": [_name(number, report) for number in one.truth.actions]},
        "yours": {
            "value": one.seen.value,
            "action": None if one.seen.action is None else _name(one.seen.action, report),
            "error": one.seen.error,
        },
        "lines": list(example_lines(report)),
    }


def _name(number: int, report: SearchReport) -> str:
    return COMPASS[number] if report.agent else LETTERS[number]
