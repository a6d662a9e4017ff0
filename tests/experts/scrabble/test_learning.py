"""`zermelo learn scrabble --method leaves`: it learns, is saved, resumed, and plays."""

from __future__ import annotations

from pathlib import Path

import pytest

import zermelo
from zermelo.evaluate.learned.file import read_learned
from zermelo.experts.scrabble.learning import Leaves
from zermelo.experts.scrabble.leaves import Terms, model_of
from zermelo.game import ZermeloError
from zermelo.games.scrabble.tiles import read_tiles
from zermelo.learn.course import Budget, begin, learn, resume
from zermelo.learn.methods import method_named

SMALL = (
    "scrabble:size=5,rack=3,words=AT+TA+CAT+ACT+TACT+BAT+TAB+AB+BA+ABB+CAB,tiles=A1x6+B3x3+C3x3+T1x5+?0x2,exchange=3"
)


def test_a_run_that_is_resumed_ends_as_one_that_was_not(tmp_path):
    game, method = zermelo.load(SMALL), Leaves(block=20, compared=10, measured=40)
    whole = learn(begin(game, method, 7), tmp_path / "whole.learned", Budget(80))
    learn(begin(game, method, 7), tmp_path / "part.learned", Budget(40))
    rest = learn(lambda: resume(game, Leaves, tmp_path / "part.learned"), tmp_path / "part.learned", Budget(80))
    assert whole.header == rest.header
    assert (tmp_path / "whole.learned").read_bytes() == (tmp_path / "part.learned").read_bytes()
    assert [point["games"] for point in whole.header["curve"]] == [40, 80]
    assert "kept alone: " in whole.told()
    learned = read_learned(tmp_path / "part.learned")
    tiles = read_tiles(game.parameters["tiles"])
    terms, model = Terms(tiles), model_of(learned, tiles)
    assert terms.worth(model, [64]) > terms.worth(model, [3])  # a blank is worth more than a C
    found = zermelo.analyse(
        game,
        game.read_state("5/5/5/5/5 ABC/ATC 0/0"),
        zermelo.engine(f"wordsmith:style=static,leaves={tmp_path / 'part.learned'}"),
    )
    assert found.candidates


def test_other_games_and_tiles_are_refused(tmp_path):
    with pytest.raises(ZermeloError, match="leaves learns scrabble for two, not nim"):
        begin(zermelo.load("nim"), Leaves(), 1)
    with pytest.raises(ZermeloError, match=r"leaves learns scrabble for two, not scrabble:.*players=3"):
        begin(zermelo.load(SMALL + ",players=3"), Leaves(), 1)
    game = zermelo.load(SMALL)
    learn(begin(game, Leaves(block=5), 7), tmp_path / "small.learned", Budget(5))
    learned = read_learned(Path(tmp_path / "small.learned"))
    with pytest.raises(ZermeloError, match="has leaves for other tiles than the game has"):
        model_of(learned, read_tiles("english"))


def test_the_method_is_found_by_name():
    assert method_named("leaves") is Leaves
    with pytest.raises(
        ZermeloError,
        match="no method of learning is called 'leafs'; there are samuel, td, alphazero, imitation, bootstrap, leaves",
    ):
        method_named("leafs")
