"""What UCB1 compares at a node: W, N and the bound of every child, in wins where a game is only won, drawn or lost."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.game import Game


@dataclass(frozen=True)
class Counting:
    """How results are added up: a win as 1, a draw as ½ and a loss as 0, or each result as its utility."""

    lowest: float = 0.0  # the utility that counts as 0
    breadth: float = 1.0  # how much of it counts as 1

    @property
    def wins(self) -> bool:
        """Are wins counted? Then a mean is a win rate."""
        return self != UTILITIES

    def count(self, utility: float) -> float:
        return (utility - self.lowest) / self.breadth


UTILITIES = Counting()


def counting(game: Game, results: Iterable[Sequence[float]]) -> Counting:
    """Wins, where a game of two is not played for points and every result is a win, a draw or a loss."""
    reach = game.reach
    if not game.is_duel or game.points is not None or not reach or math.isinf(reach):
        return UTILITIES
    ends = [game.middle - reach, game.middle, game.middle + reach]
    if any(utility not in ends for utilities in results for utility in utilities):
        return UTILITIES
    return Counting(ends[0], 2 * reach)


@dataclass(frozen=True)
class Sibling:
    """A child of the node where UCB1 chooses, as it is before the simulation."""

    action: str
    node: int  # its number in the search tree
    won: float  # W, for the player who chooses
    visits: int  # N
    exploration: float  # C √(ln N(parent) / N)

    @property
    def mean(self) -> float:
        return self.won / self.visits

    @property
    def bound(self) -> float:
        """UCB1: W / N + C √(ln N(parent) / N)."""
        return self.mean + self.exploration


@dataclass(frozen=True)
class Choice:
    """One selection by UCB1: the child with the greatest bound, the first of equals."""

    player: int  # who chooses
    path: tuple[str, ...]  # names of the actions from the root to the node
    visits: int  # N of the node
    constant: float  # C
    siblings: tuple[Sibling, ...]
    chosen: int  # the place of the child that is taken

    def to_json(self) -> dict[str, Any]:
        return {
            "node": list(self.path),
            "player": self.player,
            "visits": self.visits,
            "c": self.constant,
            "chosen": self.siblings[self.chosen].action,
            "children": [
                {
                    "action": one.action,
                    "w": one.won,
                    "n": one.visits,
                    "exploration": one.exploration,
                    "ucb1": one.bound,
                }
                for one in self.siblings
            ],
        }


def exploration(constant: float, parent: float, visits: float) -> float:
    """C √(ln N(parent) / N), what UCB1 adds to the mean of a child with these visits."""
    return constant * math.sqrt(math.log(parent) / visits)
