"""Equilibria of a matrix game: pairs of mixtures from which neither player gains by changing alone.

Support enumeration, in fractions: for as many rows as columns, the mixture of those rows that makes those columns
equally good for the other player, if it is the only one. These mixtures are the corners of the regions in which the
other's best replies stay the same, and the pairs of corners that are best replies to each other are the extreme
equilibria. All others lie between them: see `Region`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from zermelo.hidden.matrix.dominance import eliminate
from zermelo.hidden.matrix.programme import maximin
from zermelo.hidden.matrix.table import MatrixGame, Mixture, Payoffs, best_replies, surely

MOST_SUPPORTS = 5_000  # pairs of supports that are tried; a game of 7 by 7 has 3,431
MOST_REGIONS = 200


@dataclass(frozen=True)
class Equilibrium:
    """A pair of mixtures, each a best reply to the other, and what the players get on average."""

    first: Mixture
    second: Mixture
    utilities: tuple[Fraction, Fraction]

    @property
    def is_pure(self) -> bool:
        """Does each player play one action only?"""
        return max(self.first) == 1 == max(self.second)


@dataclass(frozen=True)
class Region:
    """Equilibria that lie side by side: any mean of the first mixtures with any mean of the second ones is one."""

    firsts: tuple[Mixture, ...]
    seconds: tuple[Mixture, ...]


@dataclass(frozen=True)
class Equilibria:
    """The extreme equilibria of a game, and what else there is."""

    listed: tuple[Equilibrium, ...]  # pure ones first
    regions: tuple[Region, ...]  # those with more than one equilibrium; none: every equilibrium is listed
    largest: int | None = None  # supports of up to that many actions were tried; None: all, so that none is missing


def is_equilibrium(game: MatrixGame, first: Mixture, second: Mixture) -> bool:
    """Does neither player gain by changing alone? Exact."""
    return _support(first) <= best_replies(game.first, second) and _support(second) <= best_replies(game.second, first)


def pure_equilibria(game: MatrixGame) -> list[tuple[int, int]]:
    """Every row and column that are best replies to each other."""
    rows, columns = game.shape
    to_column = [best_replies(game.first, surely(column, columns)) for column in range(columns)]
    to_row = [best_replies(game.second, surely(row, rows)) for row in range(rows)]
    return [(row, column) for row, column in game.cells() if row in to_column[column] and column in to_row[row]]


def equilibria(game: MatrixGame, most: int = MOST_SUPPORTS) -> Equilibria:
    """The extreme equilibria; all of them unless there are more than `most` pairs of supports.

    Then small supports are tried first and `largest` says how far that went; all pure equilibria are listed anyway,
    and one equilibrium of a zero-sum game, by a linear programme.
    """
    _, rows, columns = eliminate(game)  # a strictly dominated action is in no equilibrium
    first = tuple(tuple(game.first[row][column] for column in columns) for row in rows)
    second = tuple(tuple(game.second[column][row] for row in rows) for column in columns)
    largest, count = 0, 0
    while largest < min(len(rows), len(columns)):
        count += comb(len(rows), largest + 1) * comb(len(columns), largest + 1)
        if count > most:
            break
        largest += 1
    is_whole = largest == min(len(rows), len(columns))
    firsts = {_spread(x, rows, game.shape[0]) for x in _corners(second, largest)}
    seconds = {_spread(y, columns, game.shape[1]) for y in _corners(first, largest)}
    for row, column in pure_equilibria(game):
        firsts.add(surely(row, game.shape[0]))
        seconds.add(surely(column, game.shape[1]))
    pairs = _matched(game, sorted(firsts, reverse=True), sorted(seconds, reverse=True))
    if not is_whole and game.total is not None:
        one, other = maximin(game.first)[0], maximin(game.second)[0]
        if is_equilibrium(game, one, other) and (one, other) not in pairs:
            pairs.append((one, other))
    listed = [Equilibrium(x, y, game.utilities(x, y)) for x, y in pairs]
    listed.sort(key=lambda found: (not found.is_pure, sum(p > 0 for p in found.first)))
    return Equilibria(tuple(listed), tuple(_regions(pairs)), None if is_whole else largest)


def zero_sum_value(game: MatrixGame) -> Fraction | None:
    """What the first player makes sure of and the second concedes no more than; None: utilities have no constant sum.

    By a linear programme for each player. Where their solutions are no fractions with small denominators, the mean of
    the two bounds that they prove.
    """
    if game.total is None:
        return None
    return (maximin(game.first)[1] + game.total - maximin(game.second)[1]) / 2


def _support(mixture: Mixture) -> frozenset[int]:
    return frozenset(action for action, chance in enumerate(mixture) if chance > 0)


def _spread(mixture: Sequence[Fraction], places: Sequence[int], count: int) -> Mixture:
    """A mixture of some of a player's actions as one of all of them."""
    whole = [Fraction()] * count
    for place, chance in zip(places, mixture, strict=True):
        whole[place] = chance
    return tuple(whole)


