"""Training a sparse network on a CPU: AdamW in compiled code, which looks only at the inputs that are 1.

All numbers of a network lie in one vector: the first layer row by row, its bias, the last layer row by row, its biases.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

import numpy as np

from zermelo.compile.kernel.arrays import array_kernel
from zermelo.evaluate.sparse.network import Shape

POWER = 2.3  # of the error: large ones count more than in the mean square
DECAY = 1e-4  # of weights, per unit of the learning rate
MEANS_KEPT, SQUARES_KEPT, SMALLEST = 0.9, 0.999, 1e-8  # Adam's, as Kingma and Ba (2015) advise them
ZERO, ONE, TWO = np.float32(0.0), np.float32(1.0), np.float32(2.0)


class Descent:
    """A network in training, on the positions of a sample."""

    def __init__(
        self, sample: Any, shape: Shape, numbers: Any, scale: float, bounds: tuple[float, float], compiled: bool = True
    ) -> None:
        """numbers: to begin with, see above; bounds: of the first layer's weights, and of the last layer's."""
        self.sample, self.shape, self.scale, self.bounds = sample, shape, float(scale), bounds
        self.numbers = np.ascontiguousarray(numbers, np.float32)
        self._slopes, self._means, self._squares = (np.zeros_like(self.numbers) for _ in range(3))
        self._work = np.zeros((3, 2 * shape.width), np.float32)
        self._done = 0
        examples = self._arguments(np.zeros(1, np.int64), np.zeros(1), np.zeros(1, np.float32), 1)
        self._run = array_kernel("the network", "learning", descent, compiled, *examples)

    def steps(self, order: Any, rates: Any) -> None:
        """A step for each learning rate; order: the numbers of the records, as many for each step."""
        rates = np.asarray(rates, np.float64)
        self._run(*self._arguments(order, rates, self._nothing, len(order) // len(rates)))
        self._done += len(rates)

    def outputs(self, picked: Any) -> Any:
        """What the network says of some records."""
        found = np.zeros(len(picked), np.float32)
        self._run(*self._arguments(picked, np.zeros(0), found, len(picked)))
        return found

    @property
    def _nothing(self) -> Any:
        return np.zeros(0, np.float32)

    def _arguments(self, order: Any, rates: Any, outputs: Any, batch: int) -> tuple[Any, ...]:
        sample, shape = self.sample, self.shape
        return (
            sample.active,
            sample.targets,
            sample.buckets,
            np.ascontiguousarray(order, np.int64),
            np.ascontiguousarray(rates, np.float64),
            outputs,
            self.numbers,
            self._slopes,
            self._means,
            self._squares,
            self._work,
            batch,
            shape.inputs,
            shape.width,
            self._done,
            self.scale,
            *(float(bound) for bound in self.bounds),
        )


def descent(jit: Callable[..., Any]) -> Callable[..., Any]:
    """The factory of run(…): a step per rate over `batch` records each; where there are no rates, only the outputs."""
    power, of_power = POWER - 1.0, POWER

    @jit
    def summed(active, record, start, most, inputs, width, numbers, sums, at):
        """The sums of a seat, which begin here; returns how many inputs are 1."""
        bias = inputs * width
        for j in range(width):
            sums[at + j] = numbers[bias + j]
        count = 0
        for i in range(most):
            row = np.int64(active[record, start + i])
            if row >= inputs:
                break
            count += 1
            begin = row * width
            for j in range(width):
                sums[at + j] += numbers[begin + j]
        return count

    @jit
    def output_of(active, buckets, record, most, inputs, width, numbers, sums, hidden):
        """What the network says, and how many inputs are 1 from either seat."""
        mine = summed(active, record, 0, most, inputs, width, numbers, sums, 0)
        others = summed(active, record, most, most, inputs, width, numbers, sums, width)
        last = (inputs + 1) * width
        rows = (len(numbers) - last) // (2 * width + 1)
        bucket = np.int64(buckets[record])
        begin = last + bucket * 2 * width
        total = numbers[last + rows * 2 * width + bucket]
        for j in range(2 * width):
            kept = sums[j]
            kept = ZERO if kept < ZERO else ONE if kept > ONE else kept
            hidden[j] = kept
            total += kept * kept * numbers[begin + j]
        return total, mine, others

    @jit
    def learn_from(active, targets, buckets, record, most, inputs, width, numbers, slopes, work, scale, share):
        """Adds the slopes of one record's error."""
        sums, hidden, deltas = work[0], work[1], work[2]
        output, mine, others = output_of(active, buckets, record, most, inputs, width, numbers, sums, hidden)
        guess = 1.0 / (1.0 + exp(-min(60.0, max(-60.0, scale * output))))
        error = guess - targets[record]
        steep = of_power * abs(error) ** power * guess * (1.0 - guess) * scale * share
        slope = np.float32(steep if error > 0.0 else -steep)
        last = (inputs + 1) * width
        rows = (len(numbers) - last) // (2 * width + 1)
        bucket = np.int64(buckets[record])
        begin = last + bucket * 2 * width
        slopes[last + rows * 2 * width + bucket] += slope
        for j in range(2 * width):
            kept = hidden[j]
            slopes[begin + j] += slope * kept * kept
            within = TWO * kept if sums[j] <= ONE else ZERO
            deltas[j] = slope * numbers[begin + j] * within
        bias = inputs * width
        for seat in range(2):
            at, start, count = seat * width, seat * most, others if seat else mine
            for j in range(width):
                slopes[bias + j] += deltas[at + j]
            for i in range(count):
                row = np.int64(active[record, start + i]) * width
                for j in range(width):
                    slopes[row + j] += deltas[at + j]

    @jit
    def descend(numbers, slopes, means, squares, done, rate, first, first_bound, last, last_bound):
        """One step of AdamW down the slopes, which become 0."""
        size = np.float32(rate * sqrt(1.0 - SQUARES_KEPT ** (done + 1)) / (1.0 - MEANS_KEPT ** (done + 1)))
        least = np.float32(SMALLEST * sqrt(1.0 - SQUARES_KEPT ** (done + 1)))
        of_mean, of_square = np.float32(1.0 - MEANS_KEPT), np.float32(1.0 - SQUARES_KEPT)
        kept = np.float32(1.0 - rate * DECAY)
        for i in range(len(numbers)):
            slope = slopes[i]
            means[i] += of_mean * (slope - means[i])
            squares[i] += of_square * (slope * slope - squares[i])
            numbers[i] = kept * numbers[i] - np.divide(size * means[i], np.sqrt(squares[i]) + least)
            slopes[i] = ZERO
        bound = np.float32(first_bound)
        for i in range(first):
            numbers[i] = min(bound, max(-bound, numbers[i]))
        bound = np.float32(last_bound)
        for i in range(first, last):
            numbers[i] = min(bound, max(-bound, numbers[i]))

    @jit
    def run(
        active, targets, buckets, order, rates, outputs, numbers, slopes, means, squares, work, batch, inputs, width,
        done, scale, first_bound, last_bound,
    ):  # fmt: skip
        most = active.shape[1] // 2
        first = (inputs + 1) * width
        last = first + (len(numbers) - first) // (2 * width + 1) * 2 * width
        for i in range(len(outputs)):
            outputs[i] = output_of(active, buckets, order[i], most, inputs, width, numbers, work[0], work[1])[0]
        for step in range(len(rates)):
            for i in range(step * batch, (step + 1) * batch):
                learn_from(
                    active, targets, buckets, order[i], most, inputs, width, numbers, slopes, work, scale, 1.0 / batch
                )
            descend(numbers, slopes, means, squares, done + step, rates[step], first, first_bound, last, last_bound)

    return run
