"""What listing states is, however it is done."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any

from zermelo.game import Game, State
from zermelo.solve.graph.graph import StateGraph


class Listing(ABC):
    """The states listed so far. `run` goes on until all are listed, there are more than `most`, or it is stopped."""

    def __init__(self, game: Game, state: State, most: int) -> None:
        self.game, self.most = game, most
        self.compiled, self.memories = False, list[Any]()  # for `Deadline.run`
        self.reason = ""  # why it is interpreted
        self.is_full = False  # are there more states than `most`?
        self.is_done = False  # are all of them listed?

    @property
    @abstractmethod
    def listed(self) -> int:
        """How many states were found."""

    @property
    @abstractmethod
    def waiting(self) -> int:
        """How many of them were not looked at yet."""

    @abstractmethod
    def run(self, is_over: Callable[[], bool]) -> None:
        """Lists until it is done or full, or until is_over(), which is asked often."""

    @abstractmethod
    def graph(self) -> StateGraph:
        """The states, all of which are listed."""
