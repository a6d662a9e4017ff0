"""The figure that is measured: its game, its position, and the searches that several facts share."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from zermelo.figures import Figure
from zermelo.game import Game, State, ZermeloError
from zermelo.hidden.information_sets import trace_open
from zermelo.loading import FIGURE, load
from zermelo.players.engines import analyse, engine
from zermelo.search.analysis import Analysis
from zermelo.search.trace.recorder import Visited
from zermelo.search.trace.trace import Trace

T = TypeVar("T")
Answer = str | float  # a number is compared at the digits that a fact shows


class Subject:
    """A figure with its game; searches are run once, however many facts ask for them."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure
        self._found: dict[tuple[Any, ...], Any] = {}

    @cached_property
    def game(self) -> Game:
        return load(f"{FIGURE}:{self.figure.name}")

    def state(self, position: str | None = None) -> State:
        """The position that a text describes; None: the figure's. Raises ZermeloError."""
        return self.game.initial() if position is None else self.game.read_state(position)

    def once(self, asked: tuple[Any, ...], work: Callable[[], T]) -> T:
        """What the work returns, which is done only the first time that it is asked for."""
        if asked not in self._found:
            self._found[asked] = work()
        found: T = self._found[asked]
        return found

    def trace(self, algorithm: str, depth: str | None = None, position: str | None = None) -> Trace:
        """The search of that name, step by step. Raises ZermeloError."""
        plies = int(depth) if depth is not None else None
        return self.once(
            (algorithm, plies, position),
            lambda: trace_open(self.game, algorithm, self.state(position), plies, False),
        )

    def analysis(self, spec: str, position: str | None = None) -> Analysis:
        """What an engine finds. Raises ZermeloError."""
        return self.once((spec, position), lambda: analyse(self.game, self.state(position), engine(spec)))


def node_of(shown: Trace, name: str) -> Visited:
    """The node of a searched tree by its own name ("B"), or by its path ("2.1", "root"). Raises ZermeloError."""
    nodes = [node for node in shown.nodes() if name in (node.name, called(shown.game, node.state))]
    if len(nodes) == 1:
        return nodes[0]
    there = ", ".join(node.name for node in shown.nodes()[:12])
    found = f"{len(nodes)} nodes" if nodes else "no node"
    raise ZermeloError(f"the searched tree has {found} called '{name}'; it begins with {there}")


def called(game: Game, state: State) -> str:
    """What a node is called in the figure; "": nothing."""
    return game.annotations.name(state) if game.annotations else ""
