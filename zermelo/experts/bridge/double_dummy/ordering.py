"""Which cards may be played to a trick, those first that are likely to settle it.

Cards of one hand between which nobody else holds any are one: the highest stands for them. Each function writes the
cards, best first, from a word of the memory on, and returns how many there are.
"""

from __future__ import annotations

from zermelo.bits import count, highest, lowest
from zermelo.experts.bridge.double_dummy.words import LANE, SUIT, SUITS

ONE = 1 << 8  # of weight: what is written while the list is sorted is 256 times the weight, and the card
FIRST = 1 << 20


def insert(memory, at, size, item):
    """Puts a weighted card among those of a list, the heaviest first."""
    place = at + size
    while place > at and memory[place - 1] < item:
        memory[place] = memory[place - 1]
        place -= 1
    memory[place] = item


def unweighted(memory, at, size):
    """Leaves the cards of a list; returns its size."""
    for place in range(at, at + size):
        memory[place] &= 63
    return size


def add_suit(memory, at, size, mine, others, suit, wanted, weight):
    """Adds a hand's cards of a suit from the lowest up; the run with the wanted rank, if any, first. Gives the size."""
    first, lane = True, LANE * suit
    while mine:
        low = lowest(mine)
        above = others >> low >> 1
        run = mine & ((2 << low << lowest(above)) - 1) if above else mine
        item = weight * ONE
        if wanted >= 0 and run >> wanted & 1:
            item += FIRST
        elif not first:
            item -= 8 * ONE + low * ONE
        insert(memory, at, size, item | lane + highest(run))
        size += 1
        first = False
        mine ^= run
    return size


def discards(memory, at, size, hand, seen, left, separate, has_trumps, ruff, ruff_weight):
    """Adds the cards of a hand that is void in the suit led. ruff: the rank of the wanted trump, or -1."""
    for suit in range(SUITS):
        mine = hand >> LANE * suit & SUIT
        if mine == 0:
            continue
        others = (left ^ hand) >> LANE * suit & SUIT | separate
        if has_trumps and suit == 0:
            size = add_suit(memory, at, size, mine, others, 0, ruff, ruff_weight)
        else:
            length = count(mine)
            weight = 40 + 2 * length
            beside = (left ^ hand) >> LANE * suit & SUIT
            if mine > beside:
                weight -= 6  # a winner, or what guards one
                if length == 1:
                    weight -= 12
            elif length == 2 and mine > beside ^ (1 << highest(beside)):
                weight -= 6
            size = add_suit(memory, at, size, mine, others, suit, -1, weight)
    return size


def leads(memory, at, mine, left_hand, partner, right_hand, separate, has_trumps, killer, hint):
    """The leader's cards."""
    size, left = 0, mine | left_hand | partner | right_hand
    for suit in range(SUITS):
        lane = LANE * suit
        own = mine >> lane & SUIT
        if own == 0:
            continue
        others = (left ^ mine) >> lane & SUIT
        lho, other, rho = left_hand >> lane & SUIT, partner >> lane & SUIT, right_hand >> lane & SUIT
        is_side = has_trumps and suit > 0
        lho_ruffs = is_side and lho == 0 and left_hand & SUIT != 0
        rho_ruffs = is_side and rho == 0 and right_hand & SUIT != 0
        partner_ruffs = is_side and other == 0 and partner & SUIT != 0
        # opponents who are short lose their cards under our winners
        weight = 200 - 2 * ((count(lho) if lho else 8) + (count(rho) if rho else 8))
        wanted, most = -1, highest(own)
        if lho_ruffs or rho_ruffs:
            weight -= 12
        if partner_ruffs and not lho_ruffs and not rho_ruffs:
            weight += 20
            wanted = lowest(own)
        elif own > others:
            weight += 24
            wanted = most
        elif other > (lho | rho):
            weight += 18
            wanted = lowest(own)
        elif lho > (own | other) and rho < lho:
            # the highest card is on the left: a lead through it
            weight += 6 if other > rho else 0
            wanted = most if own > rho and own & (own - 1) == 0 else lowest(own)
        else:
            wanted = lowest(own)
        bonus = weight
        low = own
        while low:
            first = lowest(low)
            above = (others | separate) >> first >> 1
            run = low & ((2 << first << lowest(above)) - 1) if above else low
            top = highest(run)
            item = bonus * ONE
            if run >> wanted & 1 == 0:
                item -= (10 + first) * ONE
            if lane + top == hint:
                item += FIRST
            elif lane + top == killer:
                item += 30 * ONE
            insert(memory, at, size, item | lane + top)
            size += 1
            low ^= run
    return unweighted(memory, at, size)


