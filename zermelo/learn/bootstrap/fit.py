"""Training a sparse network on positions of self-play, in PyTorch.

The network's output, times a scale, is a value in the evaluation's units; a position should have

    m sigmoid(value / s) + (1 - m) result,

the search's value as a chance to win, with a share of the game's result; s is such that values fit results best. Few
epochs are made: the positions of one game share its result, and a network soon learns games by heart.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
import torch.nn.functional as F  # noqa: N812

from zermelo.evaluate.sparse.network import FIRST, LARGEST_LAST, LAST, Shape, Weights, largest_first, quantised

POWER = 2.3  # of the error: large ones count more than in the mean square
LARGEST = 1.98  # of a weight of the first layer, where the integers allow as much
DECAY = 1e-4  # of weights
WARM_UP = 0.05  # the share of the steps in which the learning rate rises, at most WARM_STEPS
WARM_STEPS = 200
SLOWEST = 0.01  # the learning rate at the end, as a share of the highest
LEAST_BATCH = 64
STEPS = 2000  # that many steps are made at least, by smaller batches
MEASURED = 200_000  # positions that are held out and looked at, at most
CHUNK = 16_384  # held-out positions that are looked at at once
MUCH = 1 << 26  # products of a step's first layer from which on several threads are quicker than one
ROOM = 1 << 26  # numbers of a dense batch, above which rows are looked up instead on a CPU


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
    threads: int = 1  # on a CPU, where a step has enough to do for all of them


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


class Net(torch.nn.Module):
    """See zermelo.evaluate.sparse.network."""

    def __init__(self, shape: Shape, most: int, generator: Any) -> None:
        super().__init__()

        def uniform(bound: float, *size: int) -> Any:
            return torch.nn.Parameter((2.0 * torch.rand(*size, generator=generator) - 1.0) * bound)

        self.first = uniform(0.5 / math.sqrt(most), shape.inputs, shape.width)
        self.bias = torch.nn.Parameter(torch.full((shape.width,), 0.1))
        self.last = uniform(1.0 / math.sqrt(2 * shape.width), shape.buckets, 2 * shape.width)
        self.last_bias = torch.nn.Parameter(torch.zeros(shape.buckets))
        self.most, self.inputs = most, shape.inputs

    def forward(self, active: Any, buckets: Any) -> Any:
        """active [record, 2 × most], buckets [record] → outputs [record]."""
        count = len(active)
        sums = self.sums(active.view(2 * count, self.most)) + self.bias
        hidden = (sums.clamp(0.0, 1.0) ** 2).view(count, -1)
        return (hidden * self.last[buckets]).sum(1) + self.last_bias[buckets]

    def sums(self, rows: Any) -> Any:
        """Σ first[input] of each row of inputs; those that fill up add nothing."""
        if rows.shape[0] * (self.inputs + 1) > ROOM and not rows.is_cuda:
            table = F.pad(self.first, (0, 0, 0, 1))
            return F.embedding_bag(rows, table, mode="sum", padding_idx=self.inputs)
        dense = torch.zeros(rows.shape[0], self.inputs + 1, device=rows.device)
        return dense.scatter_(1, rows, 1.0)[:, :-1] @ self.first

    def cut(self, first: float) -> None:
        """Keeps the weights within what the integers can say."""
        self.first.data.clamp_(-first, first)
        self.bias.data.clamp_(-first, first)
        self.last.data.clamp_(-LARGEST_LAST / LAST, LARGEST_LAST / LAST)

    def integers(self) -> Weights:
        """The weights that play."""
        first, bias, last, last_bias = (
            part.detach().cpu().numpy() for part in (self.first, self.bias, self.last, self.last_bias)
        )
        return quantised(first, bias, last, last_bias, self.most)

    def take(self, weights: Weights) -> None:
        """Takes over the integers."""
        for part, whole, one in (
            (self.first, weights.first, FIRST),
            (self.bias, weights.bias, FIRST),
            (self.last, weights.last, LAST),
            (self.last_bias, weights.last_bias, FIRST * LAST),
        ):
            part.data.copy_(torch.from_numpy(whole.astype(np.float32) / one))


def train(
    sample: Sample, shape: Shape, settings: Settings, device: str, watch: Callable[[float], None] | None = None
) -> Fit:
    """A network that is trained from random weights.

    watch: told the share that is done, a few times a second. The same seed gives the same network on the same device,
    where no time ends it.
    """
    begun = time.monotonic()
    where, most = torch.device(device), sample.active.shape[1] // 2
    generator = torch.Generator().manual_seed(settings.seed)
    net = Net(shape, most, generator).to(where)
    learnt, held = np.flatnonzero(sample.held == 0), np.flatnonzero(sample.held)
    held = held[:: -(-len(held) // MEASURED) or 1]
    on_gpu = where.type == "cuda"
    data = _on_device(sample, where) if on_gpu else None
    batch = max(LEAST_BATCH, min(settings.batch, int(len(learnt) * settings.epochs) // STEPS))
    if not on_gpu:
        is_much = 2 * batch * shape.inputs * shape.width >= MUCH
        torch.set_num_threads(settings.threads if is_much else 1)
    per_epoch = max(1, len(learnt) // batch)
    steps = max(1, round(per_epoch * settings.epochs))
    adam = torch.optim.AdamW(net.parameters(), lr=settings.rate, weight_decay=DECAY, fused=on_gpu)
    warm = max(1, min(WARM_STEPS, int(WARM_UP * steps)))
    bound = min(LARGEST, largest_first(most))
    drawn = torch.Generator(where).manual_seed(settings.seed)
    numbers = torch.from_numpy(learnt).to(where)
    step, told, order = 0, begun, None
    while step < steps:
        spent = step / steps
        if settings.seconds is not None:
            spent = max(spent, (time.monotonic() - begun) / settings.seconds)
        if spent >= 1.0 and step:
            break
        if order is None or step % per_epoch == 0:
            order = numbers[torch.randperm(len(learnt), generator=drawn, device=where)]
        place = (step % per_epoch) * batch
        picked = order[place : place + batch]
        for group in adam.param_groups:
            falling = SLOWEST + (1.0 - SLOWEST) * 0.5 * (1.0 + math.cos(math.pi * spent))
            group["lr"] = settings.rate * min(1.0, (step + 1) / warm) * falling
        active, buckets, targets = _picked(sample, data, picked)
        guess = torch.sigmoid(net(active, buckets) * settings.scale)
        loss = ((guess - targets).abs() ** POWER).mean()
        adam.zero_grad(set_to_none=True)
        loss.backward()
        adam.step()
        net.cut(bound)
        step += 1
        if watch and time.monotonic() - told > 0.25:
            told = time.monotonic()
            watch(spent)
    error = _error(net, sample, data, held, settings, where, sample.targets)
    weights = net.integers()
    net.take(weights)
    rounded = _error(net, sample, data, held, settings, where, sample.targets)
    to_results = _error(net, sample, data, held, settings, where, sample.results)
    return Fit(weights, error, rounded, to_results, step, step / per_epoch, time.monotonic() - begun)


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


def _on_device(sample: Sample, where: Any) -> Mapping[str, Any]:
    """All positions on the GPU. PyTorch has no unsigned numbers of 16 bits to index with: they are kept as signed."""
    return {
        "active": torch.from_numpy(sample.active.view(np.int16)).to(where),
        "targets": torch.from_numpy(sample.targets).to(where),
        "buckets": torch.from_numpy(sample.buckets).to(where),
    }


def _picked(sample: Sample, data: Mapping[str, Any] | None, picked: Any) -> tuple[Any, Any, Any]:
    """Some positions, by their numbers, as the network takes them: inputs, buckets, targets."""
    if data is None:
        rows = picked.numpy()
        active = torch.from_numpy(sample.active[rows].astype(np.int64))
        buckets = torch.from_numpy(sample.buckets[rows].astype(np.int64))
        return active, buckets, torch.from_numpy(sample.targets[rows])
    return data["active"][picked].long() & 0xFFFF, data["buckets"][picked].long(), data["targets"][picked]


def _error(
    net: Net, sample: Sample, data: Mapping[str, Any] | None, held: Any, settings: Settings, where: Any, wanted: Any
) -> float:
    """The mean square error on positions that were held out."""
    if not len(held):
        return math.nan
    total = 0.0
    for start in range(0, len(held), CHUNK):
        picked = held[start : start + CHUNK]
        active, buckets, _ = _picked(sample, data, torch.from_numpy(picked).to(where))
        with torch.no_grad():
            guess = torch.sigmoid(net(active, buckets) * settings.scale).cpu().numpy()
        total += float(((guess - np.asarray(wanted[picked], np.float32)) ** 2).sum())
    return total / len(held)
