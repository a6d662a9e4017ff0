"""One material: passes over its positions, on all cores, until no value can change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.game import Game
from zermelo.installed import np
from zermelo.solve.databases.directory import new_directory, row_of
from zermelo.solve.databases.packing import NOTHING
from zermelo.solve.databases.table import Count
from zermelo.solve.databases.values import DRAW, MOST
from zermelo.solve.indexing import Indexing, Material
from zermelo.solve.retrograde import kernel as at
from zermelo.solve.retrograde.kernel import example_for, kernel_for, new_array, new_buffers

RANGES = 16  # of positions, per thread: so that all end together
LEAST, MOST_IN_RANGE = 1 << 11, 1 << 20  # positions of a range
FEW = 10_000  # positions that Python works through sooner than the kernel is compiled


@dataclass(frozen=True)
class Builder:
    """The kernel of a game, and how it is run."""

    game: Game
    indexing: Indexing
    kernel: Kernel
    threads: int

    def values(
        self, material: Material, known: Mapping[Material, Any], report: Callable[[int, int], None] | None = None
    ) -> np.ndarray:
        """The value of every position of a material as a number; NOTHING where there is no position.

        known: the packed values of the materials that it leads to. report(distance, horizon): called after each pass.
        """
        work = self._open(material, known, None)
        horizon = work(at.BEGIN, -1)
        now = 0
        while now <= horizon:
            if self.indexing.unmoves:
                horizon = max(horizon, work(at.SPREAD, now))
            horizon = max(horizon, work(at.SETTLE, now))
            if report:
                report(now, horizon)
            now += 1
        values = np.asarray(getattr(work.arrays[0], "array", work.arrays[0]), dtype=np.int16)
        values[values > MOST] = DRAW
        return values

    def wrong(self, material: Material, known: Mapping[Material, Any], values: np.ndarray) -> int:
        """How many positions have a value that does not follow from those of their moves."""
        work = self._open(material, known, values)
        work(at.CHECK, MOST)
        return work.wrong

    def _open(self, material: Material, known: Mapping[Material, Any], values: np.ndarray | None) -> _Passes:
        return _Passes(self, material, known, values)


class _Passes:
    """The arrays of one material, and threads that run the kernel on them."""

    def __init__(
        self, builder: Builder, material: Material, known: Mapping[Material, Any], values: np.ndarray | None
    ) -> None:
        compiled, game = builder.kernel.compiled, builder.game
        self.builder, self.size = builder, material.size
        self.arrays = new_array(compiled, material.size, np.int16), new_array(compiled, material.size, np.int8)
        if values is not None:
            getattr(self.arrays[0], "array", self.arrays[0])[:] = values if compiled else values.tolist()
        self.known = {**known, material: None}  # which keeps the arrays alive
        self.directory = new_directory(self.known, compiled)
        self.row = row_of(self.directory, material.key)
        threads = builder.threads if compiled else 1
        self.buffers = [new_buffers(compiled, builder.indexing, game.max_actions) for _ in range(threads)]
        self.state = builder.kernel.state(game.initial())
        self.wrong = 0

    def __call__(self, what: int, now: int) -> int:
        """Runs the kernel over all positions; returns the greatest distance given so far."""
        threads = len(self.buffers)
        step = min(max(LEAST, -(-self.size // (RANGES * threads))), MOST_IN_RANGE)
        starts = iter(range(0, self.size, step))
        self.wrong = 0

        def run(buffer: Any) -> int:
            wrong = 0
            for start in starts:  # each range is taken by one thread: the iterator is shared, and the GIL held here
                end = min(start + step, self.size)
                wrong += int(
                    self.builder.kernel.run(
                        self.state, what, now, self.row, start, end, *self.arrays, self.directory, buffer
                    )
                )
            return wrong

        if threads == 1:
            self.wrong = run(self.buffers[0])
        else:
            with ThreadPoolExecutor(threads) as pool:
                try:
                    self.wrong = sum(pool.map(run, self.buffers))
                except BaseException:
                    for _ in starts:  # Ctrl-C: no thread begins another range
                        pass
                    raise
        return max(int(buffer[at.HORIZON]) for buffer in self.buffers)


def new_builder(
    game: Game,
    indexing: Indexing,
    threads: int = 1,
    compiled: bool | None = None,
    positions: int | None = None,
) -> Builder:
    """The builder of a game's materials.

    compiled: by default the kernel is compiled, unless it is wanted for a few positions only. positions: how many.
    """
    if compiled is None and positions is not None and positions <= FEW:
        compiled = False
    kernel = prepare(
        game,
        kernel_for(indexing, game.max_actions),
        example_for(indexing, game.max_actions),
        label="endgame databases",
        compiled=compiled,
    )
    return Builder(game, indexing, kernel, threads)


def counts(material: Material, values: np.ndarray) -> tuple[Count, ...]:
    """Wins, draws and losses of each part of a material."""
    found, start = [], 0
    for part, size in material.parts:
        here = values[start : start + size]
        start += size
        here = here[here != NOTHING]
        wins, losses = here[here > 0], here[here < 0]
        found.append(
            Count(
                part,
                wins=len(wins),
                draws=len(here) - len(wins) - len(losses),
                losses=len(losses),
                longest_win=int(wins.max()) - 1 if len(wins) else 0,
                longest_loss=-int(losses.min()) - 1 if len(losses) else 0,
            )
        )
    return tuple(found)
