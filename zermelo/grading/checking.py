"""Checks a search: tries it on many trees, names what is wrong, and finds the smallest tree that shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from zermelo.game import ZermeloError
from zermelo.grading.battery import BASIC, DEPTH, TREES, battery
from zermelo.grading.calling import Calling
from zermelo.grading.diagnosis import EVIDENCE, Named, diagnosed
from zermelo.grading.entries import algorithm_of, guessed_algorithm
from zermelo.grading.judging import (
    Tried,
    convention_of,
    is_right,
    needless_leaves,
    tried,
)
from zermelo.grading.report import Count, SearchReport
from zermelo.grading.sampled import check_sampled
from zermelo.grading.shrinking import shrunk
from zermelo.grading.trees import Case
from zermelo.grading.trial import NearTrial, Submission, Trial
from zermelo.grading.variants.bug import ALGORITHMS, MCTS

ENOUGH_HANGS = 3  # if it returned from none of so many trees, the others are not tried
NO_RETURN = ("hang", "exit", "untried")
Progress = Callable[[int, int], None]  # trees tried, and of how many


def check_search(
    function: Callable[..., Any], algorithm: str | None = None, trees: int = TREES, seed: int = 0, seconds: float = 2.0
) -> SearchReport:
    """Tries a search of your own on many small random trees and games, and says what is wrong with it, if anything.

    function: `search(game, state)` that returns an action, (value, action) or a value; AIMA's functions, and classes
    with `search` or, as in the Berkeley course, `getAction`. algorithm: minimax, alphabeta, expectimax, expectiminimax
    or mcts; by default what its name says. seconds: for each tree. It runs in this process: one that never returns is
    stopped only in the main thread. Raises ZermeloError where it cannot be called.

    >>> import zermelo
    >>> def minimax(game, state):
    ...     if game.is_terminal(state):
    ...         return game.utility(state, 0), None
    ...     best = max if game.to_move(state) == 0 else min
    ...     options = [(minimax(game, game.result(state, action))[0], action) for action in game.actions(state)]
    ...     return best(options, key=lambda option: option[0])
    >>> report = zermelo.check_search(minimax)
    >>> isinstance(report, zermelo.SearchReport), report.is_right
    (True, True)
    """
    if algorithm is not None and algorithm not in ALGORITHMS:
        raise ZermeloError(f"there is no algorithm '{algorithm}' to check; there are {', '.join(ALGORITHMS)}")
    if not callable(function):
        raise ZermeloError(f"check_search takes a function or a class, not {function!r}")
    calling = Calling(function)
    kind = algorithm or algorithm_of(calling.name) or guessed_algorithm(calling)
    return checked_trial(NearTrial(calling, kind, seconds), trees, seed)


def check_file(
    path: Path,
    name: str | None = None,
    algorithm: str | None = None,
    trees: int = TREES,
    seed: int = 0,
    seconds: float = 2.0,
    progress: Progress | None = None,
) -> list[SearchReport]:
    """Checks the searches of a file, which runs in a process of its own. Raises ZermeloError where there are none."""
    with Submission(path, name, algorithm, seconds) as submission:
        return [checked_trial(trial, trees, seed, progress) for trial in submission.trials()]


def checked_trial(
    trial: Trial, trees: int = TREES, seed: int = 0, progress: Progress | None = None, with_example: bool = True
) -> SearchReport:
    """Checks one search. with_example: look for the smallest tree too."""
    if trial.candidate.algorithm == MCTS:
        return check_sampled(trial, trees, seed, progress, with_example)
    all_tried, note = _tried_all(trial, trees, seed, progress)
    convention = convention_of(all_tried)
    bug, before, example = diagnosed(trial.candidate, all_tried, convention), None, None
    wrong = [one for one in all_tried if not is_right(one, convention)]
    if bug and bug.about == "answer" and trial.can_refresh and _is_kept(trial, wrong, convention):
        bug = EVIDENCE["kept"]
        before, example = _shown_after(trial, all_tried, convention) if with_example else (None, None)
    elif bug and with_example:
        example = _shown(trial, all_tried, convention, bug)
    return SearchReport(
        trial.candidate.name,
        trial.candidate.algorithm,
        bug,
        _counts(all_tried, convention),
        _cut_count(all_tried, trial, convention),
        example,
        trial.candidate.agent,
        convention,
        before,
        note,
        sum(bool(one.seen.fault) for one in all_tried),
        first_error(all_tried),
    )


def first_error(all_tried: list[Tried]) -> str:
    """The first error that a search raised, in one line, or ""."""
    return next((one.seen.error for one in all_tried if one.seen.fault == "crash"), "")


def _tried_all(trial: Trial, trees: int, seed: int, progress: Progress | None) -> tuple[list[Tried], str]:
    """All cases with what the search did on them, and what was left out."""
    candidate, hangs, note = trial.candidate, 0, ""
    all_tried: list[Tried] = []
    cases = battery(candidate, seed, trees)
    for number, (group, case) in enumerate(cases):
        if hangs >= ENOUGH_HANGS and hangs == len(all_tried):
            note = f"no more were tried after {hangs} on which it did not return"
            break
        seen = trial.observe(case)
        hangs += seen.fault in NO_RETURN
        all_tried.append(tried(candidate, group, case, seen))
        if progress:
            progress(number + 1, len(cases))
    limited = [one for one in all_tried if one.group == DEPTH]
    if limited and not candidate.agent and not any(one.seen.horizon for one in limited):
        within = [one for one in limited if one.case.root.height > (one.case.depth or 0)]
        if all(set(one.seen.leaves) != set(one.truth.leaves) for one in within) and within:
            note = "its limit of depth was not checked: it asks neither for evaluate nor for game.evaluate"
            all_tried = [one for one in all_tried if one.group != DEPTH]
    return all_tried, note


def _counts(all_tried: list[Tried], convention: str) -> tuple[Count, ...]:
    groups = dict.fromkeys(one.group for one in all_tried)
    by_group = {group: [one for one in all_tried if one.group == group] for group in groups}
    return tuple(
        Count(group, sum(is_right(one, convention) for one in ones), len(ones)) for group, ones in by_group.items()
    )


def _cut_count(all_tried: list[Tried], trial: Trial, convention: str) -> Count | None:
    if trial.candidate.algorithm != "alphabeta":
        return None
    answered = [one for one in all_tried if not one.seen.fault]
    good = [one for one in answered if is_right(one, convention) and not needless_leaves(one)]
    return Count("cuts", len(good), len(all_tried))


def _shown(trial: Trial, all_tried: list[Tried], convention: str, bug: Named) -> Tried | None:
    """The smallest case that was found to show a bug."""
    candidate = trial.candidate

    def is_wrong(case: Case) -> bool:
        one = tried(candidate, BASIC, case, trial.observe(case))
        if bug.about == "cuts":
            return is_right(one, convention) and bool(needless_leaves(one))
        if bug.about == "fault":
            return bool(one.seen.fault)
        return not one.seen.fault and not is_right(one, convention)

    def shows(one: Tried) -> bool:
        if bug.about == "cuts":
            return bool(needless_leaves(one))
        return bool(one.seen.fault) if bug.about == "fault" else not one.seen.fault and not is_right(one, convention)

    showing = [one for one in all_tried if shows(one)]
    if not showing:  # only errors, although a bug in the answers explains them
        showing = [one for one in all_tried if not is_right(one, convention)]
        if not showing:
            return None
        bug = replace(bug, about="fault")
    first = min(showing, key=lambda one: (one.seen.fault in NO_RETURN, one.case.root.leaves))
    if first.seen.fault in NO_RETURN:
        return first  # each smaller tree would take as long again
    small = shrunk(first.case, is_wrong)
    return tried(candidate, first.group, small, trial.observe(small))


def _is_kept(trial: Trial, wrong: list[Tried], convention: str) -> bool:
    """Is the search right on the trees that it got wrong, when its file has just been loaded?"""
    return all(
        is_right(tried(trial.candidate, one.group, one.case, trial.observe(one.case, fresh=True)), convention)
        for one in wrong[:5]
    )


def _shown_after(trial: Trial, all_tried: list[Tried], convention: str) -> tuple[Case | None, Tried | None]:
    """Two small trees of which the second goes wrong after the first."""
    candidate = trial.candidate
    small = sorted((one.case for one in all_tried), key=lambda case: case.root.leaves)[:40]

    def after(before: Case, case: Case) -> Tried:
        trial.observe(before, fresh=True)
        return tried(candidate, BASIC, case, trial.observe(case))

    for before in small[:8]:
        for case in small:
            if not is_right(after(before, case), convention):

                def is_wrong(smaller: Case, before: Case = before) -> bool:
                    return not is_right(after(before, smaller), convention)

                return before, after(before, shrunk(case, is_wrong))
    return None, None
