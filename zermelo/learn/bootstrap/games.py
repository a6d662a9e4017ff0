"""Threads that play the games of a block, a few games at a time, and search positions side by side."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from zermelo.bits import fraction, mix
from zermelo.compile.kernel.memory import array_of, clear
from zermelo.compile.kernel.prepare import Kernel
from zermelo.game import State
from zermelo.learn.bootstrap import kernel as at
from zermelo.learn.course import noise_of
from zermelo.search.depth_first.layout import MASK

HARD = 10  # times the soft limit of nodes: a depth that needs more is given up
HELD_OUT = 20  # one game of so many is held out from training


@dataclass(frozen=True)
class Thresholds:
    """Values in the evaluation's units, see `kernel.REAL`; s: that at which a game is won by sigmoid(1) of all."""

    s: float | None  # None: the evaluation says nothing
    watches_level: bool = False

    def write(self, real: Any) -> None:
        s = self.s
        real[at.LOPSIDED], real[at.DECIDED], real[at.CLEAR] = (
            np.inf if s is None else times * s for times in (2.2, 7.5, 15.0)
        )
        real[at.LEVEL] = 0.0 if s is None or not self.watches_level else 0.06 * s


@dataclass(frozen=True)
class Played:
    """What a task has played."""

    arrays: dict[str, Any]  # see records.ARRAYS
    games: int  # those that were not dropped
    plies: int


class Crew:
    """Threads that play, each with a memory and a table of its own; what is played does not depend on how many."""

    def __init__(self, threads: int, buffers: Callable[[bool], tuple[Any, ...]], compiled: bool, width: int) -> None:
        """width: of a record, 2 × most."""
        self.width = width
        self._free: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        for _ in range(threads):
            self._free.put(buffers(compiled))
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="zermelo-learn")

    def play(
        self, kernel: Kernel, start: State, tasks: Iterable[int], seed: int, how: dict[int, int], real: Thresholds
    ) -> list[Played]:
        """Plays tasks, whose games follow from the seed and the task's number. how: WHOLE words and their values."""

        def work(task: int) -> Played:
            buffers = self._free.get()
            try:
                whole, numbers, memory, table, _, _, active, values, results, facts = buffers
                _empty(whole, memory, table)
                for word, value in how.items():
                    whole[word] = value
                whole[at.TASK], whole[at.NOISE] = at.PLAY, noise_of(seed, task)
                real.write(numbers)
                kernel.run(start, *buffers)
                kept = int(whole[at.KEPT])
                told = array_of(facts)[:kept].astype(np.int64)
                is_held = [_is_held(seed, task, game) for game in range(how[at.GAMES])]
                arrays = {
                    "active": array_of(active)[: kept * self.width].reshape(kept, self.width).copy(),
                    "values": array_of(values)[:kept].copy(),
                    "results": array_of(results)[:kept].astype(np.float16),
                    "buckets": (told & 0xFF).astype(np.uint8),
                    "held": np.array(is_held, np.uint8)[told >> 8],
                }
                return Played(arrays, int(whole[at.FINISHED]), int(whole[at.PLIES]))
            finally:
                self._free.put(buffers)

        return list(self._pool.map(work, tasks))

    def choose(
        self, kernel: Kernel, asked: Sequence[tuple[State, Sequence[int]]], nodes: int
    ) -> Iterable[tuple[int, float]]:
        """The best move in each of some positions, as `fill` writes it, and its value for the mover.

        Each position is given with the keys of those before it.
        """

        def work(one: tuple[State, Sequence[int]]) -> tuple[int, float]:
            state, path = one
            buffers = self._free.get()
            try:
                whole, _, memory, table, keys, *_ = buffers
                _empty(whole, memory, table)
                newest = list(path)[-at.LONGEST :]
                for place, key in enumerate(newest):
                    keys[place] = key
                whole[at.TASK], whole[at.SOFT], whole[at.HARD] = at.CHOOSE, nodes, HARD * nodes
                whole[at.PLY] = len(newest)
                value = kernel.run(kernel.state(state), *buffers)
                return int(whole[at.MOVE]), float(value)
            finally:
                self._free.put(buffers)

        return self._pool.map(work, asked)

    def close(self) -> None:
        """Ends the threads; the games that are being played are played to their end."""
        self._pool.shutdown(cancel_futures=True)


def _empty(whole: Any, memory: Any, table: Any) -> None:
    """As new, so that nothing depends on what was played before."""
    whole[:] = 0
    mask = memory[MASK]
    for words in (memory, table):
        clear(words, 0, len(array_of(words)))
    memory[MASK] = mask


def _is_held(seed: int, task: int, game: int) -> bool:
    return fraction(mix(noise_of(seed, task, game, 1))) * HELD_OUT < 1.0
