"""What is told beside a value: chances, the cube, whose a place will be."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from sparse_networks import MEASURE, random_weights

import zermelo
from zermelo.evaluate import Ownership, commentary_of
from zermelo.evaluate.sparse.board import places_of
from zermelo.evaluate.sparse.opinion import sparse_opinion
from zermelo.search.analysis import Analysis, Candidate
from zermelo.show import outlook
from zermelo.show.outlook import choices, endings, lead_words, shares_of_pieces

CHESS, GO, CUBE = zermelo.load("chess"), zermelo.load("go"), zermelo.load("backgammon:cube=true")


def found(game, state, value, action=None, **details):
    one = Candidate(action if action is not None else game.legal(state)[0], value)
    known = {"exact": False, "line": (one.action,), "depth": 1, "nodes": 1, "seconds": 0.1, "candidates": (one,)}
    return Analysis(game, state, "test", one.action, value, **{**known, **details})


def test_chances_to_win_and_to_draw_add_up_and_are_told_for_both_sides():
    told = endings(found(CHESS, CHESS.initial(), 1.0, units="pawns"))
    assert [name for name, _, _ in told] == ["White wins", "Draw", "Black wins"]
    assert sum(int(words.rstrip("%")) for _, _, words in told) == 100
    assert told[0][1] > told[2][1]


def offer():
    """A position in which black may double."""
    state = CUBE.initial()
    for _ in range(2):
        state = CUBE.result(state, CUBE.moves(state)[0])
    return state


def test_a_cube_decision_has_each_choice_with_its_worth_and_cost():
    state = offer()
    assert CUBE.action_text(state, CUBE.legal(state)[1]) == "double"
    rows = choices(found(CUBE, state, 0.1, in_utilities=True))
    assert [name for name, _, _ in rows] == ["no double", "double, take", "double, drop"]
    assert rows[0][1:] == ["+0.10 points", "the best"]
    assert rows[1][2].startswith("-")
    assert rows[2][1:] == ["+1.00 points", ""]


def test_gammons_are_told_in_backgammon():
    state = offer()
    told = commentary_of(CUBE).endings(CUBE, state)
    assert [name for name, _ in told][2:] == ["black with a gammon", "white with a gammon"]
    assert abs(told[0][1] + told[1][1] - 1) < 1e-6
    assert 0 < told[2][1] < told[0][1]


def test_a_table_s_certainty_is_an_estimate_until_it_is_proved(monkeypatch):
    """The bear-off's tables say 0 where the chance is below what they can hold."""
    said = SimpleNamespace(endings=lambda game, state: [("black wins", 1.0), ("white wins", 0.0), ("a gammon", 0.0)])
    monkeypatch.setattr(outlook, "commentary_of", lambda game: said)
    told = endings(found(CUBE, offer(), 1.0, in_utilities=True))
    assert [words for _, _, words in told] == ["99%", "1%", "0%"]
    proved = (Candidate(CUBE.legal(offer())[0], 1.0, decided=True),)
    told = endings(found(CUBE, offer(), 1.0, in_utilities=True, candidates=proved))
    assert [words for _, _, words in told] == ["100%", "0%", "0%"]


def test_a_lead_that_the_chances_contradict_is_not_told():
    owned = Ownership(((0.0,),), 5.4)
    game = SimpleNamespace(player_name=GO.player_name)
    assert lead_words(game, owned, 0.8) == "Black leads by about 5.5 points"
    assert lead_words(game, owned, 0.4) == ""
    assert lead_words(game, owned, None) == ""
    assert lead_words(game, Ownership(((0.0,),), 0.1), 0.6) == "about even in points"


def test_what_each_piece_adds_is_told_by_cell():
    """By a sparse network; other evaluations do not go by pieces."""
    plain = zermelo.load("breakthrough:rows=5,columns=4")
    places = places_of(plain)
    evaluator = sparse_opinion(plain, places, random_weights(places, 8), MEASURE)
    game = replace(plain, evaluate=evaluator)
    search = zermelo.engine("minimax:depth=1,compiled=false")
    shares = shares_of_pieces(search.analyse(game))
    board = game.describe(game.initial())
    assert [len(row) for row in shares] == [len(row) for row in board.cells]
    for piece, share in evaluator.standing(game.initial(), 0):
        assert float(shares[piece.row][piece.column]) == pytest.approx(share, abs=0.051)
        assert board.cells[piece.row][piece.column]
    assert shares_of_pieces(search.analyse(plain)) is None
    evaluator.release()
