"""Solving by listing every state: small games, with loops or without, with chance or without."""

from __future__ import annotations

from functools import cached_property
from typing import ClassVar

from zermelo.game import Game, State
from zermelo.search.time.deadline import Deadline
from zermelo.solve.graph import Listing, looks_small, new_listing, value_states
from zermelo.solving.finding import Finding
from zermelo.solving.work import Work

FEW_STATES, FEW_COMPILED = 20_000, 500_000  # listed in about a second: with so few, this method tells the most
MOST_STATES = 3_000_000  # some 400 bytes each, and more for large states
LONGEST_LINE = 60


class GraphWork(Work):
    """Valuing all states at work. One step does it all; it is not saved."""

    name: ClassVar[str] = "retrograde"  # from the ends back over a listed graph; solve/retrograde builds databases
    title: ClassVar[str] = "retrograde analysis of all states"
    is_over = True

    def __init__(self, game: Game, state: State, why: str, compiled: bool | None, is_brief: bool = False) -> None:
        """is_brief: gives up where there are more states than are listed in about a second."""
        super().__init__(game, state, why)
        self._compiled, self._is_brief = compiled, is_brief

    @cached_property
    def listing(self) -> Listing:
        """The states that are listed so far."""
        if self._is_brief and not looks_small(self.game, self.state):
            listing = new_listing(self.game, self.state, FEW_STATES, compiled=False)
            listing.reason = "there seem to be too many states to list, so it is not worth compiling"
            return listing
        listing = new_listing(self.game, self.state, MOST_STATES, self._compiled)
        if self._is_brief:
            listing.most = FEW_COMPILED if listing.compiled else FEW_STATES
        return listing

    @property
    def reason(self) -> str:
        return self.listing.reason

    def open(self) -> None:
        _ = self.listing

    def step(self, deadline: Deadline) -> Finding:
        begin, listing = deadline.elapsed, self.listing
        deadline.run(lambda: listing.run(lambda: deadline.is_over), listing.memories, listing.compiled)
        self.nodes = listing.listed
        solved = value_states(listing.graph(), lambda: deadline.is_over) if listing.is_done else None
        self.seconds += deadline.elapsed - begin
        if not listing.is_done:
            return self.finding(nodes=self.nodes, remarks=(f"there are more than {self.nodes:,} states",))
        if solved is None:
            return self.finding(nodes=self.nodes, remarks=(f"there are {self.nodes:,} states",))
        game, graph = self.game, solved.graph
        sign = -1 if graph.movers[0] == 1 else 1
        low, high = sorted(game.middle + sign * float(bound[0]) for bound in (solved.low, solved.high))
        return self.finding(
            low=low,
            high=high,
            distance=solved.distance(0),
            line=solved.line(self.state, LONGEST_LINE) if solved.is_known(0) else (),
            nodes=len(graph),
            states=len(graph),
            classes=graph.classes,
            values=(low,) if game.players == 1 and low == high else (),
            remarks=() if low == high else ("the value depends on what play is worth that never ends",),
        )

    def outlook(self) -> str:
        return f"{self.nodes:,} states listed"
