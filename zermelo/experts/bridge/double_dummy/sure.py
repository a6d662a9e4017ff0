"""Tricks that a side is sure of at the start of a trick, without a search.

quick_tricks   are those that the leader's side cashes at once: from the leader's hand, then from its partner's
later_tricks   are those that the other side makes, whatever is led

Both say which cards they rely on: a card stands for itself and all higher ones of its suit.
"""

from __future__ import annotations

from zermelo.bits import count, highest, without_lowest
from zermelo.experts.bridge.double_dummy.words import LANE, SUIT, SUITS

UNRUFFED = 13


def run_of_tops(mine, others):
    """How many of the highest cards of a suit are in one hand."""
    return count(mine >> (highest(others) + 1)) if others else count(mine)


def nth_top(cards, number):
    """The card of a suit that is so manieth from the top; there are as many, and at least one."""
    for _ in range(number - 1):
        cards ^= 1 << highest(cards)
    return 1 << highest(cards)


def cashed(own, other, opponents, longest, rounds):
    """How many tricks a hand cashes in a suit without losing the lead, and how many of its top cards that takes.

    other: what its partner holds; longest: the longest holding of an opponent; rounds: how many nobody ruffs.
    """
    tops = run_of_tops(own, other | opponents)
    if tops >= longest and count(other) <= longest:
        most = min(count(own), rounds)
        return most, min(longest, most)
    most = min(tops, rounds)
    return most, most


def quick_tricks(mine, left_hand, partner, right_hand, need, tricks, has_trumps):
    """Whether the side that leads makes `need` tricks at once: in the lowest bit, below the cards that this relies on.

    0: it is not sure to. The hands are those of the leader, and of the seats after it.
    """
    my_trumps = partner_trumps = left_trumps = right_trumps = 0
    if has_trumps:
        my_trumps, partner_trumps = count(mine & SUIT), count(partner & SUIT)
        left_trumps, right_trumps = count(left_hand & SUIT), count(right_hand & SUIT)
    drawn = left_trumps == 0 and right_trumps == 0
    made, partner_made, relies, partner_relies, trump_rounds, can_cross = 0, 0, 0, 0, 0, False
    for suit in range(SUITS):
        lane = LANE * suit
        own, other = mine >> lane & SUIT, partner >> lane & SUIT
        if own | other == 0:
            continue
        left, right = left_hand >> lane & SUIT, right_hand >> lane & SUIT
        left_length, right_length = count(left), count(right)
        longest, rounds = max(left_length, right_length), UNRUFFED
        is_trumps = has_trumps and suit == 0
        if not drawn and not is_trumps:
            if left_trumps:
                rounds = left_length
            if right_trumps:
                rounds = min(rounds, right_length)

        # The leader cashes its top cards
        number, tops = cashed(own, other, left | right, longest, rounds) if own else (0, 0)
        if number:
            if is_trumps:
                trump_rounds = number
                drawn = drawn or number >= longest
            if tops:
                if made + tops > need and not (is_trumps and drawn):
                    tops = need - made
                relies |= nth_top(own, tops) << lane
            made += number
            if made >= need:
                break
            for _ in range(min(number, count(other))):
                other = without_lowest(other)
            for _ in range(number):
                own ^= 1 << highest(own)
            left, right = left if left_length > number else 0, right if right_length > number else 0
            longest, rounds = max(longest - number, 0), rounds - number

        # What its partner cashes in this suit, once it has the lead
        if other:
            number, tops = cashed(other, own, left | right, longest, rounds)
            if number:
                partner_made += number
                if is_trumps:
                    trump_rounds += number
                if tops:
                    partner_relies |= nth_top(other, tops) << lane
                if own and run_of_tops(other, own | left | right):
                    can_cross = True
                    partner_relies |= nth_top(other, 1) << lane

    if made < need:
        if not can_cross or made + partner_made < need:
            return 0
        relies |= partner_relies
        if my_trumps and need > tricks - my_trumps + min(trump_rounds, my_trumps):
            return 0  # the leader's hand might have to ruff its partner's winner
    if partner_trumps and need > tricks - partner_trumps + min(trump_rounds, partner_trumps):
        return 0
    return relies << 1 | 1


def later_tricks(mine, left_hand, partner, right_hand, need, tricks, has_trumps):
    """Whether the side that leads cannot make `need` tricks: in the lowest bit, below the cards that this relies on.

    0: it may. The hands are those of the leader, and of the seats after it.
    """
    spare = tricks - need  # tricks that may be lost
    ours, theirs = mine | partner, left_hand | right_hand

    # The highest trumps always win, as many as one hand can hold
    if has_trumps and (ours | theirs) & SUIT:
        trumps = theirs & SUIT
        if trumps:
            tops = run_of_tops(trumps, ours & SUIT)
            if tops > spare and max(count(left_hand & SUIT), count(right_hand & SUIT)) > spare:
                return nth_top(trumps, spare + 1) << 1 | 1
        return 0

    # Without trumps: whoever holds the highest card of a suit comes in when we have run out of suits that we lead
    most, left_tops, right_tops, relies = 0, 0, 0, 0
    for suit in range(SUITS):
        lane = LANE * suit
        left, right, us = left_hand >> lane & SUIT, right_hand >> lane & SUIT, ours >> lane & SUIT
        if left | right > us:
            if left > right:
                tops = run_of_tops(left, right | us)
                left_tops += tops
                relies |= nth_top(left, tops) << lane
            else:
                tops = run_of_tops(right, left | us)
                right_tops += tops
                relies |= nth_top(right, tops) << lane
        else:
            most += max(count(mine >> lane & SUIT), count(partner >> lane & SUIT))
    if most >= need or left_tops + right_tops == 0:
        return 0
    tops = left_tops if right_tops == 0 else right_tops if left_tops == 0 else min(left_tops, right_tops)
    if tops > spare:
        return relies << 1 | 1
    return 0
