"""Random tables, and well-known ones."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st

from zermelo.hidden.matrix.table import matrix_game

few = settings(max_examples=15)  # each solves several linear programmes
SMALL = st.integers(-3, 3)  # few numbers: many ties, so that many games are degenerate


def tables(cell, most=4):
    shapes = st.tuples(st.integers(1, most), st.integers(1, most))
    return shapes.flatmap(
        lambda shape: st.lists(
            st.lists(cell, min_size=shape[1], max_size=shape[1]), min_size=shape[0], max_size=shape[0]
        )
    ).map(matrix_game)


ZERO_SUM = tables(SMALL)
PAIRS = tables(st.tuples(SMALL, SMALL))
