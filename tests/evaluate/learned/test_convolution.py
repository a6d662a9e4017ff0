"""Convolutions by tiles are those of the definition."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.evaluate.learned.convolution import Convolution, Desk, best_side, maps


def by_definition(x, weight, bias):
    """x: [state, row, column, channel]; weight: [3, 3, channel, out]."""
    wide = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    found = np.zeros((*x.shape[:3], len(bias))) + bias
    for i in range(3):
        for j in range(3):
            found += wide[:, i : i + x.shape[1], j : j + x.shape[2]] @ weight[i, j]
    return found


@pytest.mark.parametrize("side", [2, 3, 4])
def test_the_maps_of_a_line(side):
    into, weights, outof = maps(side)
    draw = np.random.default_rng(side)
    line, w = draw.normal(size=side + 2), draw.normal(size=3)
    assert outof @ ((weights @ w) * (into @ line)) == pytest.approx([line[i : i + 3] @ w for i in range(side)])


@pytest.mark.parametrize("side", [0, 2, 3, 4])
@pytest.mark.parametrize("board", [(1, 1), (3, 3), (6, 7), (9, 9), (1, 8), (5, 4)])
def test_a_convolution_is_that_of_the_definition(board, side, monkeypatch):
    monkeypatch.setattr("zermelo.evaluate.learned.convolution.best_side", lambda *_: side)
    draw, desk = np.random.default_rng(1), Desk()
    for states, channels, outs in ((3, 5, 4), (1, 8, 8), (4, 2, 7)):  # the same desk, smaller and larger
        weight, bias = draw.normal(size=(3, 3, channels, outs)), draw.normal(size=outs)
        x = draw.normal(size=(states, *board, channels))
        given, out = desk.rows("x", x.size // channels, channels), desk.rows("y", x.size // channels, outs)
        given[:-1] = x.reshape(-1, channels)
        matrix = weight.reshape(-1, outs).astype(np.float32)
        Convolution(matrix, bias.astype(np.float32), *board)(given, out, states, desk)
        assert out[:-1].reshape(*x.shape[:3], outs) == pytest.approx(by_definition(x, weight, bias), abs=2e-4)
        assert not out[-1].any()


def test_tiles_are_as_large_as_pays():
    assert best_side(9, 9, 128, 128) == 3
    assert best_side(8, 8, 64, 64) == 4
    assert best_side(9, 9, 3, 64) == 0  # few planes: the maps would cost more than the products
