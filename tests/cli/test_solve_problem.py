"""`zermelo solve` of problems, and `zermelo solve --compare`."""

from __future__ import annotations

import json

import pytest


def test_solve_tells_the_way_and_the_nodes(zermelo):
    code, out, _ = zermelo("solve", "route")
    assert code == 0
    assert "solved in 4 actions at a cost of 418, and no way costs less (astar)" in out
    assert "Sibiu Rimnicu Pitesti Bucharest" in out
    assert "16 nodes generated, 5 expanded, 10 in memory" in out


def test_json(zermelo):
    report = json.loads(zermelo("solve", "route", "--method", "greedy", "--json")[1])
    assert (report["outcome"], report["cost"], report["generated"]) == ("found", 450, 10)
    assert report["line"] == ["Sibiu", "Fagaras", "Bucharest"]


def test_which_generates_fewer_nodes(zermelo):
    """The exercise: breadth-first, depth-first, uniform-cost, greedy and A* on a graph from a to z."""
    graph = "route:map=a b 1; a c 4; b c 2; b d 6; c d 3; d z 1; a 7; b 6; c 4; d 1; z 0"
    out = zermelo("solve", graph, "--compare")[1]
    rows = {line.split()[0]: line.split() for line in out.splitlines() if line}
    assert rows["astar"][1:4] == rows["uniform-cost"][1:4] == ["cheapest", "4", "7"]
    assert "fewest nodes: " in out
    assert "genetic needs crossover" in out
    report = json.loads(zermelo("solve", graph, "--compare", "--method", "bfs+dfs+ucs+gbfs+a*", "--json")[1])
    counts = {one["algorithm"]: one["generated"] for one in report["searches"]}
    assert len(counts) == 5
    assert counts[report["fewest"]] == min(counts.values())


def test_layers_of_a_small_problem(zermelo):
    report = json.loads(zermelo("solve", "route:map=a b 1; b c 1", "--layers", "--json")[1])
    assert report["layers"] == [1, 1, 1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("route", "--method", "astra"), "did you mean astar?"),
        (("nim", "--compare"), "nim is a game"),
        (("route", "--iterations", "3"), "solve takes --method"),
        (("route", "--method", "astar:wight=2"), "wight"),
    ],
)
def test_a_mistake_is_told_in_a_line(zermelo, words, told):
    code, _, error = zermelo("solve", *words)
    assert code == 2
    assert told in error
    assert error.count("\n") == 1


def test_not_found_exits_with_1(zermelo):
    code, out, _ = zermelo("solve", "blocks-world", "--method", "hill-climbing:compiled=false")
    assert code == 1
    assert "stuck in a state of value 6 after 1 step" in out
