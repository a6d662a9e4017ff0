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

from zermelo.compile.plain.scratch import scratch
from zermelo.installed import np

Function = Callable[..., Any]
TOGETHER = 4  # inputs, or hidden units, whose weights are gone through at once: fewer sums go to memory and back
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
def changes_for(shape: Shape) -> Function:
    """add_changes(before, seen, weights, sums): adds to the sums of the hidden units what new inputs change in them.

    before: the inputs that the sums are of.
    """
    inputs, hidden, room = shape.inputs, shape.hidden, shape.inputs + TOGETHER

    def add_changes(before, seen, weights, sums):
        places, changes = scratch(room), scratch(TOGETHER)
        changed = 0
        for i in range(inputs):  # without a branch, which the processor would often guess wrong
            places[changed] = i
            changed += 1 if seen[i] != before[i] else 0
        for start in range(0, changed, TOGETHER):
            for k in range(TOGETHER):
                changes[k] = 0.0
                if start + k < changed:
                    place = int(places[start + k])
                    changes[k] = seen[place] - before[place]
                else:
                    places[start + k] = 0
            a, b, c, d = changes[0], changes[1], changes[2], changes[3]
            at_a, at_b = int(places[start]) * hidden, int(places[start + 1]) * hidden
            at_c, at_d = int(places[start + 2]) * hidden, int(places[start + 3]) * hidden
            for j in range(hidden):
                near, far = a * weights[at_a + j] + b * weights[at_b + j], c * weights[at_c + j] + d * weights[at_d + j]
                sums[j] += near + far

    return add_changes


@lru_cache(maxsize=64)
def base_for(shape: Shape) -> Function:
    """lay(seen, weights, base): writes the inputs and the sums of the hidden units that `forward_from` begins with."""
    inputs, hidden = shape.inputs, shape.hidden
    biases, add_changes = inputs * hidden, changes_for(shape)

    def lay(seen, weights, base):
        sums = scratch(hidden)
        for i in range(inputs):
            base[i] = 0.0
        for j in range(hidden):
            sums[j] = weights[biases + j]
        add_changes(base, seen, weights, sums)
        for i in range(inputs):
            base[i] = seen[i]
        for j in range(hidden):
            base[inputs + j] = sums[j]

    return lay


@lru_cache(maxsize=64)
def forward_from_for(shape: Shape) -> Function:
    """forward_from(base, seen, weights, inner, chances): as `forward`, quicker for inputs like those of the base.

    base: [inputs + hidden] see `base_for`
    """
    inputs, hidden, outcomes, second = shape.inputs, shape.hidden, shape.outcomes, shape.first
    last, whole, one = second + hidden * outcomes, hidden - hidden % TOGETHER, np.float32(1.0)
    add_changes = changes_for(shape)

    def forward_from(base, seen, weights, inner, chances):
        for j in range(hidden):
            inner[j] = base[inputs + j]
        add_changes(base, seen, weights, inner)
        for j in range(hidden):
            inner[j] = np.divide(inner[j], one + abs(inner[j]))  # unlike `/` it does not look for a division by 0
        for k in range(outcomes):
            chances[k] = weights[last + k]
        for j in range(0, whole, TOGETHER):
            a, b, c, d = inner[j], inner[j + 1], inner[j + 2], inner[j + 3]
            row = second + j * outcomes
            for k in range(outcomes):
                at = row + k
                near, far = a * weights[at] + b * weights[at + outcomes], c * weights[at + 2 * outcomes]
                chances[k] += near + (far + d * weights[at + 3 * outcomes])
        for j in range(whole, hidden):
            for k in range(outcomes):
                chances[k] += inner[j] * weights[second + j * outcomes + k]
        most, total = chances[0], 0.0
        for k in range(1, outcomes):
            most = max(most, chances[k])
        for k in range(outcomes):
            chances[k] = exp(chances[k] - most)
            total += chances[k]
        for k in range(outcomes):
            chances[k] /= total

    return forward_from


@lru_cache(maxsize=64)
def forward_for(shape: Shape) -> Function:
    """forward(seen, weights, inner, chances): writes the hidden layer and the chances of the outcomes."""
    inputs, hidden, biases, room = shape.inputs, shape.hidden, shape.inputs * shape.hidden, shape.inputs + shape.hidden
    forward_from = forward_from_for(shape)

    def forward(seen, weights, inner, chances):
        base = scratch(room)  # a board on which there is nothing
        for i in range(inputs):
            base[i] = 0.0
        for j in range(hidden):
            base[inputs + j] = weights[biases + j]
        forward_from(base, seen, weights, inner, chances)

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
    of_mean, of_square, smallest = np.float32(1.0 - MEANS_KEPT), np.float32(1.0 - SQUARES_KEPT), np.float32(SMALLEST)

    def climb(weights, slopes, means, squares, rate, steps):
        size = np.float32(rate * sqrt(1.0 - SQUARES_KEPT ** (steps + 1)) / (1.0 - MEANS_KEPT ** (steps + 1)))
        for i in range(count):
            slope = slopes[i]
            means[i] += of_mean * (slope - means[i])
            squares[i] += of_square * (slope * slope - squares[i])
            weights[i] += np.divide(size * means[i], np.sqrt(squares[i]) + smallest)
            slopes[i] = 0.0

    return climb
