"""Bayesian optimisation: a Gaussian process says what score to expect everywhere, and how sure that is.

Each round tries the place where the score may be highest by the mean and its uncertainty (the upper confidence bound),
in games against the engine as it is. The library `bayesian-optimization` holds the process and chooses the place. What
was found is the place where the mean is highest; functions that are drawn from the process say how sure it is.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from zermelo.arena.statistics.counts import Counts
from zermelo.arena.statistics.estimate import elo_of
from zermelo.arena.tuning.method import Estimate, Found, Method, Trial
from zermelo.installed import NotInstalled, is_installed, np

LIBRARY = "bayes_opt"
MISSING = "Bayesian optimisation needs an extra: pip install 'zermelo[tune]'; --method spsa works without it"
FIRST = 8  # rounds that are spread evenly before the process is asked
KAPPA = 2.0  # standard deviations of the upper confidence bound
PLACES, DRAWN = 400, 2000  # at which functions are drawn from the process, and how many
REACH = (1e-3, 1.0)  # bounds on the variance of scores, of which the greatest possible is 1/4
LENGTHS = (0.15, 3.0)  # bounds on the distance, in ranges, over which scores are alike
RESTARTS, LOOKED_AT, CLIMBS = 1, 1000, 3  # of fitting the process; places at which the bound is taken, and raised
APART = 1e-9
PAIRED = (0.25, 0.5, 0.5, 0.5, 0.25)  # what is added to the counts of pairs before their variance is taken


class Bayes(Method):
    """A Gaussian process of scores."""

    name = "bayes"

    def __init__(self, dimensions: int, rounds: int, games: int, seed: int) -> None:
        super().__init__(dimensions, rounds, games, seed)
        if not is_installed(LIBRARY):
            raise NotInstalled(MISSING)
        self._tried: list[tuple[float, ...]] = []
        self._scores: list[float] = []  # less 1/2
        self._variances: list[float] = []

    def ask(self) -> list[Trial]:
        if self.round < min(FIRST, self.rounds):
            return [Trial(self._spread(self.round), None)]
        with _quietly():
            made = self._process()
            chosen = made.acquisition_function.suggest(
                gp=made._gp,
                target_space=made.space,
                n_random=LOOKED_AT,
                n_smart=CLIMBS,
                random_state=self._luck(),
            )
        return [Trial(tuple(map(float, chosen)), None)]

    def recalled(self) -> None:
        return None

    def tell(self, trials: Sequence[Trial], results: Sequence[Counts]) -> None:
        for trial, counts in zip(trials, results, strict=True):
            self._tried.append(trial.first)
            self._scores.append(counts.score - 0.5)
            self._variances.append(_variance(counts))
        self.round += 1

    def found(self) -> Found | None:
        if len(self._tried) < 3:
            return None
        places = self._grid()
        process = self._process()
        with _quietly():
            mean, covariance = process.predict(_named(self._names, places), return_cov=True)
        drawn = np.random.default_rng(self.seed).multivariate_normal(mean, covariance, DRAWN, method="eigh")
        best, tops = places[int(np.argmax(mean))], places[np.argmax(drawn, axis=1)]
        low, high = np.quantile(tops, 0.025, axis=0), np.quantile(tops, 0.975, axis=0)
        options = tuple(Estimate(*map(float, ends)) for ends in zip(best, low, high, strict=True))
        at = int(np.argmax(mean))
        error = 1.96 * float(max(covariance[at, at], 0.0)) ** 0.5
        scores = [min(max(0.5 + float(mean[at]) + side * error, 1e-3), 1 - 1e-3) for side in (0, -1, 1)]
        return Found(options, Estimate(*map(elo_of, scores)))

    def course(self) -> list[tuple[tuple[float, ...], float]]:
        return [(place, score + 0.5) for place, score in zip(self._tried, self._scores, strict=True)]

    @property
    def _names(self) -> list[str]:
        return [f"x{dimension}" for dimension in range(self.dimensions)]

    def _spread(self, number: int) -> tuple[float, ...]:
        """One of the first places: a point of Sobol's sequence, for one option an even step."""
        from scipy.stats import qmc

        count = min(FIRST, self.rounds)
        if self.dimensions == 1:
            return ((number + 0.5) / count,)
        drawn = qmc.Sobol(self.dimensions, seed=self.seed).random_base2(3)
        return tuple(float(x) for x in drawn[number])

    def _grid(self) -> Any:
        """The places at which the process is asked."""
        if self.dimensions == 1:
            return np.linspace(0.0, 1.0, PLACES + 1)[:, None]
        from scipy.stats import qmc

        return np.vstack([qmc.Sobol(self.dimensions, seed=self.seed).random_base2(9), np.array(self._tried)])

    def _process(self) -> Any:
        """The library's optimiser, told of all results; it depends on them, the seed and the round alone."""
        from bayes_opt import BayesianOptimization
        from bayes_opt.acquisition import UpperConfidenceBound
        from sklearn.gaussian_process.kernels import ConstantKernel, Matern

        made = BayesianOptimization(
            f=None,
            pbounds=dict.fromkeys(self._names, (0.0, 1.0)),
            acquisition_function=UpperConfidenceBound(kappa=KAPPA),
            random_state=self._luck(),
            verbose=0,
            allow_duplicate_points=True,
        )
        with _quietly():
            for number, (place, score) in enumerate(zip(self._tried, self._scores, strict=True)):
                apart = [abs(x - number * APART) for x in place]  # it prints a warning where two places are the same
                made.register(dict(zip(self._names, apart, strict=True)), score)
        made.set_gp_params(
            kernel=ConstantKernel(0.05, REACH) * Matern(0.5, LENGTHS, nu=2.5),
            alpha=np.array(self._variances),
            normalize_y=False,
            n_restarts_optimizer=RESTARTS,
        )
        return made

    def _luck(self) -> int:
        """The seed of a round."""
        return (self.seed * 1_000_003 + self.round) % (1 << 32)


@contextmanager
def _quietly() -> Iterator[None]:
    """Without warnings, and in one thread: matrices as small as these take several times as long in more."""
    from threadpoolctl import threadpool_limits

    with warnings.catch_warnings(), threadpool_limits(1):
        warnings.simplefilter("ignore")
        yield


def _named(names: Sequence[str], places: Any) -> list[dict[str, float]]:
    return [dict(zip(names, map(float, place), strict=True)) for place in places]


def _variance(counts: Counts) -> float:
    """Of the mean score. Few games that all end alike say too little about it, so some of each kind are added."""
    added = PAIRED if counts.are_pairs else (0.5, 0.5, 0.5)
    more = Counts(tuple(n + extra for n, extra in zip(counts.numbers, added, strict=True)))
    return more.variance / max(counts.total, 1.0)
