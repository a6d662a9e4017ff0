"""What the page is told of an analysis beside its values."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sparse_networks import MEASURE, random_weights

import zermelo
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.opinion import sparse_opinion
from zermelo.numerals import given_away
from zermelo.search.analysis import Analysis, Candidate
from zermelo.web.worker.reports import analysis_report

GAME = zermelo.load("breakthrough:rows=5,columns=4")


def test_a_network_s_opinion_is_drawn_piece_by_piece_and_others_are_not():
    places = places_of(GAME)
    evaluator = sparse_opinion(GAME, places, random_weights(places, 8), MEASURE)
    search = zermelo.engine("minimax:depth=1,compiled=false")
    told = analysis_report(search.analyse(replace(GAME, evaluate=evaluator)), 0, True)
    drawn = {(r, c) for r, row in enumerate(told["pieces"]) for c, words in enumerate(row) if words}
    board = GAME.describe(GAME.initial())
    assert drawn == {(r, c) for r, row in enumerate(board.cells) for c, text in enumerate(row) if text}
    plain = analysis_report(search.analyse(GAME), 0, True)
    assert (told["owners"], plain["owners"], plain["pieces"]) == (None, None, None)
    evaluator.release()


def test_a_candidate_says_what_it_gives_away_of_the_game():
    """For the player to move, here the second one; a bound says nothing."""
    game = zermelo.load("othello")
    state = game.result(game.initial(), game.legal(game.initial())[0])
    best, slight, bound = game.legal(state)
    found = (Candidate(best, 0.2), Candidate(slight, 0.1), Candidate(bound, -0.5, "upper"))
    details = {"exact": False, "line": (best,), "depth": 1, "nodes": 9, "seconds": 0.1, "candidates": found}
    told = analysis_report(Analysis(game, state, "test", best, 0.2, in_utilities=True, **details), 1, True)
    first, second, third = told["candidates"]
    assert first["lost"] == 0.0
    assert first["lost_words"] == told["share_words"][1]
    assert second["lost"] == pytest.approx(second["share"] - first["share"])  # shares are for player 0
    assert 0 < second["lost"] < 0.1
    assert second["lost_words"] == f"-{int(first['lost_words'][:-1]) - round(100 * (1 - second['share']))}%"
    assert (third["lost"], third["lost_words"]) == (None, "")
    assert [given_away(share, 0.546) for share in (0.6, 0.549, 0.544, 0.0)] == ["=", "=", "-1%", "-55%"]
