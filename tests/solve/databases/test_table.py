"""The file of a material: what is damaged is refused in one line."""

from __future__ import annotations

import numpy as np
import pytest

from zermelo.game import ZermeloError
from zermelo.solve.databases.table import Count, Header, open_table, read_header, write_table

HEADER = Header("chess", 1, "KQK", 2000, (Count("white to move", 1, 2, 3, 4, 5),))
VALUES = np.random.default_rng(0).integers(-20, 20, 2000).astype(np.int16)


@pytest.fixture
def path(tmp_path):
    write_table(tmp_path / "KQK.zdb", HEADER, VALUES)
    return tmp_path / "KQK.zdb"


def test_a_table_comes_back(path):
    table = open_table(path)
    assert table.header == read_header(path) == HEADER
    assert [table.number(i) for i in range(2000)] == VALUES.tolist()
    assert np.array_equal(table.values(), VALUES)
    assert [file.name for file in path.parent.iterdir()] == ["KQK.zdb"]


def test_the_same_values_make_the_same_file(path, tmp_path):
    write_table(tmp_path / "again.zdb", HEADER, VALUES)
    assert (tmp_path / "again.zdb").read_bytes() == path.read_bytes()


def test_every_changed_byte_is_noticed(path):
    content = path.read_bytes()
    for place in range(0, len(content), 13):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :])
        with pytest.raises(ZermeloError, match="no whole endgame database") as told:
            open_table(path)
        assert "\n" not in str(told.value)


@pytest.mark.parametrize("left", [0, 10, 31, 32, 100, 600, -8, -1])
def test_a_truncated_file_is_refused(path, left):
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(ZermeloError, match=r"KQK\.zdb is no whole endgame database"):
        open_table(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ZermeloError, match="cannot be read: No such file"):
        open_table(tmp_path / "KQK.zdb")
