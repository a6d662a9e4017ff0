"""Bugs about who moves, for whom a utility counts, and which actions are looked at."""

from __future__ import annotations

import math
from typing import Any

from zermelo.game import CHANCE
from zermelo.grading.variants.bug import ALPHABETA, EXPECTIMINIMAX, MINIMAX, PLAIN, Bug
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


def _without_last(self: Any, node: Any, ply: int) -> Any:
    return list(enumerate(node.children))[: max(1, len(node.children) - 1)]


def _without_first(self: Any, node: Any, ply: int) -> Any:
    return list(enumerate(node.children))[1 if len(node.children) > 1 else 0 :]


def _only_first_below(self: Any, node: Any, ply: int) -> Any:
    return list(enumerate(node.children))[: None if ply == 0 else 1]


def _overwritten(self: Any, role: str, best: float, value: float, number: int) -> float:
    return value


def _truncated(self: Any, node: Any) -> float:
    return float(int(self.side(node) * node.worth))


def _absolute(self: Any, node: Any) -> float:
    return abs(float(node.worth))


INFINITIES = (0.0, 1.0, 10.0, 99.0, 100.0, 500.0, 999.0, 1000.0, 9999.0, 10000.0)

BUGS = [
    Bug(
        "players-swapped",
        "players swapped: it minimises where it should maximise, and the other way round",
        "where is it decided whose turn it is? MAX takes the largest value, MIN the smallest",
        {
            "role": _role(MINIMISES, MAXIMISES),
            "prefers": _worst,
            "narrowed_by_root": lambda self, best, alpha, beta: (alpha, min(beta, best)),
        },
        TWO_SIDED,
    ),
    Bug(
        "players-swapped-below",
        "players swapped below the root: the node after MAX's move maximises again, and then they alternate",
        "the root's children belong to the opponent: call min_value there, not max_value",
        {"role": _role(MINIMISES, MAXIMISES)},
        TWO_SIDED,
    ),
    Bug(
        "always-max",
        "the opponent is taken for a friend: every node takes the maximum",
        "the opponent picks what is worst for you: its nodes take the minimum",
        {"role": _role(MAXIMISES, MAXIMISES)},
    ),
    Bug(
        "always-min",
        "every node below the root takes the minimum, your own too",
        "your own nodes further down take the maximum again",
        {"role": _role(MINIMISES, MINIMISES)},
    ),
    Bug(
        "worst-action",
        "the root picks the worst action instead of the best",
        "look at the comparison (max or min, > or <) in the root's choice",
        {"prefers": _worst},
    ),
    Bug(
        "mover-at-leaf",
        "utility of the wrong player: of whoever would move at the leaf, not of the player who searches",
        "remember who moves at the root and ask utility(state, that player) at every leaf",
        {"side": lambda self, node: 1.0 if node.mover == 0 else -1.0},
        TWO_SIDED,
    ),
    Bug(
        "last-mover-at-leaf",
        "utility of the wrong player: of whoever made the last move, not of the player who searches",
        "remember who moves at the root and ask utility(state, that player) at every leaf",
        {"side": lambda self, node: -1.0 if node.mover == 0 else 1.0},
        TWO_SIDED,
    ),
    Bug(
        "opponent-utility",
        "utility of the wrong player: the opponent's, so every sign is turned",
        "utilities are for the player who moves at the root",
        {"side": lambda self, node: -1.0 if self.root.mover == 0 else 1.0},
    ),
    Bug(
        "utility-of-max",
        "utility of the wrong player: it always searches for MAX, although MIN may be the one who moves at the root",
        "ask to_move(state) at the root, and take utilities for that player, not for a fixed one",
        {"side": lambda self, node: 1.0},
    ),
    Bug(
        "root-maximises-for-max",
        "the root always takes the largest value for MAX, even where MIN moves there",
        "at the root too, MIN takes the smallest value for MAX",
        {"side": lambda self, node: 1.0, "role": _as_max},
        TWO_SIDED,
    ),
    Bug(
        "skips-last-action",
        "the last action of each state is never looked at",
        "look at the loop over the actions: range(len(actions) - 1) and actions[:-1] leave one out",
        {"listed": _without_last},
    ),
    Bug(
        "skips-first-action",
        "the first action of each state is never looked at",
        "look at the loop over the actions: does it begin at 1, or is the first one taken off the list?",
        {"listed": _without_first},
    ),
    Bug(
        "returns-in-loop",
        "only the first action of a state below the root is looked at: return inside the loop",
        "move the return statement out of the loop over the actions",
        {"listed": _only_first_below},
    ),
    Bug(
        "keeps-last-value",
        "a node gets the value of its last child instead of the best one",
        "compare each value with the best so far: v = max(v, value of the child)",
        {"combined": _overwritten},
    ),
    Bug(
        "truncates",
        "values are cut down to whole numbers",
        "look for int(…) and //",
        {"utility": _truncated, "estimate": _truncated},
    ),
    Bug(
        "absolute-value",
        "the sign of utilities is lost",
        "look for abs(…) and squares",
        {"utility": _absolute, "estimate": _absolute},
    ),
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
    Bug(
        "negamax-not-turned",
        "negamax without the minus: a value is not turned when it goes up to the other player",
        "value = -negamax(child): what is good for the opponent is bad for you",
        {"turned": lambda self, value: value},
        PLAIN,
        Negamax,
    ),
    Bug(
        "negamax-utility-of-max",
        "negamax with MAX's utility at every leaf, instead of that of whoever moves there",
        "in negamax a leaf is worth utility(state, to_move(state))",
        {"leaf": lambda self, node: node.worth},
        PLAIN,
        Negamax,
    ),
    Bug(
        "negamax-utility-of-searcher",
        "negamax with the searcher's utility at every leaf, instead of that of whoever moves there",
        "in negamax a leaf is worth utility(state, to_move(state))",
        {"leaf": lambda self, node: node.worth if self.root.mover == 0 else -node.worth},
        PLAIN,
        Negamax,
    ),
]
