"""Bugs about alpha, beta and where they cut."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from zermelo.grading.trees import Case
from zermelo.grading.variants.bug import ALPHABETA, EXPECTIMAX, EXPECTIMINIMAX, Bug
from zermelo.grading.variants.depth_first import MAXIMISES, DepthFirst, Negamax

INF = math.inf
CutBug = partial(Bug, algorithms=(ALPHABETA,))


def _cut(at_max: Any, at_min: Any) -> Any:
    """A method that cuts by one rule where it maximises and by another where it minimises."""

    def cut(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> bool:
        return bool((at_max if role == MAXIMISES else at_min)(best, alpha, beta))

    return cut


def _right_at_max(best: float, alpha: float, beta: float) -> bool:
    return best >= beta


def _right_at_min(best: float, alpha: float, beta: float) -> bool:
    return best <= alpha


def _never(best: float, alpha: float, beta: float) -> bool:
    return False


def _shared_setup(self: Any) -> None:
    self.bounds = (-INF, INF)


def _shared_handed(self: Any, role: str, best: float, alpha: float, beta: float) -> tuple[float, float]:
    return self.bounds  # type: ignore[no-any-return]


def _shared_cut(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> bool:
    alpha, beta = self.bounds
    return best >= beta if role == MAXIMISES else best <= alpha


def _shared_narrowed(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> Any:
    alpha, beta = self.bounds
    self.bounds = (max(alpha, best), beta) if role == MAXIMISES else (alpha, min(beta, best))
    return self.bounds


def _swapped_narrowed(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> Any:
    return (alpha, min(beta, best)) if role == MAXIMISES else (max(alpha, best), beta)


def _overwriting(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> Any:
    return (value, beta) if role == MAXIMISES else (alpha, value)


def _best_overwriting(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> Any:
    return (best, beta) if role == MAXIMISES else (alpha, best)


def _own_only(self: Any, role: str, best: float, alpha: float, beta: float) -> tuple[float, float]:
    """Hands down what was found at this node, and nothing from above."""
    return (best, INF) if role == MAXIMISES else (-INF, best)


def _narrow_first_cut(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> bool:
    """Tests against the node's own bound, after it has been moved."""
    return best >= alpha if role == MAXIMISES else best <= beta


def _last_of_ties(self: Any, value: float, best: float) -> bool:
    return value >= best


def _one_cut_value(self: Any, role: str, best: float, alpha: float, beta: float) -> float:
    return alpha if role == MAXIMISES else beta


def _cached(self: Any, node: Any, ply: int, alpha: float, beta: float, path: Any) -> float:
    """Remembers what a state returned, although it may be only a bound."""
    kept: dict[Any, float] = self.__dict__.setdefault("kept", {})
    if not node.children:
        return self.plainly(node, ply, alpha, beta, path)  # type: ignore[no-any-return]
    key = node if self.case.shared else path
    if key not in kept:
        kept[key] = self.plainly(node, ply, alpha, beta, path)
    return kept[key]


def strict(algorithm: str, case: Case) -> Any:
    """What alpha-beta finds that goes on where a value only equals the bound, as the Berkeley course wants it."""
    bug = next(bug for bug in BUGS if bug.key == "cuts-not-at-equality")
    return bug.searches(algorithm)[0](case).run()


STRICT_MAX, STRICT_MIN = (lambda best, alpha, beta: best > beta), (lambda best, alpha, beta: best < alpha)

