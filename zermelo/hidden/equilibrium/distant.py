"""Monte Carlo CFR whose samples the workers of a cluster draw.

In a round each of LANES tasks goes on from the same sums of regrets and strategies, by itself and with luck of its own;
the sums after the round are the mean of theirs. An iteration of each lane is an iteration: what is found is as good, by
the luck of the draw a little better or worse, as what one process finds in as many. It depends on the seed and on
the number of iterations, and not on how many workers there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.bits import mix, signed
from zermelo.cluster.crew import Crew
from zermelo.cluster.games import compiling, game_of, kept, told_game
from zermelo.cluster.tasks import Task
from zermelo.hidden.equilibrium.flat import FlatGame, lay_out
from zermelo.hidden.equilibrium.sampling import SamplingMinimizer
from zermelo.installed import np

LANES = 8  # tasks of a round
GROWTH = 64  # a lane's part of a round is at most this share of all iterations so far
LONGEST = 4000  # iterations of a lane in a round
WORK = 40_000_000  # nodes times iterations of that, about, at most


class SharedSampling(SamplingMinimizer):
    """Monte Carlo CFR at work in a crew."""

    def __init__(self, flat: FlatGame, method: str, seed: int, crew: Crew, compiled: bool = True) -> None:
        """Raises ZermeloError where the game cannot travel."""
        super().__init__(flat, method, seed, compiled=False)  # nothing is sampled here
        self._crew, told = crew, told_game(flat.game)
        self._common = {"game": told.arguments, "method": method, "compiled": compiled}
        self._sources = told.sources

    @property
    def round(self) -> int:
        """How many iterations the next round has."""
        most = min(LONGEST, max(1, WORK // self.flat.nodes))
        return LANES * max(1, min(most, self.iterations // GROWTH))

    def run(self, iterations: int) -> None:
        """Makes this many iterations in one round."""
        parts = [len(range(lane, iterations, LANES)) for lane in range(min(LANES, iterations))]
        sums = {"regret": self.regret, "total": self.total}
        tasks = [
            Task(
                "samples",
                {**self._common, "iterations": part, "noise": self._noise_of(lane)},
                sums,
                self._sources,
            )
            for lane, part in enumerate(parts)
        ]
        found = [answer.arrays for answer in self._crew.map(tasks)]
        for name, array in sums.items():
            array[:] = np.mean([arrays[name] for arrays in found], axis=0)
        self.iterations += iterations

    def _noise_of(self, lane: int) -> int:
        """Where a lane's luck begins in the next round."""
        return signed(mix(int(self._noise[0]) ^ mix(self.iterations * LANES + lane)))


def sampled(arguments: Mapping[str, Any], arrays: Mapping[str, Any]) -> tuple[None, dict[str, Any]]:
    """The task: what the sums are after so many iterations. Raises ZermeloError."""
    game = game_of(arguments["game"])

    def make() -> SamplingMinimizer:
        with compiling(game, arguments["method"]):
            return SamplingMinimizer(lay_out(game), arguments["method"], 0, arguments["compiled"])

    minimizer = kept("samples", [game.title, arguments["method"], arguments["compiled"]], make)
    minimizer.resume(0, {**arrays, "noise": arguments["noise"]})
    minimizer.run(arguments["iterations"])
    return None, {"regret": minimizer.regret, "total": minimizer.total}
