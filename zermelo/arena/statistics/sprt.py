"""The sequential probability ratio test: games are played until they decide between two differences in strength.

The logarithm of the likelihood ratio (LLR) of the two hypotheses is computed after each game, or pair of games. The
test ends when it leaves the bounds, which the accepted probabilities of error determine (Wald). Both hypotheses fix
only the difference, not how often games are drawn, so each takes the distribution that fits the results best: the
generalized test of Van den Bergh, "Comments on normalized Elo" and "The generalized sequential probability ratio test".
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace

from zermelo.arena.statistics.counts import Counts, counts_of
from zermelo.arena.statistics.estimate import NORMALIZED, score_of
from zermelo.game import ZermeloError, brief

NOTHING = 1e-3  # counts as this much, so that no result is impossible
ROUNDS, CLOSE = 10, 1e-9  # of the iteration for normalized Elo
STEPS, PRECISE = 200, 1e-14
MODELS = ("normalized", "logistic", "bayesian")
WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True)
class Sprt:
    """Which differences the test decides between, and how often it may be wrong.

    >>> test = Sprt(elo0=0, elo1=2)
    >>> round(test.llr(Counts((379, 10170, 21828, 10640, 343))), 2)
    2.95
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05  # how often elo1 may be accepted where elo0 is true
    beta: float = 0.05  # how often elo0 may be accepted where elo1 is true
    model: str = "normalized"  # what the differences are measured in: see MODELS
    pairs: bool | None = None  # count pairs of games; None: where the games of a match are pairs

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise ZermeloError(f"a test is between elo0 and a greater elo1, not {self.elo0:g} and {self.elo1:g}")
        for name, share in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < share < 0.5:
                raise ZermeloError(f"{name} of a test is more than 0 and less than 0.5, not {share:g}")
        if self.model not in MODELS:
            raise ZermeloError(
                f"a test has the model {', '.join(MODELS[:-1])} or {MODELS[-1]}, not '{brief(self.model)}'"
            )
        if self.model == "bayesian" and self.pairs:
            raise ZermeloError("the bayesian model counts games: leave pairs out, or take another model")

    @property
    def lower(self) -> float:
        """An LLR that is not above this accepts elo0."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """An LLR that is not below this accepts elo1."""
        return math.log((1 - self.beta) / self.alpha)

    def llr(self, counts: Counts) -> float:
        """The logarithm of how much likelier the results are under elo1 than under elo0; 0 where nothing was played."""
        if not counts.total:
            return 0.0
        seen = [n or NOTHING for n in counts.numbers]
        whole = math.fsum(seen)
        shares, scores = [n / whole for n in seen], counts.scores
        if self.model == "normalized":
            joined = math.sqrt(2) if counts.are_pairs else 1.0
            ends = [elo / NORMALIZED * joined for elo in (self.elo0, self.elo1)]
            fits = [_fit_deviations(scores, shares, end) for end in ends]
        elif self.model == "logistic":
            fits = [_fit_mean(scores, shares, score_of(elo)) for elo in (self.elo0, self.elo1)]
        else:
            fits = [_fit_mean(scores, shares, _bayesian_score(shares, elo)) for elo in (self.elo0, self.elo1)]
        zero, one = fits
        return whole * math.fsum(p * math.log(b / a) for p, a, b in zip(shares, zero, one, strict=True))

    def decision(self, llr: float) -> str:
        """What is accepted: "elo0" or "elo1"; "": the test goes on."""
        return "elo1" if llr >= self.upper else "elo0" if llr <= self.lower else ""

    def __str__(self) -> str:
        words = [f"elo0={self.elo0:g}", f"elo1={self.elo1:g}"]
        default = Sprt()
        for name in ("alpha", "beta", "model", "pairs"):
            value = getattr(self, name)
            if value != getattr(default, name):
                words.append(f"{name}={value:g}" if isinstance(value, float) else f"{name}={str(value).lower()}")
        return ",".join(words)


@dataclass(frozen=True)
class SprtState:
    """Where a test stands after some games."""

    test: Sprt  # with `pairs` as it was played
    counts: Counts
    llr: float
    decision: str  # "elo0" or "elo1" is accepted; "": neither

    @property
    def share(self) -> float:
        """How much of the way to a bound is done: 1 at elo1's, -1 at elo0's."""
        return self.llr / self.test.upper if self.llr > 0 else -self.llr / self.test.lower


class Running:
    """A test while the games are played; once it has decided, further results change nothing."""

    def __init__(self, test: Sprt, in_pairs: bool) -> None:
        """in_pairs: are the games of the match pairs? Raises ZermeloError if the test wants pairs and they are not."""
        if test.pairs and not in_pairs:
            raise ZermeloError("only games of two players that change sides are pairs: leave pairs=true out")
        pairs = in_pairs and test.model != "bayesian" if test.pairs is None else test.pairs
        self._together = 2 if pairs else 1
        self._points: list[float] = []
        self._waiting: list[float] = []
        self.state = SprtState(replace(test, pairs=pairs), counts_of((), pairs), 0.0, "")

    def add(self, points: float) -> bool:
        """Counts the next game, in which the engine got 0, 1/2 or 1 point. Is the test decided?"""
        if self.state.decision:
            return True
        self._waiting.append(points)
        if len(self._waiting) == self._together:
            new = counts_of(self._waiting, self._together == 2).numbers
            counts = Counts(tuple(a + b for a, b in zip(self.state.counts.numbers, new, strict=True)))
            llr = self.state.test.llr(counts)
            self.state = replace(self.state, counts=counts, llr=llr, decision=self.state.test.decision(llr))
            self._waiting.clear()
        return bool(self.state.decision)

    def add_all(self, points: Iterable[float]) -> int:
        """Counts several games; returns how many there were until the test was decided, or all."""
        used = 0
        for one in points:
            used += 1
            if self.add(one):
                break
        return used


def read_sprt(text: str) -> Sprt:
    """The test that `--sprt` names: elo0=0,elo1=5, and any other field of `Sprt`. Raises ZermeloError."""
    given: dict[str, float | str | bool] = {}
    names = [field.name for field in fields(Sprt)]
    for word in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals or name not in names or name in given:
            wrong = "comes twice" if name in given else "is not one"
            raise ZermeloError(f"--sprt reads {', '.join(f'{one}=…' for one in names)}; '{brief(word)}' {wrong}")
        given[name] = _value(name, value)
    return Sprt(**given)  # type: ignore[arg-type]


def _value(name: str, text: str) -> float | str | bool:
    if name == "model":
        return text
    if name == "pairs":
        if text.lower() not in WORDS:
            raise ZermeloError(f"--sprt: pairs is true or false, not '{brief(text)}'")
        return WORDS[text.lower()]
    if not re.fullmatch(r"[-+]?(\d{1,9}(\.\d*)?|\.\d+)", text):
        raise ZermeloError(f"--sprt: {name} is a number, not '{brief(text)}'")
    return float(text)


def _fit_mean(scores: Sequence[float], shares: Sequence[float], mean: float) -> list[float]:
    """The likeliest distribution with this mean, where these shares were seen."""
    return _fit_zero([score - mean for score in scores], shares)


def _fit_zero(values: Sequence[float], shares: Sequence[float]) -> list[float]:
    """The likeliest distribution in which these values have the mean 0: p / (1 + θ value), with θ such that it has."""
    least, most = min(values), max(values)

    theta = _balance(values, shares, -1 / most, -1 / least)
    return [p / (1 + theta * value) for value, p in zip(values, shares, strict=True)]


def _fit_deviations(scores: Sequence[float], shares: Sequence[float], deviations: float) -> list[float]:
    """The likeliest distribution whose mean is so many of its standard deviations above 1/2.

    Where the difference is large, the first step from even shares leads nowhere: then from a distribution that has it.
    """
    even = [1 / len(scores)] * len(scores)
    high = 0.5 + deviations / math.sqrt(1 + deviations**2) / 2  # of the points, all of them won or lost
    swept = [1 - high, *([0.0] * (len(scores) - 2)), high]
    for fit in (even, swept):
        found = _fitted(scores, shares, deviations, fit)
        if found is not None:
            return found
    return swept


def _fitted(
    scores: Sequence[float], shares: Sequence[float], deviations: float, fit: list[float]
) -> list[float] | None:
    """The same from a first guess; None: it leads nowhere."""
    found = None
    for _ in range(ROUNDS):
        mean = math.fsum(p * score for p, score in zip(fit, scores, strict=True))
        sigma = math.sqrt(math.fsum(p * (score - mean) ** 2 for p, score in zip(fit, scores, strict=True)))
        values = [s - 0.5 - deviations * sigma * (1 + ((mean - s) / sigma) ** 2) / 2 for s in scores]
        if not min(values) < 0 < max(values):
            return found
        found, before = _fit_zero(values, shares), fit
        fit = found
        if max(abs(a - b) for a, b in zip(fit, before, strict=True)) < CLOSE:
            break
    return found


def _bayesian_score(shares: Sequence[float], elo: float) -> float:
    """The score of a difference in BayesElo, with the chance of draws that the results show."""
    lost, _, won = shares
    draws = 200 * math.log10((1 - lost) / lost * (1 - won) / won)
    return 0.5 + (_logistic(elo - draws) - _logistic(-elo - draws)) / 2


def _logistic(elo: float) -> float:
    return 1 / (1 + 10 ** (-elo / 400))


def _balance(values: Sequence[float], shares: Sequence[float], low: float, high: float) -> float:
    """The θ between two ends at which the sum of p value / (1 + θ value) is 0: by Newton's method, or else by halves.

    The sum falls all the way, from infinite at the lower end to minus infinite at the upper one.
    """
    theta = 0.0  # which is between them
    for _ in range(STEPS):
        parts = [value / (1 + theta * value) for value in values]
        excess = math.fsum(p * part for p, part in zip(shares, parts, strict=True))
        if excess > 0:
            low = theta
        else:
            high = theta
        slope = math.fsum(p * part * part for p, part in zip(shares, parts, strict=True))
        coming = theta + excess / slope
        if not low < coming < high:
            coming = (low + high) / 2
        if abs(coming - theta) <= PRECISE * abs(coming) or coming in (low, high):
            return coming
        theta = coming
    return theta
