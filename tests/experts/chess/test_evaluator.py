"""The laws of the chess evaluation by fitted weights."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import written_opinion as opinion

GAME = zermelo.load("chess")


def turned(fen):
    """The same position with the colours swapped."""
    board, player, rights, passant, clock, number = fen.split()
    board = "/".join(reversed(board.swapcase().split("/")))
    passant = passant if passant == "-" else passant[0] + str(9 - int(passant[1]))
    return " ".join([board, "b" if player == "w" else "w", rights.swapcase(), passant, clock, number])


def value(fen):
    """White's opinion of a position."""
    return opinion(GAME).function(GAME.read_state(fen), 0)


def test_both_colours_are_seen_alike():
    evaluate = opinion(GAME).function
    for seed in range(60):
        state = random_position(GAME, seed, most=120)
        other = GAME.read_state(turned(GAME.state_text(state)))
        assert evaluate(state, 0) == pytest.approx(evaluate(other, 1))
        assert evaluate(state, 0) == -evaluate(state, 1)


@pytest.mark.long
def test_compiled_and_interpreted_evaluations_are_equal():
    search = zermelo.AlphaBeta(depth=1, evaluate="fitted")
    for seed in range(12):
        state = random_position(GAME, seed, most=120)
        assert search.analyse(GAME, state).value == pytest.approx(
            zermelo.AlphaBeta(depth=1, compiled=False, evaluate="fitted").analyse(GAME, state).value
        )


def test_an_evaluation_is_never_a_win():
    queens = "QQQQQQQQ/QQQQQQQQ/8/8/8/8/8/k1K5 b - - 0 1"
    assert 50 < value(queens) < opinion(GAME).win


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("4k3/8/8/8/8/8/8/QR2K3 w - - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "8/8/4k3/8/8/8/8/R3K3 w - - 0 1"),  # driven to the edge
        ("k7/8/8/3K4/8/8/4BN2/8 w - - 0 1", "7k/8/8/4K3/8/8/3BN3/8 w - - 0 1"),  # a corner of the bishop's colour
        ("4k3/8/4K3/8/8/8/8/R7 w - - 0 1", "4k3/8/8/8/8/8/4K3/R7 w - - 0 1"),  # with the help of the king
        ("4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/P7/8/8/4K3 w - - 0 1"),
        ("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1"),
    ],
)
def test_what_is_better(better, worse):
    assert value(better) > value(worse)


@pytest.mark.parametrize(
    "fen",
    [
        "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1",
        "4k3/8/8/8/8/8/p7/4KB2 w - - 0 1",
        "4k1n1/8/8/8/8/8/8/R3K3 w - - 0 1",
    ],
)
def test_what_cannot_be_won_counts_little(fen):
    assert abs(value(fen)) < 1.5


def test_the_fit_sees_the_same_evaluation():
    """What benchmarks/fit_chess.py believes that an evaluation is made of adds up to it."""
    path = Path(__file__).parents[3] / "benchmarks" / "fit_chess.py"
    if not path.exists():
        pytest.skip("no benchmarks beside the tests")
    spec = importlib.util.spec_from_file_location("fit_chess", path)
    fit_chess = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(fit_chess)
    unknowns = fit_chess.Unknowns()
    for seed in range(15):
        state = random_position(GAME, seed, most=160)
        added = sum(unknowns.present[index] * times for index, times in unknowns.coefficients(state).items())
        mating = next(term.share for term in opinion(GAME).terms(state, 0) if term.name == "mating")
        assert added + mating == pytest.approx(opinion(GAME).function(state, 0))
