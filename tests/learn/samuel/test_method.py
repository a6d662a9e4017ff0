"""Samuel's method: the terms that matter are found."""

from __future__ import annotations

import pytest
from learn.games import race

import zermelo
from zermelo.bits import signed
from zermelo.evaluate.learned import read_learned
from zermelo.evaluate.learned.opinion import learned_evaluator
from zermelo.game import ZermeloError
from zermelo.learn.course import Budget, begin, learn, resume, save
from zermelo.learn.samuel import Samuel
from zermelo.learn.samuel.kernel import terms_of


def test_the_term_that_matters_is_found(tmp_path):
    game = race()
    run = begin(game, Samuel(depth=1, lanes=1, batch=10, opening=4, exploration=0.1), seed=1)
    learn(run, tmp_path / "race.learned", Budget(games=300))
    learned = read_learned(tmp_path / "race.learned")
    weights = {term.name: term.weight for term in learned_evaluator(learned, game).terms(game.initial(), 0)}
    assert weights["lead"] > 0
    assert weights["nothing"] == 0
    assert weights["lead"] > abs(weights["digits"])
    table = run.told().splitlines()
    assert table[0].split() == ["term", "weight", "influence", "before"]
    assert table[1].startswith("lead")
    assert len(table) == 4
    assert learned.header["strength"][1]["score"] > 0.5  # against the weights that the game came with


def test_a_term_that_earns_nothing_is_replaced_from_the_reserve(tmp_path, monkeypatch):
    from zermelo.learn.samuel import method

    monkeypatch.setattr(method, "REVIEW", 20)
    game = race()
    run = begin(game, Samuel(depth=1, lanes=1, batch=10, opening=4, terms=2), seed=1)
    assert run.header["active"] == ["digits", "lead"]
    assert run.header["reserve"] == ["nothing"]
    seen = set()
    for _ in range(40):
        run.advance()
        seen.add((tuple(run.header["active"]), tuple(run.header["reserve"])))
    assert len(seen) > 1
    assert all("lead" in active for active, _ in seen)
    for active, reserve in seen:
        assert sorted((*active, *reserve)) == ["digits", "lead", "nothing"]


def test_positions_are_learned_by_rote(tmp_path):
    game = race()
    run = begin(game, Samuel(depth=1, lanes=1, batch=5, opening=0, rote=12), seed=1)
    run.advance()
    run.advance()
    keys = run.kept["rote_keys"]
    place = signed(game.state_key(game.initial())) & 4095
    assert keys[place] == signed(game.state_key(game.initial()))
    save(run, tmp_path / "x")
    evaluator = learned_evaluator(read_learned(tmp_path / "x"), game)
    value = run.kept["rote_values"][place] * run.factor
    assert evaluator.function(game.initial(), 0) == pytest.approx(value)
    assert evaluator.function(game.initial(), 1) == pytest.approx(-value)
    assert len(evaluator.terms(game.initial(), 0)) == 3


@pytest.mark.parametrize("name", ["checkers", "connect-four", "tic-tac-toe"])
def test_terms_are_those_of_the_evaluation(name):
    from zermelo.evaluate import opinion

    game = zermelo.load(name)
    evaluator, state = opinion(game), game.initial()
    for _ in range(5):
        state = game.result(state, game.legal(state)[-1])
    found = [None] * len(evaluator.terms(state, 0))
    terms_of(evaluator)(state, found)
    assert found == [term.feature for term in evaluator.terms(state, 0)]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("pig", "samuel handles no chance, pig has some: try --method td"),
        ("nim", "samuel learns the weights of an evaluation's terms, and nim has none"),
        ("kuhn-poker", "samuel learns games in which nothing is hidden, and kuhn-poker hides something"),
    ],
)
def test_games_that_cannot_be_learned_are_refused(name, told):
    with pytest.raises(ZermeloError, match=told):
        begin(zermelo.load(name), Samuel(), 0)


def test_a_file_with_other_terms_is_refused(tmp_path):
    from dataclasses import replace

    from zermelo.evaluate import Feature, Linear

    game = race()
    learn(begin(game, Samuel(depth=1, lanes=1, batch=1), 0), tmp_path / "x", Budget(games=1))
    other = replace(game, evaluate=Linear((Feature("pace", 1.0, lambda state, player: 0.0),)))
    with pytest.raises(ZermeloError, match="weighs 'digits', which the game's evaluation does not have"):
        learned_evaluator(read_learned(tmp_path / "x"), other)
    with pytest.raises(ZermeloError, match="has weights for other terms"):
        resume(other, Samuel, tmp_path / "x")
