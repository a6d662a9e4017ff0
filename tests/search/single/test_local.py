"""Local search: the lecture's blocks world, queens, and random restarts."""

from __future__ import annotations

import pytest

import zermelo


def scores(points):
    """The value of the start, after its only move, and after each move from there, by what is moved where."""
    blocks = zermelo.load("blocks-world", points=points)
    start = blocks.initial()
    (only,) = blocks.legal(start)
    after = blocks.result(start, only)
    then = {blocks.action_text(after, a): blocks.worth(blocks.result(after, a)) for a in blocks.legal(after)}
    return blocks.worth(start), blocks.worth(after), then, blocks.worth(blocks.read_state("ABCDEFGH"))


def test_the_lectures_blocks():
    assert scores("local") == (4, 6, {"A to H": 4, "H to A": 4, "H to table": 4}, 8)
    assert scores("global") == (-28, -21, {"A to H": -28, "H to A": -16, "H to table": -15}, 28)


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
def test_hill_climbing_is_stuck_by_one_heuristic_and_not_by_the_other(compiled):
    stuck = zermelo.HillClimbing(compiled=compiled).solve(zermelo.load("blocks-world"))
    assert (stuck.outcome, stuck.value, stuck.line_text()) == ("stuck", 6, ["A to table"])
    climbs = zermelo.HillClimbing(compiled=compiled).solve(zermelo.load("blocks-world", points="global"))
    assert (climbs.outcome, climbs.value) == ("found", 28)


def test_sideways_steps_and_restarts_solve_more_boards_of_queens():
    """Steepest ascent alone solves about 14% of the boards, with 100 steps sideways about 94%."""
    queens = zermelo.load("n-queens:complete=true")
    boards = [queens.sample((0.5 + board) / 25) for board in range(25)]
    plain, sideways = (
        sum(zermelo.HillClimbing(compiled=False, sideways=steps).solve(queens, board).is_found for board in boards)
        for steps in (0, 100)
    )
    assert plain <= 9
    assert sideways >= 20
    again = zermelo.HillClimbing(compiled=False, restarts=100, seed=3).solve(queens)
    assert again.is_found
    assert again.starts > 1


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("search", ["annealing", "tabu", "genetic"])
def test_queens_are_placed_by_every_local_search(search, compiled):
    queens = zermelo.load("n-queens:complete=true")
    way = zermelo.engine(f"{search}:compiled={str(compiled).lower()}").solve(queens)
    assert way.is_found
    assert way.value == 0
    assert queens.is_goal(way.end)
    if way.actions is not None:
        assert way.states()[-1] == way.end


def test_hill_climbing_places_queens_one_by_one_until_it_is_stuck():
    way = zermelo.HillClimbing(compiled=False).solve(zermelo.load("n-queens"))
    assert (way.outcome, way.value, way.end.placed) == ("stuck", -3, 5)


def test_tabu_goes_to_no_state_twice_in_a_row():
    queens = zermelo.load("n-queens:complete=true,size=4")
    way = zermelo.Tabu(compiled=False, steps=30, tabu=30).solve(queens)
    assert len(set(way.states())) == len(way.states())


def test_the_same_seed_gives_the_same_way():
    queens = zermelo.load("n-queens:complete=true")
    one, same, other = (zermelo.Annealing(compiled=False, seed=seed).solve(queens) for seed in (5, 5, 6))
    assert one.actions == same.actions != other.actions