def cheapest_above(mine, rank):
    """The rank of the lowest card above another one; -1: there is none."""
    above = mine >> (rank + 1)
    return rank + 1 + lowest(above) if above else -1


def second_cards(memory, at, hand, third, fourth, lead, left, separate, has_trumps):
    """Cards of the second hand, which sees what the third and the fourth, its partner, hold."""
    suit, rank = lead >> 4, lead & 15
    lane = LANE * suit
    mine, theirs, ours = hand >> lane & SUIT, third >> lane & SUIT, fourth >> lane & SUIT
    is_side = has_trumps and suit > 0
    third_ruffs = is_side and theirs == 0 and third & SUIT != 0
    fourth_ruffs = is_side and ours == 0 and fourth & SUIT != 0
    threat = max(rank, highest(theirs)) if theirs else rank
    if third_ruffs:
        partner_wins = fourth_ruffs and fourth & SUIT > third & SUIT
    else:
        partner_wins = fourth_ruffs or (ours != 0 and highest(ours) > threat)
    if mine:
        wanted = -1
        if not partner_wins and not third_ruffs:
            wanted = cheapest_above(mine, threat)
        others = (left ^ hand) >> lane & SUIT | separate
        return unweighted(memory, at, add_suit(memory, at, 0, mine, others, suit, wanted, 100))
    ruff, weight = -1, 10
    if is_side and hand & SUIT and not partner_wins:
        if third_ruffs:
            ruff = cheapest_above(hand & SUIT, highest(third & SUIT))
            weight = 30
        else:
            ruff = lowest(hand & SUIT)
    return unweighted(memory, at, discards(memory, at, 0, hand, left, left, separate, has_trumps, ruff, weight))


def third_cards(memory, at, hand, fourth, lead, best, is_ours, left, separate, has_trumps):
    """Cards of the third hand. best: the card that wins so far; is_ours: is it the partner's, the lead?"""
    suit = lead >> 4
    lane = LANE * suit
    mine, theirs = hand >> lane & SUIT, fourth >> lane & SUIT
    is_side = has_trumps and suit > 0
    fourth_ruffs = is_side and theirs == 0 and fourth & SUIT != 0
    ruffed = is_side and best >> 4 == 0
    rank = best & 15
    if mine:
        wanted = -1
        if not ruffed and not fourth_ruffs:
            threat = max(rank, highest(theirs)) if theirs else rank
            if not (is_ours and threat == rank):
                wanted = cheapest_above(mine, threat)
                if wanted < 0 and theirs and not is_ours and highest(mine) > rank:
                    wanted = highest(mine)
                elif wanted < 0 and is_ours and theirs and highest(theirs) > rank and highest(mine) > rank:
                    wanted = highest(mine)
        others = (left ^ hand) >> lane & SUIT | separate
        return unweighted(memory, at, add_suit(memory, at, 0, mine, others, suit, wanted, 100))
    ruff, weight = -1, 10
    if is_side and hand & SUIT:
        safe = is_ours and not fourth_ruffs and (theirs == 0 or highest(theirs) < rank)
        if not safe:
            threat = rank if ruffed else -1
            if fourth_ruffs:
                threat = max(threat, highest(fourth & SUIT))
            ruff = cheapest_above(hand & SUIT, threat)
            weight = 30
    return unweighted(memory, at, discards(memory, at, 0, hand, left, left, separate, has_trumps, ruff, weight))


def fourth_cards(memory, at, hand, lead, best, is_ours, left, separate, has_trumps):
    """Cards of the fourth hand. best: the card that wins so far; is_ours: is it the partner's?"""
    suit = lead >> 4
    lane = LANE * suit
    mine = hand >> lane & SUIT
    ruffed = has_trumps and suit > 0 and best >> 4 == 0
    if mine:
        wanted = -1 if is_ours or ruffed else cheapest_above(mine, best & 15)
        others = (left ^ hand) >> lane & SUIT | separate
        return unweighted(memory, at, add_suit(memory, at, 0, mine, others, suit, wanted, 100))
    ruff = -1
    if has_trumps and suit > 0 and not is_ours and hand & SUIT:
        ruff = cheapest_above(hand & SUIT, best & 15 if ruffed else -1)
    return unweighted(memory, at, discards(memory, at, 0, hand, left, left, separate, has_trumps, ruff, 10))
