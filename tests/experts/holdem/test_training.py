"""External sampling over an abstract game of hold'em: compiled as interpreted, better and better, saved and resumed."""

from __future__ import annotations

import numpy as np
import pytest
from experts.holdem.small import GAME, small_blueprint

import zermelo
from zermelo.experts.holdem import training
from zermelo.experts.holdem.training import Blueprint, load_blueprint, new_blueprint
from zermelo.game import ZermeloError


def test_compiled_and_interpreted_find_the_same():
    plain, compiled = small_blueprint(), small_blueprint(compiled=True)
    plain.run(60)
    compiled.run(60)
    assert plain.sums.any()
    assert np.allclose(plain.sums, compiled.sums, rtol=1e-12)
    assert plain.numbers[0] == compiled.numbers[0]


def test_exploitability_falls(monkeypatch):
    monkeypatch.setattr(training, "BLOCK", 1000)
    blueprint, found = small_blueprint(compiled=True), []
    for _ in range(4):
        blueprint.run(5_000)
        found.append(blueprint.response().exploitability)
    assert found[-1] < 0.03 < found[0] * 4
    assert found[-1] < found[0]
    assert blueprint.iterations == 20_000


def test_time_ends_it(monkeypatch):
    monkeypatch.setattr(training, "BLOCK", 20)
    blueprint = small_blueprint()
    blueprint.run(seconds=0.001)
    assert blueprint.iterations == 20


def test_a_saved_one_goes_on_where_it_was(tmp_path):
    whole, half = small_blueprint(), small_blueprint()
    whole.run(40)
    half.run(25)
    half.save(tmp_path / "half.npz")
    again = load_blueprint(tmp_path / "half.npz", GAME, compiled=False)
    again.run(15)
    assert np.array_equal(again.sums, whole.sums)
    assert again.iterations == whole.iterations
    assert again.abstraction.buckets == whole.abstraction.buckets


def test_files_for_other_games_are_refused(tmp_path):
    small_blueprint().save(tmp_path / "small.npz")
    with pytest.raises(ZermeloError, match="is for limit-holdem"):
        load_blueprint(tmp_path / "small.npz", zermelo.load("limit-holdem"))
    (tmp_path / "text.npz").write_text("hello")
    with pytest.raises(ZermeloError, match=r"text\.npz"):
        load_blueprint(tmp_path / "text.npz", GAME)


def test_other_games_have_no_blueprint():
    one = small_blueprint()
    with pytest.raises(ZermeloError, match="not for kuhn-poker"):
        Blueprint(zermelo.load("kuhn-poker"), one.abstraction, one.deals)
    with pytest.raises(ZermeloError, match="buckets are four numbers"):
        new_blueprint(GAME, (2, 2))
    with pytest.raises(ZermeloError, match="10 deals are too few: 16 hands need ten times as many"):
        new_blueprint(GAME, (2, 2, 2, 2), 10)
