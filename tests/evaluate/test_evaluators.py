"""Evaluations: what each term sees, and that a search with one plays better than without."""

from __future__ import annotations

import pytest
from conftest import random_position

import zermelo
from zermelo.evaluate import Feature, Guide, Linear, advice, opinion, written_opinion


def terms(spec, position):
    game = zermelo.load(spec)
    return {term.name: term for term in written_opinion(game).terms(game.read_state(position), 0)}


def test_a_linear_evaluation_is_the_sum_of_its_terms():
    evaluator = Linear(
        (Feature("stones", 2.0, lambda s, p: float(s.stones)), Feature("turn", -3.0, lambda s, p: float(s.player == p)))
    )
    state = zermelo.load("nim").read_state("5,1")
    assert evaluator.function(state, 1) == 2 * 5 - 3
    assert [(t.name, t.share) for t in evaluator.terms(state, 1)] == [("stones", 10.0), ("turn", -3.0)]


@pytest.mark.parametrize("spec", ["tic-tac-toe", "connect-four", "chess", "checkers", "othello", "pig"])
def test_the_terms_add_up_and_cancel_between_the_players(spec):
    game = zermelo.load(spec)
    evaluator = opinion(game)
    for seed in range(5):
        state = random_position(game, seed)
        for player in (0, 1):
            shares = sum(term.share for term in evaluator.terms(state, player))
            assert evaluator.function(state, player) == pytest.approx(shares)
        assert evaluator.function(state, 0) == pytest.approx(-evaluator.function(state, 1))


@pytest.mark.parametrize(
    ("fen", "name", "feature"),
    [
        ("4k3/8/8/8/8/8/P1P5/4K3 w - - 0 1", "isolated pawns", 2.0),
        ("4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", "isolated pawns", 0.0),
        ("4k3/8/8/8/P7/8/P7/4K3 w - - 0 1", "doubled pawns", 1.0),
        ("4k3/8/2p5/2p5/8/1P6/P1P5/4K3 w - - 0 1", "doubled pawns", -1.0),
        ("4k3/8/1p3p2/2p1p3/8/3P4/8/4K3 w - - 0 1", "backward pawns", 1.0),
        ("4k3/8/8/8/8/1P6/P2PP3/4K3 w - - 0 1", "connected pawns", 3.0),
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "outposts", 1.0),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "outposts", 0.0),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1", "side to move", -1.0),
        ("4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", "passed pawns", 0.0),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", "bishop pair", 1.0),
        ("4k3/8/8/8/8/8/7P/R3K2R w - - 0 1", "rooks on open files", 1.0),
        ("4k3/7p/8/8/8/8/8/4K2R w - - 0 1", "rooks on open files", 0.5),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "mobility", 0.0),
    ],
)
def test_chess_terms(fen, name, feature):
    assert terms("chess", fen)[name].feature == feature


def test_chess_is_even_at_the_start_but_for_the_move_and_seen_alike_from_both_sides():
    game = zermelo.load("chess")
    evaluate = written_opinion(game).function
    assert evaluate(game.initial(), 0) == terms("chess", game.state_text(game.initial()))["side to move"].share
    white = game.read_state("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 1")
    black = game.read_state("rnbqk2r/pppp1ppp/5n2/2b1p3/4P3/2N5/PPPP1PPP/R1BQKBNR b KQkq - 0 1")
    assert evaluate(white, 0) == pytest.approx(evaluate(black, 1))


def test_checkers_terms():
    seen = terms("checkers", "B:W21,22,K25:B1,2,10")
    assert (seen["men"].feature, seen["kings"].feature) == (1.0, -1.0)
    assert seen["home row"].feature == 2.0
    assert seen["centre"].feature == 0.0


def test_othello_terms():
    corner = "X" + "-" * 26 + "OX------XO" + "-" * 27 + " X"
    assert terms("othello", corner)["corners"].feature == 1.0
    given = "-" * 9 + "X" + "-" * 17 + "OX------XO" + "-" * 27 + " X"
    assert terms("othello", given)["corners given away"].feature == 1.0
    start = zermelo.load("othello").initial()
    assert opinion(zermelo.load("othello")).function(start, 0) == 0


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["othello:size=6", "checkers"])
def test_looking_ahead_beats_chance(spec):
    result = zermelo.match(zermelo.load(spec), [zermelo.AlphaBeta(depth=3), zermelo.Random()], games=8, seed=2)
    assert result.score >= 0.8


@pytest.mark.slow
def test_an_opinion_beats_none():
    game = zermelo.load("othello:size=6")
    informed, flat = zermelo.AlphaBeta(depth=3), zermelo.AlphaBeta(depth=3, evaluate="none")
    assert zermelo.match(game, [informed, flat], games=20, seed=4, opening=4).score > 0.6


@pytest.mark.parametrize("spec", ["chess", "othello", "checkers", "draughts", "breakthrough", "gomoku", "go:size=9"])
def test_the_advice_to_monte_carlo_searches_is_found(spec):
    """A game that moves into a folder of its own must hand on its guide as well as its evaluator."""
    assert advice(zermelo.load(spec)) != Guide()
