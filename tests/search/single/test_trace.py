"""Single-agent searches step by step, in text, in drawings and for the page."""

from __future__ import annotations

import json

import pytest

import zermelo
from zermelo.search.trace.recorder import TooLarge
from zermelo.show.svg import svg
from zermelo.web.worker.debugging.trace_report import trace_report

PUZZLE = "8-puzzle:start=142305678"


@pytest.mark.parametrize("algorithm", ["breadth-first", "depth-first", "uniform-cost", "greedy", "astar"])
def test_a_trace_generates_and_finds_what_the_search_does(algorithm):
    roads = zermelo.load("route")
    shown, way = zermelo.trace_single(roads, algorithm=algorithm), zermelo.engine(algorithm).solve(roads)
    assert (shown.line, shown.cost) == (way.line_text(), way.cost)
    assert (shown.generated, shown.expanded) == (way.generated, way.expanded)


@pytest.mark.parametrize("algorithm", ["iterative-deepening", "idastar"])
def test_rounds_have_a_branch_each(algorithm):
    puzzle = zermelo.load(PUZZLE)
    shown = zermelo.trace_single(puzzle, algorithm=algorithm)
    way = zermelo.engine(f"{algorithm}:compiled=false").solve(puzzle)
    assert shown.line == way.line_text()
    assert len(shown.reached[0].children) == way.rounds
    assert shown.generated == way.generated + way.rounds  # each round begins with the start once more


def test_the_text_tells_sums_the_frontier_and_what_was_found(zermelo):
    code, out, _ = zermelo("trace", "route", "-a", "a*", "--tree")
    assert code == 0
    assert "Expand Sibiu, the first on the frontier: f = 140 + 253 = 393. Still waiting: Timisoara 447, Zerind" in out
    assert "Arad was reached before: a way to it that costs no more is known" in out
    assert "The way to Bucharest known so far costs more" in out
    assert "cost 418: Sibiu Rimnicu Pitesti Bucharest; 16 nodes generated, 5 expanded" in out
    assert "Pitesti → 417 (317 + 100) ★ best" in out


def test_hill_climbing_shows_all_that_lies_around(zermelo):
    out = zermelo("trace", "blocks-world", "-a", "hill-climbing")[1]
    values = [line.rpartition(" value ")[2] for line in out.splitlines() if " leads to value " in line]
    assert values == ["6.", "4.", "4.", "4."]
    assert "Stuck at value 6: no action leads to a better state." in out


def test_json_has_every_step(zermelo):
    report = json.loads(zermelo("trace", "route", "-a", "greedy", "--json")[1])
    assert report["line"] == ["Sibiu", "Fagaras", "Bucharest"]
    assert report["steps"][-1]["event"] == "goal"
    assert report["steps"][1]["state"] == "Arad"


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "hill-climbing"])
def test_the_page_gets_nodes_and_steps_that_fit_together(algorithm):
    game = zermelo.load("route" if algorithm != "hill-climbing" else "blocks-world")
    report = trace_report(game, game.initial(), algorithm=algorithm)
    assert json.loads(json.dumps(report, allow_nan=False)) == report
    ids = [node["id"] for node in report["nodes"]]
    assert len(set(ids)) == len(ids)
    assert all(node["parent"] < index for index, node in enumerate(report["nodes"]))
    assert {step["node"] for step in report["steps"]} == set(range(len(ids)))  # each is seen
    if algorithm == "astar":
        sibiu = next(node for node in report["nodes"] if node["edge"] == "Sibiu")
        assert (sibiu["label"], sibiu["note"], sibiu["state"]) == ("393", "140 + 253", "best")


def test_the_tree_is_drawn():
    drawn = svg(zermelo.trace_single(zermelo.load("route")).picture())
    assert drawn.count("Bucharest") >= 2
    assert "astar: cost 418" in drawn


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("trace", "nim", "-a", "astar"), "nim is a game"),
        (("trace", "n-queens:complete=true", "-a", "genetic"), "genetic has no tree to show"),
        (("trace", "route", "-a", "astar", "--why", "1"), "cuts nothing"),
    ],
)
def test_what_cannot_be_traced_is_told_in_a_line(zermelo, words, told):
    code, _, error = zermelo(*words)
    assert code == 2
    assert told in error
    assert error.count("\n") == 1


def test_a_tree_that_is_too_large_is_refused():
    with pytest.raises(TooLarge, match="more than 100 nodes"):
        zermelo.trace_single(zermelo.load("8-puzzle"), most=100)
