"""Evaluation functions: Eval(s) = Σ wᵢ fᵢ(s), with each term's share visible."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Protocol

from zermelo.evaluate.tactics import Tactics
from zermelo.game import State, ZermeloError, brief


@dataclass(frozen=True)
class Term:
    """One feature's part in an evaluation."""

    name: str
    weight: float
    feature: float  # fᵢ(s)

    @property
    def share(self) -> float:
        """wᵢ fᵢ(s): what this term adds."""
        return self.weight * self.feature


class Evaluator(Protocol):
    """An opinion about states that are not terminal."""

    @property
    def win(self) -> float:
        """What a utility of 1 is worth in the evaluation's own units.

        1: it is in units of utility, and adds up to the game's total over both players. In other units an even
        position is worth 0. No evaluation is better than a won game.
        """

    @property
    def reach(self) -> float:
        """No evaluation, and no utility in these units, lies further from an even position; 0: not known.

        Cuts at chance nodes use it if the game does not declare its best utility.
        """

    @property
    def function(self) -> Callable[[State, int], float]:
        """evaluate(state, player): how good the state is for the player."""

    @property
    def unit(self) -> float:
        """The evaluation at which three of four games are won; 0: not known, the evaluation is a share of `win`."""

    @property
    def units(self) -> str:
        """What the evaluation counts: "pawns"; "": numbers."""

    def terms(self, state: State, player: int) -> tuple[Term, ...]:
        """The parts that the evaluation adds up."""

    @property
    def tactics(self) -> Tactics | None:
        """Advice to a selective search."""


@dataclass(frozen=True)
class Opinion:
    """Any function evaluate(state, player) as an evaluator: one term.

    >>> import zermelo
    >>> opinion = zermelo.Opinion(lambda state, player: 0.25)
    >>> opinion.function(6, 0)
    0.25
    """

    function: Callable[[State, int], float]
    win: float = 1.0
    tactics: Tactics | None = None
    unit: float = 0.0
    units: str = ""
    reach: float = 0.0

    def terms(self, state: State, player: int) -> tuple[Term, ...]:
        return (Term(getattr(self.function, "__name__", "evaluation"), 1.0, float(self.function(state, player))),)


@dataclass(frozen=True)
class Feature:
    """A named fᵢ with its weight wᵢ; value(state, player) -> float.

    >>> import zermelo
    >>> stones = zermelo.Feature("stones", 0.1, lambda state, player: state)
    >>> stones.weight * stones.value(6, 0)
    0.6000000000000001
    """

    name: str
    weight: float
    value: Callable[[State, int], float]


@dataclass(frozen=True)
class Linear:
    """A weighted sum of features; it compiles when they do.

    >>> import zermelo
    >>> stones = zermelo.Feature("stones", 0.1, lambda state, player: state)
    >>> [(term.name, term.share) for term in zermelo.Linear((stones,)).terms(6, 0)]
    [('stones', 0.6000000000000001)]
    """

    features: tuple[Feature, ...]
    win: float = 1.0
    tactics: Tactics | None = None
    unit: float = 0.0
    units: str = ""
    reach: float = 0.0
    function: Callable[[State, int], float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "features", tuple(self.features))
        total: Callable[[State, int], float] = _zero
        for feature in reversed(self.features):
            if not isinstance(feature, Feature):
                raise ZermeloError(
                    f"a Linear adds up features, Feature(name, weight, value); not {brief(repr(feature))}"
                )
            total = _plus(feature.weight, feature.value, total)
        object.__setattr__(self, "function", total)

    def terms(self, state: State, player: int) -> tuple[Term, ...]:
        return tuple(Term(f.name, f.weight, float(f.value(state, player))) for f in self.features)


@dataclass(frozen=True)
class Vector:
    """A weighted sum whose features are found in one pass: features(state) -> a tuple of MAX's values.

    For evaluations whose features share work. Features have the sign of player 0: what is good for him is above 0.

    >>> import zermelo
    >>> vector = zermelo.Vector(("stones", "kings"), (1.0, 1.5), lambda state: state)
    >>> vector.function((2.0, 1.0), 0)
    3.5
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    features: Callable[[State], tuple[float, ...]]
    win: float = 1.0
    tactics: Tactics | None = None
    unit: float = 0.0
    units: str = ""
    reach: float = 0.0
    function: Callable[[State, int], float] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        object.__setattr__(self, "weights", tuple(self.weights))
        if len(self.names) != len(self.weights) or not self.names:
            raise ZermeloError(f"a Vector has a weight for each name, not {len(self.weights)} for {len(self.names)}")
        features, weighed = self.features, _weighed(self.weights, 0)

        def total(state, player):
            value = weighed(features(state))
            return value if player == 0 else -value

        object.__setattr__(self, "function", total)

    def terms(self, state: State, player: int) -> tuple[Term, ...]:
        sign = 1.0 if player == 0 else -1.0
        return tuple(
            Term(name, weight, sign * float(feature))
            for name, weight, feature in zip(self.names, self.weights, self.features(state), strict=True)
        )


def as_evaluator(value: Any) -> Evaluator:
    """An evaluator from an evaluator or a plain function. Raises ZermeloError where it is neither."""
    evaluator: Evaluator = value if hasattr(value, "terms") and hasattr(value, "function") else Opinion(value)
    if isinstance(value, type) or not _takes_two(evaluator.function):
        raise ZermeloError(
            f"an evaluation is a function of a state and a player, or a Linear, Vector or Opinion; not {_told(value)}"
        )
    reach = getattr(evaluator, "reach", 0.0)
    if not 0 <= reach < math.inf:
        raise ZermeloError(f"an evaluation's reach is finite and not below 0; it is {reach}")
    if not (0 < evaluator.win < math.inf and 0 <= evaluator.unit < math.inf):
        raise ZermeloError(
            f"an evaluation's win is above 0 and its unit is not below 0; they are {evaluator.win} and {evaluator.unit}"
        )
    return evaluator


def _takes_two(function: Any) -> bool:
    """Does its signature accept a state and a player? True if it has none that can be read."""
    if not callable(function):
        return False
    try:
        inspect.signature(function).bind(None, 0)
    except TypeError:
        return False
    except ValueError:  # written in C, without a signature
        return True
    return True


def _told(value: Any) -> str:
    name = getattr(value, "__name__", "")
    return f"{name}{inspect.signature(value)}" if inspect.isfunction(value) else brief(name or repr(value))


def in_utilities(evaluator: Evaluator | None) -> bool:
    """Are values in units of utility? They are without an evaluator."""
    return evaluator is None or evaluator.win == 1.0


def centred(evaluator: Evaluator, middle: float) -> Callable[[State, int], float]:
    """The evaluation as kernels take it, with an even position at 0. middle: the game's."""
    return _less(evaluator.function, middle) if middle and in_utilities(evaluator) else evaluator.function


@lru_cache(maxsize=256)
def _less(function: Callable[[State, int], float], middle: float) -> Callable[[State, int], float]:
    return lambda state, player: function(state, player) - middle


def _weighed(weights, place):
    """Σ wᵢ fᵢ from a place on, one function per feature: Numba is slow at indexing a tuple by a variable."""
    weight = weights[place]

    def total(found):
        return weight * found[place]

    if place == len(weights) - 1:
        return total
    rest = _weighed(weights, place + 1)

    def total_and_rest(found):
        return total(found) + rest(found)

    return total_and_rest


def _zero(state, player):
    return 0.0


def _plus(weight, first, rest):
    def total(state, player):
        return weight * first(state, player) + rest(state, player)

    return total
