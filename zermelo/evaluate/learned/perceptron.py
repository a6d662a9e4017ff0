"""A small network: inputs, one hidden layer, and the chances of the outcomes of a game.

    inner[j]   = s / (1 + |s|),  s = Σᵢ seen[i] first[i, j] + first[inputs, j]
    chances[k] = softmax over k of Σⱼ inner[j] second[j, k] + second[hidden, k]

The weights are one row of numbers: `first` with its biases, then `second` with its own. The functions are compiled with
the sizes as constants. Most inputs of a board are 0 and cost nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp
from typing import Any, NamedTuple

import numpy as np

Function = Callable[..., Any]


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
def learn_for(shape: Shape) -> Function:
    """learn(seen, wanted, rate, weights, inner, chances): one step down the cross-entropy to the wanted chances."""
    inputs, hidden, outcomes, second = shape.inputs, shape.hidden, shape.outcomes, shape.first
    biases, last = inputs * hidden, second + hidden * outcomes
    forward = forward_for(shape)

    def learn(seen, wanted, rate, weights, inner, chances):
        forward(seen, weights, inner, chances)
        for k in range(outcomes):
            chances[k] = rate * (wanted[k] - chances[k])
            weights[last + k] += chances[k]
        for j in range(hidden):
            h, slope, row = inner[j], 0.0, second + j * outcomes
            for k in range(outcomes):
                slope += chances[k] * weights[row + k]
                weights[row + k] += h * chances[k]
            inner[j] = slope * (1.0 - abs(h)) * (1.0 - abs(h))
        for i in range(inputs):
            x = seen[i]
            if x != 0.0:
                row = i * hidden
                for j in range(hidden):
                    weights[row + j] += x * inner[j]
        for j in range(hidden):
            weights[biases + j] += inner[j]

    return learn
