"""Opponent models: what the others are expected to do.

A model is a mixture. Part of the time the opponent is adversarial (plays what is worst for us), random, benign (plays
what is best for us), chooses by weights, or follows a strategy:

    ADVERSARIAL, RANDOM, BENIGN
    weighted(lambda state, action: 1.0 + (action == 3))
    following(Minimax(depth=2))
    0.8 * following(Minimax(depth=2)) + 0.2 * RANDOM
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.game import Action, Game, State, Strategy, ZermeloError, brief

Weigh = Callable[[State, Action], float]


@dataclass(frozen=True)
class Opponent:
    """A mixture of ways to choose an action; the parts add up to 1.

    >>> import zermelo
    >>> from zermelo import ADVERSARIAL, BENIGN, RANDOM
    >>> bins = zermelo.load("bins")  # (-50, 50), (1, 3), (15, -5)
    >>> for opponent in (ADVERSARIAL, RANDOM, BENIGN, 0.5 * ADVERSARIAL + 0.5 * RANDOM):
    ...     print(opponent, zermelo.Expectimax(opponent=opponent).analyse(bins).value)
    adversarial 1.0
    random 5.0
    benign 50.0
    0.5*adversarial+0.5*random 1.5
    """

    adversarial: float = 0.0  # the action that is worst for us
    random: float = 0.0  # uniformly
    benign: float = 0.0  # the action that is best for us
    weighted: tuple[tuple[float, Weigh], ...] = ()  # (part, weight of an action in a state, not below 0)
    following: tuple[tuple[float, Strategy], ...] = ()  # (part, strategy(game, state) -> action)

    @property
    def total(self) -> float:
        """The sum of the parts: 1 for a complete opponent."""
        parts = [part for part, _ in (*self.weighted, *self.following)]
        return self.adversarial + self.random + self.benign + sum(parts)

    def probabilities(self, game: Game, state: State) -> dict[Action, float]:
        """How likely each action of a state is; without the parts that depend on values, adversarial and benign.

        >>> import zermelo
        >>> zermelo.RANDOM.probabilities(zermelo.load("bins"), 0)
        {0: 0.3333333333333333, 1: 0.3333333333333333, 2: 0.3333333333333333}
        """
        actions = game.legal(state)
        found = dict.fromkeys(actions, self.random / len(actions))
        for part, strategy in self.following:
            found[strategy(game, state)] += part
        for part, weigh in self.weighted:
            weights = [weigh(state, action) for action in actions]
            for action, weight in zip(actions, weights, strict=True):
                found[action] += part * weight / sum(weights)
        return found

    def __mul__(self, part: float) -> Opponent:
        return Opponent(
            self.adversarial * part,
            self.random * part,
            self.benign * part,
            tuple((share * part, weigh) for share, weigh in self.weighted),
            tuple((share * part, strategy) for share, strategy in self.following),
        )

    __rmul__ = __mul__

    def __add__(self, other: Opponent) -> Opponent:
        return Opponent(
            self.adversarial + other.adversarial,
            self.random + other.random,
            self.benign + other.benign,
            self.weighted + other.weighted,
            self.following + other.following,
        )

    def __str__(self) -> str:
        named = [("adversarial", self.adversarial), ("random", self.random), ("benign", self.benign)]
        named += [(getattr(weigh, "__name__", "weighted"), part) for part, weigh in self.weighted]
        named += [(str(strategy).replace(":depth=", ""), part) for part, strategy in self.following]
        parts = [(name, part) for name, part in named if part]
        return parts[0][0] if len(parts) == 1 else "+".join(f"{part:g}*{name}" for name, part in parts)


ADVERSARIAL = Opponent(adversarial=1.0)  # always plays what is worst for us: minimax's opponent
RANDOM = Opponent(random=1.0)  # plays every action with the same probability
BENIGN = Opponent(benign=1.0)  # always plays what is best for us


def weighted(weigh: Weigh) -> Opponent:
    """An opponent that plays each action with a probability proportional to weigh(state, action).

    >>> import zermelo
    >>> likes_the_last = zermelo.weighted(lambda state, action: 1.0 + action)
    >>> zermelo.Expectimax(opponent=likes_the_last).analyse(zermelo.load("bins")).value
    16.666666666666664
    """
    return Opponent(weighted=((1.0, weigh),))


def following(strategy: Strategy) -> Opponent:
    """An opponent that follows a strategy.

    >>> import zermelo
    >>> opponent = 0.8 * zermelo.following(zermelo.Minimax(depth=2)) + 0.2 * zermelo.RANDOM
    >>> str(opponent)
    '0.2*random+0.8*minimax2'
    """
    return Opponent(following=((1.0, strategy),))


def read_opponent(text: str, engine: Callable[[str], Strategy]) -> Opponent:
    """Reads `random` or `0.8*minimax2+0.2*random`; a name with a number is an engine with that depth.

    engine: makes a strategy from a name such as `minimax:depth=2`. Raises ZermeloError.
    """
    simple: dict[str, Any] = {"adversarial": ADVERSARIAL, "random": RANDOM, "benign": BENIGN}
    whole = Opponent()
    for part in text.split("+"):
        match = re.fullmatch(r"\s*(?:(\d+\.?\d*|\.\d+)\s*\*\s*)?([a-z]+)(\d*)\s*", part)
        if not match:
            allowed = "random, adversarial, benign or 0.8*minimax2+0.2*random"
            raise ZermeloError(f"opponent '{brief(text)}' should read {allowed}")
        share = float(match[1]) if match[1] else 1.0
        if match[2] in simple and not match[3]:
            whole += share * simple[match[2]]
        else:
            whole += share * following(engine(f"{match[2]}:depth={match[3] or 1}"))
    if abs(whole.total - 1.0) > 1e-9:
        raise ZermeloError(f"the parts of opponent '{brief(text)}' add up to {whole.total:g}, not to 1")
    return whole
