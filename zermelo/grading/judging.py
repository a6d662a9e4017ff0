"""Whether what a search did on a tree is right."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.grading.battery import averages
from zermelo.grading.calling import Observation
from zermelo.grading.trees import Case
from zermelo.grading.trial import Candidate
from zermelo.grading.variants.bug import ALPHABETA, MINIMAX, right
from zermelo.grading.variants.cuts import strict
from zermelo.grading.variants.depth_first import Found, is_close

FOR_MOVER, FOR_MAX = "mover", "max"  # for whom a search tells values


@dataclass(frozen=True)
class Tried:
    """One case, what the search did, and what is right."""

    group: str
    case: Case
    seen: Observation
    truth: Found  # by plain search: every leaf is looked at, and all best actions are there
    model: Found  # by the same algorithm, with its cuts


def truth_of(candidate: Candidate, case: Case) -> Found:
    """The value and all actions that are best, without cuts."""
    algorithm = MINIMAX if candidate.algorithm == ALPHABETA else candidate.algorithm
    return right(algorithm, case, averages(candidate))


def model_of(candidate: Candidate, case: Case) -> Found:
    """What the algorithm itself does; in the Berkeley course alpha-beta does not cut at equality."""
    if candidate.algorithm == ALPHABETA:
        return strict(ALPHABETA, case) if candidate.agent else right(ALPHABETA, case)
    return truth_of(candidate, case)


def tried(candidate: Candidate, group: str, case: Case, seen: Observation) -> Tried:
    """A case with all that it is judged by."""
    return Tried(group, case, seen, truth_of(candidate, case), model_of(candidate, case))


def told_value(value: float, case: Case, convention: str) -> float:
    """A value for the mover of the root as a search with this convention tells it."""
    return -value if convention == FOR_MAX and case.root.mover != 0 else value


def is_value_right(one: Tried, convention: str) -> bool:
    """Is the value right, as far as one was told?"""
    return one.seen.value is None or is_close(one.seen.value, told_value(one.truth.value, one.case, convention))


def is_action_right(one: Tried) -> bool:
    """Is the action one of the best, as far as one was told?"""
    return one.seen.action is None or one.seen.action in one.truth.actions


def is_right(one: Tried, convention: str) -> bool:
    """Is the answer right?"""
    return not one.seen.fault and is_value_right(one, convention) and is_action_right(one)


def convention_of(all_tried: list[Tried]) -> str:
    """For whom the search tells values: whichever makes more of them right."""
    counts = {
        convention: sum(is_value_right(one, convention) for one in all_tried if not one.seen.fault)
        for convention in (FOR_MOVER, FOR_MAX)
    }
    return FOR_MAX if counts[FOR_MAX] > counts[FOR_MOVER] else FOR_MOVER


def needless_leaves(one: Tried) -> list[tuple[int, ...]]:
    """The leaves that were looked at although alpha-beta would have cut them off."""
    return sorted(set(one.seen.leaves) - set(one.model.leaves))


def unseen_leaves(one: Tried) -> list[tuple[int, ...]]:
    """The leaves that alpha-beta looks at, in order, and this search did not."""
    seen = set(one.seen.leaves)
    return [path for path in one.model.leaves if path not in seen]


def goes_left_to_right(one: Tried) -> bool:
    """Were leaves looked at once each, in the order of the actions?"""
    return list(one.seen.leaves) == sorted(set(one.seen.leaves))
