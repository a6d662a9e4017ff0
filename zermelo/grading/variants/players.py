"""Bugs about who moves, for whom a utility counts, and which actions are looked at."""

from __future__ import annotations

import math
from typing import Any

from zermelo.game import CHANCE
from zermelo.grading.variants.bug import ALPHABETA, EXPECTIMINIMAX, MINIMAX, PLAIN, Bug, told
from zermelo.grading.variants.depth_first import AVERAGES, MAXIMISES, MINIMISES, Negamax

TWO_SIDED = (MINIMAX, ALPHABETA, EXPECTIMINIMAX)


def _role(max_node: str, other: str) -> Any:
    """A method that gives the mover of the root one role and its opponents another."""

    def role(self: Any, node: Any, ply: int) -> str:
        if node.mover == CHANCE:
            return AVERAGES
        return max_node if node.mover == self.root.mover else other

    return role


def _as_max(self: Any, node: Any, ply: int) -> str:
    return AVERAGES if node.mover == CHANCE else MAXIMISES if node.mover == 0 else MINIMISES


def _worst(self: Any, value: float, best: float) -> bool:
    return value < best


def _bounded_start(bound: float, roles: tuple[str, ...]) -> Any:
    def start(self: Any, role: str) -> float:
        if role in roles:
            return -bound if role == MAXIMISES else bound
        return -math.inf if role == MAXIMISES else math.inf

    return start


def _start_decide(self: Any) -> Any:
    """The root's loop, in which the start value can win: then no action was chosen."""
    best, chosen = self.start(MAXIMISES), list[int]()
    alpha, beta = self.window()
    for number, child in self.listed(self.root, 0):
        value = self.value(child, 1, *self.handed_by_root(alpha, beta), (number,))
        if value > best:
            best, chosen = value, [number]
        elif value == best and chosen:
            chosen.append(number)
        alpha, beta = self.narrowed_by_root(best, alpha, beta)
    return best, tuple(chosen)


def _truncated(self: Any, node: Any) -> float:
    return float(int(self.side(node) * node.worth))


def _absolute(self: Any, node: Any) -> float:
    return abs(float(node.worth))


INFINITIES = (0.0, 1.0, 10.0, 99.0, 100.0, 500.0, 999.0, 1000.0, 9999.0, 10000.0)

BUGS = [
    Bug(
        *told("players-swapped"),
        {
            "role": _role(MINIMISES, MAXIMISES),
            "prefers": _worst,
            "narrowed_by_root": lambda self, best, alpha, beta: (alpha, min(beta, best)),
        },
        TWO_SIDED,
    ),
    Bug(*told("players-swapped-below"), {"role": _role(MINIMISES, MAXIMISES)}, TWO_SIDED),
    Bug(*told("always-max"), {"role": _role(MAXIMISES, MAXIMISES)}),
    Bug(*told("always-min"), {"role": _role(MINIMISES, MINIMISES)}),
    Bug(*told("worst-action"), {"prefers": _worst}),
    Bug(*told("mover-at-leaf"), {"side": lambda self, node: 1.0 if node.mover == 0 else -1.0}, TWO_SIDED),
    Bug(*told("last-mover-at-leaf"), {"side": lambda self, node: -1.0 if node.mover == 0 else 1.0}, TWO_SIDED),
    Bug(*told("opponent-utility"), {"side": lambda self, node: -1.0 if self.root.mover == 0 else 1.0}),
    Bug(*told("utility-of-max"), {"side": lambda self, node: 1.0}),
    Bug(*told("root-maximises-for-max"), {"side": lambda self, node: 1.0, "role": _as_max}, TWO_SIDED),
    Bug(
        *told("skips-last-action"),
        {"listed": lambda self, node, ply: list(enumerate(node.children))[: max(1, len(node.children) - 1)]},
    ),
    Bug(
        *told("skips-first-action"),
        {"listed": lambda self, node, ply: list(enumerate(node.children))[1 if len(node.children) > 1 else 0 :]},
    ),
    Bug(
        *told("returns-in-loop"),
        {"listed": lambda self, node, ply: list(enumerate(node.children))[: None if ply == 0 else 1]},
    ),
    Bug(*told("keeps-last-value"), {"combined": lambda self, role, best, value, number: value}),
    Bug(*told("truncates"), {"utility": _truncated, "estimate": _truncated}),
    Bug(*told("absolute-value"), {"utility": _absolute, "estimate": _absolute}),
    *(
        Bug(
            "finite-infinity" if bound else "starts-at-zero",
            f"the best value starts at {'±' if bound else ''}{bound:g} instead of infinity"
            f"{where}: no utility beyond it is ever seen",
            "start with -math.inf where you maximise and with math.inf where you minimise",
            {"start": _bounded_start(bound, roles), "decide": _start_decide},
        )
        for bound in INFINITIES
        for roles, where in (
            ((MAXIMISES, MINIMISES), ""),
            ((MAXIMISES,), " where it maximises"),
            ((MINIMISES,), " where it minimises"),
        )
    ),
    Bug(*told("negamax-not-turned"), {"turned": lambda self, value: value}, PLAIN, Negamax),
    Bug(*told("negamax-utility-of-max"), {"leaf": lambda self, node: node.worth}, PLAIN, Negamax),
    Bug(
        *told("negamax-utility-of-searcher"),
        {"leaf": lambda self, node: node.worth if self.root.mover == 0 else -node.worth},
        PLAIN,
        Negamax,
    ),
]
