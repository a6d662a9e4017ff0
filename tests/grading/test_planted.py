"""Bugs that were planted in searches are found and named; searches that are right, however unusual, are left alone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from zermelo.grading.checking import checked_trial
from zermelo.grading.trial import NearTrial, Submission

FILES = Path(__file__).parents[1] / "support" / "grading"
PLANTED = sorted((FILES / "planted").glob("*.py"))
UNUSUAL = sorted((FILES / "unusual").glob("*.py"))
ALGORITHMS = ("alphabeta", "expectimax", "expectiminimax", "mcts", "minimax")
QUICK = ("alphabeta_06", "alphabeta_17", "expectiminimax_01", "minimax_12", "minimax_14")
QUICK_UNUSUAL = ("alphabeta_scout.py", "alphabeta_berkeley.py", "minimax_own_stack.py")


def expected(path):
    """The names of the bug that a file says was planted in it."""
    return set(path.read_text().split("\n")[0].removeprefix("# planted: ").split(", "))


@cache
def reports(path, trees=160):
    with Submission(path, seconds=5.0) as submission:
        return [checked_trial(trial, trees) for trial in submission.trials()]


def names(report):
    return {report.bug.key, *(other.key for other in report.bug.alternatives)} if report.bug else set()


def test_there_are_enough_of_each():
    assert len(PLANTED) >= 60
    assert {path.name.partition("_")[0] for path in PLANTED} == set(ALGORITHMS)
    assert len(UNUSUAL) >= 25


@pytest.mark.parametrize("path", [path for path in PLANTED if path.name.startswith(QUICK)], ids=lambda path: path.stem)
def test_a_planted_bug_is_named_and_shown(path):
    (report,) = reports(path, 120)
    assert names(report) & expected(path)
    assert report.example.case.root.leaves <= 9


@pytest.mark.parametrize("path", [path for path in UNUSUAL if path.name in QUICK_UNUSUAL], ids=lambda path: path.stem)
def test_an_unusual_search_passes(path):
    assert [report.bug for report in reports(path, 120)] == [None]


@pytest.mark.long
def test_all_planted_bugs_are_caught_and_nearly_all_named():
    found = {path: reports(path)[0] for path in PLANTED}
    assert [path.stem for path, report in found.items() if report.is_right] == []
    assert [path.stem for path, report in found.items() if report.example.case.root.leaves > 9] == []
    named = [path for path, report in found.items() if names(report) & expected(path)]
    first = [path for path, report in found.items() if report.bug.key in expected(path)]
    missed = [path.stem for path in PLANTED if path not in named]
    assert len(named) >= len(PLANTED) - 3, missed
    assert len(first) >= 50, [path.stem for path in PLANTED if path not in first]


@pytest.mark.long
@pytest.mark.parametrize("path", UNUSUAL, ids=lambda path: path.stem)
def test_no_false_alarm(path):
    for report in reports(path):
        assert report.bug is None, str(report)


def test_the_trial_in_this_process_says_the_same():
    from zermelo.grading.entries import entries_of
    from zermelo.user_files import run_file

    path = next(path for path in PLANTED if path.name.startswith("alphabeta_06"))
    (entry,) = entries_of(run_file(path))
    near = checked_trial(NearTrial(entry.calling, entry.algorithm), 120)
    assert near.bug == reports(path, 120)[0].bug
    assert str(near) == str(reports(path, 120)[0])
