"""What a single-agent search found: a way to a goal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from zermelo.game import Action, State
from zermelo.picture import drawn_by
from zermelo.problem import Problem
from zermelo.search.analysis import texts

FOUND = "found"
NONE = "there is no way to a goal"
STUCK = "stuck"
STOPPED = "stopped"


def way_at(problem: Problem, state: State, places: Iterable[int]) -> tuple[Action, ...]:
    """The actions at these places among those of a state, one after the other."""
    way = []
    for place in places:
        way.append(list(problem.actions(state))[place])
        state = problem.result(state, way[-1])
    return tuple(way)


def end_of(problem: Problem, state: State, way: Iterable[Action]) -> State:
    """Where a way leads."""
    for action in way:
        state = problem.result(state, action)
    return state


@dataclass(frozen=True)
class Way:
    """A way to a goal, or how far a search got."""

    problem: Problem
    algorithm: str  # with its options, as a person types it
    start: State
    actions: tuple[Action, ...] | None  # from the start to `end`; None: the search finds states, and no way to them
    end: State | None  # a goal, if it was found; else the best state, of a local search; None: nothing
    outcome: (
        str  # FOUND; NONE: all states were searched; STUCK: no state near is better; STOPPED: the budget was used up
    )
    generated: int  # states that actions led to, however often each
    expanded: int | None  # states whose actions were listed
    kept: int | None  # the most states in memory at once
    seconds: float
    cheapest: bool = False  # is it proved that no way costs less?
    rounds: int | None = None  # iterations, restarts or generations
    compiled: bool = False
    reason: str = ""  # why it ran interpreted
    starts: int = 1  # states that a local search began from

    @property
    def is_found(self) -> bool:
        return self.outcome == FOUND

    @property
    def cost(self) -> float | None:
        """What the way costs; None: there is no way."""
        return None if self.actions is None else self.problem.path_cost(self.start, self.actions)

    @property
    def value(self) -> float | None:
        """How good the state is where a local search ended; None: the problem does not say, or there is no end."""
        known = self.problem.value is not None or self.problem.heuristic is not None
        return self.problem.worth(self.end) if self.end is not None and known else None

    def line_text(self) -> list[str]:
        """The actions as a person writes them."""
        return texts(self.problem, self.start, self.actions or ())

    def states(self) -> list[State]:
        """The states on the way, the first and the last included."""
        found = [self.start]
        for action in self.actions or ():
            found.append(self.problem.result(found[-1], action))
        return found

    def to_json(self) -> dict[str, Any]:
        """The object that `solve --json` prints for a problem."""
        report: dict[str, Any] = {
            "game": self.problem.title,
            "position": self.problem.state_text(self.start),
            "algorithm": self.algorithm,
            "outcome": self.outcome,
            "line": None if self.actions is None else self.line_text(),
            "cost": self.cost if self.is_found else None,
            "cheapest": self.cheapest,
            "end": None if self.end is None else self.problem.state_text(self.end),
            "value": self.value,
            "generated": self.generated,
            "expanded": self.expanded,
            "kept": self.kept,
            "seconds": round(self.seconds, 6),
            "compiled": self.compiled,
        }
        if self.rounds is not None:
            report["rounds"] = self.rounds
        if self.reason and not self.compiled:
            report["reason"] = self.reason
        return report

    def __str__(self) -> str:
        return drawn_by("way_text", self)
