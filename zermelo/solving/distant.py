"""Many positions of an open game, each solved for itself: here, or a position a task on a cluster."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from zermelo.cluster.crew import Crew
from zermelo.cluster.games import game_of, moves_of, path_of, places_of_moves, told_game, told_path
from zermelo.cluster.tasks import Task
from zermelo.game import Game, State
from zermelo.search.time.deadline import Deadline
from zermelo.solving.finding import Finding
from zermelo.solving.position import PositionSolving

SAME = (  # of a finding, as JSON has it
    *("method", "why", "low", "high", "distance", "nodes", "seconds", "states", "classes", "values", "remarks"),
    "reason",
)


def findings_of(
    game: Game, states: Sequence[State], method: str, seconds: float, megabytes: float, crew: Crew | None = None
) -> Iterator[Finding]:
    """What is found of each position, in their order. Raises ZermeloError."""
    if crew is None:
        for state in states:
            yield PositionSolving(game, state, method, megabytes=megabytes).run(Deadline(None, seconds))
        return
    told = told_game(game)
    common = {"game": told.arguments, "method": method, "seconds": seconds, "megabytes": megabytes}
    sources = told.sources
    tasks = (Task("position", {**common, "start": told_path(game, [state])}, {}, sources) for state in states)
    for state, answer in zip(states, crew.map(tasks), strict=True):
        found = dict(answer.result)
        line = tuple(moves_of(game, state, found.pop("line"))[0])
        values, remarks = tuple(found.pop("values")), tuple(found.pop("remarks"))
        yield Finding(game, state, line=line, values=values, remarks=remarks, **found)


def solved(arguments: Mapping[str, Any], _: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The task: what is found of a position; the line by the places of its moves. Raises ZermeloError."""
    game = game_of(arguments["game"])
    state = path_of(game, arguments["start"])[-1]
    (found,) = findings_of(game, [state], arguments["method"], arguments["seconds"], arguments["megabytes"])
    same = {name: getattr(found, name) for name in SAME}
    return {**same, "line": places_of_moves(game, state, found.line)}, {}
