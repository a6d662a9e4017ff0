"""A small network, beside its NumPy twin."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest

from zermelo.compile.kernel.compiled import register
from zermelo.evaluate.learned.perceptron import (
    Shape,
    base_for,
    climb_for,
    forward_for,
    forward_from_for,
    random_weights,
    slopes_for,
)

SHAPE = Shape(5, 4, 3)
LARGER = Shape(23, 10, 6)  # neither the inputs nor the hidden units come in fours


def twin(shape, weights, seen):
    """The chances, with matrices."""
    first = weights[: shape.first].reshape(shape.inputs + 1, shape.hidden).astype(float)
    second = weights[shape.first :].reshape(shape.hidden + 1, shape.outcomes).astype(float)
    sums = np.append(seen, 1.0) @ first
    logits = np.append(sums / (1 + np.abs(sums)), 1.0) @ second
    return np.exp(logits) / np.exp(logits).sum()


@pytest.fixture
def drawn():
    noise = np.random.default_rng(1)
    weights = noise.normal(size=SHAPE.weights).astype(np.float32)
    return weights, np.array([1.0, 0.0, -0.5, 0.0, 2.0], np.float32)


def kernels(compiled):
    forward, add_slopes, climb = (make(SHAPE) for make in (forward_for, slopes_for, climb_for))
    if not compiled:
        return forward, add_slopes, climb
    import numba

    for function in (forward, add_slopes, climb):
        register(function)

    @numba.njit
    def run_forward(seen, weights, inner, chances):
        forward(seen, weights, inner, chances)

    @numba.njit
    def run_slopes(seen, wanted, weights, slopes, inner, chances):
        add_slopes(seen, wanted, weights, slopes, inner, chances)

    @numba.njit
    def run_climb(weights, slopes, means, squares, rate, steps):
        climb(weights, slopes, means, squares, rate, steps)

    return run_forward, run_slopes, run_climb


@pytest.mark.parametrize("compiled", [False, True])
def test_it_is_its_twin_and_climbs_as_adam_does(drawn, compiled):
    weights, seen = drawn
    forward, add_slopes, climb = kernels(compiled)
    inner, chances = np.zeros(4, np.float32), np.zeros(3, np.float32)
    forward(seen, weights, inner, chances)
    assert np.allclose(chances, twin(SHAPE, weights, seen), atol=1e-5)

    wanted = np.array([0.2, 0.5, 0.3], np.float32)

    def loss(moved):
        return -(wanted * np.log(twin(SHAPE, moved, seen))).sum()

    slopes = np.ones(SHAPE.weights, np.float32)  # to which they are added
    add_slopes(seen, wanted, weights, slopes, inner, chances)
    for place in range(SHAPE.weights):
        nudge = np.zeros(SHAPE.weights)
        nudge[place] = 1e-5
        slope = (loss(weights + nudge) - loss(weights - nudge)) / 2e-5
        assert slopes[place] - 1 == pytest.approx(-slope, abs=1e-4)

    climbed, means, squares = weights.copy(), np.zeros_like(weights), np.zeros_like(weights)
    expected, mean, square = weights.astype(float), np.zeros(SHAPE.weights), np.zeros(SHAPE.weights)
    for steps, slope in enumerate((slopes.copy(), -2 * slopes, slopes * slopes)):
        given = slope.copy()
        climb(climbed, given, means, squares, 0.01, steps)
        assert not given.any()
        mean, square = 0.9 * mean + 0.1 * slope, 0.999 * square + 0.001 * slope**2
        fair_mean, fair_square = mean / (1 - 0.9 ** (steps + 1)), square / (1 - 0.999 ** (steps + 1))
        expected += 0.01 * fair_mean / (np.sqrt(fair_square) + 1e-6)
        assert np.allclose(climbed, expected, atol=1e-5)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("changed", range(24))
def test_from_a_base_it_is_what_it_is_as_a_whole(compiled, changed):
    noise = np.random.default_rng(changed)
    weights = noise.normal(size=LARGER.weights).astype(np.float32)
    before = (noise.normal(size=23) * (noise.random(23) < 0.4)).astype(np.float32)
    seen = before.copy()
    seen[noise.permutation(23)[:changed]] = noise.normal(size=min(changed, 23)) * (noise.random(min(changed, 23)) < 0.7)
    base, inner, chances = (np.zeros(size, np.float32) for size in (33, 10, 6))
    lay, forward_from = from_a_base(compiled)
    lay(before, weights, base)
    for given, expected in ((seen, twin(LARGER, weights, seen)), (before, twin(LARGER, weights, before))):
        forward_from(base, given, weights, inner, chances)
        assert np.allclose(chances, expected, atol=1e-5)


@lru_cache
def from_a_base(compiled):
    """The two functions for the larger network."""
    lay, forward_from = base_for(LARGER), forward_from_for(LARGER)
    if not compiled:
        return lay, forward_from
    import numba

    register(lay)
    register(forward_from)

    @numba.njit
    def run_lay(seen, weights, base):
        lay(seen, weights, base)

    @numba.njit
    def run_forward_from(base, seen, weights, inner, chances):
        forward_from(base, seen, weights, inner, chances)

    return run_lay, run_forward_from


def test_all_outcomes_are_equally_likely_at_first(drawn):
    weights = random_weights(SHAPE, 3)
    assert np.allclose(twin(SHAPE, weights, drawn[1]), 1 / 3)
    assert (weights == random_weights(SHAPE, 3)).all()
    assert (weights != random_weights(SHAPE, 4)).any()
