"""Bugs where nobody decides: chance, and opponents who play at random."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from zermelo.game import CHANCE
from zermelo.grading.variants.bug import EXPECTIMAX, EXPECTIMINIMAX, WITH_CHANCE, Bug, told
from zermelo.grading.variants.depth_first import AVERAGES, MAXIMISES, MINIMISES


def _averaged(rule: Any) -> dict[str, Any]:
    return {"averaged": lambda self, values, weights: rule(values, weights)}


def _weighted(values: list[float], weights: tuple[float, ...]) -> float:
    return sum(value * weight for value, weight in zip(values, weights, strict=False))


def _running(values: list[float], weights: tuple[float, ...]) -> float:
    """The average of the average so far and the next value."""
    mean = values[0]
    for value in values[1:]:
        mean = (mean + value) / 2
    return mean


ChanceBug = partial(Bug, algorithms=WITH_CHANCE)

BUGS = [
    ChanceBug(*told("averages-by-number"), _averaged(lambda values, weights: sum(values) / len(values))),
    ChanceBug(*told("divides-twice"), _averaged(lambda values, weights: _weighted(values, weights) / len(values))),
    ChanceBug(*told("adds-without-weights"), _averaged(lambda values, weights: sum(values))),
    ChanceBug(*told("chance-maximises"), _averaged(lambda values, weights: max(values))),
    ChanceBug(*told("chance-minimises"), _averaged(lambda values, weights: min(values))),
    ChanceBug(*told("most-likely-only"), _averaged(lambda values, weights: values[weights.index(max(weights))])),
    ChanceBug(*told("first-outcome-only"), _averaged(lambda values, weights: values[0])),
    ChanceBug(*told("first-outcome-weighted-only"), _averaged(lambda values, weights: values[0] * weights[0])),
    ChanceBug(*told("last-outcome-only"), _averaged(lambda values, weights: values[-1])),
    ChanceBug(*told("last-outcome-weighted-only"), _averaged(lambda values, weights: values[-1] * weights[-1])),
    ChanceBug(
        *told("probabilities-shifted"), _averaged(lambda values, weights: _weighted(values, tuple(reversed(weights))))
    ),
    ChanceBug(*told("floors-average"), _averaged(lambda values, weights: float(math.floor(sum(values) / len(values))))),
    ChanceBug(*told("floors-expectation"), _averaged(lambda values, weights: float(int(_weighted(values, weights))))),
    ChanceBug(*told("average-of-averages"), _averaged(_running)),
    ChanceBug(*told("divides-by-one-more"), _averaged(lambda values, weights: sum(values) / (len(values) + 1))),
    ChanceBug(*told("starts-average-at-one"), _averaged(lambda values, weights: 1 + _weighted(values, weights))),
    ChanceBug(*told("own-nodes-average"), {"role": lambda self, node, ply: AVERAGES}),
    Bug(
        *told("max-averages"),
        {"role": lambda self, node, ply: AVERAGES if node.mover in (CHANCE, self.root.mover) else MINIMISES},
        (EXPECTIMINIMAX,),
    ),
    Bug(*told("opponent-averages"), {"opponents_average": True}, (EXPECTIMINIMAX,)),
    Bug(
        *told("opponent-maximises"),
        {"opponents_average": False, "role": lambda self, node, ply: MAXIMISES},
        (EXPECTIMAX,),
    ),
]
