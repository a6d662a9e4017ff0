"""Tables that compiled code reads where they lie."""

from __future__ import annotations

import numpy as np
import pytest
from fresh import python

from zermelo.compile.cache.content import content_key
from zermelo.compile.plain.shared import SharedTable

CODE = """
    import numba, numpy as np
    from zermelo.compile.kernel.events import listen
    from zermelo.compile.kernel.kernels import compile_kernel, inside
    from zermelo.compile.plain.shared import SharedTable
    import zermelo.compile.numba.intrinsics

    table = SharedTable(lambda: np.arange(300_000, dtype=np.float32) / 2, "halves", "{name}")

    def total(count):
        found = 0.0
        for place in range(count):
            found += table[place]
        return found

    kernel, told = inside()(total), []
    compile_kernel(kernel, (numba.int64,), lambda: told.append("compiled"))
    print(kernel(1000), total(1000), *told)
"""


@pytest.mark.long
def test_a_kernel_that_reads_one_is_kept_on_disk(tmp_path):
    """The table is larger than what Numba freezes into code that can be kept."""
    first, second = (python(CODE.format(name="a"), tmp_path).stdout.split() for _ in range(2))
    assert first == ["249750.0", "249750.0", "compiled"]
    assert second == ["249750.0", "249750.0"]


def test_it_reads_like_a_flat_array():
    table = SharedTable(lambda: np.array([[1, 2], [3, 4]], dtype=np.int16), "a test")
    assert [table[place] for place in range(4)] == [1, 2, 3, 4]
    assert isinstance(table[0], int)
    with pytest.raises(IndexError):
        table[4]


def test_its_key_says_what_it_holds():
    """Not by the numbers, of which there may be millions, but by the name and the type."""

    def reader(table):
        return lambda: table[0]

    one, same, other = (SharedTable(lambda: np.zeros(2, "f4"), key) for key in ("x", "x", "y"))
    assert content_key(reader(one)) == content_key(reader(same))
    assert content_key(reader(one)) != content_key(reader(other))
    assert content_key(reader(one)) != content_key(reader(SharedTable(lambda: np.zeros(2), "x")))


def test_it_is_made_when_it_is_needed():
    made = []
    table = SharedTable(lambda: made.append(1) or np.zeros(3), "late")
    assert not made
    assert table[0] == table[1] == 0
    assert made == [1]
