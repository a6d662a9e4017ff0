"""The file of a material: what is damaged is refused in one line."""

from __future__ import annotations

import dataclasses
import json
import zlib

import numpy as np
import pytest

from zermelo.files.container import write_container
from zermelo.game import ZermeloError
from zermelo.solve.databases.packing import pack
from zermelo.solve.databases.table import KIND, OLD_FIXED, Count, Header, open_table, write_table

HEADER = Header("chess", 1, "KQK", 2000, (Count("white to move", 1, 2, 3, 4, 5),))
VALUES = np.random.default_rng(0).integers(-20, 20, 2000).astype(np.int16)


@pytest.fixture
def path(tmp_path):
    write_table(tmp_path / "KQK.zdb", HEADER, VALUES)
    return tmp_path / "KQK.zdb"


def test_a_table_comes_back(path):
    table = open_table(path)
    assert table.header == HEADER
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
        with pytest.raises(ZermeloError, match=r"is truncated or damaged: .*; delete it and build it again") as told:
            open_table(path)
        assert "\n" not in str(told.value)


def write_as_before(path, header=HEADER):
    """Writes a file as version 1 did, with checksums."""
    words = pack(VALUES)
    text = json.dumps(dataclasses.asdict(header), separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    numbers = (b"zermelo1", OLD_FIXED.size + len(text) + words.nbytes, len(text), zlib.crc32(words.data))
    first = OLD_FIXED.pack(*numbers, 0) + text
    path.write_bytes(OLD_FIXED.pack(*numbers, zlib.crc32(first)) + text + words.tobytes())


def test_a_file_of_the_version_before_is_still_read(tmp_path):
    write_as_before(tmp_path / "KQK.zdb")
    table = open_table(tmp_path / "KQK.zdb")
    assert table.header == HEADER
    assert np.array_equal(table.values(), VALUES)
    content = (tmp_path / "KQK.zdb").read_bytes()
    for place in range(0, len(content), 13):
        (tmp_path / "odd.zdb").write_bytes(
            content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :]
        )
        with pytest.raises(ZermeloError, match=r"is truncated or damaged: .*; delete it and build it again"):
            open_table(tmp_path / "odd.zdb")


@pytest.mark.parametrize(
    "changes",
    [
        {"size": 2001 + 512},  # more positions than blocks
        {"size": -1},
        {"size": 10**30},
        {"version": "1"},
        {"game": 3},
        {"counts": ({"part": "white", "wins": 1},)},
        {"counts": (dataclasses.asdict(Count("white", 10**6, 0, 0, 0, 0)),)},
        {"counts": 5},
    ],
)
def test_a_header_that_does_not_fit_its_values_is_refused(tmp_path, changes):
    fields = {**dataclasses.asdict(HEADER), **changes}
    write_container(tmp_path / "odd.zdb", KIND, fields, {"values": pack(VALUES)})
    with pytest.raises(ZermeloError, match="its header and its values do not fit together"):
        open_table(tmp_path / "odd.zdb")


def test_values_that_lie_outside_the_file_are_refused(tmp_path):
    """The digest is right: somebody made this file."""
    words, noise = pack(VALUES), np.random.default_rng(1)
    for _ in range(200):
        wrong = words.copy()
        wrong[noise.integers(4)] = noise.integers(-(1 << 62), 1 << 62)
        write_container(tmp_path / "odd.zdb", KIND, dataclasses.asdict(HEADER), {"values": wrong})
        try:
            table = open_table(tmp_path / "odd.zdb")
        except ZermeloError:
            continue
        for index in range(2000):
            table.number(index)  # which would raise IndexError
    write_container(tmp_path / "odd.zdb", KIND, dataclasses.asdict(HEADER), {"others": words})
    with pytest.raises(ZermeloError, match="it does not hold values"):
        open_table(tmp_path / "odd.zdb")


@pytest.mark.parametrize("left", [0, 10, 31, 32, 100, 600, -8, -1])
def test_a_truncated_file_is_refused(path, left):
    path.write_bytes(path.read_bytes()[:left])
    with pytest.raises(ZermeloError, match=r"KQK\.zdb is truncated or damaged"):
        open_table(path)


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(ZermeloError, match="cannot be read: No such file"):
        open_table(tmp_path / "KQK.zdb")
