"""`auto`: what it chooses, what it says, and that it solves what it can."""

from __future__ import annotations

import json
from dataclasses import replace

import naive
import pytest
from stones import pile

import zermelo
from zermelo.game import CHANCE
from zermelo.players.auto import Auto, tree_search
from zermelo.search.task import Limits
from zermelo.search.time.deadline import Deadline

SMALL = Auto(nodes=200_000, compiled=False)


@pytest.mark.parametrize(
    ("spec", "chosen"),
    [
        ("chess", "alphabeta"),
        ("connect-four", "alphabeta"),
        ("go:size=9", "mcts"),
        ("amazons", "mcts"),
        ("nim", "mcts"),
        ("pig", "expectiminimax"),
        ("castles", "maxn"),
    ],
)
def test_what_it_chooses(spec, chosen):
    game = zermelo.load(spec)
    assert Auto().choice(game).search.name == chosen
    assert Auto(evaluate="none").choice(game).search.name == "mcts"
    assert Auto().refusal(game) is None


def test_one_player_against_chance_is_served_by_expectiminimax():
    game = replace(zermelo.load("pig"), players=1)
    assert tree_search(game, time=0.5) == zermelo.Expectiminimax(time=0.5)
    assert tree_search(replace(game, players=3), time=0.5) == zermelo.MaxN(time=0.5)


def test_its_budget_and_options_are_passed_on():
    search = Auto(time=0.5, lines=3, threads=2).choice(zermelo.load("connect-four")).search
    assert str(search) == "alphabeta:time=0.5,threads=2,lines=3"
    search = Auto(sims=100, seed=4).choice(zermelo.load("nim")).search
    assert str(search) == "mcts:sims=100,seed=4"
    assert Auto().seconds == 1.0
    assert Auto(nodes=5).seconds is None


@pytest.mark.parametrize("spec", ["nim:stones=30", "tic-tac-toe:rows=2", "[[3,12,8],[2,4,6],[14,5,2]]", "bins"])
def test_small_games_are_solved(spec):
    game = zermelo.load(spec)
    analysis = replace(SMALL, evaluate="none").analyse(game)
    assert (analysis.exact, analysis.chosen) == (True, "solver")
    assert analysis.best.decided
    assert "solved: every line" in str(analysis)
    if spec != "nim:stones=30":
        assert analysis.value == naive.minimax(game, game.initial())


def test_more_players():
    game = zermelo.load("castles")
    analysis = replace(SMALL, evaluate="none").analyse(game)
    assert analysis.exact
    assert analysis.values == naive.maxn(game, game.initial())


def test_it_says_what_it_chose_and_why():
    game = zermelo.load("connect-four")
    analysis = Auto(sims=50, evaluate="none", compiled=False, seed=1).analyse(game)
    assert analysis.engine == "auto:sims=50,evaluate=none,seed=1,compiled=false"
    assert (analysis.chosen, analysis.why.partition(",")[0]) == ("mcts", "no evaluation of this game is known")
    assert "chose mcts: no evaluation of this game is known" in str(analysis)
    report = json.loads(json.dumps(analysis.to_json()))
    assert (report["chosen"], report["why"]) == (analysis.chosen, analysis.why)
    assert "chose mcts" in analysis._repr_html_()
    assert "chose mcts" in analysis._repr_svg_()


def test_what_it_hears_meanwhile_says_it_too():
    heard = []
    Auto(nodes=2000, compiled=False).analyse(zermelo.load("connect-four"), watch=heard.append)
    assert {(one.chosen, one.engine) for one in heard} == {("alphabeta", "auto:nodes=2000,compiled=false")}


def test_a_chance_node_has_a_value_and_so_has_every_outcome():
    game = zermelo.load('{"player": "chance", "probabilities": [0.25, 0.75], "children": [[4, 1], 8]}')
    analysis = SMALL.analyse(game)
    assert analysis.action is None
    assert (analysis.value, analysis.exact, analysis.line) == (7.0, True, ())
    assert [(one.value, one.probability, one.decided) for one in analysis.candidates] == [
        (4.0, 0.25, True),
        (8.0, 0.75, True),
    ]
    text = str(analysis)
    assert "chance is to move: the position is worth this to MAX: +7 (exact)" in text
    assert "outcome  probability  value" in text
    report = analysis.to_json()
    assert (report["action"], report["value"], report["values_for"]) == (None, 7.0, "MAX")
    assert [one["probability"] for one in report["candidates"]] == [0.25, 0.75]
    assert "chance is to move" in analysis._repr_html_()
    assert "chance is to move" in analysis._repr_svg_()


@pytest.mark.parametrize("evaluate", [None, "none"])
def test_a_chance_node_that_cannot_be_solved_is_valued_by_the_chosen_search(evaluate):
    game = zermelo.load("pig:goal=10")
    state = game.result(game.initial(), game.legal(game.initial())[0])
    assert game.to_move(state) == CHANCE
    budget = {"nodes": 4000} if evaluate is None else {"sims": 400}
    analysis = Auto(**budget, evaluate=evaluate, seed=1, compiled=False).analyse(game, state)
    chosen = "expectiminimax" if evaluate is None else "mcts"
    assert (analysis.action, analysis.exact, analysis.chosen) == (None, False, chosen)
    if evaluate is not None:
        assert analysis.simulations == 400  # no leader ends it early
        return
    means = sum(one.probability * one.value for one in analysis.candidates)
    assert analysis.value == pytest.approx(means)


def test_simulations_are_no_budget_of_a_tree_search():
    search = Auto(sims=400).choice(zermelo.load("pig")).search
    assert (search.name, search.time) == ("expectiminimax", 1.0)
    assert Auto(sims=400, nodes=500).choice(zermelo.load("pig")).search.time is None


def test_a_session_keeps_the_table_and_the_tree():
    game = zermelo.load("nim:stones=40")
    session = Auto(nodes=200_000, compiled=False).open(game)
    first = session.analyse()
    state = game.result(game.initial(), first.action)
    second = session.analyse(state)
    assert second.exact
    assert second.nodes < first.nodes / 3
    session.new_game()
    assert session.analyse(state).nodes > 3 * second.nodes


def test_a_clock_and_a_stop_are_heard():
    game = zermelo.load("connect-four")
    session = Auto(evaluate="none", compiled=False).open(game)
    deadline = Deadline(None, 0.05)
    assert session.analyse(deadline=deadline).action in game.legal(game.initial())
    deadline = Deadline()
    deadline.stop()
    assert session.analyse(deadline=deadline).action in game.legal(game.initial())


def test_one_action_alone_and_several_lines():
    game = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    analysis = SMALL.analyse(game, limits=Limits(only=[game.legal(game.initial())[1]]))
    assert (analysis.value, len(analysis.candidates)) == (2.0, 1)
    analysis = SMALL.with_lines(2).analyse(game)
    assert [one.value for one in analysis.variations] == [3.0, 2.0]


def test_without_a_declared_best_utility_a_greater_one_is_found():
    """The first win is not taken for the best."""
    game = replace(zermelo.load("[[1,2],[1,1],[9,9]]"), best_utility=None)
    assert SMALL.analyse(game).value == 9.0


def test_another_total():
    game = pile(total=1.0, utility=lambda state, player: 0.0 if state.player == player else 1.0)
    analysis = SMALL.analyse(game)
    assert analysis.exact
    assert analysis.value in (0.0, 1.0)
    assert analysis.value == naive_total(game, game.initial())


def naive_total(game, state):
    if game.is_terminal(state):
        return game.utility(state, game.to_move(state))
    return max(1.0 - naive_total(game, game.result(state, action)) for action in game.legal(state))
