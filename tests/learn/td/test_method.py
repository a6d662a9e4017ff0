"""TD(λ): small games are learned, and what is learned plays."""

from __future__ import annotations

import numpy as np
import pytest
from learn.games import nim

import zermelo
from zermelo.evaluate.learned import read_learned
from zermelo.evaluate.learned.opinion import learned_evaluator, learned_network
from zermelo.game import ZermeloError
from zermelo.learn.course import Budget, begin, learn, save
from zermelo.learn.td import TD
from zermelo.learn.td.kernel import RANDOM


def test_nim_is_learned(tmp_path):
    """Who faces 4 stones loses, and who faces fewer takes them."""
    game = nim(5)
    run = begin(game, TD(hidden=8, rate=0.02, exploration=0.3, lanes=1, batch=100), seed=1)
    learn(run, tmp_path / "nim.learned", Budget(games=400))
    learned = read_learned(tmp_path / "nim.learned")
    evaluator = learned_evaluator(learned, game)
    lost, won = (evaluator.function(game.result(game.initial(), taken), 1) for taken in (1, 2))
    assert lost < -0.3
    assert won > 0.3
    assert [term.name for term in evaluator.terms(game.initial(), 0)] == ["wins", "losses"]
    assert sum(term.share for term in evaluator.terms(game.initial(), 1)) == pytest.approx(
        evaluator.function(game.initial(), 1), abs=1e-6
    )
    _, values = learned_network(learned, game)([game.initial()])
    assert len(values) == 1
    assert {one["against"] for one in learned.header["strength"]} == {"random"}


def test_games_that_cannot_be_learned_are_refused():
    with pytest.raises(ZermeloError, match="td learns to beat an opponent, and 2048 is a game for one"):
        begin(zermelo.load("2048"), TD(), 0)
    with pytest.raises(ZermeloError, match="td learns games in which nothing is hidden"):
        begin(zermelo.load("kuhn-poker"), TD(), 0)
    with pytest.raises(ZermeloError, match="hidden must be a whole number from 1"):
        TD(hidden=0)


def test_weights_that_run_away_are_told(monkeypatch):
    run = begin(nim(3), TD(hidden=2, lanes=1, batch=1), 0)
    run.kept = np.full_like(run.kept, np.nan)
    with pytest.raises(ZermeloError, match="try a rate below"):
        run.advance()


@pytest.mark.long
def test_backgammon_compiled_learns_and_plays(tmp_path):
    """One network serves every way to play, and has chances of six outcomes."""
    game = zermelo.load("backgammon")
    run = begin(game, TD(hidden=10, batch=50), seed=1)
    for _ in range(30):
        run.advance()
    score, _ = run.compared(RANDOM, 100)
    assert score > 0.9
    save(run, tmp_path / "bg.learned")
    learned = read_learned(tmp_path / "bg.learned")
    cubed = zermelo.load("backgammon", cube=True, length=3)
    for one in (game, cubed):
        state = one.result(one.initial(), 31)
        terms = learned_evaluator(learned, one).terms(one.result(state, one.legal(state)[0]), 0)
        assert sum(term.feature for term in terms[:6]) == pytest.approx(1.0, abs=1e-4)
    found = zermelo.Expectiminimax(depth=1, evaluate=learned).analyse(game, game.result(game.initial(), 31))
    assert found.action in game.legal(game.result(game.initial(), 31))
    run.close()
