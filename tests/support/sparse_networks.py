"""Sparse networks of random weights."""

from __future__ import annotations

import numpy as np

from zermelo.evaluate.learned.file import new_header, write_learned
from zermelo.evaluate.sparse.file import Measure, sparse_arrays, sparse_entries
from zermelo.evaluate.sparse.network import quantised

MEASURE = Measure(scale=2.0, unit=1.5, units="pawns")


def random_weights(places, width, seed=1, size=1.0):
    """Weights with which about half of the hidden layer is neither 0 nor 1."""
    draw = np.random.default_rng(seed)
    return quantised(
        draw.normal(0.0, 0.2, (places.inputs, width)) * size,
        draw.normal(0.3, 0.2, width),
        draw.normal(0.0, 0.5, (places.buckets, 2 * width)),
        draw.normal(0.0, 0.2, places.buckets),
        places.most,
    )


def write_sparse(path, game, seen, weights, measure=MEASURE, **entries):
    """A learned file with such a network."""
    header = {**new_header(game, "test", {}, seed=0), **sparse_entries(seen, measure), **entries}
    write_learned(path, header, sparse_arrays(seen, weights))
    return path
