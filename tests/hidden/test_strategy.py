"""Mixed strategies as tables, and their files."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest
from hidden.random_games import random_game

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.flat import lay_out
from zermelo.hidden.knowledge import known_by
from zermelo.hidden.strategy import load_strategy, mixed_strategy, save_strategy

KUHN = zermelo.load("kuhn-poker")


def kuhn_strategy():
    flat = lay_out(KUHN)
    strategy = flat.uniform()
    strategy[flat.slots_of(3)] = 0.25, 0.75
    return flat, strategy


def test_a_table_answers_what_the_mover_knows():
    flat, strategy = kuhn_strategy()
    table = mixed_strategy(flat, strategy)
    assert table.at(flat.known[3]).tolist() == [0.25, 0.75]
    assert table.on(flat) == pytest.approx(strategy)
    path = [KUHN.initial()]
    for action in (2, 0):
        path.append(KUHN.result(path[-1], action))
    assert table.at(known_by(KUHN, 0, path[-1], path[:-1])).tolist() == [0.5, 0.5]
    assert table.at(known_by(KUHN, 1, path[-1], path[:-1])) is None  # not its turn
    assert table.shares(known_by(KUHN, 1, path[-1], path[:-1]), [0, 1]) == [0.5, 0.5]


def test_it_comes_back_from_its_file(tmp_path):
    flat, strategy = kuhn_strategy()
    path = tmp_path / "kuhn.strategy"
    save_strategy(path, KUHN, mixed_strategy(flat, strategy))
    assert load_strategy(path, KUHN).on(flat).tolist() == strategy.tolist()
    assert [other.name for other in tmp_path.iterdir()] == ["kuhn.strategy"]


def test_what_was_changed_or_is_for_another_game_is_refused(tmp_path):
    flat, strategy = kuhn_strategy()
    path = tmp_path / "kuhn.strategy"
    save_strategy(path, KUHN, mixed_strategy(flat, strategy))
    with pytest.raises(ZermeloError, match=r"is for kuhn-poker .*, not for kuhn-poker:players=3"):
        load_strategy(path, zermelo.load("kuhn-poker:players=3"))
    with pytest.raises(ZermeloError, match="not for random-1"):
        load_strategy(path, random_game(1))
    with np.load(path) as file:
        arrays = dict(file)
    for name, change, told in (
        ("probabilities", lambda array: array + 0.01, "its digest is wrong"),
        ("header", lambda array: np.frombuffer(b"{}", dtype=np.uint8), "is not a strategy"),
        ("header", lambda array: _renumbered(array), "has format 99"),
    ):
        np.savez(path.open("wb"), **{**arrays, name: change(arrays[name])})
        with pytest.raises(ZermeloError, match=told):
            load_strategy(path, KUHN)
    path.write_bytes(b"something else")
    with pytest.raises(ZermeloError, match="is not a strategy"):
        load_strategy(path, KUHN)
    with pytest.raises(ZermeloError, match="cannot be read"):
        load_strategy(tmp_path / "nothing", KUHN)
    with pytest.raises(ZermeloError, match="cannot be written"):
        save_strategy(tmp_path / "no" / "folder", KUHN, mixed_strategy(flat, strategy))


def _renumbered(array):
    return np.frombuffer(json.dumps({**json.loads(array.tobytes()), "format": 99}).encode(), dtype=np.uint8)


def test_nothing_is_unpickled(tmp_path):
    path = tmp_path / "evil"
    np.savez(path.open("wb"), header=np.array([Trap()], dtype=object))
    with pytest.raises(ZermeloError, match="is not a strategy"):
        load_strategy(path, KUHN)


class Trap:
    def __reduce__(self):
        return pytest.fail, ("it was unpickled",)


def test_a_strategy_of_another_game_does_not_fit():
    flat, strategy = kuhn_strategy()
    table = dataclasses.replace(mixed_strategy(flat, strategy), keys=flat.keys + 1)
    with pytest.raises(ZermeloError, match="this strategy is for kuhn-poker and does not fit random-1"):
        table.on(lay_out(random_game(1)))
