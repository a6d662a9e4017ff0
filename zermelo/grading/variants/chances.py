"""Bugs where nobody decides: chance, and opponents who play at random."""

from __future__ import annotations

import math
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


BUGS = [
    Bug(
        "averages-by-number",
        "averaging by number instead of probability: all outcomes count the same",
        "multiply each outcome's value by its probability and add; do not divide by how many there are",
        WITH_CHANCE,
        _averaged(lambda values, weights: sum(values) / len(values)),
    ),
    Bug(
        "divides-twice",
        "the average is weighted by probability and then divided by the number of outcomes as well",
        "probabilities add up to 1 already: leave out the division",
        WITH_CHANCE,
        _averaged(lambda values, weights: _weighted(values, weights) / len(values)),
    ),
    Bug(
        "adds-without-weights",
        "values are added up, but not averaged",
        "weight each value by its probability (where all are equally likely: divide by their number)",
        WITH_CHANCE,
        _averaged(lambda values, weights: sum(values)),
    ),
    Bug(
        "chance-maximises",
        "where nobody decides it takes the largest value instead of the average",
        "the expected value is a weighted sum: no max there",
        WITH_CHANCE,
        _averaged(lambda values, weights: max(values)),
    ),
    Bug(
        "chance-minimises",
        "where it should average it takes the smallest value: that is minimax",
        "expectimax averages over what may happen: no min there",
        WITH_CHANCE,
        _averaged(lambda values, weights: min(values)),
    ),
    Bug(
        "most-likely-only",
        "only the most likely outcome counts",
        "every outcome counts, by its probability",
        WITH_CHANCE,
        _averaged(_most_likely),
    ),
    Bug(
        "first-outcome-only",
        "only the first outcome counts: return inside the loop?",
        "add up over all outcomes before you return",
        WITH_CHANCE,
        _averaged(lambda values, weights: values[0]),
    ),
    Bug(
        "first-outcome-weighted-only",
        "only the first outcome is added up: return inside the loop?",
        "add up over all outcomes before you return",
        WITH_CHANCE,
        _averaged(lambda values, weights: values[0] * weights[0]),
    ),
    Bug(
        "last-outcome-only",
        "only the last outcome counts: the sum is overwritten instead of added to",
        "total += probability * value, not total = …",
        WITH_CHANCE,
        _averaged(lambda values, weights: values[-1]),
    ),
    Bug(
        "last-outcome-weighted-only",
        "only the last outcome counts: the sum is overwritten instead of added to",
        "total += probability * value, not total = …",
        WITH_CHANCE,
        _averaged(lambda values, weights: values[-1] * weights[-1]),
    ),
    Bug(
        "probabilities-shifted",
        "probabilities and outcomes are paired in the wrong order",
        "each outcome comes with its own probability: keep them together",
        WITH_CHANCE,
        _averaged(lambda values, weights: _weighted(values, tuple(reversed(weights)))),
    ),
    Bug(
        "floors-average",
        "the average is rounded down to a whole number",
        "divide with /, not with //",
        WITH_CHANCE,
        _averaged(lambda values, weights: float(math.floor(sum(values) / len(values)))),
    ),
    Bug(
        "floors-expectation",
        "the expected value is cut down to a whole number",
        "look for int(…) and round(…) where you average",
        WITH_CHANCE,
        _averaged(lambda values, weights: float(int(_weighted(values, weights)))),
    ),
    Bug(
        "average-of-averages",
        "the average is taken of two values at a time, so later ones weigh more",
        "add all up and divide once",
        WITH_CHANCE,
        _averaged(_running),
    ),
    Bug(
        "divides-by-one-more",
        "the sum is divided by one more than there are",
        "divide by the number of actions, which is len(actions)",
        WITH_CHANCE,
        _averaged(lambda values, weights: sum(values) / (len(values) + 1)),
    ),
    Bug(
        "starts-average-at-one",
        "the sum does not start at 0",
        "total = 0 before the loop",
        WITH_CHANCE,
        _averaged(lambda values, weights: 1 + _weighted(values, weights)),
    ),
    Bug(
        "own-nodes-average",
        "your own nodes are averaged too, although you choose there",
        "average only where somebody else decides at random; your own nodes take the maximum",
        WITH_CHANCE,
        {"role": _all_average},
    ),
    Bug(
        "max-averages",
        "your own nodes are averaged, and the opponent's take the minimum",
        "your own nodes take the maximum; only chance is averaged",
        (EXPECTIMINIMAX,),
        {"role": _own_nodes_average},
    ),
    Bug(
        "opponent-averages",
        "the opponent's nodes are averaged, although it chooses what is worst for you",
        "only chance is averaged; the opponent takes the minimum",
        (EXPECTIMINIMAX,),
        {"opponents_average": True},
    ),
    Bug(
        "opponent-maximises",
        "the opponent's nodes take the maximum",
        "only your own nodes take the maximum",
        (EXPECTIMAX,),
        {"opponents_average": False, "role": lambda self, node, ply: MAXIMISES},
    ),
]
