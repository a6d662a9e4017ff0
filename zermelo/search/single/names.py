"""Single-agent searches by name, and which of them suits a problem."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from zermelo.game import Game, ZermeloError, brief
from zermelo.problem import Problem
from zermelo.search.options import read_options
from zermelo.search.single.base import SingleAgent
from zermelo.search.single.best_first import AStar, BreadthFirst, DepthFirst, Greedy, UniformCost
from zermelo.search.single.deepened import IDAStar, IterativeDeepening
from zermelo.search.single.genetic import Genetic
from zermelo.search.single.local import Annealing, HillClimbing, Tabu

KINDS: dict[str, type[SingleAgent]] = {  # in the book's order
    kind.name: kind
    for kind in (
        *(BreadthFirst, DepthFirst, UniformCost, IterativeDeepening, Greedy, AStar, IDAStar),
        *(HillClimbing, Annealing, Tabu, Genetic),
    )
}
OTHERS = {  # what else they are called
    "bfs": "breadth-first",
    "dfs": "depth-first",
    "ucs": "uniform-cost",
    "dijkstra": "uniform-cost",
    "ids": "iterative-deepening",
    "iddfs": "iterative-deepening",
    "gbfs": "greedy",
    "best-first": "greedy",
    "greedy-best-first": "greedy",
    "a*": "astar",
    "a-star": "astar",
    "ida*": "idastar",
    "ida": "idastar",
    "ida-star": "idastar",
    "hill": "hill-climbing",
    "simulated-annealing": "annealing",
    "tabu-search": "tabu",
}


def single_name(text: str) -> str | None:
    """The name of the search that a person calls so, options aside; None: there is none."""
    name = text.partition(":")[0].strip().lower().replace("_", "-")
    name = OTHERS.get(name, name)
    return name if name in KINDS else None


def single_agent(text: str) -> SingleAgent:
    """The search that a person typed, NAME or NAME:option=value,…. Raises ZermeloError naming what is allowed."""
    name, typed = single_name(text), text.partition(":")[2]
    if name is None:
        near = get_close_matches(text.partition(":")[0].lower(), [*KINDS, *OTHERS], 1)
        hint = f"did you mean {OTHERS.get(near[0], near[0])}?" if near else f"there are {', '.join(KINDS)}"
        raise ZermeloError(f"no search for one agent is called '{brief(text)}'; {hint}")
    return KINDS[name](**read_options(name, KINDS[name], typed, _no_engine))


def _no_engine(text: str) -> Any:
    raise ValueError("no option of these searches names an engine")


def usual_search(problem: Game) -> SingleAgent:
    """The search that solves a problem where nobody names one; of a game that is none, one that says so."""
    if not isinstance(problem, Problem) or problem.heuristic is not None:
        return AStar()
    if problem.sample is not None and problem.value is not None:
        return HillClimbing(restarts=1000, sideways=100)
    return UniformCost()
