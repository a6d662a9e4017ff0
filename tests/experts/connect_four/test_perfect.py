"""alphabeta with the exact solver of Connect Four."""

from __future__ import annotations

import pytest
from experts.connect_four.twin import connect_four, plain_scorer

import zermelo
from zermelo.experts.connect_four.perfect import build_opening_table
from zermelo.experts.connect_four.perfect.openings import opening_table_path
from zermelo.search.analysis import SOLVER
from zermelo.search.task import Limits


@pytest.fixture(autouse=True)
def own_cache(monkeypatch, request, tmp_path):
    """Opening tables of other runs are not found."""
    if "long" not in request.keywords:
        monkeypatch.setenv("ZERMELO_DATABASES", str(tmp_path))


def interpreted(**options):
    return zermelo.AlphaBeta(compiled=False, **options)


def test_every_move_has_its_true_value_and_distance():
    game = connect_four(4, 4)
    score, state = plain_scorer(game), game.read_state("1213")
    while not game.is_terminal(state):
        analysis = interpreted(perfect=True).analyse(game, state)
        best = score(state)
        assert analysis.chosen == SOLVER
        assert analysis.exact
        assert analysis.value == (best > 0) - (best < 0)
        for candidate in analysis.candidates:
            true = -score(game.result(state, candidate.action))
            assert candidate.decided
            assert candidate.bound == "exact"
            assert candidate.value == (true > 0) - (true < 0)
        end = state
        for action in analysis.line:
            end = game.result(end, action)
        assert game.is_terminal(end)
        assert analysis.distance == (len(analysis.line) if best else None)
        state = game.result(state, analysis.action)


def test_some_moves_only_and_several_lines():
    game = connect_four(4, 3)
    session = interpreted(perfect=True, lines=3).open(game)
    state = game.read_state("1122")
    analysis = session.analyse(state)
    assert len(analysis.variations) == 3
    assert analysis.variations[0].line == analysis.line
    only = session.analyse(state, limits=Limits(only=[3]))
    assert only.action == 3
    assert [candidate.action for candidate in only.candidates] == [3]
    assert only.value == next(one.value for one in analysis.candidates if one.action == 3)


def test_the_solver_is_asked_where_only_the_time_is_limited():
    game, other = zermelo.load("connect-four"), zermelo.load("tic-tac-toe")
    assert zermelo.AlphaBeta(time=1).uses_solver(game)
    assert zermelo.AlphaBeta(depth=3, perfect=True).uses_solver(game)
    for options in ({"depth": 3}, {"nodes": 3}, {"evaluate": "none"}, {"compiled": False}, {"exact": True}):
        assert not zermelo.AlphaBeta(time=1, **options).uses_solver(game)
    assert not zermelo.AlphaBeta(time=1, perfect=False).uses_solver(game)
    assert not zermelo.AlphaBeta(time=1).uses_solver(connect_four(4, 4))
    assert zermelo.AlphaBeta(time=1, perfect=True).uses_solver(connect_four(4, 4))
    assert not zermelo.AlphaBeta(time=1, perfect=True).uses_solver(other)


def test_a_position_that_takes_too_long_is_searched():
    game = zermelo.load("connect-four")
    analysis = interpreted(perfect=True, depth=1, time=0.05).analyse(game)
    assert analysis.chosen == ""
    assert analysis.action in game.legal(game.initial())


def test_whoever_watches_sees_a_search_before_the_solver_answers():
    seen = []
    analysis = interpreted(perfect=True).analyse(connect_four(4, 3), watch=seen.append)
    assert [found.depth for found in seen] == list(range(1, len(seen) + 1))
    assert all(found.chosen == "" for found in seen)
    assert len(seen) > 3
    assert analysis.chosen == SOLVER


def test_an_opening_table_is_used_and_a_damaged_one_is_not():
    game = connect_four(4, 4)
    build_opening_table(game, 3, compiled=False)
    found = interpreted(perfect=True).open(game)
    assert found.solver.openings.plies == 3
    path = opening_table_path(game)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(zermelo.ZermeloError, match="is truncated or damaged: its digest is wrong"):
        interpreted(perfect=True).open(game)


@pytest.mark.long
def test_the_strongest_play_never_errs():
    """Compiled, on the whole board, for both sides to the end."""
    game = zermelo.load("connect-four")
    state, session = game.read_state("444444265"), zermelo.AlphaBeta(perfect=True).open(game)
    values = []
    while not game.is_terminal(state):
        analysis = session.analyse(state)
        assert analysis.chosen == SOLVER
        values.append(analysis.value if game.to_move(state) == 0 else -analysis.value)
        state = game.result(state, analysis.action)
    assert set(values) == {game.utility(state, 0)}
