"""A header and arrays in one file: what is written is read, and nothing else is believed."""

from __future__ import annotations

import hashlib
import json
import os

import numpy as np
import pytest

from zermelo.files.container import ALIGNED, is_container, packed, read_container, write_container
from zermelo.files.reading import Kind
from zermelo.game import ZermeloError

KIND = Kind("test", 3, "test file", "zermelo test", "write it again", most=100_000)
ARRAYS = {
    "words": np.arange(5, dtype=np.int64),
    "none": np.zeros((0, 3), np.float32),
    "halves": np.arange(6, dtype=np.float16).reshape(2, 3),
    "one": np.array(7, np.int8),
}


@pytest.fixture
def path(tmp_path):
    write_container(tmp_path / "x", KIND, {"what": "é", "numbers": [1, 2.5]}, ARRAYS)
    return tmp_path / "x"


def refusal(path, **how):
    with pytest.raises(ZermeloError) as error:
        read_container(path, KIND, **how)
    assert "\n" not in str(error.value)
    return str(error.value)


def signed(path, text, data=b""):
    """Writes a file whose digest is right."""
    body = text + b"\n" + data
    path.write_bytes(KIND.magic + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    return path


@pytest.mark.parametrize("mapped", [False, True])
def test_what_is_written_is_read(path, mapped):
    found = read_container(path, KIND, mapped=mapped)
    assert found.header == {"what": "é", "numbers": [1, 2.5]}
    assert found.arrays.keys() == ARRAYS.keys()
    for name, array in ARRAYS.items():
        assert found.arrays[name].dtype == array.dtype
        assert found.arrays[name].shape == array.shape
        assert np.array_equal(found.arrays[name], array)
    assert not found.arrays["words"].flags.writeable
    assert is_container(path, KIND)
    assert found.digest == packed(KIND, found.header, found.arrays)[1]


def test_arrays_begin_where_they_can_be_used(path):
    text = path.read_bytes()
    start = text.index(b"\n", len(KIND.magic) + 65) + 1
    assert start % ALIGNED == 0
    assert text[start : start + 40] == ARRAYS["words"].tobytes()


def test_every_changed_byte_and_every_cut_is_noticed(path, tmp_path):
    whole, odd = path.read_bytes(), tmp_path / "odd"
    for place in range(0, len(whole), 3):
        odd.write_bytes(whole[:place] + bytes([whole[place] ^ 1 << place % 8]) + whole[place + 1 :])
        refusal(odd)
        odd.write_bytes(whole[:place])
        refusal(odd)
        odd.write_bytes(whole[:place] + b"0" + whole[place:])
        refusal(odd)
    odd.write_bytes(whole + b"0")
    assert refusal(odd) == f"{odd} is truncated or damaged: its digest is wrong; write it again"


@pytest.mark.parametrize(
    "header",
    [
        b"", b"[]", b"{}", b"null", b"{", b"[" * 90_000, b'{"arrays": 3}', b'{"arrays": [[]]}',
        b'{"arrays": [], "a": 1, "a": 2}',
        b'{"arrays": [["a", "<i8", [2]]]}',
        b'{"arrays": [["a", "<i8", [0]], ["b", "<i8", [1]], ["b", "<i8", [0]]]}',
        b'{"arrays": [["a", "|O", [1]]]}',
        b'{"arrays": [["a", "|V8", [1]]]}',
        b'{"arrays": [["a", "<i8", [-1, -1]]]}',
        b'{"arrays": [["a", "<i8", [1.0]]]}',
        b'{"arrays": [["a", "<i8", [true]]]}',
        b'{"arrays": [["a", "<i8", [1, 1, 1, 1, 1, 1, 1, 1, 1]]]}',
        b'{"arrays": [["a", "|u1", [8]], ["b", "<i8", [0, 18446744073709551616]]]}',
        b'{"arrays": [[["a"], "<i8", [1]]]}',
        b'{"arrays": [["a", ["<i8"], [1]]]}',
        b'{"arrays": [["a", "<i8", 1]]}',
        b'{"arrays": [["a", "<i8", [1' + b"0" * 5000 + b"]]]}",
    ],
)  # fmt: skip
def test_a_header_that_lies_is_refused_though_its_digest_is_right(tmp_path, header):
    assert "its header is wrong" in refusal(signed(tmp_path / "odd", header, bytes(8)))


def test_what_is_expected_is_asked_before_the_arrays_are_read(path):
    def check(header, shapes):
        assert header["what"] == "é"
        assert shapes["halves"] == ("<f2", (2, 3))
        raise ZermeloError("it is not what we expect")

    assert refusal(path, check=check) == "it is not what we expect"


def test_files_of_another_kind_version_or_size_are_refused(path, tmp_path):
    odd = tmp_path / "odd"
    odd.write_bytes(path.read_bytes().replace(b"zermelo test 3", b"zermelo test 4"))
    assert refusal(odd) == f"{odd} is not a file that zermelo test has written"
    with odd.open("wb") as file:
        file.truncate(100_001)
    assert "odd has 100,001 bytes, and no test file has more than 100,000: it is something else" in refusal(odd)
    assert "cannot be read: No such file or directory" in refusal(tmp_path / "none")
    assert "cannot be read: Is a directory" in refusal(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    assert "cannot be read: it is no plain file" in refusal(tmp_path / "pipe")
    assert "cannot be read: a name has no NUL in it" in refusal(tmp_path / "a\0b")
    assert not is_container(tmp_path / "none", KIND)


def test_what_cannot_be_kept_is_refused(tmp_path):
    with pytest.raises(TypeError):
        write_container(tmp_path / "x", KIND, {}, {"objects": np.array([object()])})
    with pytest.raises(ValueError, match="Out of range float"):
        write_container(tmp_path / "x", KIND, {"number": float("nan")}, {})
    assert list(tmp_path.iterdir()) == []
    assert json.loads(b"".join(packed(KIND, {}, {})[0]).split(b"\n")[2]) == {"arrays": []}
