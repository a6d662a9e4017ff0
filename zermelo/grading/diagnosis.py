"""Names what is wrong with a search: the bug that explains all that it was seen to do, else what the evidence says."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from zermelo.grading.battery import averages
from zermelo.grading.judging import (
    FOR_MAX,
    FOR_MOVER,
    Tried,
    goes_left_to_right,
    is_action_right,
    is_right,
    is_value_right,
    needless_leaves,
    told_value,
    unseen_leaves,
)
from zermelo.grading.trial import Candidate
from zermelo.grading.variants import chances, choices, cuts, depths, players
from zermelo.grading.variants.bug import ALPHABETA, Bug
from zermelo.grading.variants.depth_first import DepthFirst, Found, is_close

BUGS: tuple[Bug, ...] = (*players.BUGS, *choices.BUGS, *cuts.BUGS, *depths.BUGS, *chances.BUGS)
ALLOWED = 0.02  # of the trees may differ from what a bug explains
MOST_ALTERNATIVES = 2


@dataclass(frozen=True)
class Named:
    """A bug as it is told."""

    key: str
    title: str
    hint: str
    about: str = "answer"  # answer: what it returns is wrong; cuts: it is right, but it looks at too much; fault
    alternatives: tuple[Named, ...] = ()  # that explain what was seen as well


EVIDENCE = {
    "unwritten": Named(
        "unwritten", "it is not written yet", "replace raiseNotDefined() or NotImplementedError", "fault"
    ),
    "hang": Named(
        "hang",
        "it does not return",
        "does every loop end, and does the recursion stop where the game is over?",
        "fault",
    ),
    "exit": Named(
        "exit", "it ends the whole process", "look for exit(), os._exit(…) and recursion that never ends", "fault"
    ),
    "memory": Named("memory", "it takes too much memory", "keep only what is needed along one path", "fault"),
    "crash": Named("crash", "it fails with an error", "the error is told below, with the line in your file", "fault"),
    "answer": Named(
        "bad-answer", "what it returns is no answer", "return an action, or (value, action), of the root", "fault"
    ),
    "early": Named(
        "utility-too-early",
        "it asks for the utility of states that are not over",
        "test is_terminal(state) before utility(state, player)",
    ),
    "dead": Named(
        "no-terminal-test",
        "it asks for the actions of states that are over",
        "test is_terminal(state) before the loop over the actions",
    ),
    "wrong-agent": Named(
        "wrong-agent",
        "it moves the wrong agent: the turn goes to another one",
        "after agent i comes agent i + 1, and after the last one agent 0: (agentIndex + 1) % getNumAgents()",
    ),
    "cut-too-many": Named(
        "cut-too-many",
        "a cut too many: a leaf that mattered was never looked at",
        "a node may be cut off only if v ≥ β where it maximises, or v ≤ α where it minimises",
    ),
    "cut-too-few": Named(
        "cut-too-few",
        "a cut too few: it looks at leaves that cannot change the result",
        "cut at v ≥ β where it maximises, and at v ≤ α where it minimises",
        "cuts",
    ),
    "value": Named("wrong-value", "the value is wrong", "go through the tree below by hand, leaf by leaf"),
    "action": Named(
        "wrong-action",
        "wrong action: the value is right, but not the action",
        "which action belongs to the best value?",
    ),
    "kept": Named(
        "keeps-state",
        "something is kept between calls: the same tree is searched rightly when the file has just been loaded",
        "look for global variables, default arguments such as cache={}, and attributes of the class",
    ),
}


def explains(found: Found, one: Tried, convention: str) -> tuple[bool, bool]:
    """Does what a search with a bug finds account for the answer, and for the leaves looked at?"""
    seen = one.seen
    if seen.fault:
        is_no_action = not found.actions or found.actions[0] >= len(one.case.root.children)
        return is_no_action and seen.fault in ("answer", "crash"), True
    value = seen.value is None or is_close(seen.value, told_value(found.value, one.case, convention))
    action = seen.action is None or seen.action in found.actions
    return value and action, found.leaves == seen.leaves


def named_bug(candidate: Candidate, all_tried: list[Tried], convention: str) -> Named | None:
    """The bug that explains everything, or nearly, that was seen; the better it explains the leaves, the better.

    Others that explain it as well are told as alternatives: no tree tells them apart.
    """
    wrong = sorted((one for one in all_tried if not is_right(one, convention)), key=lambda one: one.case.root.leaves)
    ordered = [*wrong, *(one for one in all_tried if is_right(one, convention))]
    scores: list[tuple[tuple[float, int], Bug]] = []
    for bug in BUGS:
        if candidate.algorithm in bug.algorithms:
            found = [
                score
                for search in bug.searches(candidate.algorithm, averages(candidate))
                for turned in (FOR_MOVER, FOR_MAX)
                if (score := _explained(search, ordered, len(wrong), turned)) is not None
            ]
            scores += [(max(found), bug)] if found else []
    if not scores:
        return None
    best = max(score for score, _ in scores)
    first, *others = [bug for score, bug in scores if score == best]
    named = {bug.key: Named(bug.key, bug.title, bug.hint) for bug in others if bug.key != first.key}
    return Named(first.key, first.title, first.hint, alternatives=tuple(named.values())[:MOST_ALTERNATIVES])


def _explained(search: type[DepthFirst], ordered: list[Tried], wrong: int, convention: str) -> tuple[float, int] | None:
    """How well a search explains what was seen, and how narrowly it says what is chosen; None: it does not.

    Well: a share of the answers, and one of the leaves that were looked at.
    """
    misses = misses_where_wrong = leaves = choices = 0
    for number, one in enumerate(ordered):
        found = search(one.case).run()
        choices += len(found.actions)
        answer, looked = explains(found, one, convention)
        misses += not answer
        misses_where_wrong += not answer and number < wrong
        leaves += looked
        if misses > ALLOWED * len(ordered) or misses_where_wrong > wrong // 20:
            return None
    return 1 - misses / len(ordered) + leaves / len(ordered), -choices


def named_cuts(candidate: Candidate, all_tried: list[Tried]) -> Named | None:
    """What is wrong with the cuts of an alpha-beta whose answers are right, if anything."""
    if candidate.algorithm != ALPHABETA or not any(needless_leaves(one) for one in all_tried):
        return None
    alike = []
    for bug in BUGS:
        if bug.algorithms != (ALPHABETA,) or (candidate.agent and bug.key == "cuts-not-at-equality"):
            continue
        for search in bug.searches(ALPHABETA):
            if all(search(one.case).run().leaves == one.seen.leaves for one in all_tried):
                alike.append(Named(bug.key, bug.title, bug.hint, "cuts"))
                break
    if alike:
        return replace(alike[0], alternatives=tuple(alike[1 : MOST_ALTERNATIVES + 1]))
    if all(set(one.seen.leaves) == set(one.truth.leaves) for one in all_tried):
        never = next(bug for bug in BUGS if bug.key == "never-cuts")
        return Named(never.key, never.title, never.hint, "cuts")
    if all(map(goes_left_to_right, all_tried)) and not any(unseen_leaves(one) for one in all_tried):
        return EVIDENCE["cut-too-few"]
    return None


def diagnosed(candidate: Candidate, all_tried: list[Tried], convention: str) -> Named | None:
    """What is wrong, if anything."""
    wrong = [one for one in all_tried if not is_right(one, convention)]
    if not wrong:
        return named_cuts(candidate, all_tried)
    faults = Counter(one.seen.fault for one in wrong if one.seen.fault != "untried")
    if faults["unwritten"] > len(all_tried) // 2:
        return EVIDENCE["unwritten"]
    if any(one.seen.wrong_agents for one in all_tried):
        return EVIDENCE["wrong-agent"]
    bug = named_bug(candidate, all_tried, convention)
    if bug:
        return bug
    if faults[""] < sum(faults.values()) / 2 or not faults:
        fault = max((kind for kind in faults if kind), key=lambda kind: faults[kind], default="hang")
        evidence = _evidence(all_tried) if fault in ("crash", "answer") else None
        return evidence or EVIDENCE[fault]
    evidence = _evidence(all_tried)
    if evidence:
        return evidence
    if all(is_value_right(one, convention) for one in wrong) and not all(map(is_action_right, wrong)):
        return EVIDENCE["action"] if any(one.seen.value is not None for one in wrong) else EVIDENCE["value"]
    if candidate.algorithm == ALPHABETA and any(unseen_leaves(one) for one in wrong):
        return EVIDENCE["cut-too-many"]
    return EVIDENCE["value"]


def _evidence(all_tried: list[Tried]) -> Named | None:
    """What the questions that the search asked of the game give away."""
    without_depth = [one for one in all_tried if one.case.depth is None]
    if any(one.seen.early for one in without_depth):
        return EVIDENCE["early"]
    if sum(bool(one.seen.dead) for one in all_tried) > len(all_tried) / 2:
        return EVIDENCE["dead"]
    return None
