"""What a method of solving is: work on one position that goes on step by step and can be saved between two steps."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from zermelo.game import Game, State
from zermelo.search.time.deadline import Deadline
from zermelo.solving.finding import Finding


class Work(ABC):
    """A method at work on a position that is not over.

    A step depends on the steps before it only, not on the clock, unless the deadline ends it. So work that was saved
    after some step and goes on from there finds the same.
    """

    name: ClassVar[str]  # of the method, as a person types it
    title: ClassVar[str]  # what it is called
    is_over = False  # would more steps find no more?
    seconds = 0.0  # spent so far
    nodes = 0  # visited so far

    def __init__(self, game: Game, state: State, why: str) -> None:
        self.game, self.state, self.why = game, state, why

    @property
    def reason(self) -> str:
        """Why it runs interpreted; "": in compiled code, or there is nothing to compile."""
        return ""

    def open(self) -> None:  # noqa: B027  (some have nothing to compile)
        """Compiles what is needed; the time that it takes does not count."""

    @abstractmethod
    def step(self, deadline: Deadline) -> Finding:
        """Works for a while, at most until the deadline, and returns what is known then."""

    @abstractmethod
    def outlook(self) -> str:
        """What has been done and what may be left, in a few words."""

    def header(self) -> dict[str, Any]:
        """Numbers and texts that `resume` needs."""
        return {}

    def arrays(self) -> dict[str, Any]:
        """Arrays that `resume` needs."""
        return {}

    def resume(self, header: dict[str, Any], arrays: dict[str, Any]) -> None:  # noqa: B027  (some save nothing)
        """Goes on from where `header` and `arrays` were taken. Raises ValueError, KeyError or TypeError at others."""

    def finding(self, **found: Any) -> Finding:
        """A finding by this method."""
        return Finding(self.game, self.state, self.name, self.why, seconds=self.seconds, reason=self.reason, **found)
