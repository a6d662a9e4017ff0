"""A small network: inputs, one hidden layer, and the chances of the outcomes of a game.

    inner[j]   = s / (1 + |s|),  s = Σᵢ seen[i] first[i, j] + first[inputs, j]
    chances[k] = softmax over k of Σⱼ inner[j] second[j, k] + second[hidden, k]

The weights are one row of numbers: `first` with its biases, then `second` with its own. The functions are compiled with
the sizes as constants. Most inputs of a board are 0 and cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp, sqrt
from typing import Any, NamedTuple

import numpy as np

Function = Callable[..., Any]
MEANS_KEPT, SQUARES_KEPT, SMALLEST = 0.9, 0.999, 1e-6  # Adam's, as Kingma and Ba (2015) advise them


class Shape(NamedTuple):
    """The sizes of a network."""

    inputs: int
    hidden: int
    outcomes: int

    @property
    def first(self) -> int:
        """How many weights lead to the hidden layer."""
        return (self.inputs + 1) * self.hidden

    @property
    def weights(self) -> int:
        """How many weights there are."""
        return self.first + (self.hidden + 1) * self.outcomes


def random_weights(shape: Shape, seed: int) -> Any:
    """Small weights to begin with; those to the outcomes are 0, so that all outcomes are equally likely at first."""
    weights = np.zeros(shape.weights, np.float32)
    drawn = np.random.Generator(np.random.PCG64(seed)).uniform(-1.0, 1.0, shape.inputs * shape.hidden)
    weights[: drawn.size] = drawn / np.sqrt(np.float64(shape.inputs))
    return weights


@lru_cache(maxsize=64)
def forward_for(shape: Shape) -> Function:
    """forward(seen, weights, inner, chances): writes the hidden layer and the chances of the outcomes."""
    inputs, hidden, outcomes, second = shape.inputs, shape.hidden, shape.outcomes, shape.first
    biases, last = inputs * hidden, second + hidden * outcomes

    def forward(seen, weights, inner, chances):
        for j in range(hidden):
            inner[j] = weights[biases + j]
        for i in range(inputs):
            x = seen[i]
            if x != 0.0:
                row = i * hidden
                for j in range(hidden):
                    inner[j] += x * weights[row + j]
        for k in range(outcomes):
            chances[k] = weights[last + k]
        for j in range(hidden):
            inner[j] = inner[j] / (1.0 + abs(inner[j]))
            row = second + j * outcomes
            for k in range(outcomes):
                chances[k] += inner[j] * weights[row + k]
        most, total = chances[0], 0.0
        for k in range(1, outcomes):
            most = max(most, chances[k])
        for k in range(outcomes):
            chances[k] = exp(chances[k] - most)
            total += chances[k]
        for k in range(outcomes):
            chances[k] /= total

    return forward


@lru_cache(maxsize=64)
def slopes_for(shape: Shape) -> Function:
    """add_slopes(seen, wanted, weights, slopes, inner, chances): adds how each weight lessens the cross-entropy.

    It is that between the wanted chances and those of the network.
    """
    inputs, hidden, outcomes, second = shape.inputs, shape.hidden, shape.outcomes, shape.first
    biases, last = inputs * hidden, second + hidden * outcomes
    forward = forward_for(shape)

    def add_slopes(seen, wanted, weights, slopes, inner, chances):
        forward(seen, weights, inner, chances)
        for k in range(outcomes):
            chances[k] = wanted[k] - chances[k]
            slopes[last + k] += chances[k]
        for j in range(hidden):
            h, slope, row = inner[j], 0.0, second + j * outcomes
            for k in range(outcomes):
                slope += chances[k] * weights[row + k]
                slopes[row + k] += h * chances[k]
            inner[j] = slope * (1.0 - abs(h)) * (1.0 - abs(h))
        for i in range(inputs):
            x = seen[i]
            if x != 0.0:
                row = i * hidden
                for j in range(hidden):
                    slopes[row + j] += x * inner[j]
        for j in range(hidden):
            slopes[biases + j] += inner[j]

    return add_slopes


@lru_cache(maxsize=64)
def climb_for(shape: Shape) -> Function:
    """climb(weights, slopes, means, squares, rate, steps): one step of Adam up the slopes, which become 0.

    means, squares: of the slopes so far, the late ones counting most; steps: how many there were.
    """
    count = shape.weights

    def climb(weights, slopes, means, squares, rate, steps):
        size = rate * sqrt(1.0 - SQUARES_KEPT ** (steps + 1)) / (1.0 - MEANS_KEPT ** (steps + 1))
        for i in range(count):
            slope = slopes[i]
            means[i] += (1.0 - MEANS_KEPT) * (slope - means[i])
            squares[i] += (1.0 - SQUARES_KEPT) * (slope * slope - squares[i])
            weights[i] += size * means[i] / (sqrt(squares[i]) + SMALLEST)
            slopes[i] = 0.0

    return climb
