"""The Othello evaluation: its symmetry, its terms and its advice."""

from __future__ import annotations

import pytest
from experts.othello.boards import SIZES, around, mirrored, some_positions, squares, upside_down

import zermelo
from zermelo.evaluate import opinion
from zermelo.experts.othello.evaluator import evaluator
from zermelo.games.othello import OthelloState


@pytest.mark.parametrize("size", SIZES)
def test_turned_boards_and_exchanged_sides_are_judged_alike(size):
    evaluate = evaluator(size).function
    for _, state in some_positions(size, range(20)):
        value = evaluate(state, 0)
        for turn in (mirrored, upside_down):
            turned = OthelloState(turn(state.mine, size), turn(state.theirs, size), state.player)
            assert evaluate(turned, 0) == pytest.approx(value)
        assert evaluate(state._replace(player=1 - state.player), 0) == pytest.approx(-value)
        assert abs(value) <= size * size


def test_terms_say_why():
    corner = "X" + "-" * 26 + "OX------XO" + "-" * 27 + " X"
    game = zermelo.load("othello")
    terms = {term.name: term for term in opinion(game).terms(game.read_state(corner), 0)}
    assert terms["corners"].feature == 1
    assert terms["corners"].share > 0
    assert terms["stable discs"].share > 0
    given = "-" * 9 + "X" + "-" * 17 + "OX------XO" + "-" * 27 + " X"
    terms = {term.name: term for term in opinion(game).terms(game.read_state(given), 0)}
    assert terms["corners given away"].feature == 1
    assert terms["corners given away"].share < 0


@pytest.mark.parametrize("size", SIZES)
def test_corners_come_first_and_what_gives_them_away_last(size):
    order = evaluator(size).tactics.order
    passes = size * size
    corners = {0, size - 1, size * (size - 1), size * size - 1}
    seen = 0
    for game, state in some_positions(size, range(60)):
        taken = squares(state.mine) | squares(state.theirs)
        replies = {
            action: sum(reply != passes for reply in game.actions(game.result(state, action)))
            for action in game.legal(state)
            if action != passes
        }
        plain = {a: n for a, n in replies.items() if a not in corners and not around(a, size) & (corners - taken)}
        best = sorted(plain, key=lambda a: plain[a])
        assert [order(state, a) for a in best] == sorted((order(state, a) for a in best), reverse=True)
        for corner in set(replies) & corners:
            seen += 1
            for action, number in plain.items():
                if number >= replies[corner]:
                    assert order(state, corner) > order(state, action)
    assert seen


@pytest.mark.long
def test_the_advice_compiles():
    game = zermelo.load("othello")
    assert zermelo.AlphaBeta(depth=2, compiled=True).analyse(game).compiled
