"""Evaluations that round are the same when they are compiled; true differences are still found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from stones import PileState, pile

import zermelo
from zermelo.compile.plain.scratch import scratch
from zermelo.compile.plain.shared import SharedTable
from zermelo.compile.trust import compare
from zermelo.compile.trust.guarded import Outcome
from zermelo.compile.trust.precision import DOUBLE, SINGLE, tolerance_of
from zermelo.evaluate.learned.file import read_learned
from zermelo.learn.course import Budget, begin, learn
from zermelo.learn.td.method import TD

WEIGHTS = np.random.default_rng(1).normal(size=1000).astype(np.float32)
EXACT = WEIGHTS.astype(np.float64)
KNOWN = SharedTable(lambda: WEIGHTS, "weights of a test")


def rounded(state, player):
    """NumPy adds up pairs of pairs, compiled code one after the other."""
    value = np.sum(WEIGHTS * np.float32(0.001 * (1 + state.stones)))
    return float(value) if player == 0 else -float(value)


def wrong(state, player):
    """Compiled, the number wraps around, and a thousandth of the value is gone."""
    value = float(np.sum(WEIGHTS * np.float32(0.001 * (1 + state.stones))))
    if (state.stones + 3) * 2**62 < 0:
        value *= 1.001
    return value if player == 0 else -value


def exact(state, player):
    """The difference is as small as that of rounding, but nothing rounds here."""
    value = 0.1 if (state.stones + 3) * 2**62 < 0 else 0.1000001
    return value if player == 0 else -value


@pytest.mark.long
def test_rounding_is_no_difference():
    assert rounded(PileState(4, 0), 0) != 0.0
    found = compare.find_difference(pile(), rounded)
    assert found == compare.Difference("")


@pytest.mark.long
def test_it_would_be_without_the_tolerance(monkeypatch):
    monkeypatch.setattr(compare, "tolerance_of", lambda evaluate: DOUBLE)
    monkeypatch.setattr(compare, "run_guarded", here)
    found = compare.find_difference(pile(), rounded)
    assert "evaluate(state, 0) is " in found.text


def here(function, *arguments, seconds):
    """Without another process, which would have the usual tolerance."""
    return Outcome(function(*arguments, lambda text, seconds=0.0: None))


@pytest.mark.parametrize("evaluate", [pytest.param(wrong, marks=pytest.mark.long), exact])
def test_a_true_difference_is_found(evaluate):
    found = compare.find_difference(pile(), evaluate)
    assert "evaluate(state, 0) is " in found.text


@pytest.mark.long
def test_utilities_are_compared_as_exactly_as_before():
    def utility(state, player):
        won = 1.0 if (state.stones + 3) * 2**62 < 0 else 1.00001
        return -won if state.player == player else won

    found = compare.find_difference(replace(pile(), utility=utility), rounded)
    assert "utility(state, 0) is " in found.text


def plain(state, player):
    return float(EXACT[0] * state.stones)


def by_table(state, player):
    return KNOWN[state.stones]


def on_the_stack(state, player):
    room = scratch(3)
    return room[0]


def named(state, player):
    return float(np.float32(state.stones))


def test_what_computes_with_32_bits_is_known():
    for evaluate in (None, plain, lambda state, player: plain(state, player)):
        assert tolerance_of(evaluate) == DOUBLE
    for evaluate in (rounded, by_table, on_the_stack, named, lambda state, player: rounded(state, player)):
        assert tolerance_of(evaluate) == SINGLE


@pytest.mark.long
def test_a_learned_file_is_compiled_for_a_users_game(tmp_path):
    game = zermelo.load(str(Path(__file__).parents[2] / "examples" / "kalah_tuple.py"))
    learn(begin(game, TD(hidden=20), seed=1), tmp_path / "kalah.learned", Budget(games=40))
    learned = read_learned(tmp_path / "kalah.learned")
    analysis = zermelo.AlphaBeta(depth=2, evaluate=learned).analyse(game)
    assert (analysis.compiled, analysis.reason) == (True, "")
