"""Published numbers: the 8-puzzle by depth, Korf's 15-puzzles, Romania, queens."""

from __future__ import annotations

import csv
import json

import pytest

import zermelo
from zermelo.problems.game_15_puzzle import KORF

BY_DEPTH = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878, 16993, 17110),
    *(23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]
LENGTHS = (57, 55, 59, 56, 56, 52, 52, 50, 46, 59)
GENERATED = (  # by Korf's own program, in 1985
    *(276361933, 15300442, 565994203, 62643179, 11020325, 32201660, 387138094, 39118937, 1650696, 198758703),
)
HARDEST = ("8 7 6 0 4 1 2 5 3", "8 0 6 5 4 7 2 3 1")


def test_all_states_of_the_8_puzzle_by_depth():
    puzzle = zermelo.load("8-puzzle")
    assert zermelo.layers(puzzle, puzzle.read_state("0 1 2 3 4 5 6 7 8")) == BY_DEPTH
    assert sum(BY_DEPTH) == 181_440


@pytest.mark.parametrize("position", HARDEST)
def test_the_hardest_8_puzzles_take_31_moves(position):
    puzzle = zermelo.load("8-puzzle")
    way = zermelo.AStar(compiled=True).solve(puzzle, puzzle.read_state(position))
    assert way.cost == len(way.actions) == 31
    assert way.cheapest
    assert puzzle.is_goal(way.states()[-1])


def test_the_first_layers_interpreted():
    puzzle = zermelo.load("8-puzzle:start=012345678")
    with pytest.raises(zermelo.ZermeloError, match="not all states were reached"):
        zermelo.layers(puzzle, compiled=False, most=500)


def korf(number):
    way = zermelo.IDAStar(compiled=True).solve(zermelo.load(f"15-puzzle:korf={number}"))
    return len(way.actions), way.generated


@pytest.mark.long
@pytest.mark.parametrize("number", [5, 9])
def test_korfs_15_puzzles_that_are_soon_done(number):
    assert korf(number) == (LENGTHS[number - 1], GENERATED[number - 1])


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 2, 3, 4, 6, 7, 8, 10])
def test_korfs_first_ten_15_puzzles(number):
    """The optimal lengths, and as many nodes as Korf's program generated."""
    assert korf(number) == (LENGTHS[number - 1], GENERATED[number - 1])


def test_korfs_positions_are_his(truth):
    rows = [row for row in csv.reader(truth("single/korf100.csv").open()) if row[0].isdigit()][:10]
    assert [row[1] for row in rows] == list(KORF)
    assert [(int(row[3]), int(row[4])) for row in rows] == list(zip(LENGTHS, GENERATED, strict=True))
    for row in rows:
        puzzle = zermelo.load(f"15-puzzle:korf={row[0]}")
        assert puzzle.estimate(puzzle.initial()) == int(row[2])


EXPANDED = {  # city by city, each with the rank that it was chosen by
    "astar": "Arad 366 Sibiu 393 Rimnicu 413 Fagaras 415 Pitesti 417 Bucharest 418",
    "greedy": "Arad 366 Sibiu 253 Fagaras 176 Bucharest 0",
    "uniform-cost": "Arad 0 Zerind 75 Timisoara 118 Sibiu 140 Oradea 146 Rimnicu 220 Lugoj 229 Fagaras 239 Mehadia 299 "
    "Pitesti 317 Craiova 366 Drobeta 374 Bucharest 418",
}


@pytest.mark.parametrize(("algorithm", "cost"), [("astar", 418), ("greedy", 450), ("uniform-cost", 418)])
def test_romania_is_expanded_as_in_the_book(algorithm, cost):
    shown = zermelo.trace_single(zermelo.load("route"), algorithm=algorithm)
    chosen = [
        f"{shown.game.state_text(shown.reached[step.node].state)} {step.label}"
        for step in shown.steps
        if step.event in ("expand", "goal")
    ]
    assert " ".join(chosen) == EXPANDED[algorithm]
    assert shown.cost == cost


def test_romania_has_the_books_distances(truth):
    known = json.loads(truth("single/single_agent.json").read_text())["romania"]
    for city, cost in known["shortest_to_Bucharest"].items():
        roads = zermelo.load("route", start=city)
        way = zermelo.AStar().solve(roads)
        assert way.cost == cost
        assert roads.estimate(roads.initial()) == known["straight_line_to_Bucharest"][city]


@pytest.mark.parametrize(("size", "solutions"), [(4, 2), (5, 10), (6, 4), (7, 40)])
def test_queens_have_as_many_solutions_as_is_known(size, solutions):
    queens = zermelo.load("n-queens", size=size)
    waiting, found = [queens.initial()], 0
    while waiting:
        state = waiting.pop()
        found += queens.is_goal(state)
        waiting += [queens.result(state, action) for action in queens.legal(state)]
    assert found == solutions
