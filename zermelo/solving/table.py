"""Solving by alpha-beta to the end of the game, with bounds in a table: any open game whose lines end."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from zermelo.files.fields import number, whole
from zermelo.game import CHANCE, Game, State
from zermelo.search.solver.solver import Solver, ValuedRoot
from zermelo.search.time.deadline import Deadline
from zermelo.solving.finding import Finding
from zermelo.solving.work import Work

FIRST, GROWTH, MOST = 200_000, 4, 50_000_000  # nodes of the first step, of later ones, and at most


class TableWork(Work):
    """Alpha-beta with a table at work on a position."""

    name: ClassVar[str] = "alphabeta"
    title: ClassVar[str] = "alpha-beta with a table"

    def __init__(self, game: Game, state: State, why: str, compiled: bool | None, megabytes: float) -> None:
        super().__init__(game, state, why)
        self._limits = (compiled, megabytes)
        self.budget, self.nodes = FIRST, 0

    @cached_property
    def solver(self) -> Solver:
        """The solver, whose kernel is compiled when its turn comes."""
        return Solver(self.game, *self._limits)

    @property
    def reason(self) -> str:
        return self.solver.kernel.reason

    def open(self) -> None:
        _ = self.solver

    def step(self, deadline: Deadline) -> Finding:
        begin = deadline.elapsed
        found = self.solver.attempt(self.state, deadline, None, self.budget, patient=True)
        self.seconds += deadline.elapsed - begin
        self.nodes += self.solver.spent
        self.budget = min(self.budget * GROWTH, MOST)
        self.is_over = self.solver.obstacle or (found is not None and found.exact)
        return self._found(found)

    def _found(self, solution: ValuedRoot | None) -> Finding:
        game, mover = self.game, self.game.to_move(self.state)
        bounds: tuple[float | None, float | None] = (None, None)
        if game.is_duel and game.reach is not None:
            bounds = (game.middle - game.reach, game.middle + game.reach)
        remarks = ("lines of the game return to where they were, or get too long",) if self.solver.obstacle else ()
        if solution is None:
            return self.finding(low=bounds[0], high=bounds[1], nodes=self.nodes, remarks=remarks)
        value = solution.values[max(mover, 0)] + game.middle
        line = () if mover == CHANCE or solution.choice is None else solution.lines[solution.choice]
        values = () if game.is_duel else tuple(solution.values)
        high = value if solution.exact else bounds[1]
        return self.finding(low=value, high=high, line=line, nodes=self.nodes, values=values, remarks=remarks)

    def outlook(self) -> str:
        done, needed = self.nodes, self.solver.needed
        if needed is None or self.seconds == 0.0:
            return f"{done:,} nodes"
        left = max(needed - done, 0.0) * self.seconds / max(done, 1)
        return f"{done:,} nodes, perhaps {needed:,.0f} in all, about {_duration(left)} more"

    def header(self) -> dict[str, Any]:
        return {"budget": self.budget, "nodes": self.nodes, "seconds": self.seconds}

    def arrays(self) -> dict[str, Any]:
        return self.solver.saved() if self.nodes else {}

    def resume(self, header: dict[str, Any], arrays: dict[str, Any]) -> None:
        self.budget, self.nodes = whole(header["budget"], 1, MOST), whole(header["nodes"])
        self.seconds = number(header["seconds"])
        if arrays:
            self.solver.restore(arrays)


def _duration(seconds: float) -> str:
    """A time as one says it: "40 s", "12 min", "3 h"."""
    for unit, size in (("days", 86400.0), ("h", 3600.0), ("min", 60.0)):
        if seconds >= 2 * size:
            return f"{seconds / size:,.0f} {unit}"
    return f"{seconds:.0f} s"
