"""Tuples that grow and shrink in users' functions: compiled they give what Python gives."""

# ruff: noqa: RUF005, SIM300  (people write it so)
from __future__ import annotations

from typing import NamedTuple

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.bits import blended, second_hash
from zermelo.compile.kernel.compiled import register
from zermelo.compile.kernel.states import state_caster
from zermelo.compile.numba.intrinsics.lists.varying import VaryingTuple
from zermelo.compile.numba.patches import compiling_kernel
from zermelo.compile.trust.bounds import GROWN
from zermelo.game import ZermeloError

ROOM = 6
cards = st.lists(st.integers(0, 9), max_size=ROOM).map(tuple)
HAND = VaryingTuple(numba.int64, ROOM, 24)


class Deal(NamedTuple):
    """A state with hands, a pile of pairs, and a number."""

    hands: tuple
    pile: tuple
    turn: int


PAIR = numba.types.UniTuple(numba.int64, 2)
DEAL = numba.types.NamedTuple([numba.types.UniTuple(HAND, 2), VaryingTuple(PAIR, ROOM, 24), numba.int64], Deal)
pairs = st.tuples(st.integers(0, 3), st.integers(0, 9))
deals = st.builds(Deal, st.tuples(cards, cards), st.lists(pairs, max_size=4).map(tuple), st.integers(0, 1))


def compiled(function, kind, heap=False):
    """The function, compiled for a value of a type and an integer as a kernel would call it."""
    register(function)

    def ask(value, n):
        return function(value, n)

    kernel = numba.njit(_nrt=heap)(ask)
    with compiling_kernel():
        kernel.compile((kind, numba.int64))
    cast = state_caster(kind)
    return lambda value, n: kernel(cast(value), n)


# --- functions of a hand and a number that people write ---------------------------------------------------------------


def grown(hand, n):
    more = hand + (n,)
    more += (n + 1, 7)
    starred = (*hand, n)
    between = (0, *hand, n, *more[:2])
    return more, starred, between, (n,) + hand, hand + ()


def shrunk(hand, n):
    without = tuple(card for card in hand if card != n)
    cut = hand[:n] + hand[n + 1 :]
    rest = hand[1:]
    last = hand[-2:]
    return without, cut, rest, last, hand[::-1], hand[n:], hand[::2]


def read(hand, n):
    total = 0
    for place, card in enumerate(hand):
        total += place * card
    for one, other in zip(hand, hand[1:]):  # noqa: B905, RUF007
        total += 100 * one * other
    for card in reversed(hand):
        total = 3 * total + card
    first = hand[0] if hand else -1
    last = hand[-1] if len(hand) > 0 else -1
    return total, first, last, len(hand), n in hand, n not in hand, sum(hand), hand.count(n), bool(hand), not hand


def ordered(hand, n):
    low, high = (min(hand), max(hand)) if hand else (-1, -1)
    place = hand.index(n) if n in hand else -1
    added = tuple(sorted(hand + (n,)))
    return tuple(sorted(hand)), added, low, high, place, any(c > n for c in hand), all(c > n for c in hand)


def compared(hand, n):
    other = tuple(sorted(hand))
    few = (n, n + 1)
    equal = hand == other, hand != other, hand == few, few == hand, hand == (), () != hand
    order = hand < other, hand <= few, few > hand, hand >= ()
    return equal, order


def chosen(hand, n):
    picked = hand if n > 1 else ()
    if n == 0:
        picked = picked + (3,)
    short = (1,) if n > 1 else (1, 2, n)
    found = ()
    for card in hand:
        if card > n:
            found = found + (card,)
    rest = hand
    seen = 0
    while rest:
        seen = 10 * seen + rest[0]
        rest = rest[1:]
    return picked, short, found, seen, len(rest)


def by_lists(hand, n):
    cards = list(hand)
    cards.sort()
    if cards:
        cards.pop(0)
    if n in cards:
        cards.remove(n)
    again = [card + n for card in hand if card < 8]
    longer = list(hand)
    longer.append(n)
    longer.insert(1, 8)
    longer.extend(hand[:2])
    found = []
    for place, card in enumerate(hand):
        if card > n:
            found.append(card * 10 + place)
    last = cards.pop() if cards and cards[0] < 5 else -1
    return tuple(cards), tuple(again), tuple(card for card in cards), len(again), tuple(longer), tuple(found), last


