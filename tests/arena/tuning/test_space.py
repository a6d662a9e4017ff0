"""Which options are tuned, and the engine's text with their values."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.arena.tuning.space import Dimension, read_space, tunable
from zermelo.game import ZermeloError


def space(engine, *over):
    return read_space(engine, over, zermelo.engine(engine))


def test_ranges_are_read():
    found = space("mcts:sims=50", "exploration", "rave=20..2000", "patience=1..9", "bias=0..2:linear")
    assert found.dimensions == (
        Dimension("exploration", 0.05, 4.0, True),
        Dimension("rave", 20, 2000, True),
        Dimension("patience", 1, 9, False, True),
        Dimension("bias", 0, 2),
    )
    values = found.values([0.5, 0.0, 0.4, 1.0])
    assert values == {"exploration": 0.447214, "rave": 20.0, "patience": 4, "bias": 2.0}
    assert found.text(values) == "mcts:sims=50,exploration=0.447214,rave=20.0,patience=4,bias=2.0"
    assert zermelo.engine(found.text(values)).patience == 4
    assert space("mcts", "exploration=.1..1e1").text({"exploration": 0.5}) == "mcts:exploration=0.5"


def test_places_and_values():
    one = Dimension("x", 0.1, 10, True)
    assert [one.at(place) for place in (0, 0.5, 1)] == [0.1, 1.0, 10]
    assert one.place_of(one.at(0.3)) == pytest.approx(0.3, abs=1e-5)
    whole, luck = Dimension("n", 1, 3, False, True), random.Random(1)
    assert {whole.at(0.75, luck.random()) for _ in range(50)} == {2, 3}  # between the two
    assert [whole.at(place) for place in (0, 0.5, 1)] == [1, 2, 3]


def test_options_declare_what_may_be_tuned():
    assert set(tunable(zermelo.MCTS())) >= {"exploration", "rave", "epsilon"}
    assert not {"sims", "time", "threads", "seed", "megabytes"} & set(tunable(zermelo.MCTS()))


def test_an_engine_of_one_s_own_takes_any_numbers(tmp_path):
    file = tmp_path / "own.py"
    file.write_text("def flat(game, state, sims=20, c=1.5):\n    return game.legal(state)[0]\n")
    found = space(f"{file}:flat", "sims=5..50", "c=0.5..2")
    assert [one.is_whole for one in found.dimensions] == [True, False]
    text = found.text(found.values([0.5, 0.5]))
    assert text == f"{file}:flat,sims=28,c=1.25"
    assert zermelo.engine(text).options == {"sims": 28, "c": 1.25}


@pytest.mark.parametrize(
    ("over", "told"),
    [
        ([], "say which options to tune, such as --over exploration=0.05..4:log"),
        (["sims=1..10"], "sims of mcts:sims=9 is not tuned; it can be tuned over exploration, urgency"),
        (["size=1..2"], "has no option 'size'"),
        (["exploration=2..1"], "ends above its beginning"),
        (["exploration=a..1"], "two numbers"),
        (["exploration=1..nan"], "two numbers"),
        (["exploration=1"], "a range is written option=low..high"),
        (["exploration=-1..1"], "exploration must be a number above 0, not -1"),
        (["bias=0..3:log"], "a logarithmic range begins above 0"),
        (["patience=0.5..3"], "patience must be a whole number"),
        (["bias=0..1", "bias=0..2"], "bias is named twice"),
        (["exploration"] * 9, "at most 8 options"),
    ],
)
def test_mistakes_are_told(over, told):
    with pytest.raises(ZermeloError, match=told):
        space("mcts:sims=9", *over)


def test_what_is_fixed_is_not_tuned():
    with pytest.raises(ZermeloError, match="is in the engine's text already"):
        space("mcts:exploration=1", "exploration=1..2")
