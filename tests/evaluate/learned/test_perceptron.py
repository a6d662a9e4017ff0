"""A small network, beside its NumPy twin."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.compile.compiled import register
from zermelo.evaluate.learned.perceptron import Shape, forward_for, learn_for, random_weights

SHAPE = Shape(5, 4, 3)


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
    forward, learn = forward_for(SHAPE), learn_for(SHAPE)
    if not compiled:
        return forward, learn
    import numba

    register(forward)
    register(learn)

    @numba.njit
    def run_forward(seen, weights, inner, chances):
        forward(seen, weights, inner, chances)

    @numba.njit
    def run_learn(seen, wanted, rate, weights, inner, chances):
        learn(seen, wanted, rate, weights, inner, chances)

    return run_forward, run_learn


@pytest.mark.parametrize("compiled", [False, True])
def test_it_is_its_twin_and_goes_down_the_gradient(drawn, compiled):
    weights, seen = drawn
    forward, learn = kernels(compiled)
    inner, chances = np.zeros(4, np.float32), np.zeros(3, np.float32)
    forward(seen, weights, inner, chances)
    assert np.allclose(chances, twin(SHAPE, weights, seen), atol=1e-5)

    wanted = np.array([0.2, 0.5, 0.3], np.float32)

    def loss(moved):
        return -(wanted * np.log(twin(SHAPE, moved, seen))).sum()

    after = weights.copy()
    learn(seen, wanted, 0.001, after, inner, chances)
    for place in range(SHAPE.weights):
        nudge = np.zeros(SHAPE.weights)
        nudge[place] = 1e-5
        slope = (loss(weights + nudge) - loss(weights - nudge)) / 2e-5
        assert after[place] - weights[place] == pytest.approx(-0.001 * slope, abs=2e-6)


def test_all_outcomes_are_equally_likely_at_first(drawn):
    weights = random_weights(SHAPE, 3)
    assert np.allclose(twin(SHAPE, weights, drawn[1]), 1 / 3)
    assert (weights == random_weights(SHAPE, 3)).all()
    assert (weights != random_weights(SHAPE, 4)).any()
