"""Bugs about which action is returned, where values are right."""

from __future__ import annotations

from typing import Any

from zermelo.grading.variants.bug import Bug, told
from zermelo.grading.variants.depth_first import MAXIMISES


def _noting(self: Any, role: str, best: float, value: float, number: int) -> float:
    """Notes the action of any node whose best value it improves."""
    better = value > best if role == MAXIMISES else value < best
    if better:
        self.noted = number
    return max(best, value) if role == MAXIMISES else min(best, value)


def _noted_decide(self: Any) -> Any:
    """The root's loop, with one variable for the best action of all nodes."""
    best, (alpha, beta) = self.start(MAXIMISES), self.window()
    self.noted = 0
    for number, child in self.listed(self.root, 0):
        value = self.value(child, 1, *self.handed_by_root(alpha, beta), (number,))
        if value > best:
            best, self.noted = value, number
        alpha, beta = self.narrowed_by_root(best, alpha, beta)
    return best, (self.noted,)


def _noted_max_only(self: Any, role: str, best: float, value: float, number: int) -> float:
    if role == MAXIMISES and value > best:
        self.noted = number
    return max(best, value) if role == MAXIMISES else min(best, value)


BUGS = [
    Bug(*told("first-action"), {"choice": lambda self, chosen: (0,)}),
    Bug(*told("last-action"), {"choice": lambda self, chosen: (len(self.root.children) - 1,)}),
    Bug(*told("action-of-another-node"), {"combined": _noting, "decide": _noted_decide}),
    Bug(*told("action-of-another-max-node"), {"combined": _noted_max_only, "decide": _noted_decide}),
]
