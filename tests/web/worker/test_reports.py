"""What the page is told of an analysis beside its values."""

from __future__ import annotations

from dataclasses import replace

from sparse_networks import MEASURE, random_weights

import zermelo
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.opinion import sparse_opinion
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
