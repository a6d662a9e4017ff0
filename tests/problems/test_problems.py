"""The problems that come with the package keep the contract, are drawn, written and read."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import zermelo
from zermelo.laws.laws import LAWS
from zermelo.laws.trial import try_laws
from zermelo.picture import Board
from zermelo.show.svg import svg
from zermelo.show.text import text

SPECS = [
    *zermelo.problem_names(),
    "8-puzzle:goal=last,start=867254301,heuristic=misplaced",
    "n-queens:complete=true,size=5",
    "blocks-world:start=AB/CD,goal=DCBA,points=global",
    "route:map=a b 2; a > c 5; b c 1; a 3; b 1; c 0",
]


@pytest.mark.parametrize("spec", zermelo.problem_names())
def test_laws(spec):
    trial = try_laws(replace(zermelo.load(spec), compiles=False), 2, 0, 0.1, LAWS)
    assert [finding for finding in trial.findings if not finding.holds] == []


def walk(puzzle, steps=40):
    """States of a random walk."""
    noise, state, found = random.Random(1), puzzle.initial(), []
    for _ in range(steps):
        found.append(state)
        actions = puzzle.legal(state)
        if not actions:
            break
        state = puzzle.result(state, noise.choice(actions))
    return found


@pytest.mark.parametrize("spec", SPECS)
def test_positions_are_drawn_written_and_read(spec):
    puzzle = zermelo.load(spec)
    for state in walk(puzzle):
        assert puzzle.read_state(puzzle.state_text(state)) == state
        picture = puzzle.describe(state)
        assert isinstance(picture, Board)
        assert text(picture)
        assert svg(picture).startswith("<svg")
        places = set(picture.places())
        for action in puzzle.legal(state):
            assert set(puzzle.touches(state, action)) <= places
            assert puzzle.read_action(state, puzzle.action_text(state, action)) == action


@pytest.mark.parametrize("spec", SPECS)
def test_an_estimate_never_drops_by_more_than_an_action_costs(spec):
    """So none is too high: A* may say that no way costs less."""
    puzzle = zermelo.load(spec)
    assert puzzle.admissible or puzzle.heuristic is None
    for state in walk(puzzle):
        assert puzzle.estimate(state) >= 0
        for action in puzzle.legal(state):
            after = puzzle.result(state, action)
            assert puzzle.estimate(state) <= puzzle.step_cost(state, action, after) + puzzle.estimate(after)
    solved = zermelo.UniformCost(compiled=False, nodes=3000).solve(puzzle)
    if solved.is_found:
        assert puzzle.estimate(solved.end) == 0


@pytest.mark.parametrize("goal", ["first", "last"])
def test_the_distance_that_a_position_carries_is_the_one_counted_anew(goal):
    tiles = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15" if goal == "first" else "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 0"
    puzzle = zermelo.load("15-puzzle", start=tiles, goal=goal)
    assert puzzle.is_goal(puzzle.initial())
    for state in walk(replace(puzzle, is_terminal=lambda state: False), 100):
        assert puzzle.read_state(puzzle.state_text(state)).distance == state.distance


def test_a_typed_map_with_lines_that_are_too_long_promises_nothing():
    assert not zermelo.load("route", map="a b 2; b c 1; a 9; b 1; c 0").admissible
    assert zermelo.load("route", map="a b 2; b c 1; a 3; b 1; c 0").admissible


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("8-puzzle:start=213456780", "cannot be solved"),
        ("8-puzzle:start=11", "9 numbers"),
        ("15-puzzle:korf=11", "korf must be 1 to 10"),
        ("8-puzzle:heuristic=guess", "manhattan, misplaced or none"),
        ("blocks-world:start=AB", "each of ABCDEFGH once"),
        ("n-queens:size=40", "size must be 1 to 15"),
        ("route:goal=Paris", "'Paris' is not on the map"),
        ("route:map=a b", "should end with a number"),
        ("9-puzzle", "did you mean"),
    ],
)
def test_a_mistake_is_told_in_a_line(spec, told):
    with pytest.raises(zermelo.ZermeloError, match=told):
        zermelo.load(spec)


def test_a_solved_problem_says_so():
    puzzle = zermelo.load("8-puzzle")
    goal = puzzle.read_state("0 1 2 3 4 5 6 7 8")
    assert puzzle.is_terminal(goal)
    assert puzzle.ending_text(goal) == "all tiles are in order"
    queens = zermelo.load("n-queens:size=3")
    stuck = queens.read_state("1 3")
    assert queens.is_terminal(stuck)
    assert not queens.is_goal(stuck)


def test_the_default_engine_solves_a_problem_by_a_star():
    found = zermelo.analyse(zermelo.load("route"))
    assert found.chosen == "astar"
    assert found.line_text() == ["Sibiu", "Rimnicu", "Pitesti", "Bucharest"]
    assert found.to_json()["words"] == "solved in 4 actions"


def test_a_search_that_runs_out_of_time_still_moves():
    puzzle = zermelo.load("15-puzzle:korf=1")
    found = zermelo.AStar(time=0.2, compiled=False).analyse(puzzle)
    assert found.action in puzzle.legal(puzzle.initial())
    assert not found.exact


def test_a_problem_is_played_to_its_end():
    record = zermelo.play(zermelo.load("blocks-world:start=BCA,goal=ABC"), ["astar:compiled=false"])
    assert record.end == zermelo.load("blocks-world:start=ABC,goal=ABC").initial()
