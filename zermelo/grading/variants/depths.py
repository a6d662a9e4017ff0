"""Bugs about how far a search looks."""

from __future__ import annotations

import math
from typing import Any

from zermelo.grading.variants.bug import Bug
from zermelo.grading.variants.depth_first import MAXIMISES


def _deeper(plies: int) -> Any:
    return lambda self, node, ply: ply >= max(1, self.case.plies + plies)


def _rounds(factor: float) -> Any:
    return lambda self, node, ply: ply >= max(1, self.case.depth * factor if self.case.depth else math.inf)


def _in_rounds(more: int) -> Any:
    """The horizon in rounds of all agents, so many more than asked for."""
    return lambda self, node, ply: ply >= max(1, self.case.plies + more * self.case.agents)


def _at_max_only(self: Any, node: Any, ply: int) -> bool:
    return bool(self.role(node, ply) == MAXIMISES and ply >= self.case.plies)


def _not_at_max(self: Any, node: Any, ply: int) -> bool:
    return bool(self.role(node, ply) != MAXIMISES and ply >= self.case.plies)


BUGS = [
    Bug(
        "half-a-ply",
        "half a ply: every agent's move uses up a unit of depth, although a unit is a round of all agents",
        "reduce the depth only when the last agent has moved and it is agent 0's turn again",
        {"is_horizon": lambda self, node, ply: ply >= (self.case.depth or math.inf)},
    ),
    Bug(
        "counts-rounds",
        "half a ply: a unit of depth is used up by a round of both players, although it should be one move",
        "reduce the depth at every move, the opponent's too",
        {"is_horizon": _rounds(2)},
    ),
    Bug(
        "one-ply-short",
        "depth off by one: it stops one ply early",
        "with depth 1 the root's children are evaluated: compare the depth where you evaluate, not one level above",
        {"is_horizon": _deeper(-1)},
    ),
    Bug(
        "one-ply-far",
        "depth off by one: it looks one ply too far",
        "with depth 1 the root's children are evaluated, not their children",
        {"is_horizon": _deeper(1)},
    ),
    Bug(
        "one-round-short",
        "depth off by one: it stops a whole round early",
        "with depth 1 every agent moves once before anything is evaluated",
        {"is_horizon": _in_rounds(-1)},
    ),
    Bug(
        "one-round-far",
        "depth off by one: it looks a whole round too far",
        "with depth 1 every agent moves once and then the state is evaluated",
        {"is_horizon": _in_rounds(1)},
    ),
    Bug(
        "ignores-depth",
        "the depth is ignored: it searches to the end",
        "test the depth before the loop over the actions, and hand down a smaller one",
        {"is_horizon": lambda self, node, ply: False},
    ),
    Bug(
        "horizon-at-max-only",
        "the depth is tested only where it maximises, so it may look a ply too far",
        "test the depth at every node, the opponent's too",
        {"is_horizon": _at_max_only},
    ),
    Bug(
        "horizon-not-at-max",
        "the depth is tested only at the opponent's nodes, so it may look a ply too far",
        "test the depth at every node, your own too",
        {"is_horizon": _not_at_max},
    ),
    Bug(
        "zero-at-horizon",
        "0 instead of the evaluation where the depth is used up",
        "return the evaluation of the state there",
        {"estimate": lambda self, node: 0.0},
    ),
    Bug(
        "evaluates-for-mover",
        "the evaluation is taken for whoever moves at the horizon, not for the player who searches",
        "evaluate every state for the player who moves at the root",
        {"estimate": lambda self, node: node.worth if node.mover == 0 else -node.worth},
    ),
    Bug(
        "evaluation-turned",
        "the evaluation has the wrong sign where the depth is used up",
        "evaluate every state for the player who moves at the root",
        {"estimate": lambda self, node: -self.side(node) * node.worth},
    ),
]
