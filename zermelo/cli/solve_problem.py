"""The part of `zermelo solve` that solves problems of single-agent search."""

from __future__ import annotations

import typer

from zermelo.cli.common import INTERRUPTED, interruptible, print_json, progress, say, tell
from zermelo.game import State
from zermelo.problem import Problem
from zermelo.search.single.comparing import SECONDS, compare
from zermelo.search.single.layers import layers
from zermelo.search.single.names import single_agent, usual_search
from zermelo.search.time.deadline import Deadline
from zermelo.solving.solve import OPEN_SECONDS


def solve_problem(
    problem: Problem,
    state: State,
    method: str | None,
    seconds: float | None,
    comparing: bool,
    counting: bool,
    json: bool,
) -> None:
    """Solves a problem, compares searches on it, or counts its states by distance, and prints what was found.

    Exits with 1 if no goal was found. Raises ZermeloError.
    """
    if counting:
        _count(problem, state, seconds, json)
        return
    deadline = Deadline(None, OPEN_SECONDS if seconds is None else seconds)

    def stop() -> bool:
        deadline.stop()
        return not comparing

    with interruptible(stop) as interrupts, progress(f"solving {problem.title}", 0) as bar:
        if comparing:
            names = None if method is None else method.split("+")
            shown = compare(
                problem,
                state,
                names,
                SECONDS if seconds is None else seconds,
                lambda way: bar.say(f"{way.algorithm}: {way.generated:,} nodes"),
            )
            is_found, report, text = shown.fewest is not None, shown.to_json(), str(shown)
        else:
            search = usual_search(problem) if method is None else single_agent(method)
            way = search.solve(problem, state, deadline)
            is_found, report, text = way.is_found, way.to_json(), str(way)
    tell(json, lambda: report, lambda: text)
    if interrupts:
        raise typer.Exit(INTERRUPTED)
    if not is_found:
        raise typer.Exit(1)


def _count(problem: Problem, state: State, seconds: float | None, json: bool) -> None:
    """Prints how many states are so many actions away."""
    with progress(f"counting {problem.title}", 0):
        counts = layers(problem, state, seconds=OPEN_SECONDS if seconds is None else seconds)
    if json:
        report = {"game": problem.title, "position": problem.state_text(state), "states": sum(counts), "layers": counts}
        print_json(report)
        return
    width = len(f"{max(counts):,}")
    lines = [f"{distance:>5}  {count:>{width},}" for distance, count in enumerate(counts)]
    say("\n".join([*lines, f"{sum(counts):,} states in all"]))
