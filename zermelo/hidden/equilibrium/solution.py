"""Solving a game with hidden information: iterations until an equilibrium is near enough, or one linear programme."""

from __future__ import annotations

import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from zermelo.cluster.crew import Crew
from zermelo.files.container import Shapes
from zermelo.files.fields import number, whole
from zermelo.game import Game, ZermeloError, brief
from zermelo.hidden.equilibrium.best_response import Assessment, assess
from zermelo.hidden.equilibrium.distant import SharedSampling
from zermelo.hidden.equilibrium.flat import FlatGame, Numbers
from zermelo.hidden.equilibrium.regret import METHODS as REGRET_METHODS
from zermelo.hidden.equilibrium.regret import RegretMinimizer
from zermelo.hidden.equilibrium.sampling import SamplingMinimizer
from zermelo.hidden.equilibrium.sequence_form import sequence_form, solve_exactly
from zermelo.hidden.equilibrium.strategy import TABLE, MixedStrategy, mixed_strategy, table_of
from zermelo.installed import np
from zermelo.laws.trial import require_laws
from zermelo.numerals import plain
from zermelo.picture import drawn_by
from zermelo.solve.solution_file import read_solution_file, write_solution_file

SAMPLING = ("external", "outcome")
ITERATIVE = (*REGRET_METHODS, *SAMPLING)
EXACT = "lp"
METHODS = (*ITERATIVE, EXACT)
MEASURED = (1, 2, 5)  # times a power of ten: after so many iterations the exploitability is measured
MOST_SEED, MOST_VALUE = 1 << 63, 1e300  # in a file
OFTEN = 0.2  # seconds between two looks at the clock, about


@dataclass(frozen=True)
class Point:
    """A point of the curve: how exploitable the average strategy was."""

    iterations: int
    seconds: float
    exploitability: float


@dataclass(frozen=True, eq=False)
class Solution:
    """A strategy of all players, and how good it is.

    >>> import zermelo
    >>> solution = zermelo.solve(zermelo.load("kuhn-poker"), method="lp")
    >>> round(solution.values[0] * 18)
    -1
    """

    flat: FlatGame
    method: str
    iterations: int  # 0: it was no iteration
    seconds: float
    strategy: Numbers  # [slot]
    assessment: Assessment
    curve: tuple[Point, ...] = ()

    @property
    def mixed(self) -> MixedStrategy:
        """The strategy as a table by what the mover knows."""
        return mixed_strategy(self.flat, self.strategy)

    @property
    def game(self) -> Game:
        return self.flat.game

    @property
    def values(self) -> tuple[float, ...]:
        """What each player gets if all play the strategy."""
        return self.assessment.values

    @property
    def value(self) -> float:
        """What the first player gets."""
        return self.values[0]

    @property
    def exploitability(self) -> float:
        """What a player gains at most, on average over the players, by leaving the strategy."""
        return self.assessment.exploitability

    def __str__(self) -> str:
        return drawn_by("solution_text", self)

    def __repr__(self) -> str:
        value = plain(self.value, self.game.scale)
        return f"<Solution of {self.game.title}: value {value}, exploitability {self.exploitability:.3g}>"


Watch = Callable[[Solution], None]