def _corners(payoffs: Payoffs, largest: int) -> Iterator[Mixture]:
    """The extreme mixtures of the other player among those with the same best replies of this player.

    payoffs: what this player gets, [own action][the other's action]; largest: actions in a mixture.
    """
    own, others = len(payoffs), len(payoffs[0])
    for size in range(1, largest + 1):
        for replies in combinations(range(own), size):
            for support in combinations(range(others), size):
                found = _balanced(payoffs, replies, support)
                if found is not None and set(replies) <= best_replies(payoffs, found):
                    yield found


def _balanced(payoffs: Payoffs, replies: Sequence[int], support: Sequence[int]) -> Mixture | None:
    """The only mixture on a support against which the replies are worth the same; None: there is none or several."""
    size = len(support)
    rows = [[payoffs[reply][action] for action in support] + [Fraction(-1), Fraction()] for reply in replies]
    rows.append([Fraction(1)] * size + [Fraction(), Fraction(1)])  # the probabilities add up to 1
    for column in range(size + 1):  # Gauss and Jordan
        pivot = next((row for row in range(column, size + 1) if rows[row][column]), None)
        if pivot is None:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        scale = rows[column][column]
        rows[column] = [number / scale for number in rows[column]]
        for row in range(size + 1):
            factor = rows[row][column]
            if row != column and factor:
                rows[row] = [a - factor * b for a, b in zip(rows[row], rows[column], strict=True)]
    chances = [row[-1] for row in rows[:size]]
    return _spread(chances, support, len(payoffs[0])) if min(chances) > 0 else None


def _matched(game: MatrixGame, firsts: list[Mixture], seconds: list[Mixture]) -> list[tuple[Mixture, Mixture]]:
    """The pairs that are best replies to each other."""
    replies = [(y, _support(y), best_replies(game.first, y)) for y in seconds]
    found = []
    for x in firsts:
        support, answers = _support(x), best_replies(game.second, x)
        found += [(x, y) for y, played, best in replies if support <= best and played <= answers]
    return found


def _regions(pairs: Sequence[tuple[Mixture, Mixture]]) -> list[Region]:
    """The largest sets of first and second mixtures that all go with each other, if they have more than one pair."""
    partners: dict[Mixture, frozenset[Mixture]] = {}
    for x, y in pairs:
        partners[x] = partners.get(x, frozenset()) | {y}
    shared = set(partners.values())
    waiting = list(shared)
    while waiting and len(shared) <= MOST_REGIONS:
        one = waiting.pop()
        for other in partners.values():
            both = one & other
            if both and both not in shared:
                shared.add(both)
                waiting.append(both)
    found = []
    for seconds in shared:
        firsts = tuple(x for x, others in partners.items() if seconds <= others)
        if len(firsts) * len(seconds) > 1:
            found.append(Region(firsts, tuple(sorted(seconds, reverse=True))))
    return sorted(found, key=lambda region: (region.firsts, region.seconds), reverse=True)
