"""Depth-first search with every decision in a method of its own, so that a variant can get one of them wrong.

Minimax, alpha-beta, expectimax and expectiminimax are this one search. It works on the trees themselves, and notes
which leaves it looked at, in order.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from zermelo.game import CHANCE
from zermelo.grading.trees import Case, Node

INF = math.inf
MAXIMISES, MINIMISES, AVERAGES = "max", "min", "average"
Path = tuple[int, ...]


def is_close(one: float, other: float) -> bool:
    """Are two values equal, but for rounding?"""
    return one == other or math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


@dataclass(frozen=True)
class Found:
    """What a search finds on a tree."""

    value: float  # for the player who moves at the root
    actions: tuple[int, ...]  # that it might choose: one, or several that it holds for equal, in their order
    leaves: tuple[Path, ...]  # that it looked at, in order; a state at the horizon counts as one


class DepthFirst:
    """The search that is right. Values are for the player who moves at the root, who maximises."""

    prunes = False
    opponents_average = False  # expectimax against opponents who play at random
    cuts_at_root = True  # does the root test for a cut too, as it does in the book?
    narrows_first = False  # are the bounds moved before the test, as in many other texts?

    def __init__(self, case: Case) -> None:
        self.case, self.root = case, case.root
        self.leaves: list[Path] = []
        self.setup()

    def setup(self) -> None:
        """For variants that keep something."""

    def run(self) -> Found:
        """Searches the tree."""
        value, actions = self.decide()
        return Found(value, actions, tuple(self.leaves))

    def decide(self) -> tuple[float, tuple[int, ...]]:
        """The value of the root, and the actions that look best."""
        best, chosen = self.start(MAXIMISES), list[int]()
        alpha, beta = self.window()
        for number, child in self.listed(self.root, 0):
            value = self.value(child, 1, *self.handed_by_root(alpha, beta), (number,))
            if not chosen or self.prefers(value, best):
                best, chosen = value, [number]
            elif is_close(value, best):
                chosen.append(number)
            if self.narrows_first:
                alpha, beta = self.narrowed_by_root(best, alpha, beta)
            if self.prunes and self.cuts_at_root and self.cut(MAXIMISES, best, value, alpha, beta):
                break
            if not self.narrows_first:
                alpha, beta = self.narrowed_by_root(best, alpha, beta)
        return self.at_root(best), self.choice(chosen)

    def value(self, node: Node, ply: int, alpha: float, beta: float, path: Path) -> float:
        """The value of a node below the root."""
        if not node.children:
            self.leaves.append(path)
            return self.utility(node)
        if self.is_horizon(node, ply):
            self.leaves.append(path)
            return self.estimate(node)
        role = self.role(node, ply)
        if role == AVERAGES:
            return self.average(node, ply, alpha, beta, path)
        best = self.start(role)
        for number, child in self.listed(node, ply):
            value = self.value(child, ply + 1, *self.handed(role, best, alpha, beta), (*path, number))
            best = self.combined(role, best, value, number)
            if self.narrows_first:
                alpha, beta = self.narrowed(role, best, value, alpha, beta)
            if self.prunes and self.cut(role, best, value, alpha, beta):
                return self.cut_value(role, best, alpha, beta)
            if not self.narrows_first:
                alpha, beta = self.narrowed(role, best, value, alpha, beta)
        return best

    def average(self, node: Node, ply: int, alpha: float, beta: float, path: Path) -> float:
        """The value of a node at which nobody decides."""
        listed = self.listed(node, ply)
        values = [
            self.value(child, ply + 1, *self.handed_by_chance(alpha, beta), (*path, number)) for number, child in listed
        ]
        if node.mover == CHANCE:
            return self.averaged(values, tuple(node.chances[number] for number, _ in listed))
        return self.averaged(values, (1 / len(listed),) * len(listed))

    # --- the decisions ------------------------------------------------------------------------------------------------

    def side(self, node: Node) -> float:
        """1 or -1: how a utility for player 0 is turned into one for the player at the root."""
        return 1.0 if self.root.mover == 0 else -1.0

    def utility(self, node: Node) -> float:
        return self.side(node) * node.worth

    def estimate(self, node: Node) -> float:
        return self.side(node) * node.worth

    def is_horizon(self, node: Node, ply: int) -> bool:
        return ply >= self.case.plies

    def role(self, node: Node, ply: int) -> str:
        if node.mover == CHANCE:
            return AVERAGES
        if node.mover == self.root.mover:
            return MAXIMISES
        return AVERAGES if self.opponents_average else MINIMISES

    def listed(self, node: Node, ply: int) -> list[tuple[int, Node]]:
        return list(enumerate(node.children))

    def start(self, role: str) -> float:
        return -INF if role == MAXIMISES else INF

    def combined(self, role: str, best: float, value: float, number: int) -> float:
        return max(best, value) if role == MAXIMISES else min(best, value)

    def averaged(self, values: list[float], weights: tuple[float, ...]) -> float:
        return sum(value * weight for value, weight in zip(values, weights, strict=False))

    def window(self) -> tuple[float, float]:
        return -INF, INF

    def handed(self, role: str, best: float, alpha: float, beta: float) -> tuple[float, float]:
        return alpha, beta

    def handed_by_root(self, alpha: float, beta: float) -> tuple[float, float]:
        return self.handed(MAXIMISES, alpha, alpha, beta)

    def handed_by_chance(self, alpha: float, beta: float) -> tuple[float, float]:
        return -INF, INF

    def cut(self, role: str, best: float, value: float, alpha: float, beta: float) -> bool:
        return best >= beta if role == MAXIMISES else best <= alpha

    def is_window_closed(self, role: str, best: float, value: float, alpha: float, beta: float) -> bool:
        """The other common test for a cut, once the bounds were moved."""
        return alpha >= beta

    def cut_value(self, role: str, best: float, alpha: float, beta: float) -> float:
        return best

    def narrowed(self, role: str, best: float, value: float, alpha: float, beta: float) -> tuple[float, float]:
        return (max(alpha, best), beta) if role == MAXIMISES else (alpha, min(beta, best))

    def narrowed_by_root(self, best: float, alpha: float, beta: float) -> tuple[float, float]:
        return self.narrowed(MAXIMISES, best, best, alpha, beta)

    def prefers(self, value: float, best: float) -> bool:
        return value > best and not is_close(value, best)

    def choice(self, chosen: list[int]) -> tuple[int, ...]:
        return tuple(chosen)

    def at_root(self, value: float) -> float:
        return value


class Negamax(DepthFirst):
    """The same with values for whoever moves, turned from ply to ply; players must alternate."""

    root_turns_rightly = False  # is the window right where the root hands it down, whatever happens below?

    def value(self, node: Node, ply: int, alpha: float, beta: float, path: Path) -> float:
        """The value for the root's player, whatever the variant: `own` is what it computes."""
        window = (-beta, -alpha) if self.root_turns_rightly else self.turned_window(alpha, beta)
        return self.turned(self.own(node, ply, *window, path))

    def own(self, node: Node, ply: int, alpha: float, beta: float, path: Path) -> float:
        """The value of a node for its mover."""
        if not node.children or self.is_horizon(node, ply):
            self.leaves.append(path)
            return self.leaf(node)
        best = -INF
        for number, child in self.listed(node, ply):
            window = self.turned_window(alpha, beta)
            best = max(best, self.turned(self.own(child, ply + 1, *window, (*path, number))))
            if self.prunes and (max(alpha, best) if self.narrows_first else best) >= beta:
                break
            alpha = max(alpha, best)
        return best

    def leaf(self, node: Node) -> float:
        return node.worth if node.mover == 0 else -node.worth

    def turned(self, value: float) -> float:
        return -value

    def turned_window(self, alpha: float, beta: float) -> tuple[float, float]:
        return -beta, -alpha


def made(base: type[DepthFirst], parts: dict[str, Any]) -> type[DepthFirst]:
    """The search with these of its methods replaced."""
    return type("Variant", (base,), parts)