class EquilibriumSolving:
    """The solving of a game by iterations."""

    def __init__(
        self,
        flat: FlatGame,
        method: str = "plus",
        seed: int = 0,
        compiled: bool = True,
        lawful: bool = True,
        crew: Crew | None = None,
    ) -> None:
        """method: one of ITERATIVE. lawful: False where whoever shows the values says which law the game breaks.

        crew: draws the samples of a method of SAMPLING. Raises ZermeloError if the game breaks a law, nobody has
        anything to choose, or the method is none for a crew.
        """
        if lawful:
            require_laws(flat.game)
        if not flat.sets:
            raise ZermeloError(f"{flat.game.title} has nothing to choose")
        self.flat, self.method, self.seed = flat, method, seed
        self.seconds = 0.0
        self.curve: list[Point] = []
        self.minimizer: RegretMinimizer | SamplingMinimizer
        if method not in SAMPLING:
            if crew is not None:
                raise ZermeloError(f"{method} runs on one machine: on a cluster, --method {' or '.join(SAMPLING)}")
            self.minimizer = RegretMinimizer(flat, REGRET_METHODS[method], compiled)
        elif crew is None:
            self.minimizer = SamplingMinimizer(flat, method, seed, compiled)
        else:
            self.minimizer = SharedSampling(flat, method, seed, crew, compiled)

    def run(
        self,
        iterations: int | None = None,
        seconds: float | None = None,
        target: float = 0.0,
        watch: Watch | None = None,
        is_over: Callable[[], bool] = lambda: False,
    ) -> Solution:
        """Iterates until so many iterations are made in all, so many more seconds are spent, or the target is reached.

        target: an exploitability. watch: is called at each point of the curve. is_over: asked now and then; True ends
        the work.
        """
        start, before = clock.perf_counter(), self.seconds
        batch, solution = 1, None
        while not is_over() and (iterations is None or self.minimizer.iterations < iterations):
            due = next_measurement(self.minimizer.iterations)
            together = self.minimizer.round if isinstance(self.minimizer, SharedSampling) else batch
            count = min(together, due - self.minimizer.iterations)
            if iterations is not None:
                count = min(count, iterations - self.minimizer.iterations)
            began = clock.perf_counter()
            self.minimizer.run(count)
            now = clock.perf_counter()
            self.seconds = before + now - start
            batch = max(1, int(count * min(OFTEN / max(now - began, 1e-9), 10.0)))
            if self.minimizer.iterations == due:
                solution = self.solution()
                if watch:
                    watch(solution)
                if solution.assessment.exploitability <= target:
                    break
            if seconds is not None and now - start >= seconds:
                break
        return self.solution()

    def solution(self) -> Solution:
        """What is found so far; the curve gets its exploitability."""
        minimizer, done = self.minimizer, self.minimizer.iterations
        strategy = minimizer.average
        found = assess(minimizer.form, strategy)
        if done and (not self.curve or self.curve[-1].iterations < done):
            self.curve.append(Point(done, self.seconds, found.exploitability))
        return Solution(self.flat, self.method, done, self.seconds, strategy, found, tuple(self.curve))

    def save(self, path: Path) -> None:
        """Writes the strategy, and all that is needed to go on, into a solution file. Raises ZermeloError."""
        header = {
            "method": self.method,
            "seed": self.seed,
            "iterations": self.minimizer.iterations,
            "seconds": self.seconds,
            "curve": [[point.iterations, point.seconds, point.exploitability] for point in self.curve],
        }
        table = mixed_strategy(self.flat, self.minimizer.average)
        arrays = {name: getattr(table, name) for name in TABLE}
        write_solution_file(path, self.flat.game, header, {**arrays, **_marked(self.minimizer.state())})

    def resume(self, path: Path) -> None:
        """Goes on where the one was that saved this file.

        Raises ZermeloError if the file is for another game or method, or cannot be read.
        """
        wanted = _marked(self.minimizer.state())

        def fits(header: Mapping[str, Any], shapes: Shapes) -> None:
            method = header.get("method")
            if method != self.method:
                raise ZermeloError(f"{path} was made by the method {brief(method)}: give --method {brief(method)}")
            expected = {name: (array.dtype.str, array.shape) for name, array in wanted.items()}
            expected["keys"] = (self.flat.keys.dtype.str, self.flat.keys.shape)
            if any(shapes.get(name) != shape for name, shape in expected.items()):
                raise ZermeloError(f"{path} does not fit {self.flat.game.title}: its rules have changed since")

        header, arrays = read_solution_file(path, self.flat.game, fits)
        table_of(path, self.flat.game, arrays)
        if not np.array_equal(arrays["keys"], self.flat.keys):
            raise ZermeloError(f"{path} does not fit {self.flat.game.title}: its rules have changed since")
        state = {name: arrays[f"state_{name}"] for name in self.minimizer.state()}
        if not all(np.isfinite(array).all() for array in state.values()):
            raise ZermeloError(f"{path} cannot be gone on with: its sums are infinite or no numbers")
        try:
            iterations, seed = whole(header["iterations"]), whole(header["seed"], -MOST_SEED, MOST_SEED)
            seconds, curve = number(header["seconds"]), [_read_point(*point) for point in header["curve"]]
        except (KeyError, TypeError, ValueError):
            raise ZermeloError(f"{path} cannot be gone on with: it does not say how far it came") from None
        self.minimizer.resume(iterations, state)
        self.seed, self.seconds, self.curve = seed, seconds, curve


def _read_point(iterations: Any, seconds: Any, exploitability: Any) -> Point:
    """A point of the curve in a file. Raises ValueError."""
    return Point(whole(iterations), number(seconds), number(exploitability, -MOST_VALUE, MOST_VALUE))


def next_measurement(iterations: int) -> int:
    """The next of 1, 2, 5, 10, 20, 50, … iterations."""
    power = 1
    while True:
        for times in MEASURED:
            if times * power > iterations:
                return times * power
        power *= 10


def solve_by_programme(flat: FlatGame) -> Solution:
    """The exact solution of a game for two, by the linear programme.

    Raises ZermeloError if it is no such game, or if it breaks a law.
    """
    require_laws(flat.game)
    start = clock.perf_counter()
    found = solve_exactly(flat)
    return Solution(
        flat, EXACT, 0, clock.perf_counter() - start, found.strategy, assess(sequence_form(flat), found.strategy)
    )


def _marked(state: dict[str, Any]) -> dict[str, Any]:
    """The arrays of a minimizer under names that are not those of the table."""
    return {f"state_{name}": array for name, array in state.items()}
