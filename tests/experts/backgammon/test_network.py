"""The network that is backgammon's own opinion."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.evaluate import fitted_opinion, opinion, trained_game
from zermelo.experts.backgammon.inputs import COUNT
from zermelo.experts.backgammon.network import NETWORK, network
from zermelo.experts.backgammon.outcomes import winning
from zermelo.experts.backgammon.race import has_contact
from zermelo.game import ZermeloError
from zermelo.games.backgammon.board import START, side_of
from zermelo.search.base import chosen_evaluator


def test_the_file_is_for_the_rules_as_they_are_and_says_how_it_was_made():
    game = zermelo.load("backgammon", cube=True, length=5)
    network().check_fits(game, trained_game(game))
    assert NETWORK.stat().st_size < 1_000_000
    header = network().header
    assert (header["method"], header["network"]) == ("td", [COUNT, 512, 6])
    how = f"{header['games']:,} games of a teacher, seed 0; the teacher: 1,680,000 games against itself"
    assert header["trained_on"].startswith(how)
    assert header["strength"][0]["score"] > 0.95


def test_no_gammon_is_lost_once_a_checker_is_off():
    outcomes = opinion(zermelo.load("backgammon")).outcomes
    off = side_of([3, 4, 4, 2, 0, 0, 0, *[0] * 17, 2])
    other = side_of([0, 0, 2, 3, 4, 2, 2, 2])
    assert has_contact(off, other)
    assert outcomes(off, other).loss_gammon == outcomes(off, other).loss_backgammon == 0
    assert outcomes(other, off).win_gammon == outcomes(other, off).win_backgammon == 0
    assert sum(outcomes(off, other)) == pytest.approx(1)


def test_the_fitted_weights_stay_at_hand():
    game = zermelo.load("backgammon")
    engine = zermelo.engine("expectiminimax:depth=1,evaluate=fitted")
    fitted = chosen_evaluator(engine.evaluate, game)
    assert fitted is fitted_opinion(game)
    one, other = (winning(evaluator.outcomes(START, START)) for evaluator in (fitted, opinion(game)))
    assert one != other
    assert one == pytest.approx(other, abs=0.1)
    with pytest.raises(ZermeloError, match="nim has no fitted evaluation besides its own"):
        chosen_evaluator("fitted", zermelo.load("nim"))


def test_an_analysis_tells_the_chances_of_the_outcomes():
    game = zermelo.load("backgammon")
    found = zermelo.Expectiminimax(depth=1, compiled=False).analyse(game, game.result(game.initial(), 31))
    assert game.action_text(found.state, found.action) == "8/5 6/5"
    assert [term.name for term in found.terms][:2] == ["single games won", "gammons won"]
    assert sum(term.feature for term in found.terms) == pytest.approx(1)
    assert sum(term.share for term in found.terms) == pytest.approx(found.value, abs=1e-5)
