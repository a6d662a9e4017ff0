"""The file beside a network's, from which its run goes on."""

from __future__ import annotations

import random

import numpy as np
import pytest

import zermelo
from zermelo.evaluate.learned.file import Learned, new_header
from zermelo.game import ZermeloError
from zermelo.learn.alphazero.kept import path_beside, read_kept, write_kept

HEADER = new_header(zermelo.load("tic-tac-toe"), "alphazero", {"sims": 8}, 1)
NETWORK = Learned("", HEADER, {}, "net.learned")


def test_arrays_come_back_as_they_were_and_take_little_where_little_is_in_them(tmp_path):
    places = np.full((100, 30), -1, np.int16)
    places[:, :3] = [0, 5, 2]
    arrays = {
        "dense": np.arange(1.0, 9.0).reshape(2, 4),
        "places": places,
        "zeros": np.zeros((50, 7), np.float16),
        "signs": np.array([0.0, -0.0, np.nan, np.inf] + [0.0] * 1000, np.float32),
        "none": np.zeros((0, 3), np.uint8),
        "one": np.array([7], np.int64),
    }
    path = path_beside(tmp_path / "net.learned")
    assert path.name == "net.learned.run"
    write_kept(path, HEADER, arrays)
    header, found = read_kept(path, NETWORK)
    assert header == HEADER
    assert sorted(found) == sorted(arrays)
    for name, array in arrays.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert found[name].tobytes() == array.tobytes(), name
    assert path.stat().st_size < sum(array.nbytes for array in arrays.values()) / 2


def test_random_arrays_come_back_as_they_were(tmp_path):
    draw, path = random.Random(1), tmp_path / "net.run"
    for _ in range(50):
        noise = np.random.default_rng(draw.randrange(1 << 30))
        shape = tuple(draw.randrange(9) for _ in range(draw.randint(1, 3)))
        kind = draw.choice((np.uint8, np.int8, np.int16, np.int64, np.float16, np.float32, np.float64))
        array = noise.integers(-1 if kind != np.uint8 else 0, 3, shape).astype(kind)
        array[noise.random(shape) < draw.random()] = draw.choice((0, 1))
        write_kept(path, HEADER, {"x": array})
        found = read_kept(path, NETWORK)[1]["x"]
        assert (found.dtype, found.shape, found.tobytes()) == (array.dtype, array.shape, array.tobytes())


@pytest.mark.parametrize(("entry", "value"), [("seed", 2), ("options", {"sims": 9}), ("parameters", {"rows": 4})])
def test_the_file_of_another_run_is_refused(entry, value, tmp_path):
    path = tmp_path / "net.learned.run"
    write_kept(path, {**HEADER, entry: value}, {})
    with pytest.raises(ZermeloError, match="belongs to another run than net"):
        read_kept(path, NETWORK)
