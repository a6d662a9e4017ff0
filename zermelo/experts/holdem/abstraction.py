"""Hands in buckets: what a player of the abstract game knows of its cards.

Before the flop, the 169 classes of two cards are sorted by potential (see potential.py) and cut into buckets that are
equally likely. After the flop, the hands of each bucket are cut into buckets again, by their potential there; so on
the turn and on the river. A player remembers its buckets: a hand is the sequence of them, and the abstract game has
perfect recall. The cuts are percentiles of random deals that follow from a seed.

The deals are also the abstract game's chance: it deals one of them, each with the same probability, to both seats in
either order. So its values and best responses can be computed exactly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from zermelo.experts.holdem.potential import CLASSES, class_of, potential_of, random_deals
from zermelo.game import ZermeloError
from zermelo.games._cards.deck import bit_of
from zermelo.installed import np

BUCKETS = (8, 4, 4, 4)  # in each round, per bucket of the round before
DEALS = 300_000
ROUNDS, MOST_BUCKETS = 4, 50
CLASS_BOARDS = 2000  # in the sample for a class of two cards


@dataclass(frozen=True, eq=False)
class Abstraction:
    """How hands are told apart."""

    buckets: tuple[int, ...]  # [round] per bucket of the round before
    classes: Any  # [class of two cards] the bucket before the flop
    cuts: tuple[Any, ...]  # [round after the first][hand of the round before] the potentials where buckets change

    @property
    def hands(self) -> tuple[int, ...]:
        """[round] how many hands are told apart."""
        return tuple(int(number) for number in np.cumprod(self.buckets))

    def hand(self, own: int, board: Sequence[int], compiled: bool = True) -> int:
        """The number of a hand, which stands for its buckets up to now.

        own: two cards, a set; board: the cards on the table in the order in which they came.
        """
        found = int(self.classes[class_of(own)])
        for stage, size in enumerate((3, 4, 5)):
            if len(board) >= size:
                shown = sum(map(bit_of, board[:size]))
                found = int(self.split(stage, found, potential_of(own, shown, compiled=compiled)))
        return found

    def split(self, stage: int, hands: Any, potentials: Any) -> Any:
        """The numbers of hands after the next cards. stage: 0 on the flop; potentials: of the hands there."""
        hands, potentials = np.asarray(hands), np.asarray(potentials)
        within = (potentials[..., None] >= self.cuts[stage][hands]).sum(axis=-1)
        return hands * self.buckets[stage + 1] + within


@dataclass(frozen=True, eq=False)
class Deals:
    """The deals of an abstract game, as kernels take them."""

    hands: Any  # [deal, player] the number of the hand on the river
    outcomes: Any  # [deal] 1 where player 0 has the better hand, 0, -1

    def joint(self, hands: tuple[int, ...], stage: int) -> tuple[Any, Any]:
        """How likely two hands of a round meet, and what the first one wins of a stake of 1 in the mean, times that.

        Both are arrays [hand, hand]; deals count in either order of the seats.
        """
        many, shrink = hands[stage], hands[-1] // hands[stage]
        first, second = self.hands[:, 0] // shrink, self.hands[:, 1] // shrink
        met = np.bincount(first * many + second, minlength=many * many).reshape(many, many)
        won = np.bincount(first * many + second, self.outcomes, minlength=many * many).reshape(many, many)
        total = 2.0 * len(self.outcomes)
        return (met + met.T) / total, (won - won.T) / total


def make_abstraction(
    buckets: Sequence[int] = BUCKETS, deals: int = DEALS, seed: int = 0, compiled: bool = True
) -> tuple[Abstraction, Deals]:
    """Deals at random, cuts the hands into buckets, and returns both. Raises ZermeloError for bad numbers."""
    sizes = tuple(map(int, buckets))
    if len(sizes) != ROUNDS or not all(1 <= size <= MOST_BUCKETS for size in sizes) or sizes[0] > CLASSES:
        raise ZermeloError(f"buckets are four numbers from 1 to 50, such as 8,4,4,4, not {buckets}")
    if deals < 10 * int(np.prod(sizes)):
        raise ZermeloError(f"{deals:,} deals are too few: {int(np.prod(sizes)):,} hands need ten times as many")
    classes = _class_buckets(sizes[0], compiled)
    held, potentials, outcomes = random_deals(deals, seed, compiled)
    numbers = classes[np.array([class_of(own) for own in held.reshape(-1).tolist()])]
    cuts: list[Any] = []
    for stage, size in enumerate(sizes[1:]):
        here = potentials[:, :, stage].reshape(-1)
        cuts.append(np.zeros((int(np.prod(sizes[: stage + 1])), size - 1)))
        order = np.lexsort((here, numbers))
        starts = np.searchsorted(numbers[order], np.arange(len(cuts[stage]) + 1))
        for hand, (low, high) in enumerate(pairwise(starts)):
            places = low + (high - low) * np.arange(1, size) // size
            cuts[stage][hand] = here[order[np.minimum(places, len(order) - 1)]]
        numbers = Abstraction(sizes, classes, tuple(cuts)).split(stage, numbers, here)
    return Abstraction(sizes, classes, tuple(cuts)), Deals(numbers.reshape(deals, 2).astype(np.int64), outcomes)


def _class_buckets(buckets: int, compiled: bool) -> Any:
    """[class of two cards] its bucket: classes in the order of their potential, cut where the deals are as many."""
    examples = [bit_of(4 * high) | bit_of(4 * low + 1) for high in range(13) for low in range(high + 1)]
    examples += [bit_of(4 * high) | bit_of(4 * low) for high in range(13) for low in range(high)]
    potentials, weights = np.zeros(CLASSES), np.zeros(CLASSES)
    for own in examples:
        place = class_of(own)
        potentials[place] = potential_of(own, 0, CLASS_BOARDS if compiled else 20, compiled)
        is_pair, is_suited = place % 14 == 0, place // 13 > place % 13
        weights[place] = 6 if is_pair else 4 if is_suited else 12
    order = np.argsort(potentials, kind="stable")
    middle = (np.cumsum(weights[order]) - weights[order] / 2) / weights.sum()
    found = np.zeros(CLASSES, np.int64)
    found[order] = (middle * buckets).astype(np.int64)
    return found
