"""Mixed strategies as tables, and their files."""

from __future__ import annotations

import dataclasses
import json
import re

import numpy as np
import pytest
from hidden.random_games import random_game

import zermelo
from zermelo.game import ZermeloError
from zermelo.hidden.equilibrium.flat import lay_out
from zermelo.hidden.equilibrium.strategy import (
    TABLE,
    load_strategy,
    mixed_strategy,
    save_strategy,
)
from zermelo.knowledge import known_by
from zermelo.solve.solution_file import digest_of_old, write_solution_file

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


def save_as_before(path, changes=(), **others):
    """Writes a strategy as version 1 did, perhaps with another header or array."""
    flat, strategy = kuhn_strategy()
    table = mixed_strategy(flat, strategy)
    arrays = {name: getattr(table, name) for name in TABLE}
    header = {"format": 1, "game": "kuhn-poker", "parameters": dict(KUHN.parameters), "digest": digest_of_old(arrays)}
    text = np.frombuffer(json.dumps({**header, **dict(changes)}).encode(), dtype=np.uint8)
    np.savez(path.open("wb"), header=text, **{**arrays, **others})
    return flat, strategy


def refusal(path, game=KUHN):
    with pytest.raises(ZermeloError) as error:
        load_strategy(path, game)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_file_of_the_version_before_is_still_read(tmp_path):
    flat, strategy = save_as_before(tmp_path / "old")
    assert load_strategy(tmp_path / "old", KUHN).on(flat).tolist() == strategy.tolist()


@pytest.mark.parametrize(
    "save", [save_as_before, lambda path: save_strategy(path, KUHN, mixed_strategy(*kuhn_strategy()))]
)
def test_what_is_for_another_game_is_refused(tmp_path, save):
    save(tmp_path / "kuhn")
    said = refusal(tmp_path / "kuhn", zermelo.load("kuhn-poker:players=3"))
    assert re.search(r"is for kuhn-poker .*, not for kuhn-poker:players=3", said)
    assert "not for random-1" in refusal(tmp_path / "kuhn", random_game(1))


def test_what_is_for_other_rules_is_refused(tmp_path):
    save_strategy(tmp_path / "kuhn", KUHN, mixed_strategy(*kuhn_strategy()))
    dearer = dataclasses.replace(KUHN, utility=lambda state, player: 2.0 * KUHN.utility(state, player))
    assert "is for other rules of kuhn-poker: solve it again" in refusal(tmp_path / "kuhn", dearer)


@pytest.mark.parametrize(
    ("changes", "arrays", "told"),
    [
        ({}, {"probabilities": np.ones(24)}, "its digest is wrong"),
        ({"format": 99}, {}, "has format 99, which cannot be read"),
        ({}, {"header": np.frombuffer(b"{}", dtype=np.uint8)}, "is not a file that zermelo solve has written"),
        ({}, {"header": np.frombuffer(b"[" * 5000, dtype=np.uint8)}, "is not a file that zermelo solve has written"),
        ({}, {"extra": np.array(["text"])}, "it is no whole archive of arrays"),
    ],
)
def test_a_changed_file_of_the_version_before_is_refused(tmp_path, changes, arrays, told):
    if "header" in arrays:
        np.savez((tmp_path / "old").open("wb"), **arrays)
    else:
        save_as_before(tmp_path / "old", changes, **arrays)
    assert told in refusal(tmp_path / "old")


@pytest.mark.parametrize(
    ("arrays", "told"),
    [
        ({"players": np.zeros(12, np.int32)}, "its columns do not fit together"),
        ({"keys": np.zeros(11, np.int64)}, "its columns do not fit together"),
        ({"counts": np.full(12, 3)}, "24 probabilities for other actions"),
        ({"counts": np.array([*[2] * 10, 5, -1])}, "24 probabilities for other actions"),
        ({"counts": np.array([*[2] * 10, 1 << 62, 4 - (1 << 62)])}, "24 probabilities for other actions"),
        ({"probabilities": np.full(24, np.nan)}, "a probability is not from 0 to 1"),
        ({"probabilities": np.full(24, 0.4)}, "probabilities do not add up to 1"),
    ],
)
def test_a_table_that_is_no_strategy_is_refused(tmp_path, arrays, told):
    table = mixed_strategy(*kuhn_strategy())
    write_solution_file(tmp_path / "odd", KUHN, {}, {**{name: getattr(table, name) for name in TABLE}, **arrays})
    assert told in refusal(tmp_path / "odd")


def test_files_of_others_are_refused(tmp_path):
    path = tmp_path / "kuhn"
    path.write_bytes(b"something else")
    assert "is not a file that zermelo solve has written" in refusal(path)
    assert "cannot be read: No such file" in refusal(tmp_path / "nothing")
    write_solution_file(path, KUHN, {}, {})
    assert "holds no strategy" in refusal(path)
    with pytest.raises(ZermeloError, match="cannot be written"):
        save_strategy(tmp_path / "no" / "folder", KUHN, mixed_strategy(*kuhn_strategy()))


def test_nothing_is_unpickled(tmp_path):
    path = tmp_path / "evil"
    np.savez(path.open("wb"), header=np.array([Trap()], dtype=object))
    assert "it is no whole archive of arrays" in refusal(path)


def test_what_would_grow_when_it_is_unpacked_is_refused(tmp_path):
    np.savez_compressed((tmp_path / "bomb").open("wb"), header=np.zeros(50_000_000, np.uint8))
    assert (tmp_path / "bomb").stat().st_size < 100_000
    assert "it is no whole archive of arrays" in refusal(tmp_path / "bomb")


class Trap:
    def __reduce__(self):
        return pytest.fail, ("it was unpickled",)


def test_a_strategy_of_another_game_does_not_fit():
    flat, strategy = kuhn_strategy()
    table = dataclasses.replace(mixed_strategy(flat, strategy), keys=flat.keys + 1)
    with pytest.raises(ZermeloError, match="this strategy is for kuhn-poker and does not fit random-1"):
        table.on(lay_out(random_game(1)))
