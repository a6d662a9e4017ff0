"""Which cards may be played to a trick, and which to try first: those that are likely to settle it.

Cards of one hand between which nobody else holds any are one: the highest stands for them. The leader's cards are
listed, best first; of the others, who see the lead and all hands, one is chosen, and the rest follow from the lowest.
"""

from __future__ import annotations

from zermelo.bits import count, highest, lowest
from zermelo.experts.bridge.double_dummy.words import LANE, SUIT, SUITS

ONE = 1 << 8  # of weight: what is written while the list is sorted is 256 times the weight, and the card
FIRST = 1 << 20


def legal(hand, lead):
    """The cards that may be played to a lead."""
    following = hand & (SUIT << (lead & 48))
    return following if following else hand


def equal_cards(card, hand, left, separate):
    """The cards of a hand that are equal to one of them. separate: all of a suit if no cards are to be equal."""
    lane, rank = card & 48, card & 15
    others = (left ^ hand) >> lane & SUIT | separate
    above, below = others >> rank >> 1, others & ((1 << rank) - 1)
    equal = hand >> lane & SUIT
    if above:
        equal &= (2 << rank << lowest(above)) - 1
    if below:
        equal &= -(1 << highest(below))
    return equal << lane


def next_card(cards):
    """Which of the cards that were not tried comes next: trumps come last."""
    for suit in range(SUITS - 1, 0, -1):
        lane = LANE * suit
        if cards >> lane:
            return lane + lowest(cards >> lane & SUIT)
    return lowest(cards)


def cheapest_above(mine, rank):
    """The rank of the lowest card above another one; -1: there is none."""
    above = mine >> (rank + 1)
    return rank + 1 + lowest(above) if above else -1


def discard(hand, left, has_trumps):
    """What a hand throws away: a low card of a long suit, no winner and nothing that guards one; a trump at last."""
    best, chosen = -1, lowest(hand)
    for suit in range(1 if has_trumps else 0, SUITS):
        mine = hand >> LANE * suit & SUIT
        if mine:
            length = count(mine)
            weight = 40 + 2 * length
            beside = (left ^ hand) >> LANE * suit & SUIT
            if mine > beside:
                weight -= 18 if length == 1 else 6
            elif length == 2 and mine > beside ^ (1 << highest(beside)):
                weight -= 6
            if weight > best:
                best, chosen = weight, LANE * suit + lowest(mine)
    return chosen


def insert(memory, at, size, item):
    """Puts a weighted card among those of a list, the heaviest first."""
    place = at + size
    while place > at and memory[place - 1] < item:
        memory[place] = memory[place - 1]
        place -= 1
    memory[place] = item


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
    for place in range(at, at + size):
        memory[place] &= 63
    return size


def second_card(hand, third, fourth, lead, left, has_trumps):
    """What the second hand plays, which sees what the third and the fourth, its partner, hold."""
    lane, rank = lead & 48, lead & 15
    mine, theirs, ours = hand >> lane & SUIT, third >> lane & SUIT, fourth >> lane & SUIT
    is_side = has_trumps and lane > 0
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
        return lane + (wanted if wanted >= 0 else lowest(mine))
    if is_side and hand & SUIT and not partner_wins:
        ruff = cheapest_above(hand & SUIT, highest(third & SUIT)) if third_ruffs else lowest(hand & SUIT)
        if ruff >= 0:
            return ruff
    return discard(hand, left, has_trumps)


def third_card(hand, fourth, lead, best, is_ours, left, has_trumps):
    """What the third hand plays. best: the card that wins so far; is_ours: is it the partner's, the lead?"""
    lane, rank = lead & 48, best & 15
    mine, theirs = hand >> lane & SUIT, fourth >> lane & SUIT
    is_side = has_trumps and lane > 0
    fourth_ruffs = is_side and theirs == 0 and fourth & SUIT != 0
    ruffed = is_side and best >> 4 == 0
    if mine:
        wanted = -1
        if not ruffed and not fourth_ruffs:
            threat = max(rank, highest(theirs)) if theirs else rank
            if not is_ours or threat > rank:
                wanted = cheapest_above(mine, threat)
                if wanted < 0 and theirs and highest(mine) > rank:
                    wanted = highest(mine)
        return lane + (wanted if wanted >= 0 else lowest(mine))
    if is_side and hand & SUIT and (not is_ours or fourth_ruffs or (theirs != 0 and highest(theirs) > rank)):
        threat = rank if ruffed else -1
        if fourth_ruffs:
            threat = max(threat, highest(fourth & SUIT))
        ruff = cheapest_above(hand & SUIT, threat)
        if ruff >= 0:
            return ruff
    return discard(hand, left, has_trumps)


def fourth_card(hand, lead, best, is_ours, left, has_trumps):
    """What the fourth hand plays. best: the card that wins so far; is_ours: is it the partner's?"""
    lane = lead & 48
    mine = hand >> lane & SUIT
    ruffed = has_trumps and lane > 0 and best >> 4 == 0
    if mine:
        wanted = -1 if is_ours or ruffed else cheapest_above(mine, best & 15)
        return lane + (wanted if wanted >= 0 else lowest(mine))
    if has_trumps and lane > 0 and not is_ours and hand & SUIT:
        ruff = cheapest_above(hand & SUIT, best & 15 if ruffed else -1)
        if ruff >= 0:
            return ruff
    return discard(hand, left, has_trumps)
