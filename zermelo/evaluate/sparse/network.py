"""The weights of a sparse network, as numbers to be trained and as the integers that play.

    sums of a seat = bias + Σ first[input], over the inputs that are 1 from there      [width]
    hidden         = min(1, max(0, sums))², the mover's before the other's             [2 × width]
    output         = last[bucket] · hidden + last_bias[bucket]                         for the player to move

The integers are the same with 1.0 as FIRST in the first layer, and as LAST in the last one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.game import ZermeloError
from zermelo.installed import np

FIRST, LAST = 255, 64  # what 1.0 is in the integers of the two layers
LARGEST_LAST = 127  # FIRST × this fits in 16 bits
BITS_16 = (1 << 15) - 1
LANES = 128  # numbers of the hidden layer that are summed in 32 bits; a width is a multiple of 8, or of this if above
MOST_WIDTH = 1024


@dataclass(frozen=True)
class Shape:
    """The sizes of a network."""

    inputs: int
    width: int
    buckets: int

    def check(self) -> None:
        """Raises ZermeloError for a width that is not served."""
        if not 8 <= self.width <= MOST_WIDTH or self.width % (8 if self.width < LANES else LANES):
            raise ZermeloError(
                f"the width of a network is a multiple of 8 below {LANES}, or one of {LANES} up to {MOST_WIDTH}; "
                f"not {self.width}"
            )


@dataclass(frozen=True, eq=False)
class Weights:
    """The integers that play."""

    first: Any  # [input, width] 16 bits, in FIRST
    bias: Any  # [width] 16 bits, in FIRST
    last: Any  # [bucket, 2 × width] 8 bits, in LAST: the mover's half, then the other's
    last_bias: Any  # [bucket] 32 bits, in FIRST × LAST

    @property
    def shape(self) -> Shape:
        return Shape(len(self.first), len(self.bias), len(self.last))


def largest_first(most: int) -> float:
    """How large a weight of the first layer may be, for sums of so many (and a bias) that fit in 16 bits."""
    return BITS_16 // (most + 1) / FIRST


def quantised(first: Any, bias: Any, last: Any, last_bias: Any, most: int) -> Weights:
    """The integers nearest to trained numbers; those that are too large are cut to what fits.

    most: how many inputs are 1 at once (`Places.most`).
    Raises ZermeloError where the shapes do not fit together.
    """
    first, bias, last, last_bias = (np.asarray(part, np.float64) for part in (first, bias, last, last_bias))
    if first.ndim != 2 or bias.shape != first.shape[1:] or last.shape != (len(last_bias), 2 * len(bias)):
        raise ZermeloError("the layers of the network do not fit together")
    Shape(len(first), len(bias), len(last)).check()
    most_first = BITS_16 // (most + 1)
    return Weights(
        _rounded(first * FIRST, most_first, np.int16),
        _rounded(bias * FIRST, most_first, np.int16),
        _rounded(last * LAST, LARGEST_LAST, np.int8),
        _rounded(last_bias * FIRST * LAST, (1 << 31) - 1, np.int32),
    )


def _rounded(numbers: Any, largest: int, kind: Any) -> Any:
    return np.ascontiguousarray(np.clip(np.rint(numbers), -largest, largest).astype(kind))


def output_of(weights: Weights, mine: list[int], others: list[int], bucket: int) -> float:
    """What the network says, in plain NumPy: of the inputs that are 1 from the mover's seat and from the other."""
    rows = (weights.first[seen].astype(np.int64) for seen in (mine, others))
    sums = np.concatenate([weights.bias + found.sum(axis=0) for found in rows])
    return float(_outputs(weights, sums[None], bucket)[0])


def outputs_without(weights: Weights, mine: list[int], others: list[int], bucket: int) -> Any:
    """What it says without the first input of both lists, without the second, and so on; last with all of them."""
    rows = np.concatenate([weights.first[seen].astype(np.int64) for seen in (mine, others)], axis=1)
    sums = np.concatenate([weights.bias, weights.bias]) + rows.sum(axis=0)
    return _outputs(weights, np.concatenate([sums - rows, sums[None]]), bucket)


def _outputs(weights: Weights, sums: Any, bucket: int) -> Any:
    """The output for each row of sums [_, 2 × width]."""
    hidden = np.clip(sums, 0, FIRST)
    totals = (hidden * hidden) @ weights.last[bucket].astype(np.int64)
    return (totals / FIRST + int(weights.last_bias[bucket])) / (FIRST * LAST)
