"""Monte Carlo tree search with every decision in a method of its own, right and wrong."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from zermelo.grading.trees import Case, Node
from zermelo.grading.variants.bug import told

Path = tuple[int, ...]


@dataclass(eq=False)
class Spot:
    """A node of the search's tree."""

    node: Node
    path: Path
    parent: Spot | None = None
    children: list[Spot] = field(default_factory=list)
    visits: int = 0
    total: float = 0.0


class Uct:
    """The search that is right: UCB1, one new node and one random playout per simulation, the most visited action."""

    def __init__(self, case: Case, simulations: int, seed: int, exploration: float = 1.4) -> None:
        self.root, self.simulations = Spot(case.root, ()), simulations
        self.noise, self.exploration = random.Random(seed), exploration
        self.playouts: Counter[Path] = Counter()  # by the leaf at which they ended

    def run(self) -> int:
        """Searches, and returns the number of the chosen action."""
        for _ in range(self.simulations):
            spot = self.selected()
            spot = self.expanded(spot)
            path, node = self.begins(spot)
            while node.children:
                number = self.noise.randrange(len(node.children))
                path, node = (*path, number), node.children[number]
            self.playouts[path] += 1
            self.back_up(spot, node)
        return self.final()

    def selected(self) -> Spot:
        spot = self.root
        while spot.node.children and len(spot.children) == len(spot.node.children) and self.goes_on(spot):
            spot = max(spot.children, key=self.score)
        return spot

    def goes_on(self, spot: Spot) -> bool:
        return True

    def expanded(self, spot: Spot) -> Spot:
        if not spot.node.children or not self.goes_on(spot):
            return spot
        number = len(spot.children)
        child = Spot(spot.node.children[number], (*spot.path, number), spot)
        spot.children.append(child)
        return child

    def begins(self, spot: Spot) -> tuple[Path, Node]:
        return spot.path, spot.node

    def back_up(self, spot: Spot, leaf: Node) -> None:
        here: Spot | None = spot
        while here is not None:
            here.visits += 1
            self.add(here, self.credit(here, leaf))
            here = here.parent

    def add(self, spot: Spot, reward: float) -> None:
        spot.total += reward

    def credit(self, spot: Spot, leaf: Node) -> float:
        """What a leaf is worth to the player who chose to come to a spot."""
        chooser = spot.parent.node.mover if spot.parent else 0
        return leaf.worth if chooser == 0 else -leaf.worth

    def mean(self, spot: Spot) -> float:
        return spot.total / max(1, spot.visits)

    def term(self, spot: Spot) -> float:
        assert spot.parent
        return math.sqrt(math.log(max(1, spot.parent.visits)) / max(1, spot.visits))

    def score(self, spot: Spot) -> float:
        return self.mean(spot) + self.exploration * self.term(spot)

    def final(self) -> int:
        return max(self.root.children, key=lambda spot: spot.visits).path[0]


@dataclass(frozen=True)
class SampledBug:
    """One way to get Monte Carlo tree search wrong."""

    key: str
    title: str
    hint: str
    parts: dict[str, Any]

    def search(self, case: Case, simulations: int, seed: int, exploration: float) -> Uct:
        """A search with this bug."""
        kind: type[Uct] = type("Variant", (Uct,), self.parts)
        return kind(case, simulations, seed, exploration)


def _for_root(self: Any, spot: Spot, leaf: Node) -> float:
    return leaf.worth if self.root.node.mover == 0 else -leaf.worth


def _for_leaf_mover(self: Any, spot: Spot, leaf: Node) -> float:
    worth = leaf.worth if leaf.mover == 0 else -leaf.worth
    chooser = spot.parent.node.mover if spot.parent else 0
    return worth if chooser == self.root.node.mover else -worth


def _only_leaf(self: Any, spot: Spot, leaf: Node) -> None:
    spot.visits += 1
    spot.total += self.credit(spot, leaf)


def _two_levels(self: Any, spot: Spot, leaf: Node) -> None:
    _only_leaf(self, spot, leaf)
    if spot.parent:
        _only_leaf(self, spot.parent, leaf)


def _totals_at_leaf_only(self: Any, spot: Spot, leaf: Node) -> None:
    here: Spot | None = spot
    while here is not None:
        here.visits += 1
        here.total += self.credit(here, leaf) if here is spot else 0.0
        here = here.parent


def _overwritten(self: Any, spot: Spot, reward: float) -> None:
    spot.total = reward


def _swapped_term(self: Any, spot: Spot) -> float:
    assert spot.parent
    return math.sqrt(math.log(max(1, spot.visits)) / max(1, spot.parent.visits))


def _min_score(self: Any, spot: Spot) -> float:
    """Values are for the root's player, and opponents take the smallest of value + exploration."""
    assert spot.parent
    score = self.mean(spot) + self.exploration * self.term(spot)
    return float(score if spot.parent.node.mover == self.root.node.mover else -score)


SAMPLED_BUGS = [
    SampledBug(*told("backup-not-turned"), {"credit": _for_root}),
    SampledBug(*told("backup-turned"), {"credit": lambda self, spot, leaf: -Uct.credit(self, spot, leaf)}),
    SampledBug(*told("utility-of-leaf-mover"), {"credit": _for_leaf_mover}),
    SampledBug(
        *told("utility-of-leaf-mover-everywhere"),
        {"credit": lambda self, spot, leaf: leaf.worth if leaf.mover == 0 else -leaf.worth},
    ),
    SampledBug(*told("credited-for-max"), {"credit": lambda self, spot, leaf: leaf.worth}),
    SampledBug(*told("no-exploration"), {"term": lambda self, spot: 0.0}),
    SampledBug(
        *told("exploration-subtracted"),
        {"score": lambda self, spot: self.mean(spot) - self.exploration * self.term(spot)},
    ),
    SampledBug(*told("exploration-swapped"), {"term": _swapped_term}),
    SampledBug(*told("opponent-avoids-exploring"), {"credit": _for_root, "score": _min_score}),
    SampledBug(*told("never-grows"), {"goes_on": lambda self, spot: spot.parent is None}),
    SampledBug(*told("backs-up-one-node"), {"back_up": _only_leaf}),
    SampledBug(*told("backs-up-two-nodes"), {"back_up": _two_levels}),
    SampledBug(*told("totals-not-backed-up"), {"back_up": _totals_at_leaf_only}),
    SampledBug(*told("total-overwritten"), {"add": _overwritten}),
    SampledBug(
        *told("divides-by-parent"),
        {"mean": lambda self, spot: spot.total / max(1, spot.parent.visits if spot.parent else 1)},
    ),
    SampledBug(*told("playout-from-root"), {"begins": lambda self, spot: ((), self.root.node)}),
    SampledBug(
        *told("least-visited"),
        {"final": lambda self: int(min(self.root.children, key=lambda spot: spot.visits).path[0])},
    ),
    SampledBug(*told("lowest-mean"), {"final": lambda self: int(min(self.root.children, key=self.mean).path[0])}),
    SampledBug(*told("random-choice"), {"final": lambda self: int(self.noise.choice(self.root.children).path[0])}),
    SampledBug(
        "first-action",
        "wrong action: the first one is always returned",
        "return the most visited action",
        {"final": lambda self: 0},
    ),
    SampledBug(
        "last-action",
        "wrong action: the last one is always returned",
        "return the most visited action",
        {"final": lambda self: len(self.root.children) - 1},
    ),
]