BUGS = [
    CutBug(
        "never-cuts",
        "a cut too few: it never cuts, so it looks at every leaf as minimax does",
        "is there a test (v ≥ β, v ≤ α), and are alpha and beta passed down to the children?",
        {"cut": _cut(_never, _never)},
    ),
    CutBug(
        "cuts-not-at-equality",
        "< for ≤: it cuts only where a value passes the bound, not where it reaches it",
        "a value that equals the bound cannot change the result either: cut at v ≥ β and v ≤ α",
        {"cut": _cut(STRICT_MAX, STRICT_MIN)},
    ),
    CutBug(
        "max-cuts-not-at-equality",
        "< for ≤ where it maximises: it cuts at v > β, not at v = β",
        "cut at v ≥ β, as you do with α",
        {"cut": _cut(STRICT_MAX, _right_at_min)},
    ),
    CutBug(
        "min-cuts-not-at-equality",
        "< for ≤ where it minimises: it cuts at v < α, not at v = α",
        "cut at v ≤ α, as you do with β",
        {"cut": _cut(_right_at_max, STRICT_MIN)},
    ),
    CutBug(
        "max-never-cuts",
        "a cut too few: nodes that maximise never cut",
        "test v ≥ β in max_value too, and lower beta in min_value: beta = min(beta, v)",
        {"cut": _cut(_never, _right_at_min)},
    ),
    CutBug(
        "min-never-cuts",
        "a cut too few: nodes that minimise never cut",
        "test v ≤ α in min_value too, and raise alpha in max_value and at the root: alpha = max(alpha, v)",
        {"cut": _cut(_right_at_max, _never)},
    ),
    CutBug(
        "max-cuts-at-alpha",
        "a cut too many: nodes that maximise compare with alpha instead of beta",
        "MAX cuts when v ≥ β: MIN above already has something smaller",
        {"cut": _cut(lambda best, alpha, beta: best >= alpha, _right_at_min)},
    ),
    CutBug(
        "min-cuts-at-beta",
        "a cut too many: nodes that minimise compare with beta instead of alpha",
        "MIN cuts when v ≤ α: MAX above already has something larger",
        {"cut": _cut(_right_at_max, lambda best, alpha, beta: best <= beta)},
    ),
    CutBug(
        "cuts-at-own-bound",
        "a cut too many: alpha and beta are confused in both tests",
        "MAX cuts at v ≥ β, MIN at v ≤ α: each compares with the other's bound",
        {"cut": _narrow_first_cut},
    ),
    CutBug(
        "max-cut-inverted",
        "a cut too many: nodes that maximise cut when the value is small (≤) instead of large",
        "MAX cuts at v ≥ β",
        {"cut": _cut(lambda best, alpha, beta: best <= beta, _right_at_min)},
    ),
    CutBug(
        "min-cut-inverted",
        "a cut too many: nodes that minimise cut when the value is large (≥) instead of small",
        "MIN cuts at v ≤ α",
        {"cut": _cut(_right_at_max, lambda best, alpha, beta: best >= alpha)},
    ),
    CutBug(
        "max-cuts-inverted-at-alpha",
        "a cut too many: nodes that maximise cut at v ≤ α",
        "a small value is no reason to stop maximising: cut at v ≥ β",
        {"cut": _cut(lambda best, alpha, beta: best <= alpha, _right_at_min)},
    ),
    CutBug(
        "min-cuts-inverted-at-beta",
        "a cut too many: nodes that minimise cut at v ≥ β",
        "a large value is no reason to stop minimising: cut at v ≤ α",
        {"cut": _cut(_right_at_max, lambda best, alpha, beta: best >= beta)},
    ),
    CutBug(
        "root-keeps-alpha",
        "bounds not passed down from the root: every child of the root is searched with a full window",
        "raise alpha in the root's loop as well, and pass it on",
        {"narrowed_by_root": lambda self, best, alpha, beta: (alpha, beta)},
    ),
    CutBug(
        "alpha-not-passed",
        "bounds not passed down: children get beta, but not alpha",
        "pass alpha and beta to every child as they are now",
        {"handed": lambda self, role, best, alpha, beta: (-INF, beta)},
    ),
    CutBug(
        "beta-not-passed",
        "bounds not passed down: children get alpha, but not beta",
        "pass alpha and beta to every child as they are now",
        {"handed": lambda self, role, best, alpha, beta: (alpha, INF)},
    ),
    CutBug(
        "no-deep-cuts",
        "bounds not passed down far enough: a child gets only what its parent found, not what was known further up",
        "pass on the alpha and beta that came in, narrowed: alpha = max(alpha, v), not alpha = v",
        {"handed": _own_only},
    ),
    CutBug(
        "bounds-swapped",
        "alpha and beta are swapped when they are passed down",
        "the order of the arguments: alpha first, beta second, in every call",
        {"handed": lambda self, role, best, alpha, beta: (beta, alpha)},
    ),
    CutBug(
        "wrong-bound-moved",
        "the wrong bound is moved: MAX lowers beta and MIN raises alpha",
        "MAX raises alpha, MIN lowers beta",
        {"narrowed": _swapped_narrowed},
    ),
    CutBug(
        "bounds-overwritten",
        "alpha and beta are overwritten by the latest value, even by one that is worse",
        "alpha = max(alpha, v) and beta = min(beta, v): they only ever close in",
        {"narrowed": _overwriting},
    ),
    CutBug(
        "bounds-overwritten-by-best",
        "alpha and beta are overwritten by the best value of this node, although what came from above may be better",
        "alpha = max(alpha, v) and beta = min(beta, v): they only ever close in",
        {"narrowed": _best_overwriting},
    ),
    CutBug(
        "bounds-shared",
        "a cut too many: all nodes share one alpha and one beta, so bounds leak from one branch into the next",
        "alpha and beta are arguments of the function: each node has its own",
        {"setup": _shared_setup, "handed": _shared_handed, "cut": _shared_cut, "narrowed": _shared_narrowed},
    ),
    CutBug(
        "starts-with-zero-alpha",
        "alpha starts at 0: whatever is worth less than 0 is cut off",
        "start with alpha = -math.inf and beta = math.inf",
        {"window": lambda self: (0.0, INF)},
    ),
    CutBug(
        "starts-with-zero-window",
        "alpha and beta both start at 0",
        "start with alpha = -math.inf and beta = math.inf",
        {"window": lambda self: (0.0, 0.0)},
    ),
    CutBug(
        "starts-with-zero-beta",
        "beta starts at 0: whatever is worth more than 0 is cut off",
        "start with alpha = -math.inf and beta = math.inf",
        {"window": lambda self: (-INF, 0.0)},
    ),
    CutBug(
        "window-inverted",
        "alpha starts at +∞ and beta at −∞, the wrong way round: everything is cut after the first child",
        "start with alpha = -math.inf and beta = math.inf",
        {"window": lambda self: (INF, -INF)},
    ),
    CutBug(
        "returns-bound",
        "at a cut it returns the wrong bound (alpha where it maximises, beta where it minimises)",
        "at a cut return v, or beta where you maximise and alpha where you minimise",
        {"cut_value": _one_cut_value},
    ),
    CutBug(
        "takes-bound-for-value",
        "wrong action at a tie: a later action whose value is only a bound replaces the best one (≥ for >)",
        "in the root, replace the best action only if the new value is larger: >, not ≥",
        {"prefers": _last_of_ties},
    ),
    CutBug(
        "negamax-window-not-negated",
        "negamax passes (β, α) without turning the signs",
        "the child's window is (-beta, -alpha)",
        {"turned_window": lambda self, alpha, beta: (beta, alpha)},
        base=Negamax,
    ),
    CutBug(
        "negamax-window-not-swapped",
        "negamax passes (−α, −β) without exchanging the bounds",
        "the child's window is (-beta, -alpha)",
        {"turned_window": lambda self, alpha, beta: (-alpha, -beta)},
        base=Negamax,
    ),
    CutBug(
        "caches-bounds",
        "a bound that was left at a cut is remembered and later used as the value of the same state",
        "remember with a value whether it is exact or a bound, and use a bound only as one",
        {"plainly": DepthFirst.value, "value": _cached},
    ),
    Bug(
        "cuts-below-chance",
        "a cut too many: alpha and beta are passed through nodes that average, where they do not bound anything",
        "a single outcome of chance says nothing about the average: search below it with a full window",
        {"prunes": True, "handed_by_chance": lambda self, alpha, beta: (alpha, beta)},
        (EXPECTIMAX, EXPECTIMINIMAX),
    ),
]
