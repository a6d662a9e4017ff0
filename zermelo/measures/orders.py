"""Leaves that alpha-beta visits in uniform trees, by the order of the children and by depth."""

from __future__ import annotations

from zermelo.experiments.outline import Order, as_listed, best_first, outline, visited, worst_first
from zermelo.game import ZermeloError
from zermelo.loading import load
from zermelo.measures.subject import Answer, Subject

ORDERS: dict[str, Order] = {"best": best_first, "random": as_listed, "worst": worst_first}


def leaves_by_depth(subject: Subject, order: str, branching: str, last: str, trees: str) -> Answer:
    """The leaves visited at each depth from 1 to last, on average over that many of the figure's random trees."""
    kind = subject.figure.game.partition(":")[0]
    counts = [leaves(kind, order, int(branching), int(last), seed) for seed in range(1, int(trees) + 1)]
    return " ".join(str(round(sum(column) / int(trees))) for column in zip(*counts, strict=True))


def leaves(kind: str, order: str, branching: int, last: int, seed: int) -> list[int]:
    """The leaves that alpha-beta visits in one random tree at each depth from 1 to last. Raises ZermeloError.

    kind: the name of the game whose seed makes the tree.
    """
    if order not in ORDERS:
        raise ZermeloError(f"an order is {', '.join(ORDERS)}, not '{order}'")
    game = load(kind, branching=branching, depth=last, values=10**6, seed=seed)
    tree = outline(game, game.initial(), last, branching ** (last + 1))
    return [visited(tree, depth, ORDERS[order]) for depth in range(1, last + 1)]
