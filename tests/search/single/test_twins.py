"""Single-agent searches against slow, obvious ones, on random graphs."""

from __future__ import annotations

import pytest
from hypothesis import given
from plain_search import cheapest, fewest, graphs, on_graph

import zermelo
from zermelo.problem import problem
from zermelo.search.time.deadline import Deadline


def solved(search, puzzle):
    """What a search finds; the laws, which take time in a process of their own, are not tried."""
    return search.searched(puzzle, puzzle.initial(), Deadline())


UNINFORMED = (zermelo.BreadthFirst, zermelo.DepthFirst, zermelo.UniformCost)


@given(graphs())
def test_a_star_and_uniform_cost_find_the_cheapest_way(graph):
    edges, goal, estimates = graph
    roads = on_graph(edges, goal, estimates)
    best = cheapest(roads, 0)
    for search in (zermelo.UniformCost(), zermelo.AStar()):
        way = solved(search, roads)
        assert way.is_found == (best is not None)
        if best is not None:
            assert way.cost == best
            assert roads.is_goal(way.states()[-1])


@given(graphs())
def test_ida_star_finds_the_cheapest_way(graph):
    edges, goal, estimates = graph
    roads = on_graph(edges, goal, estimates)
    best = cheapest(roads, 0)
    if best is not None:  # else it looks for ever longer ways round and round
        assert solved(zermelo.IDAStar(), roads).cost == best


@given(graphs())
def test_breadth_first_and_iterative_deepening_take_the_fewest_actions(graph):
    edges, goal, _ = graph
    roads = on_graph(edges, goal, costs=False)
    least, way = fewest(roads, 0), solved(zermelo.BreadthFirst(), roads)
    assert way.is_found == (least is not None)
    if least is not None:
        assert len(way.actions) == least
        assert len(solved(zermelo.IterativeDeepening(), roads).actions) == least


@given(graphs())
def test_every_search_finds_some_way_if_there_is_one(graph):
    edges, goal, estimates = graph
    roads = on_graph(edges, goal, estimates)
    for kind in (*UNINFORMED, zermelo.Greedy):
        way = solved(kind(), roads)
        assert way.is_found == (cheapest(roads, 0) is not None)
        assert way.outcome in ("found", "there is no way to a goal")


def test_a_weight_above_one_finds_ways_that_cost_at_most_so_many_times_more():
    puzzle = zermelo.load("8-puzzle")
    best, quick = (zermelo.AStar(weight=weight, compiled=False).solve(puzzle) for weight in (1.0, 3.0))
    assert best.cost == 26 <= quick.cost <= 3 * 26
    assert quick.generated < best.generated
    assert best.cheapest
    assert not quick.cheapest


def test_a_state_that_was_expanded_is_taken_up_again_where_a_cheaper_way_to_it_is_found():
    """With estimates that are not too high but uneven, the dear way to 2 is expanded first."""
    roads = on_graph([(0, 1, 1), (1, 2, 1), (0, 2, 3), (2, 3, 5)], 3, {0: 0, 1: 6, 2: 0, 3: 0})
    assert solved(zermelo.AStar(), roads).cost == 7


def test_circles_that_cost_nothing_do_not_trap_ida_star():
    roads = on_graph([(0, 1, 0), (1, 2, 0), (2, 0, 0), (2, 3, 4)], 3, {0: 0, 1: 0, 2: 0, 3: 0})
    way = solved(zermelo.IDAStar(), roads)
    assert (way.cost, way.actions) == (4, (1, 2, 3))


def test_a_negative_cost_is_refused():
    roads = on_graph([(0, 1, -1)], 1)
    with pytest.raises(zermelo.ZermeloError, match="costs less than 0"):
        solved(zermelo.UniformCost(), roads)


def test_a_budget_of_nodes_ends_the_search():
    way = zermelo.BreadthFirst(nodes=50, compiled=False).solve(zermelo.load("8-puzzle"))
    assert way.outcome == "stopped"
    assert way.generated < 60


def test_full_memory_ends_the_search():
    way = zermelo.BreadthFirst(compiled=False, memory=1).solve(zermelo.load("15-puzzle"))
    assert way.outcome == "stopped"
    assert way.kept < 20_000  # a state takes more than 50 bytes


def test_a_state_that_is_a_goal_needs_no_action():
    done = problem(lambda: 0, lambda state: iter((1,)), lambda state, to: to, lambda state: state == 0, compiles=False)
    for kind in (*UNINFORMED, zermelo.IterativeDeepening):
        assert solved(kind(), done).actions == ()


@pytest.mark.parametrize(
    ("search", "game", "words"),
    [
        (zermelo.AStar(), "nim", "astar solves problems"),
        (zermelo.AStar(), "n-queens:complete=true", "needs a heuristic"),
        (zermelo.Genetic(), "8-puzzle", "needs crossover"),
    ],
)
def test_a_refusal_says_why(search, game, words):
    with pytest.raises(zermelo.ZermeloError, match=words):
        search.solve(zermelo.load(game))
