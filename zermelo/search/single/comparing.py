"""Which search generates fewer nodes? Several searches on one problem, side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arguments import checked
from zermelo.game import Game, State, ZermeloError
from zermelo.picture import drawn_by
from zermelo.problem import Problem
from zermelo.search.single.base import SingleAgent
from zermelo.search.single.names import KINDS, single_agent
from zermelo.search.single.way import Way
from zermelo.search.time.deadline import Deadline

SECONDS = 10.0  # for each search


@dataclass(frozen=True)
class Comparison:
    """What each search found, and why others cannot serve the problem."""

    problem: Problem
    state: State
    ways: tuple[Way, ...]
    refusals: tuple[str, ...]

    @property
    def fewest(self) -> Way | None:
        """The way of the search that found a goal and generated the fewest nodes; None: none found one."""
        return min((way for way in self.ways if way.is_found), key=lambda way: way.generated, default=None)

    def to_json(self) -> dict[str, Any]:
        """The object that `solve --compare --json` prints."""
        return {
            "game": self.problem.title,
            "position": self.problem.state_text(self.state),
            "searches": [way.to_json() for way in self.ways],
            "fewest": None if self.fewest is None else self.fewest.algorithm,
            "refusals": list(self.refusals),
        }

    def __str__(self) -> str:
        return drawn_by("comparison_text", self)


@checked
def compare(
    game: Game,
    state: State | None = None,
    searches: Sequence[Any] | None = None,
    seconds: float = SECONDS,
    watch: Callable[[Way], None] | None = None,
) -> Comparison:
    """Solves a problem with several searches, by default all that serve it, each within some seconds.

    searches: records such as AStar(), or their texts. watch: is called with each way. Raises ZermeloError if the game
    is no problem.

    >>> import zermelo
    >>> compared = zermelo.compare(zermelo.load("route"), searches=["bfs", "a*"])
    >>> [way.generated for way in compared.ways]
    [13, 16]
    """
    chosen = [kind() for kind in KINDS.values()] if searches is None else [_read(search) for search in searches]
    if not isinstance(game, Problem):
        raise ZermeloError(chosen[0].refusal(game) or "")
    begin = game.initial() if state is None else state
    refused = {str(search): search.refusal(game) for search in chosen}
    ways = []
    for search in chosen:
        if refused[str(search)] is None:
            ways.append(search.solve(game, begin, Deadline(None, seconds)))
            if watch:
                watch(ways[-1])
    return Comparison(game, begin, tuple(ways), tuple(reason for reason in refused.values() if reason))


def _read(search: Any) -> SingleAgent:
    return single_agent(search) if isinstance(search, str) else search
