"""Solving by listing every state and going back from the ends: small games, with loops or without."""

from __future__ import annotations

from typing import ClassVar

from zermelo.game import Game, State
from zermelo.search.exact.finding import Finding
from zermelo.search.exact.work import Work
from zermelo.search.time.deadline import Deadline
from zermelo.solve.graph import list_states, value_states

MOST_STATES = 3_000_000  # some 400 bytes each, and more for large states
LONGEST_LINE = 60


class GraphWork(Work):
    """Retrograde analysis of all states at work. One step does it all; it is not saved."""

    name: ClassVar[str] = "retrograde"
    title: ClassVar[str] = "retrograde analysis of all states"
    is_over = True

    def __init__(self, game: Game, state: State, why: str, most: int = MOST_STATES) -> None:
        super().__init__(game, state, why)
        self.most = most

    def step(self, deadline: Deadline) -> Finding:
        game, begin = self.game, deadline.elapsed

        def is_over(listed: int) -> bool:
            self.nodes = listed
            return deadline.is_over

        graph = list_states(game, self.state, self.most, is_over)
        if graph is None:
            self.seconds += deadline.elapsed - begin
            return self.finding(nodes=self.nodes, remarks=(f"there are more than {self.nodes:,} states",))
        solved = value_states(graph)
        self.seconds += deadline.elapsed - begin
        sign = 1 if graph.movers[0] == 0 else -1
        value = game.middle + sign * solved.values[0]
        return self.finding(
            low=value,
            high=value,
            distance=solved.distances[0],
            line=solved.line(LONGEST_LINE),
            nodes=len(graph.states),
            states=len(graph.states),
            classes=graph.classes(),
        )

    def outlook(self) -> str:
        return f"{self.nodes:,} states listed"
