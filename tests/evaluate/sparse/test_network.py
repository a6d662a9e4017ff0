"""Sparse networks: their integers stand for the numbers that were trained."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.evaluate.sparse.network import (
    BITS_16,
    FIRST,
    LAST,
    Shape,
    largest_first,
    output_of,
    outputs_without,
    quantised,
)
from zermelo.game import ZermeloError

DRAW = np.random.default_rng(5)
FLOATS = (
    DRAW.normal(0, 0.3, (20, 16)),
    DRAW.normal(0, 0.3, 16),
    DRAW.normal(0, 0.5, (3, 32)),
    DRAW.normal(0, 0.5, 3),
)


def said(mine, others, bucket, first, bias, last, last_bias):
    """The network in floats, as its docstring has it."""
    halves = [np.clip(bias + first[seen].sum(axis=0), 0, 1) ** 2 for seen in (mine, others)]
    return last[bucket] @ np.concatenate(halves) + last_bias[bucket]


def test_integers_say_nearly_what_the_numbers_said():
    weights = quantised(*FLOATS, most=6)
    for bucket in range(3):
        mine, others = DRAW.permutation(20)[:6].tolist(), DRAW.permutation(20)[:5].tolist()
        assert output_of(weights, mine, others, bucket) == pytest.approx(said(mine, others, bucket, *FLOATS), abs=0.08)
        exact = (weights.first / FIRST, weights.bias / FIRST, weights.last / LAST, weights.last_bias / FIRST / LAST)
        assert output_of(weights, mine, others, bucket) == pytest.approx(said(mine, others, bucket, *exact))


def test_without_each_input():
    weights = quantised(*FLOATS, most=6)
    mine, others = [3, 5, 7], [1, 2, 9]
    expected = [output_of(weights, [*mine[:i], *mine[i + 1 :]], [*others[:i], *others[i + 1 :]], 1) for i in range(3)]
    assert outputs_without(weights, mine, others, 1).tolist() == [*expected, output_of(weights, mine, others, 1)]


def test_what_is_too_large_is_cut_so_that_no_sum_overflows():
    weights = quantised(*(part * 1000 for part in FLOATS), most=6)
    assert np.abs(weights.first.astype(int)).max() * 6 + np.abs(weights.bias.astype(int)).max() <= BITS_16
    assert np.abs(weights.last.astype(int)).max() == 127
    assert int(largest_first(6) * FIRST) * 7 <= BITS_16


@pytest.mark.parametrize("width", [4, 12, 136, 2048])
def test_widths_that_are_not_served(width):
    with pytest.raises(ZermeloError, match="the width of a network is"):
        Shape(10, width, 1).check()


def test_layers_that_do_not_fit():
    with pytest.raises(ZermeloError, match="do not fit together"):
        quantised(FLOATS[0], FLOATS[1], FLOATS[2][:, :16], FLOATS[3], 6)
