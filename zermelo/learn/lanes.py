"""Lanes of self-play: each plays its part of a block, in a thread of this process or as a task on a cluster.

A lane is a kernel with arguments of its own. Where it runs changes nothing: on a cluster what the kernel is to read is
sent, and what it has changed comes back, into the same arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from zermelo.cluster.crew import Crew
from zermelo.cluster.games import told_game
from zermelo.cluster.tasks import Task
from zermelo.compile.kernel.memory import array_of
from zermelo.compile.kernel.prepare import Kernel
from zermelo.game import Game


@dataclass(frozen=True)
class Travel:
    """Which of a kernel's arguments travel, by their numbers."""

    there: tuple[int, ...]  # what it reads
    back: tuple[int, ...]  # what it changes, and is looked at


class Lanes:
    """The lanes of a run: `run` has the kernel work on the arguments of all of them at once."""

    def __init__(
        self, game: Game, kernel: Kernel, arguments: Callable[[bool], Sequence[Any]], count: int, travel: Travel
    ) -> None:
        """arguments: makes those of a lane, after the state, for a kernel that is compiled or not."""
        self.game, self.kernel, self.travel = game, kernel, travel
        self.arguments = [tuple(arguments(kernel.compiled)) for _ in range(count)]
        self._start = kernel.state(game.initial())
        self._pool = ThreadPoolExecutor(count)
        self._crew: Crew | None = None
        self._task: Callable[[Sequence[Any]], Task] = lambda _: Task("lane", {})

    def __len__(self) -> int:
        return len(self.arguments)

    def __getitem__(self, number: int) -> tuple[Any, ...]:
        """The arguments of a lane."""
        return self.arguments[number]

    def run(self) -> None:
        """Runs the kernel in all lanes at once."""
        if self._crew is None:
            list(self._pool.map(lambda lane: self.kernel.run(self._start, *lane), self.arguments))
            return
        for lane, answer in zip(self.arguments, self._crew.map(map(self._task, self.arguments)), strict=True):
            fill(lane, answer.arrays)

    def spread(self, crew: Crew, method: str, settings: Mapping[str, Any]) -> None:
        """Runs on a cluster from now on. Raises ZermeloError where the game cannot travel.

        settings: with which the `lanes` of the method makes the same lanes, as JSON.
        """
        told = told_game(self.game)
        arguments = {"game": told.arguments, "method": method, "settings": dict(settings)}
        sources = told.sources
        self._crew = crew
        self._task = lambda lane: Task("lane", arguments, taken(lane, self.travel.there), sources)

    def close(self) -> None:
        """Ends the threads."""
        self._pool.shutdown()


def taken(lane: Sequence[Any], numbers: Sequence[int]) -> dict[str, Any]:
    """The arrays of a lane's arguments, by their numbers."""
    return {str(number): array_of(lane[number]) for number in numbers}


def fill(lane: Sequence[Any], arrays: Mapping[str, Any]) -> None:
    """Writes arrays into a lane's arguments."""
    for number, array in arrays.items():
        array_of(lane[int(number)])[:] = array