def unpacked(hand, n):
    if len(hand) == 2:
        a, b = hand
        return a * 10 + b
    return -1


def played(hand, n):
    if n >= len(hand):
        return ()
    if n == 0:
        return hand[1:]
    return hand[:n] + (9,)


def by_helpers(hand, n):
    left = played(hand, n)
    return played(left, 1), len(played(hand, 1)), [9] == list(left)


def ragged(hand, n):
    rows = ((n,), (n, 1), ())
    total = 0
    for row in rows:
        total = 10 * total + len(row)
    both = (hand, (4, 5))
    return rows[n % 3], total, both[n % 2], hand in ((1, 2), (3,)), (hand, ())[n % 2]


def quickly(functions, *quick):
    return [one if one in quick else pytest.param(one, marks=pytest.mark.long) for one in functions]


OF_HANDS = [grown, shrunk, read, ordered, compared, chosen, by_lists, unpacked, by_helpers, ragged]


@pytest.mark.parametrize("function", quickly(OF_HANDS, grown, shrunk), ids=lambda function: function.__name__)
def test_hands_are_as_in_python_and_nothing_is_allocated(function):
    kernel = compiled(function, HAND)

    @settings(max_examples=80, deadline=None)
    @given(cards, st.integers(0, 5))
    def check(hand, n):
        assert kernel(hand, n) == function(hand, n)

    check()


# --- functions of a state ---------------------------------------------------------------------------------------------


def replaced(state, n):
    hands = list(state.hands)
    hands[state.turn] = tuple(card for card in hands[state.turn] if card != n)
    return state._replace(hands=tuple(hands), pile=(*state.pile, (state.turn, n)), turn=1 - state.turn)


def spliced(state, n):
    player = state.turn
    mine = state.hands[player]
    mine = mine[:n] + mine[n + 1 :]
    hands = state.hands[:player] + (mine,) + state.hands[player + 1 :]
    if n > 3:
        return Deal(hands, (), 0)
    return Deal((mine, state.hands[1 - player]), state.pile[1:], 1)


def counted(state, n):
    every = [len(hand) for hand in state.hands]
    best = max(sum(hand) for hand in state.hands)
    leads = sum(1 for player, card in state.pile if player == state.turn and card > n)
    held = sum(card == n for hand in state.hands for card in hand)
    trick = state.pile[-1][1] if state.pile else -1
    empty = tuple(not hand for hand in state.hands)
    lengths = tuple(len(hand) for hand in state.hands)
    swapped = (state.hands[1], state.hands[0])
    return every[0], best, leads, held, trick, empty, lengths, swapped, state.hands[0] == state.hands[1]


def listed(state, n):
    hands = [list(hand) for hand in state.hands]
    if hands[0]:
        hands[0][0] = n
    return tuple(tuple(hand) for hand in hands), (state.turn, n) in state.pile, tuple(sorted(state.pile))


def twice(state, n):
    if n > 2:
        hands = list(state.hands)
        hands[0] = hands[1][:4] + (n,)
        return Deal(tuple(hands), state.pile, 0)
    hands = list(state.hands)
    hands[1] = ()
    return Deal(tuple(hands), ((n, n),), n)


OF_DEALS = [replaced, spliced, counted, listed, twice]


@pytest.mark.parametrize("function", quickly(OF_DEALS, replaced), ids=lambda function: function.__name__)
def test_states_that_hold_hands_are_as_in_python(function):
    kernel = compiled(function, DEAL)

    @settings(max_examples=80, deadline=None)
    @given(deals, st.integers(0, 5))
    def check(deal, n):
        assert kernel(deal, n) == function(deal, n)

    check()


class Card(NamedTuple):
    """An item with names."""

    rank: int
    suit: int


