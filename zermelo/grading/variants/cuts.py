"""Bugs about alpha, beta and where they cut."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from zermelo.grading.trees import Case
from zermelo.grading.variants.bug import ALPHABETA, EXPECTIMAX, EXPECTIMINIMAX, Bug, told
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


def _own_only(self: Any, role: str, best: float, alpha: float, beta: float) -> tuple[float, float]:
    """Hands down what was found at this node, and nothing from above."""
    return (best, INF) if role == MAXIMISES else (-INF, best)


def _narrow_first_cut(self: Any, role: str, best: float, value: float, alpha: float, beta: float) -> bool:
    """Tests against the node's own bound, after it has been moved."""
    return best >= alpha if role == MAXIMISES else best <= beta


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
    CutBug(*told("never-cuts"), {"cut": _cut(_never, _never)}),
    CutBug(*told("cuts-not-at-equality"), {"cut": _cut(STRICT_MAX, STRICT_MIN)}),
    CutBug(*told("max-cuts-not-at-equality"), {"cut": _cut(STRICT_MAX, _right_at_min)}),
    CutBug(*told("min-cuts-not-at-equality"), {"cut": _cut(_right_at_max, STRICT_MIN)}),
    CutBug(*told("max-never-cuts"), {"cut": _cut(_never, _right_at_min)}),
    CutBug(*told("min-never-cuts"), {"cut": _cut(_right_at_max, _never)}),
    CutBug(*told("max-cuts-at-alpha"), {"cut": _cut(lambda best, alpha, beta: best >= alpha, _right_at_min)}),
    CutBug(*told("min-cuts-at-beta"), {"cut": _cut(_right_at_max, lambda best, alpha, beta: best <= beta)}),
    CutBug(*told("cuts-at-own-bound"), {"cut": _narrow_first_cut}),
    CutBug(*told("max-cut-inverted"), {"cut": _cut(lambda best, alpha, beta: best <= beta, _right_at_min)}),
    CutBug(*told("min-cut-inverted"), {"cut": _cut(_right_at_max, lambda best, alpha, beta: best >= alpha)}),
    CutBug(*told("max-cuts-inverted-at-alpha"), {"cut": _cut(lambda best, alpha, beta: best <= alpha, _right_at_min)}),
    CutBug(*told("min-cuts-inverted-at-beta"), {"cut": _cut(_right_at_max, lambda best, alpha, beta: best >= beta)}),
    CutBug(*told("root-keeps-alpha"), {"narrowed_by_root": lambda self, best, alpha, beta: (alpha, beta)}),
    CutBug(*told("alpha-not-passed"), {"handed": lambda self, role, best, alpha, beta: (-INF, beta)}),
    CutBug(*told("beta-not-passed"), {"handed": lambda self, role, best, alpha, beta: (alpha, INF)}),
    CutBug(*told("no-deep-cuts"), {"handed": _own_only}),
    CutBug(*told("bounds-swapped"), {"handed": lambda self, role, best, alpha, beta: (beta, alpha)}),
    CutBug(*told("wrong-bound-moved"), {"narrowed": _swapped_narrowed}),
    CutBug(*told("bounds-overwritten"), {"narrowed": _overwriting}),
    CutBug(
        *told("bounds-overwritten-by-best"),
        {"narrowed": lambda self, role, best, value, alpha, beta: (best, beta) if role == MAXIMISES else (alpha, best)},
    ),
    CutBug(
        *told("bounds-shared"),
        {"setup": _shared_setup, "handed": _shared_handed, "cut": _shared_cut, "narrowed": _shared_narrowed},
    ),
    CutBug(*told("starts-with-zero-alpha"), {"window": lambda self: (0.0, INF)}),
    CutBug(*told("starts-with-zero-window"), {"window": lambda self: (0.0, 0.0)}),
    CutBug(*told("starts-with-zero-beta"), {"window": lambda self: (-INF, 0.0)}),
    CutBug(*told("window-inverted"), {"window": lambda self: (INF, -INF)}),
    CutBug(
        *told("returns-bound"),
        {"cut_value": lambda self, role, best, alpha, beta: alpha if role == MAXIMISES else beta},
    ),
    CutBug(*told("takes-bound-for-value"), {"prefers": lambda self, value, best: value >= best}),
    CutBug(
        *told("negamax-window-not-negated"), {"turned_window": lambda self, alpha, beta: (beta, alpha)}, base=Negamax
    ),
    CutBug(
        *told("negamax-window-not-swapped"), {"turned_window": lambda self, alpha, beta: (-alpha, -beta)}, base=Negamax
    ),
    CutBug(*told("caches-bounds"), {"plainly": DepthFirst.value, "value": _cached}),
    Bug(
        *told("cuts-below-chance"),
        {"prunes": True, "handed_by_chance": lambda self, alpha, beta: (alpha, beta)},
        (EXPECTIMAX, EXPECTIMINIMAX),
    ),
]
