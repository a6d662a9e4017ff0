"""Solving positions: the methods agree, each says what it is, and what is not solved has honest bounds."""

from __future__ import annotations

import random

import naive
import pytest
from solve.graphs import graph_game, naive_values, random_graph

from zermelo import load
from zermelo.game import ZermeloError
from zermelo.search.time.deadline import Deadline
from zermelo.solving.position import PositionSolving


def solved(game, state, method, seconds=None):
    return PositionSolving(game, state, method, compiled=False, megabytes=1).run(Deadline(None, seconds))


@pytest.mark.parametrize("method", ["retrograde", "alphabeta", "proof"])
@pytest.mark.parametrize("spec", ["tic-tac-toe", "nim:stones=12"])
def test_every_method_finds_the_value(spec, method):
    game = load(spec)
    for seed in range(4):
        state, noise = game.initial(), random.Random(seed)
        for _ in range(3):
            state = game.result(state, noise.choice(game.legal(state)))
        found = solved(game, state, method)
        assert found.method == method
        assert found.value == naive.for_mover(game, state, naive.minimax(game, state))
        end = state
        for action in found.line:
            end = game.result(end, action)
        if game.is_terminal(end):
            assert game.utility(end, found.player) == found.value
        if found.distance is not None:
            assert len(found.line) == found.distance


@pytest.mark.parametrize("spec", ["kalah:pits=2,seeds=3", "dots-and-boxes:rows=1,columns=2"])
def test_points_are_found_by_narrow_windows(spec):
    """The value, and an action that keeps it."""
    game = load(spec)
    for state in (game.initial(), *(game.result(game.initial(), action) for action in game.legal(game.initial()))):
        wanted = naive.minimax(game, state)
        found = solved(game, state, "alphabeta")
        assert found.value == solved(game, state, "retrograde").value == naive.for_mover(game, state, wanted)
        assert naive.minimax(game, game.result(state, found.line[0])) == wanted


@pytest.mark.parametrize("seed", range(6))
def test_proof_and_retrograde_agree_on_graphs_with_loops(seed):
    graph = random_graph(seed)
    game, truth = graph_game(graph), naive_values(graph)
    state = game.initial()
    for method in ("retrograde", "proof"):
        found = solved(game, state, method)
        wanted = truth[state.node]
        assert found.value == (wanted > 0) - (wanted < 0)
        assert found.distance == (abs(wanted) - 1 if wanted else None)


def test_auto_lists_a_small_game_and_says_so():
    found = solved(load("nim:stones=9"), load("nim:stones=9").initial(), "auto")
    assert (found.method, found.why) == ("retrograde", "there are few enough states to list them all")
    assert (found.value, found.distance, found.states) == (1.0, 5, 18)


def test_what_is_not_solved_has_bounds():
    game = load("tic-tac-toe:rows=4,columns=4,k=4")
    found = solved(game, game.initial(), "proof", seconds=0.2)
    assert not found.is_solved
    assert (found.low, found.high) in {(-1.0, 1.0), (0.0, 1.0), (-1.0, 0.0)}


def test_nodes_are_those_that_were_visited():
    """Not those of the step that the deadline cut short."""
    game = load("tic-tac-toe:rows=4,columns=4,k=4")
    found = solved(game, game.initial(), "alphabeta", seconds=0.0)
    assert not found.is_solved
    assert 0 < found.nodes < 10_000


@pytest.mark.parametrize("method", ["alphabeta", "proof"])
def test_work_goes_on_from_where_it_was_saved(method):
    """The resumed work finds the same as work that was never interrupted, down to the number of nodes."""
    game = load("tic-tac-toe") if method == "proof" else load("nim:stones=300,most=6")
    whole, state = [], game.initial()

    def small(seconds=None):
        solving = PositionSolving(game, state, method, compiled=False, megabytes=1)
        solving.works[0].budget = 4 if method == "proof" else 40
        return solving

    finding = small().run(Deadline(), lambda work, found: whole.append(found))
    assert finding.is_solved
    assert len(whole) > 2
    for stop in random.Random(1).sample(range(1, len(whole)), 2):
        first, steps = small(), []
        work = first.works[0]
        for _ in range(stop):
            steps.append(work.step(Deadline()))
        second = small()
        second.works[0].resume(work.header(), work.arrays())
        found = second.run(Deadline())
        assert (found.value, found.distance, found.line) == (finding.value, finding.distance, finding.line)
        assert found.nodes == finding.nodes


@pytest.mark.parametrize(
    ("spec", "method", "told"),
    [
        ("pig", "proof", "proof needs two players, no chance and a constant sum, unlike pig: try alphabeta"),
        ("chess", "alphabeta", "draws depend on the path: try proof"),
        ("chess", "retrograde", "draws depend on the path: try proof"),
        ("chess", "database", "no endgame database has"),
        ("nim", "solver", "nim has no solver of its own: try auto"),
        ("othello", "proof", "played for points: try alphabeta"),
        ("nim", "magic", "no method is called 'magic'; there are auto, database"),
    ],
)
def test_a_method_that_does_not_fit_says_why(spec, method, told):
    game = load(spec)
    with pytest.raises(ZermeloError, match=told):
        PositionSolving(game, game.initial(), method, compiled=False)