CARDS = VaryingTuple(numba.types.NamedUniTuple(numba.int64, 2, Card), ROOM, 12)
MELDS = VaryingTuple(HAND, 4, 12)
FRACTIONS = VaryingTuple(numba.float64, ROOM, 12)


def of_cards(hand, n):
    suits = sum(1 for card in hand if card.suit == n)
    best = max(card.rank for card in hand) if hand else -1
    rest = tuple(card for card in hand if card.rank != n)
    return suits, best, rest, (*hand, Card(n, 1)), Card(n, n) in hand


def of_melds(melds, n):
    longest = max(len(meld) for meld in melds) if melds else 0
    laid = melds + ((n, n + 1),)
    first = (*melds[0], n) if melds else ()
    return longest, laid, first, tuple(meld for meld in melds if n not in meld), melds[1:], sum(map(len, melds))


def of_fractions(shares, n):
    return sum(shares), shares + (n / 2, 1.5), tuple(share * n for share in shares), n in shares


@pytest.mark.long
@pytest.mark.parametrize(
    ("function", "kind", "values"),
    [
        (of_cards, CARDS, st.lists(st.builds(Card, st.integers(0, 4), st.integers(0, 4)), max_size=5).map(tuple)),
        (of_melds, MELDS, st.lists(cards, max_size=3).map(tuple)),
        (of_fractions, FRACTIONS, st.lists(st.sampled_from((0.0, 0.5, 3.0)), max_size=4).map(tuple)),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_items_of_other_kinds(function, kind, values):
    kernel = compiled(function, kind)

    @settings(max_examples=60, deadline=None)
    @given(values, st.integers(0, 4))
    def check(value, n):
        assert kernel(value, n) == function(value, n)

    check()


def hashed(state, n):
    first = blended(state), blended(state.hands[n % 2]), blended((state.pile, n)), blended(state.hands)
    return first, second_hash(state), second_hash(state.hands)


def test_keys_are_those_of_plain_python_and_of_the_content():
    kernel = compiled(hashed, DEAL)

    @settings(max_examples=200, deadline=None)
    @given(deals, st.integers(0, 5))
    def check(deal, n):
        assert kernel(deal, n) == hashed(deal, n)

    check()
    few = [(), (0,), (0, 0), (1,), (0, 1), (1, 0)]
    every = [Deal((one, other), (), 0) for one in few for other in few]
    assert len({kernel(deal, 0)[0][0] for deal in every}) == len(every)
    assert len({kernel(deal, 0)[1] for deal in every}) == len(every)


def cut_short(state, n):
    """A hand whose room had cards in it."""
    return blended(state.hands[0][:1]), state.hands[0][:1] == state.hands[1][:1], state.hands[0][:1]


def test_what_was_behind_the_end_does_not_count():
    kernel = compiled(cut_short, DEAL)
    assert kernel(Deal(((5, 8, 9), (5, 1)), (), 0), 0) == kernel(Deal(((5, 7), (5,)), (), 0), 0)


# --- what raises ------------------------------------------------------------------------------------------------------


def beyond(hand, n):
    return hand[n]


def missing(hand, n):
    return hand.index(n)


def no_pair(hand, n):
    a, b = hand
    return a + b


def of_none(hand, n):
    return max(hand)


@pytest.mark.parametrize(
    ("function", "error"), [(beyond, IndexError), (missing, ValueError), (no_pair, ValueError), (of_none, ValueError)]
)
def test_what_raises_in_python_raises(function, error):
    for way in (function, compiled(function, HAND)):
        with pytest.raises(error):
            way((), 7)


def doubled(hand, n):
    for _ in range(n):
        hand = hand + hand
    return len(hand)


def test_what_outgrows_its_room_is_an_error_and_no_wrong_answer():
    kernel = compiled(doubled, HAND)
    assert kernel((1, 2, 3), 3) == 24
    with pytest.raises(ValueError, match=f"{GROWN} 24 items"):
        kernel((1, 2, 3), 4)
    with pytest.raises(ZermeloError, match=f"{GROWN} {ROOM} items"):
        kernel((1,) * (ROOM + 1), 0)
