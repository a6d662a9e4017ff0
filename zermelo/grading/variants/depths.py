"""Bugs about how far a search looks."""

from __future__ import annotations

import math
from typing import Any

from zermelo.grading.variants.bug import Bug, told
from zermelo.grading.variants.depth_first import MAXIMISES


def _deeper(plies: int) -> Any:
    return lambda self, node, ply: ply >= max(1, self.case.plies + plies)


def _in_rounds(more: int) -> Any:
    """The horizon in rounds of all agents, so many more than asked for."""
    return lambda self, node, ply: ply >= max(1, self.case.plies + more * self.case.agents)


BUGS = [
    Bug(*told("half-a-ply"), {"is_horizon": lambda self, node, ply: ply >= (self.case.depth or math.inf)}),
    Bug(*told("counts-rounds"), {"is_horizon": lambda self, node, ply: ply >= 2 * (self.case.depth or math.inf)}),
    Bug(*told("one-ply-short"), {"is_horizon": _deeper(-1)}),
    Bug(*told("one-ply-far"), {"is_horizon": _deeper(1)}),
    Bug(*told("one-round-short"), {"is_horizon": _in_rounds(-1)}),
    Bug(*told("one-round-far"), {"is_horizon": _in_rounds(1)}),
    Bug(*told("ignores-depth"), {"is_horizon": lambda self, node, ply: False}),
    Bug(
        *told("horizon-at-max-only"),
        {"is_horizon": lambda self, node, ply: self.role(node, ply) == MAXIMISES and ply >= self.case.plies},
    ),
    Bug(
        *told("horizon-not-at-max"),
        {"is_horizon": lambda self, node, ply: self.role(node, ply) != MAXIMISES and ply >= self.case.plies},
    ),
    Bug(*told("zero-at-horizon"), {"estimate": lambda self, node: 0.0}),
    Bug(*told("evaluates-for-mover"), {"estimate": lambda self, node: node.worth if node.mover == 0 else -node.worth}),
    Bug(*told("evaluation-turned"), {"estimate": lambda self, node: -self.side(node) * node.worth}),
]
