"""Checks Monte Carlo tree search, which is right only on the average: on trees where the best action is clear."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import lru_cache

from zermelo.grading.battery import BASIC, OPPONENT
from zermelo.grading.calling import Observation
from zermelo.grading.diagnosis import EVIDENCE, Named
from zermelo.grading.judging import Tried
from zermelo.grading.report import Count, SearchReport
from zermelo.grading.shrinking import shrunk
from zermelo.grading.trees import Case, Node, Shape, grown_tree
from zermelo.grading.trial import Trial
from zermelo.grading.variants.bug import MINIMAX, right
from zermelo.grading.variants.sampling import SAMPLED_BUGS, Uct

SIMULATIONS = 200  # that a search is asked for, where it can be told
EASY = 150  # simulations after which our own finds the best action of every tree that is used
PREFIX = 150  # playouts of a search that are compared with those of bugs
REPEATS = 2  # searches of every tree
ENOUGH = 0.9  # of all answers must be right
COMPARED = 10  # trees on which bugs are compared
CLEAR = 0.45  # the largest difference at which a bug is still named
WRONG_OF = (3, 4)  # of so many searches, so many must be wrong on the tree that is shown
Progress = Callable[[int, int], None]


@lru_cache(maxsize=4)
def clear_cases(seed: int, count: int) -> tuple[Case, ...]:
    """Trees of at most nine leaves whose best action our own search finds soon, and plain sampling often does not."""
    noise, cases = random.Random(f"{seed} sampled"), list[Case]()
    shapes = [Shape(plies=2, most=3, early=0.1), Shape(plies=3, most=2, early=0.1), Shape(plies=3, most=3, early=0.4)]
    while len(cases) < count:
        worths = [-1.0, 1.0] if noise.random() < 0.5 else [-1.0, 0.0, 1.0]
        case = Case(grown_tree(noise, noise.choice(shapes), worths, first=len(cases) % 2))
        kind = (_is_any, _misleads, _is_gem)[len(cases) // 2 % 3]
        if kind(case) and _is_clear(case):
            cases.append(case)
    return tuple(cases)


def _is_clear(case: Case) -> bool:
    found = right(MINIMAX, case)
    if len(found.actions) != 1 or case.root.leaves > 9:
        return False
    return Uct(case, EASY, seed=1).run() in found.actions


def _is_any(case: Case) -> bool:
    return True


def _is_gem(case: Case) -> bool:
    """Does the best action look bad in random playouts, worse than another one is with best play?"""
    best = right(MINIMAX, case).actions[0]
    side = 1.0 if case.root.mover == 0 else -1.0
    others = [child for number, child in enumerate(case.root.children) if number != best]
    least = max(side * _minimax(child) for child in others)
    return side * _mean(case.root.children[best]) < least - 0.2


def _mean(node: Node) -> float:
    return sum(map(_mean, node.children)) / len(node.children) if node.children else node.worth


def _minimax(node: Node) -> float:
    if not node.children:
        return node.worth
    return (min if node.mover else max)(map(_minimax, node.children))


def _misleads(case: Case) -> bool:
    """Does the best action differ from the one that is best against a random opponent?"""
    return right(MINIMAX, case).actions[0] not in right("expectimax", case, averages=True).actions


def check_sampled(
    trial: Trial, trees: int, seed: int, progress: Progress | None = None, with_example: bool = True
) -> SearchReport:
    """As `checked_trial`, for Monte Carlo tree search."""
    cases, hangs = clear_cases(seed, max(12, trees // 8)), 0
    all_tried: list[Tried] = []
    note = ""
    for number, case in enumerate(cases):
        if hangs >= 3 and hangs == len(all_tried):
            note = f"no more were tried after {hangs} searches that did not return"
            break
        for repeat in range(REPEATS):
            seen = trial.observe(case, simulations=SIMULATIONS, seed=repeat)
            hangs += seen.fault in ("hang", "exit", "untried")
            all_tried.append(_tried(case, seen))
        if progress:
            progress(number + 1, len(cases))
    counts = []
    for group in (BASIC, OPPONENT):
        ones = [one for one in all_tried if one.group == group]
        counts.append(Count(group, sum(map(_is_right, ones)), len(ones)))
    share = sum(map(_is_right, all_tried)) / len(all_tried)
    bug = None if share >= ENOUGH else _named(all_tried)
    example = _shown(trial, all_tried, bug) if bug and with_example else None
    candidate = trial.candidate
    faults = [one.seen for one in all_tried if one.seen.fault]
    error = next((seen.error for seen in faults if seen.fault == "crash"), "")
    parts = (candidate.name, candidate.algorithm, bug, tuple(counts), None, example)
    return SearchReport(*parts, note=note, faults=len(faults), error=error)


def _tried(case: Case, seen: Observation) -> Tried:
    truth = right(MINIMAX, case)
    return Tried(OPPONENT if case.root.mover else BASIC, case, seen, truth, truth)


def _is_right(one: Tried) -> bool:
    return not one.seen.fault and one.seen.action in one.truth.actions


def _named(all_tried: list[Tried]) -> Named:
    """The bug that comes closest to how often each leaf was reached and what was chosen."""
    faults = Counter(one.seen.fault for one in all_tried if one.seen.fault not in ("", "untried"))
    if sum(faults.values()) > len(all_tried) / 4:
        return EVIDENCE[faults.most_common(1)[0][0]]
    whole = [one for one in all_tried if not one.seen.fault]
    wrong = [one for one in whole if not _is_right(one)]
    chosen = [*wrong[: COMPARED // 2], *[one for one in whole if _is_right(one)][: COMPARED // 2]]
    rough = [_distance(chosen, bug.search, 1.4) for bug in SAMPLED_BUGS]
    near = sorted(range(len(rough)), key=rough.__getitem__)[:5]
    fine = {
        number: min([rough[number], *(_distance(chosen, SAMPLED_BUGS[number].search, c) for c in (0.7, 1.0, 2.0))])
        for number in near
    }
    nearest = SAMPLED_BUGS[min(near, key=fine.__getitem__)]
    if min(fine.values()) > CLEAR:
        return EVIDENCE["value"]
    return Named(nearest.key, nearest.title, nearest.hint)


def _distance(chosen: list[Tried], search: Callable[..., Uct], exploration: float) -> float:
    """How differently a search behaves, 0 to 2 on the average: by leaves, and by the action."""
    total = 0.0
    for one in chosen:
        seen = Counter(one.seen.leaves[:PREFIX])
        simulations = max(1, sum(seen.values()))
        own, picks, runs = Counter[tuple[int, ...]](), 0, 1
        for seed in range(runs):
            twin = search(one.case, simulations, seed, exploration)
            picks += twin.run() == one.seen.action
            own += twin.playouts
        both = {*seen, *own}
        mine, theirs = sum(own.values()) or 1, sum(seen.values()) or 1
        total += sum(abs(seen[path] / theirs - own[path] / mine) for path in both) / 2 + 1 - picks / runs
    return total / len(chosen)


def _shown(trial: Trial, all_tried: list[Tried], bug: Named) -> Tried | None:
    """The smallest tree on which most searches fail while our own does not."""

    def searched(case: Case, seed: int) -> Tried:
        return _tried(case, trial.observe(case, simulations=SIMULATIONS, seed=seed))

    def is_wrong(case: Case) -> bool:
        if len(right(MINIMAX, case).actions) != 1 or not _is_clear(case):
            return False
        least, runs = WRONG_OF
        if bug.about == "fault":
            return bool(searched(case, 0).seen.fault)
        fails = 0
        for seed in range(runs):
            fails += not _is_right(searched(case, seed))
            if fails + runs - seed - 1 < least:
                return False
        return True

    wrong = sorted((one for one in all_tried if not _is_right(one)), key=lambda one: one.case.root.leaves)
    if not wrong or wrong[0].seen.fault in ("hang", "exit", "untried"):
        return wrong[0] if wrong else None
    first = next((one.case for one in wrong if is_wrong(one.case)), None)
    if first is None:
        return wrong[0]
    small = shrunk(first, is_wrong, 40)
    return next((one for one in (searched(small, seed) for seed in range(4)) if not _is_right(one)), wrong[0])
