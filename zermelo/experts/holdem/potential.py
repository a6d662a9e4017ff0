"""How good a hand is before all cards are dealt: its strength and what it may become.

The strength of a hand on a full board is the share of the opponent's possible hands that it beats, ties counting half.
Its potential is the mean of the squared strength over the cards to come: of two hands that are equally strong on
average, the one that may become very strong has more of it. On the river it is the strength itself.

The mean is taken over a sample of boards and opponents that depends on the cards alone, so that a hand has the same
potential whenever it is asked for. An opponent's hand is one draw, and the square of a mean of n draws is estimated
without bias by the products of different draws.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.bits import count, highest, mix, step
from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.games._cards.deck import DECK, bit_of
from zermelo.games._cards.ranking import strength
from zermelo.installed import np

BOARDS, OPPONENTS = 48, 4  # in a sample: boards, and hands of the opponent on each
CLASSES = 169  # of two cards, if suits matter only by being equal
PAIRS = 1081  # of the 47 cards that are not on a board of five


def class_of(own):
    """The class of two cards, 0 to 168: 13 × the higher rank + the lower one if they are suited, else the reverse."""
    one, other = highest(own), highest(own ^ (1 << highest(own)))
    high, low = max(one & 15, other & 15), min(one & 15, other & 15)
    return 13 * high + low if one >> 4 == other >> 4 else 13 * low + high


def drawn(used, noise):
    """A random card that is not used, as a set, and the noise after it."""
    while True:
        noise = step(noise)
        card = bit_of((mix(noise) >> 31) * DECK >> 32)
        if not used & card:
            return card, noise


def potential(own, board, boards, opponents):
    """The potential of a hand on a board of up to four cards."""
    noise, total = mix(own ^ mix(board)), 0.0
    for _ in range(boards):
        full = board
        for _ in range(5 - count(board)):
            card, noise = drawn(own | full, noise)
            full |= card
        mine, wins, squares = strength(own | full), 0.0, 0.0
        for _ in range(opponents):
            one, noise = drawn(own | full, noise)
            other, noise = drawn(own | full | one, noise)
            theirs = strength(full | one | other)
            if mine >= theirs:
                won = 1.0 if mine > theirs else 0.5
                wins += won
                squares += won * won
        total += (wins * wins - squares) / (opponents * (opponents - 1))
    return total / boards


def rank_pairs(board, sets, values):
    """Writes all pairs of cards that are not on a full board, and their strengths on it."""
    pairs = 0
    for one in range(DECK):
        if board & bit_of(one):
            continue
        for other in range(one):
            if not board & bit_of(other):
                sets[pairs] = bit_of(one) | bit_of(other)
                values[pairs] = strength(board | sets[pairs])
                pairs += 1


def beaten(own, value, sets, values):
    """The share of the pairs that share no card with a hand which the hand beats. value: its strength."""
    wins, against = 0.0, 0
    for pair in range(PAIRS):
        if not sets[pair] & own:
            against += 1
            if values[pair] < value:
                wins += 1.0
            elif values[pair] == value:
                wins += 0.5
    return wins / against


def dealer(jit: Callable[..., Any]) -> Callable[..., Any]:
    """deal(hands, potentials, outcomes, sets, values, noise): random deals.

    hands: [deal, player] two cards, a set; potentials: [deal, player, round after the flop]; outcomes: [deal] 1 where
    player 0 has the better hand in the end, 0, -1; sets, values: [pair] to work with.
    """

    @jit
    def deal(hands, potentials, outcomes, sets, values, noise):
        word = noise[0]
        for place in range(len(outcomes)):
            used, flop, turn, river = 0, 0, 0, 0
            for dealt in range(9):
                card, word = drawn(used, word)
                used |= card
                if dealt < 4:
                    hands[place, dealt >> 1] = card if dealt & 1 == 0 else hands[place, dealt >> 1] | card
                elif dealt < 7:
                    flop |= card
                elif dealt == 7:
                    turn = flop | card
                else:
                    river = turn | card
            rank_pairs(river, sets, values)
            mine, theirs = strength(hands[place, 0] | river), strength(hands[place, 1] | river)
            outcomes[place] = 1 if mine > theirs else -1 if mine < theirs else 0
            for player in range(2):
                own = hands[place, player]
                potentials[place, player, 0] = potential(own, flop, BOARDS, OPPONENTS)
                potentials[place, player, 1] = potential(own, turn, BOARDS, OPPONENTS)
                potentials[place, player, 2] = beaten(own, mine if player == 0 else theirs, sets, values)
        noise[0] = word

    return deal


def looker(jit: Callable[..., Any]) -> Callable[..., Any]:
    """look(own, board, boards, found, sets, values): the potential of one hand, written into found[0]."""

    @jit
    def look(own, board, boards, found, sets, values):
        if count(board) == 5:
            rank_pairs(board, sets, values)
            found[0] = beaten(own, strength(own | board), sets, values)
        else:
            found[0] = potential(own, board, boards, OPPONENTS)

    return look


def potential_of(own: int, board: int, boards: int = BOARDS, compiled: bool = True) -> float:
    """The potential of two cards with none, three, four or five cards on the table."""
    found, sets, values = np.zeros(1), np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    _kernel(looker, compiled)(own, board, boards, found, sets, values)
    return float(found[0])


def random_deals(number: int, seed: int, compiled: bool = True) -> tuple[Any, Any, Any]:
    """The hands, potentials and outcomes of so many random deals, see `dealer`."""
    hands = np.zeros((number, 2), np.int64)
    potentials, outcomes = np.zeros((number, 2, 3)), np.zeros(number, np.int8)
    sets, values = np.zeros(PAIRS, np.int64), np.zeros(PAIRS, np.int64)
    noise = np.array([mix(seed)], np.int64)
    _kernel(dealer, compiled)(hands, potentials, outcomes, sets, values, noise)
    return hands, potentials, outcomes


@cache
def _kernel(filler: Callable[..., Any], compiled: bool) -> Callable[..., Any]:
    if not compiled:
        return interpreted(filler)
    pairs = np.zeros(PAIRS, np.int64)
    if filler is looker:
        return compiled_kernel("hold'em", "one hand", filler, 1, 1, 1, np.zeros(1), pairs, pairs)
    example = np.zeros((1, 2), np.int64), np.zeros((1, 2, 3)), np.zeros(1, np.int8)
    return compiled_kernel("hold'em", "deals", filler, *example, pairs, pairs, np.zeros(1, np.int64))
