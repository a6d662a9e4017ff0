"""Bugs where nobody decides: chance, and opponents who play at random."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from zermelo.game import CHANCE
from zermelo.grading.variants.bug import EXPECTIMAX, EXPECTIMINIMAX, WITH_CHANCE, Bug
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


def _own_nodes_average(self: Any, node: Any, ply: int) -> str:
    return AVERAGES if node.mover in (CHANCE, self.root.mover) else MINIMISES


def _all_average(self: Any, node: Any, ply: int) -> str:
    return AVERAGES


def _most_likely(values: list[float], weights: tuple[float, ...]) -> float:
    return values[weights.index(max(weights))]


ChanceBug = partial(Bug, algorithms=WITH_CHANCE)

BUGS = [
    ChanceBug(
        "averages-by-number",
        "averaging by number instead of probability: all outcomes count the same",
        "multiply each outcome's value by its probability and add; do not divide by how many there are",
        _averaged(lambda values, weights: sum(values) / len(values)),
    ),
    ChanceBug(
        "divides-twice",
        "the average is weighted by probability and then divided by the number of outcomes as well",
        "probabilities add up to 1 already: leave out the division",
        _averaged(lambda values, weights: _weighted(values, weights) / len(values)),
    ),
    ChanceBug(
        "adds-without-weights",
        "values are added up, but not averaged",
        "weight each value by its probability (where all are equally likely: divide by their number)",
        _averaged(lambda values, weights: sum(values)),
    ),
    ChanceBug(
        "chance-maximises",
        "where nobody decides it takes the largest value instead of the average",
        "the expected value is a weighted sum: no max there",
        _averaged(lambda values, weights: max(values)),
    ),
    ChanceBug(
        "chance-minimises",
        "where it should average it takes the smallest value: that is minimax",
        "expectimax averages over what may happen: no min there",
        _averaged(lambda values, weights: min(values)),
    ),
    ChanceBug(
        "most-likely-only",
        "only the most likely outcome counts",
        "every outcome counts, by its probability",
        _averaged(_most_likely),
    ),
    ChanceBug(
        "first-outcome-only",
        "only the first outcome counts: return inside the loop?",
        "add up over all outcomes before you return",
        _averaged(lambda values, weights: values[0]),
    ),
    ChanceBug(
        "first-outcome-weighted-only",
        "only the first outcome is added up: return inside the loop?",
        "add up over all outcomes before you return",
        _averaged(lambda values, weights: values[0] * weights[0]),
    ),
    ChanceBug(
        "last-outcome-only",
        "only the last outcome counts: the sum is overwritten instead of added to",
        "total += probability * value, not total = …",
        _averaged(lambda values, weights: values[-1]),
    ),
    ChanceBug(
        "last-outcome-weighted-only",
        "only the last outcome counts: the sum is overwritten instead of added to",
        "total += probability * value, not total = …",
        _averaged(lambda values, weights: values[-1] * weights[-1]),
    ),
    ChanceBug(
        "probabilities-shifted",
        "probabilities and outcomes are paired in the wrong order",
        "each outcome comes with its own probability: keep them together",
        _averaged(lambda values, weights: _weighted(values, tuple(reversed(weights)))),
    ),
    ChanceBug(
        "floors-average",
        "the average is rounded down to a whole number",
        "divide with /, not with //",
        _averaged(lambda values, weights: float(math.floor(sum(values) / len(values)))),
    ),
    ChanceBug(
        "floors-expectation",
        "the expected value is cut down to a whole number",
        "look for int(…) and round(…) where you average",
        _averaged(lambda values, weights: float(int(_weighted(values, weights)))),
    ),
    ChanceBug(
        "average-of-averages",
        "the average is taken of two values at a time, so later ones weigh more",
        "add all up and divide once",
        _averaged(_running),
    ),
    ChanceBug(
        "divides-by-one-more",
        "the sum is divided by one more than there are",
        "divide by the number of actions, which is len(actions)",
        _averaged(lambda values, weights: sum(values) / (len(values) + 1)),
    ),
    ChanceBug(
        "starts-average-at-one",
        "the sum does not start at 0",
        "total = 0 before the loop",
        _averaged(lambda values, weights: 1 + _weighted(values, weights)),
    ),
    ChanceBug(
        "own-nodes-average",
        "your own nodes are averaged too, although you choose there",
        "average only where somebody else decides at random; your own nodes take the maximum",
        {"role": _all_average},
    ),
    Bug(
        "max-averages",
        "your own nodes are averaged, and the opponent's take the minimum",
        "your own nodes take the maximum; only chance is averaged",
        {"role": _own_nodes_average},
        (EXPECTIMINIMAX,),
    ),
    Bug(
        "opponent-averages",
        "the opponent's nodes are averaged, although it chooses what is worst for you",
        "only chance is averaged; the opponent takes the minimum",
        {"opponents_average": True},
        (EXPECTIMINIMAX,),
    ),
    Bug(
        "opponent-maximises",
        "the opponent's nodes take the maximum",
        "only your own nodes take the maximum",
        {"opponents_average": False, "role": lambda self, node, ply: MAXIMISES},
        (EXPECTIMAX,),
    ),
]
