"""The book's search problems, in its two spellings, solved by every search."""

from __future__ import annotations

import pytest

import zermelo

NEW = """
class Problem:
    def __init__(self, initial=None, goal=None, **kwds):
        self.__dict__.update(initial=initial, goal=goal, **kwds)
    def actions(self, state):
        raise NotImplementedError
    def result(self, state, action):
        raise NotImplementedError
    def is_goal(self, state):
        return state == self.goal
    def action_cost(self, s, a, s1):
        return 1
    def h(self, node):
        return 0

class Line(Problem):
    def actions(self, state):
        return {"left", "right"}
    def result(self, state, action):
        return state + (1 if action == "right" else -1)
    def action_cost(self, s, a, s1):
        return 3 if a == "right" else 1
    def h(self, node):
        return 3 * max(0, self.goal - node.state)

line = Line(2, 6)
"""
OLD = """
class Problem(object):
    def __init__(self, initial, goal=None):
        self.initial = initial
        self.goal = goal
    def actions(self, state):
        raise NotImplementedError
    def result(self, state, action):
        raise NotImplementedError
    def goal_test(self, state):
        return state == self.goal
    def path_cost(self, c, state1, action, state2):
        return c + 1
    def value(self, state):
        raise NotImplementedError

class Word(Problem):
    def __init__(self):
        Problem.__init__(self, list("cab"), list("abc"))
    def actions(self, state):
        return [0, 1]
    def result(self, state, place):
        state = list(state)
        state[place], state[place + 1] = state[place + 1], state[place]
        return state
    def value(self, state):
        return sum(a == b for a, b in zip(state, self.goal))
"""


def loaded(folder, source):
    (folder / "own.py").write_text(source)
    return zermelo.load(str(folder / "own.py"))


def test_the_notebooks_problem(tmp_path):
    line = loaded(tmp_path, NEW)
    assert line.origin == "an AIMA problem"
    assert line.estimate(line.initial()) == 12
    way = zermelo.AStar().solve(line)
    assert (way.line_text(), way.cost) == (["right"] * 4, 12)
    assert zermelo.IDAStar().solve(line).cost == 12


def test_the_older_problem_with_states_that_are_lists(tmp_path):
    word = loaded(tmp_path, OLD)
    assert zermelo.BreadthFirst().solve(word).cost == 2
    assert zermelo.HillClimbing().solve(word).value is not None
    with pytest.raises(zermelo.ZermeloError, match="needs a heuristic"):
        zermelo.AStar().solve(word)


def test_an_object_is_served_in_python(tmp_path):
    space = {}
    exec(NEW, space)
    assert zermelo.UniformCost().solve(zermelo.adapt(space["Line"](0, 2))).cost == 6


def test_it_is_traced_compared_and_checked(tmp_path, zermelo):
    (tmp_path / "own.py").write_text(NEW)
    file = str(tmp_path / "own.py")
    assert "f = 3 + 9 = 12" in zermelo("trace", file, "-a", "astar")[1]
    assert "astar" in zermelo("solve", file, "--compare", "--method", "bfs+astar")[1]


def test_a_class_without_a_start_says_what_to_do(tmp_path, zermelo):
    (tmp_path / "own.py").write_text(NEW.replace("line = Line(2, 6)", ""))
    code, _, error = zermelo("solve", str(tmp_path / "own.py"))
    assert code == 2
    assert "without an initial state" in error
