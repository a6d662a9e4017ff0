"""Archives of arrays as earlier versions kept them: read with bounds, and damage is told in a line."""

from __future__ import annotations

import random
import zipfile

import numpy as np
import pytest

from zermelo.files.npz import is_npz, read_npz
from zermelo.files.reading import Kind
from zermelo.game import ZermeloError

KIND = Kind("test", 1, "test file", "zermelo test")
ARRAYS = {
    "words": np.arange(50, dtype=np.int64),
    "floats": np.ones((3, 4)),
    "none": np.zeros((0, 2)),
    "a.b": np.int8(3),
}


@pytest.fixture
def path(tmp_path):
    np.savez((tmp_path / "x").open("wb"), **ARRAYS)
    return tmp_path / "x"


def test_arrays_are_read(path, tmp_path):
    found = read_npz(path, KIND)
    assert found.keys() == ARRAYS.keys()
    assert all(np.array_equal(found[name], array) for name, array in ARRAYS.items())
    assert is_npz(path)
    assert not is_npz(tmp_path / "none")


def test_changed_and_cut_archives_are_refused_or_the_same(path, tmp_path):
    whole, noise = path.read_bytes(), random.Random(1)
    for _ in range(500):
        content = bytearray(whole)
        for _ in range(noise.choice((1, 2, 8))):
            content[noise.randrange(len(content))] = noise.randrange(256)
        (tmp_path / "odd").write_bytes(content[: noise.choice((len(content), noise.randrange(len(content))))])
        try:
            found = read_npz(tmp_path / "odd", KIND)
        except ZermeloError as error:
            assert "\n" not in str(error)  # noqa: PT017
            continue
        assert all(np.array_equal(array, ARRAYS[name]) for name, array in found.items() if name in ARRAYS)


@pytest.mark.parametrize(
    "content",
    [
        b"\x93NUMPY\x01\x00v\x00{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000,), }"
        + b" " * 40
        + b"\n",
        b"\x93NUMPY\x01\x00v\x00{'descr': '|O', 'fortran_order': False, 'shape': (1,), }" + b" " * 54 + b"\n",
        b"\x93NUMPY\x01\x00\x05\x00" + b"(" * 5,
        b"\x93NUMPY\x03\x00",
        b"",
    ],
)
def test_an_array_that_lies_about_itself_is_refused(tmp_path, content):
    with zipfile.ZipFile(tmp_path / "odd", "w") as archive:
        archive.writestr("a.npy", content)
    with pytest.raises(ZermeloError, match="it is no whole archive of arrays"):
        read_npz(tmp_path / "odd", KIND)


def test_what_would_grow_is_refused(tmp_path):
    np.savez_compressed((tmp_path / "odd").open("wb"), zeros=np.zeros(1_000_000))
    with pytest.raises(ZermeloError, match="it is no whole archive of arrays"):
        read_npz(tmp_path / "odd", KIND)
    with zipfile.ZipFile(tmp_path / "odd", "w") as archive:
        for number in range(1001):
            archive.writestr(f"{number}.npy", b"")
    with pytest.raises(ZermeloError, match="it is no whole archive of arrays"):
        read_npz(tmp_path / "odd", KIND)
