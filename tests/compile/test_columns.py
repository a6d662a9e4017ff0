"""Numbers by name: the same interpreted and compiled, in one array."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.plain.columns import Columns, Row


class Record(NamedTuple):
    edge: Any
    knobs: Any
    words: Any


def new_record():
    edge = Columns(np.zeros(12, np.float32), ("prior", "total", "visits"))
    return Record(edge, Row(np.array([0.5, 2.0]), ("pace", "rate")), np.zeros(3, np.int64))


def count(record, rows):
    """Reads and writes every kind of number by its name."""
    for e in range(rows):
        record.edge.total[e] += record.knobs.rate * e
        record.edge.visits[e] += 1
        record.words[0] += 1
    return record.edge.total[rows - 1] + record.knobs.pace


def test_columns_lie_row_after_row_in_one_array():
    record = new_record()
    assert count(record, 4) == 6.5
    assert record.edge.array.tolist() == [0, 0, 1, 0, 2, 1, 0, 4, 1, 0, 6, 1]
    assert record.edge.total.tolist() == [0, 2, 4, 6]


def test_compiled_code_reads_and_writes_the_same_numbers():
    numba = pytest.importorskip("numba")
    plain, compiled = new_record(), new_record()
    pointers = as_pointers(True, compiled)
    assert numba.njit(count)(pointers, 4) == count(plain, 4)
    assert np.array_equal(plain.edge.array, compiled.edge.array)
    assert np.array_equal(plain.words, compiled.words)


def test_a_row_knows_its_names():
    row = Row(np.zeros(2), ("pace", "rate"))
    row.update(rate=3.0)
    row.pace = 1.0
    assert row.array.tolist() == [1.0, 3.0]
    for verb in (lambda: row.peace, lambda: row.update(peace=1.0)):
        with pytest.raises(AttributeError, match="no number called peace"):
            verb()


def test_what_stays_an_array_stays_one():
    record = new_record()
    assert as_pointers(False, record) is record
    assert as_pointers(True, record, but=("words",)).words is record.words
    assert as_pointers(True, record).words is not record.words
