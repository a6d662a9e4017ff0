"""A user's game is compared with its compiled self before it is first searched."""

from __future__ import annotations

from pathlib import Path

import pytest

import zermelo
from zermelo.compile.trust import compare

FAULTY = Path(__file__).parents[1] / "faulty_games"

GAME = """
from typing import NamedTuple
import numpy as np
from zermelo import Game

TABLE = np.arange(4)

class Step(NamedTuple):
    place: int
    ply: int

def actions(state):
    yield 1
    yield 2

def result(state, step):
    {result}

def utility(state, player):
    value = {utility}
    return value if player == 0 else -value

def step() -> Game:
    return Game(lambda: Step(0, 0), lambda state: state.ply % 2, actions, result, lambda state: state.ply == 3, utility)
"""
RESULT = "return Step(state.place + step, state.ply + 1)"


def difference(tmp_path, result=RESULT, utility="1.0 if state.place % 2 else -1.0"):
    (tmp_path / "step.py").write_text(GAME.format(result=result, utility=utility))
    return compare.find_difference(zermelo.load(str(tmp_path / "step.py")))


def test_a_game_that_is_the_same_both_ways(tmp_path):
    assert difference(tmp_path) == compare.Difference("")


def test_an_integer_that_wraps_inside_a_function(tmp_path):
    found = difference(tmp_path, utility="1.0 if (state.place + 3) * 2**62 > 0 else -1.0")
    assert found.text == "after 1 1 1, utility(state, 0) is -1.0 compiled and 1.0 interpreted"
    assert not found.is_wide


def test_an_integer_in_the_state_that_does_not_fit(tmp_path):
    found = difference(tmp_path, result="return Step((state.place + step) * 2**40, state.ply + 1)")
    assert found.is_wide
    assert found.text.startswith("after 1 1, place is ")
    assert "does not fit the signed 64 bits of compiled integers" in found.text


def test_an_array_that_is_read_past_its_end(tmp_path):
    found = difference(tmp_path, utility="float(TABLE[state.place])")
    assert found.text.startswith("after 1 1 2, utility(state, 0) raises IndexError: index 4 is out of bounds")


def test_bounds_are_checked_in_compiled_code(tmp_path):
    """A write past the end that Python would report only later."""
    found = difference(tmp_path, result="return Step(TABLE[:2][state.ply], state.ply + 1)")
    assert "IndexError" in found.text


def test_a_game_that_differs_runs_interpreted_and_says_so(capsys):
    game = zermelo.load(f"{FAULTY}/overflow.py")
    analysis = zermelo.Minimax().analyse(game)
    assert (analysis.value, analysis.exact, analysis.compiled) == (1.0, True, False)
    assert "compiled it would be another game: after 3000000019 3000000019 3000000019, value is" in analysis.reason
    assert analysis.to_json()["reason"] == analysis.reason
    with pytest.raises(zermelo.ZermeloError, match="does not compile: compiled it would be another game"):
        zermelo.Minimax(compiled=True).analyse(game)


def test_the_verdict_is_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path / "cache"))
    (tmp_path / "step.py").write_text(GAME.format(result=RESULT, utility="float(TABLE[state.place])"))
    first = compare.known_difference(zermelo.load(str(tmp_path / "step.py")))
    monkeypatch.setattr(compare, "find_difference", None)  # may not be asked again
    assert compare.known_difference(zermelo.load(str(tmp_path / "step.py"))) == first


def test_games_of_this_package_are_not_compared(monkeypatch):
    monkeypatch.setattr(compare, "find_difference", None)
    assert compare.known_difference(zermelo.load("nim:stones=5")) == compare.Difference("")


@pytest.mark.parametrize(("factor", "same"), [(1, True), (2**62, False)])
def test_symmetries_that_compiled_code_does_not_see(factor, same):
    """The mirror image is found by way of a number that wraps around."""
    from dataclasses import replace

    from stones import PileState, pile

    def mirrored(state):
        yield PileState(state.stones * factor // factor, 1 - state.player)

    game = pile(result=lambda state, n: PileState(state.stones - n, n % 2), to_move=lambda state: 0)
    game = replace(game, symmetries=mirrored)
    found = compare.find_difference(game)
    assert (found == compare.Difference("")) == same
    assert same or "common key of symmetries(state)" in found.text
