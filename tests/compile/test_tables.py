"""Tables that compiled code fills and the cache folder keeps."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.compile.cache import disk as cache
from zermelo.compile.cache.tables import interpreted, kept_table
from zermelo.compile.kernel.events import listen


def squares(jit):
    @jit
    def fill(table, factor):
        for place in range(len(table)):
            table[place] = factor * place * place

    return fill


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    cache.tell_once.cache_clear()
    return tmp_path / "cache"


def filled(factor=2.0, length=5):
    """A table, and what was told while it was made."""
    told = []
    with listen(lambda event: told.append(event.text)):
        table = kept_table("squares", "a test", squares, np.zeros(length), factor)
    return table, [line for line in told if "first run only" in line]


def arrays(folder):
    return list(folder.glob(f"*{cache.ARRAY}"))


def test_it_is_filled_once_and_then_read(folder):
    table, told = filled()
    assert list(table) == [0, 2, 8, 18, 32]
    assert told == ["compiling squares for a test, first run only …"]
    again, told = filled()
    assert list(again) == list(table)
    assert told == []
    assert len(arrays(folder)) == 1


def test_other_arguments_make_another_table(folder):
    filled()
    assert list(filled(factor=3.0)[0]) == [0, 3, 12, 27, 48]
    assert len(filled(length=3)[0]) == 3
    assert len(arrays(folder)) == 3


def test_a_damaged_file_is_filled_anew(folder):
    filled()
    (path,) = arrays(folder)
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    table, told = filled()
    assert list(table) == [0, 2, 8, 18, 32]
    assert told


def test_it_is_filled_where_the_folder_cannot_be_used(folder):
    folder.write_text("a file")
    assert list(filled()[0]) == [0, 2, 8, 18, 32]


def test_the_same_without_compiling():
    table = np.zeros(5)
    interpreted(squares)(table, 2.0)
    assert list(table) == [0, 2, 8, 18, 32]
