"""The file of something learned: what is written is read, and nothing else is believed."""

from __future__ import annotations

import hashlib
import json

import numpy as np
import pytest

import zermelo
from zermelo.evaluate.learned.file import KIND, new_header, read_learned, write_learned
from zermelo.game import ZermeloError

GAME = zermelo.load("tic-tac-toe")


@pytest.fixture
def path(tmp_path):
    header = new_header(GAME, "samuel", {"depth": 2}, seed=7)
    write_learned(tmp_path / "a.learned", header, {"weights": np.arange(3.0), "keys": np.arange(4, dtype=np.int64)})
    return tmp_path / "a.learned"


def signed(path, body):
    """Writes a file whose digest is right."""
    path.write_bytes(KIND.magic + hashlib.sha256(body).hexdigest().encode() + b"\n" + body)
    return path


def refusal(path):
    with pytest.raises(ZermeloError) as error:
        read_learned(path)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_what_is_written_is_read(path):
    learned = read_learned(path)
    assert learned.header["game"] == "tic-tac-toe"
    assert learned.header["options"] == {"depth": 2}
    assert learned.array("weights", 3).tolist() == [0.0, 1.0, 2.0]
    assert learned.array("keys", None).tolist() == [0, 1, 2, 3]
    learned.check_fits(GAME)


def test_equal_contents_make_equal_files(path, tmp_path):
    learned = read_learned(path)
    write_learned(tmp_path / "b.learned", learned.header, learned.arrays)
    assert (tmp_path / "b.learned").read_bytes() == path.read_bytes()
    assert read_learned(tmp_path / "b.learned") == learned


def test_the_numbers_are_little_endian(path, tmp_path):
    learned = read_learned(path)
    arrays = {name: array.astype(array.dtype.newbyteorder(">")) for name, array in learned.arrays.items()}
    write_learned(tmp_path / "b.learned", learned.header, arrays)
    assert (tmp_path / "b.learned").read_bytes() == path.read_bytes()


def test_a_truncated_file_is_refused(path, tmp_path):
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        (tmp_path / "cut").write_bytes(whole[:length])
        assert "cut" in refusal(tmp_path / "cut")


def test_a_changed_file_is_refused(path, tmp_path):
    whole = path.read_bytes()
    for place in range(0, len(whole), 5):
        (tmp_path / "bad").write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        assert "bad" in refusal(tmp_path / "bad")


def test_other_files_are_refused(tmp_path):
    (tmp_path / "text").write_text("hello")
    assert refusal(tmp_path / "text").endswith("is not a file that zermelo learn has written")
    assert "cannot be read: No such file" in refusal(tmp_path / "none")


@pytest.mark.parametrize(
    "described",
    [[["w", "|O", [1]]], [["w", "<f8", [-1]]], [["w", "<f8", [3]]], [["w", "<f8", [1 << 70]]], [], 3, [["w", "<f8"]]],
)
def test_a_header_that_lies_about_its_arrays_is_refused(tmp_path, described):
    header = {**new_header(GAME, "samuel", {}, 0), "arrays": described}
    assert "header is wrong" in refusal(signed(tmp_path / "bad", json.dumps(header).encode() + b"\n" + b"\0" * 8))


def test_a_header_must_say_what_it_is_for(tmp_path):
    assert "does not say" in refusal(signed(tmp_path / "bad", b'{"arrays": []}\n'))
    assert "header is wrong" in refusal(signed(tmp_path / "bad", b"[1]\n"))
    whole = {**new_header(GAME, "samuel", {}, 0), "arrays": []}
    for name, value in (("options", "no"), ("curve", "no"), ("games", "no"), ("games", -1), ("games", 10**30)):
        lying = json.dumps({**whole, name: value}).encode() + b"\n"
        assert "does not say" in refusal(signed(tmp_path / "bad", lying))


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (zermelo.load("nim"), "was learned for tic-tac-toe, not for nim"),
        (
            zermelo.load("tic-tac-toe", rows=4, columns=4),
            "was learned for tic-tac-toe:rows=3,columns=3, not for tic-tac-toe:rows=4,columns=4",
        ),
    ],
)
def test_a_file_for_another_game_or_size_is_refused(path, game, told):
    with pytest.raises(ZermeloError, match=told):
        read_learned(path).check_fits(game)


def test_a_file_for_other_rules_is_refused(path):
    from dataclasses import replace

    misere = replace(GAME, utility=lambda state, player: -GAME.utility(state, player))
    with pytest.raises(ZermeloError, match="was learned for other rules of tic-tac-toe: learn it again"):
        read_learned(path).check_fits(misere)


def test_a_shape_that_does_not_fit_is_refused(path):
    with pytest.raises(ZermeloError, match="weights has the shape"):
        read_learned(path).array("weights", 4)
    with pytest.raises(ZermeloError, match="has no average"):
        read_learned(path).array("average", 4)
