"""Compiled and interpreted searches do the same, and kernels come back from the disk in a second process."""

from __future__ import annotations

import pytest
from fresh import python

import zermelo

SEARCHES = ["astar", "greedy", "uniform-cost", "depth-first", "breadth-first", "idastar"]
PROBLEMS = ["8-puzzle:start=142305678", "n-queens:size=6", "blocks-world:start=BCA,goal=ABC"]
JUGS = """
from typing import NamedTuple
from zermelo import Problem, problem

class JugsState(NamedTuple):
    large: int
    small: int

def jugs(goal: int = 4) -> Problem:
    def actions(state):
        return [0, 1, 2, 3, 4, 5]
    def result(state, action):
        large, small = state
        if action == 0: return JugsState(5, small)
        if action == 1: return JugsState(large, 3)
        if action == 2: return JugsState(0, small)
        if action == 3: return JugsState(large, 0)
        poured = min(large, 3 - small) if action == 4 else -min(small, 5 - large)
        return JugsState(large - poured, small + poured)
    def is_goal(state): return state.large == goal or state.small == goal
    def cost(state, action, after): return 2 if action < 2 else 1
    def heuristic(state): return 0 if is_goal(state) else 1
    return problem(lambda: JugsState(0, 0), actions, result, is_goal, cost=cost, heuristic=heuristic)
"""


@pytest.mark.long
@pytest.mark.parametrize("spec", PROBLEMS)
@pytest.mark.parametrize("search", SEARCHES)
def test_the_same_way_compiled_and_interpreted(spec, search):
    puzzle = zermelo.load(spec)
    fast, slow = (zermelo.engine(f"{search}:compiled={way}").solve(puzzle) for way in ("true", "false"))
    assert fast.compiled
    assert not slow.compiled
    assert (fast.actions, fast.generated, fast.expanded) == (slow.actions, slow.generated, slow.expanded)


@pytest.mark.long
def test_a_users_problem_compiles(tmp_path):
    (tmp_path / "own.py").write_text(JUGS)
    jugs = zermelo.load(str(tmp_path / "own.py"))
    fast, slow = zermelo.AStar(compiled=True).solve(jugs), zermelo.AStar(compiled=False).solve(jugs)
    assert fast.compiled
    assert (fast.actions, fast.cost, fast.generated) == (slow.actions, 8, slow.generated)


def test_a_users_problem_is_solved_interpreted(tmp_path):
    (tmp_path / "own.py").write_text(JUGS)
    jugs = zermelo.load(str(tmp_path / "own.py"))
    assert zermelo.UniformCost(compiled=False).solve(jugs).cost == 8
    assert (
        zermelo.AStar(compiled=False).solve(zermelo.load(f"{tmp_path}/own.py:jugs:goal=9")).outcome.startswith("there")
    )


@pytest.mark.long
def test_kernels_come_back_from_the_disk_in_a_second_process(tmp_path):
    code = """
        import zermelo
        puzzle, queens = zermelo.load("8-puzzle:start=142305678"), zermelo.load("n-queens:complete=true")
        for search in ("astar", "idastar"):
            way = zermelo.engine(search + ":compiled=true").solve(puzzle)
            print(way.line_text(), way.generated)
        for search in ("hill-climbing:restarts=20", "annealing", "tabu", "genetic"):
            way = zermelo.engine(search + (",compiled=true" if ":" in search else ":compiled=true")).solve(queens)
            print(search, queens.state_text(way.end), way.generated)
    """
    first, second = python(code, tmp_path), python(code, tmp_path)
    assert first.stdout == second.stdout
    assert "compiling" in first.stderr
    assert second.stderr == ""
