"""Training: a planted value is learned, integers say what the numbers said, and values become chances."""

from __future__ import annotations

import math

import numpy as np
import pytest

from zermelo.evaluate.sparse.network import FIRST, LARGEST_LAST, LAST, Shape, output_of, quantised
from zermelo.learn.bootstrap.descent import Descent
from zermelo.learn.bootstrap.fit import (
    Sample,
    Settings,
    numbers_of,
    random_numbers,
    split,
    steepness,
    targets_of,
    train,
)

INPUTS, MOST, BUCKETS = 20, 4, 2


def planted(count, seed):
    """Four inputs of each seat at random; a position is worth the mover's sum less the other's, as a chance."""
    draw = np.random.default_rng(seed)
    worth = draw.normal(0.0, 0.6, INPUTS)
    active = np.full((count, 2, MOST), INPUTS, np.uint16)
    for row in active.reshape(-1, MOST):
        some = draw.integers(2, MOST + 1)
        row[:some] = draw.permutation(INPUTS)[:some]
    sums = np.append(worth, 0.0)[active].sum(axis=2)
    buckets = draw.integers(0, BUCKETS, count).astype(np.uint8)
    targets = 1.0 / (1.0 + np.exp(-(sums[:, 0] - sums[:, 1]) * (1.0 + buckets)))
    results = (draw.random(count) < targets).astype(np.float32)
    held = (np.arange(count) % 10 == 0).astype(np.uint8)
    return Sample(active.reshape(count, 2 * MOST), targets.astype(np.float32), results, buckets, held)


def settings(**more):
    return Settings(**{"scale": 3.0, "rate": 0.02, "epochs": 8.0, "batch": 64, "seed": 1, **more})


def test_a_planted_value_is_learned():
    sample = planted(4000, 0)
    fit = train(sample, Shape(INPUTS, 16, BUCKETS), settings(), "cpu")
    spread = float(np.var(sample.targets[sample.held == 1]))
    assert fit.error < 0.1 * spread
    assert fit.rounded < 1.2 * fit.error + 1e-4
    assert fit.epochs == pytest.approx(8.0, abs=0.1)
    for place in range(5):  # the integers, by the plain definition
        seats = sample.active[place].reshape(2, MOST)
        mine, others = ([n for n in row if n < INPUTS] for row in seats.tolist())
        guess = 1.0 / (1.0 + math.exp(-3.0 * output_of(fit.weights, mine, others, int(sample.buckets[place]))))
        assert guess == pytest.approx(float(sample.targets[place]), abs=0.25)


def test_the_same_seed_gives_the_same_network_and_time_ends_it():
    sample, shape = planted(600, 2), Shape(INPUTS, 8, BUCKETS)
    one, other, third = (train(sample, shape, settings(seed=seed), "cpu") for seed in (4, 4, 5))
    assert (one.weights.first == other.weights.first).all()
    assert (one.weights.first != third.weights.first).any()
    short = train(sample, shape, settings(epochs=1000.0, seconds=0.2), "cpu")
    assert 1 <= short.steps < 1000 * 540 / 64


SHAPE, BOUNDS = Shape(INPUTS, 8, BUCKETS), (0.8, LARGEST_LAST / LAST)


def begun(kind, sample, **more):
    """A network in training, from numbers of which some are beyond the bounds."""
    numbers = 3.0 * random_numbers(SHAPE, MOST, np.random.default_rng(5))
    return kind(sample, SHAPE, numbers, 3.0, BOUNDS, **more)


@pytest.mark.parametrize("compiled", [False, True])
def test_its_steps_are_those_of_pytorch(compiled):
    """By automatic derivatives and PyTorch's AdamW; large rates, so that weights reach their bounds."""
    pytest.importorskip("torch", reason="the twin is in PyTorch: pip install 'zermelo[learn]'")
    from zermelo.learn.bootstrap.on_gpu import OnGpu

    sample, draw = planted(120, 3), np.random.default_rng(1)
    ours, twin = begun(Descent, sample, compiled=compiled), begun(OnGpu, sample, device="cpu")
    assert ours.outputs(np.arange(120)) == pytest.approx(twin.outputs(np.arange(120)), abs=1e-5)
    for size, rates in ((30, [0.3, 0.2]), (40, [0.1, 0.05, 0.01])):
        order = draw.integers(0, 120, size * len(rates))
        for net in (ours, twin):
            net.steps(order, rates)
    assert ours.numbers == pytest.approx(twin.numbers, abs=2e-4)
    assert ours.outputs(np.arange(120)) == pytest.approx(twin.outputs(np.arange(120)), abs=2e-3)
    first, bias, last, _ = split(ours.numbers, SHAPE)
    assert max(abs(first).max(), abs(bias).max()) == pytest.approx(BOUNDS[0])
    assert abs(last).max() <= BOUNDS[1] + 1e-6


def test_integers_are_numbers_again():
    weights = quantised(*split(random_numbers(SHAPE, MOST, np.random.default_rng(2)), SHAPE), MOST)
    first, bias, last, last_bias = split(numbers_of(weights), SHAPE)
    for found, whole, one in (
        (first, weights.first, FIRST),
        (bias, weights.bias, FIRST),
        (last, weights.last, LAST),
        (last_bias, weights.last_bias, FIRST * LAST),
    ):
        assert (np.rint(found * one) == whole).all()


def test_values_become_chances():
    draw = np.random.default_rng(0)
    values = draw.normal(0.0, 3.0, 20_000)
    results = (draw.random(20_000) < 1.0 / (1.0 + np.exp(-values / 1.5))).astype(float)
    assert steepness(np.append(values, math.inf), np.append(results, 0.0)) == pytest.approx(1.5, rel=0.1)
    assert steepness(np.zeros(3), np.array([0.0, 1.0, 0.5])) == 1.0
    found = targets_of(np.array([1.5, math.inf, -math.inf, 0.0]), np.array([0.0, 0.5, 0.5, 1.0]), 1.5, 0.9)
    assert found == pytest.approx([0.9 / (1 + math.exp(-1)), 1.0, 0.0, 0.55], abs=1e-6)
