"""Training a sparse network on positions of self-play.

The network's output, times a scale, is a value in the evaluation's units; a position should have

    m sigmoid(value / s) + (1 - m) result,

the search's value as a chance to win, with a share of the game's result; s is such that values fit results best. Few
epochs are made: the positions of one game share its result, and a network soon learns games by heart.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from zermelo.evaluate.sparse.network import FIRST, LARGEST_LAST, LAST, Shape, Weights, largest_first, quantised
from zermelo.learn.bootstrap.descent import Descent

LARGEST = 1.98  # of a weight of the first layer, where the integers allow as much
WARM_UP = 0.05  # the share of the steps in which the learning rate rises, at most WARM_STEPS
WARM_STEPS = 200
SLOWEST = 0.01  # the learning rate at the end, as a share of the highest
LEAST_BATCH = 64
STEPS = 2000  # that many steps are made at least, by smaller batches
STRIDE = 16  # steps between two looks at the clock
MEASURED = 200_000  # positions that are held out and looked at, at most


@dataclass(frozen=True)
class Sample:
    """Positions to learn from."""

    active: Any  # [record, 2 × most] 16 bits
    targets: Any  # [record] chances of the mover
    results: Any  # [record] 1, 0.5, 0
    buckets: Any  # [record]
    held: Any  # [record] is it held out?


@dataclass(frozen=True)
class Settings:
    """How to train."""

    scale: float  # chance = sigmoid(output × this)
    rate: float
    epochs: float
    batch: int
    seed: int
    seconds: float | None = None  # the schedule ends then at the latest


@dataclass(frozen=True)
class Fit:
    """What training found."""

    weights: Weights
    error: float  # mean square on positions that were held out; NaN: there were none
    rounded: float  # the same by the integers
    to_results: float  # mean square to the results of the games
    steps: int
    epochs: float
    seconds: float


class Trainee(Protocol):
    """A network in training: `descent.Descent` on a CPU, `on_gpu.OnGpu` on a GPU."""

    numbers: Any  # as descent.py lays them out; they may be set

    def steps(self, order: Any, rates: Any) -> None: ...

    def outputs(self, picked: Any) -> Any: ...


def train(sample: Sample, shape: Shape, settings: Settings, device: str) -> Fit:
    """A network that is trained from random weights.

    The same seed gives the same network on the same device, where no time ends it.
    """
    begun = time.monotonic()
    most = sample.active.shape[1] // 2
    bounds = min(LARGEST, largest_first(most)), LARGEST_LAST / LAST
    draw = np.random.Generator(np.random.PCG64(settings.seed))
    net = _trainee(sample, shape, random_numbers(shape, most, draw), settings.scale, bounds, device)
    learnt, held = np.flatnonzero(sample.held == 0), np.flatnonzero(sample.held)
    held = held[:: -(-len(held) // MEASURED) or 1]
    batch = max(LEAST_BATCH, min(settings.batch, int(len(learnt) * settings.epochs) // STEPS))
    batch = min(batch, len(learnt))
    per_epoch = len(learnt) // batch
    steps = max(1, round(per_epoch * settings.epochs))
    warm = max(1, min(WARM_STEPS, int(WARM_UP * steps)))
    step = 0
    while step < steps:
        spent = step / steps
        if settings.seconds is not None:
            spent = max(spent, (time.monotonic() - begun) / settings.seconds)
        if spent >= 1.0 and step:
            break
        place = step % per_epoch
        if place == 0:
            order = draw.permutation(learnt)
        count = min(STRIDE, per_epoch - place, steps - step)
        falling = SLOWEST + (1.0 - SLOWEST) * 0.5 * (1.0 + math.cos(math.pi * min(1.0, spent)))
        rates = [settings.rate * falling * min(1.0, (one + 1) / warm) for one in range(step, step + count)]
        net.steps(order[place * batch : (place + count) * batch], rates)
        step += count
    error = _error(net, settings.scale, held, sample.targets)
    weights = quantised(*split(net.numbers, shape), most)
    net.numbers = numbers_of(weights)
    rounded = _error(net, settings.scale, held, sample.targets)
    to_results = _error(net, settings.scale, held, sample.results)
    return Fit(weights, error, rounded, to_results, step, step / per_epoch, time.monotonic() - begun)


def _trainee(
    sample: Sample, shape: Shape, numbers: Any, scale: float, bounds: tuple[float, float], device: str
) -> Trainee:
    if device == "cpu":
        return Descent(sample, shape, numbers, scale, bounds)
    from zermelo.learn.bootstrap.on_gpu import OnGpu

    return OnGpu(sample, shape, numbers, scale, bounds, device)


def random_numbers(shape: Shape, most: int, draw: Any) -> Any:
    """A network to begin with."""
    width = shape.width
    return np.concatenate(
        [
            draw.uniform(-1.0, 1.0, shape.inputs * width) * 0.5 / math.sqrt(most),
            np.full(width, 0.1),
            draw.uniform(-1.0, 1.0, shape.buckets * 2 * width) / math.sqrt(2 * width),
            np.zeros(shape.buckets),
        ]
    ).astype(np.float32)


def split(numbers: Any, shape: Shape) -> tuple[Any, Any, Any, Any]:
    """The first layer, its bias, the last layer and its biases."""
    width, rows = shape.width, shape.buckets
    ends = np.cumsum([shape.inputs * width, width, rows * 2 * width])
    first, bias, last, last_bias = np.split(numbers, ends)
    return first.reshape(-1, width), bias, last.reshape(rows, -1), last_bias


def numbers_of(weights: Weights) -> Any:
    """What the integers stand for."""
    parts = (weights.first, FIRST), (weights.bias, FIRST), (weights.last, LAST), (weights.last_bias, FIRST * LAST)
    return np.concatenate([whole.astype(np.float32).reshape(-1) / one for whole, one in parts]).astype(np.float32)


def steepness(values: Any, results: Any) -> float:
    """s of results ≈ sigmoid(values / s), by least squares; values that are infinite are left out."""
    known = np.isfinite(values)
    values, results = np.asarray(values[known], np.float64), np.asarray(results[known], np.float64)
    usual = float(np.mean(np.abs(values))) if len(values) else 0.0
    if usual == 0.0:
        return 1.0
    thin = slice(None, None, max(1, len(values) // 200_000))
    values, results = values[thin], results[thin]

    def wrong(log_s: float) -> float:
        return float(np.mean((_sigmoid(values / math.exp(log_s)) - results) ** 2))

    low, high = math.log(usual / 30.0), math.log(usual * 30.0)
    for _ in range(4):  # a search over a grid that becomes finer
        grid = np.linspace(low, high, 21)
        best = float(min(grid, key=wrong))
        low, high = best - (grid[1] - grid[0]), best + (grid[1] - grid[0])
    return math.exp(best)


def targets_of(values: Any, results: Any, s: float, share: float) -> Any:
    """What positions should have: see above. A proved value is the result that it proves."""
    seen = _sigmoid(np.asarray(values, np.float64) / s)
    mixed = share * seen + (1.0 - share) * np.asarray(results, np.float64)
    return np.where(np.isfinite(values), mixed, seen).astype(np.float32)


def _sigmoid(x: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-np.clip(x, -60.0, 60.0)))


def _error(net: Trainee, scale: float, held: Any, wanted: Any) -> float:
    """The mean square error on positions that were held out."""
    if not len(held):
        return math.nan
    guess = _sigmoid(scale * net.outputs(held).astype(np.float64))
    return float(((guess - np.asarray(wanted[held], np.float64)) ** 2).mean())
