"""The double-dummy solver's kernel: does the side that leads make so many of the tricks that are left?

Partition search: with the answer come the cards that mattered to it, a card standing for all higher ones of its suit.
In a position with the same lengths and the same holders of those top cards the answer is the same, whoever has the
lower cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.bits import count, highest, lowest
from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.experts.bridge.double_dummy.ordering import (
    equal_cards,
    fourth_card,
    leads,
    legal,
    next_card,
    second_card,
    third_card,
)
from zermelo.experts.bridge.double_dummy.sure import later_tricks, quick_tricks
from zermelo.experts.bridge.double_dummy.table import NO_LEAD, NOTHING, fill_owners, forget, probe, store
from zermelo.experts.bridge.double_dummy.words import (
    DEVICES,
    EQUALS,
    FORCED,
    HANDS,
    HAS_TRUMPS,
    KILLER,
    KILLERS,
    LANE,
    LATER,
    LENGTH_STEP,
    LOWS,
    MOVES,
    QUICK,
    ROOT,
    ROWS,
    SEATS,
    STRIDE,
    SUIT,
    SUITS,
    TABLE,
    TRICKS,
)

STOPPED = -1  # what the kernel returns when its budget is spent
LEADER_AT, LEFT_AT = 52, 48  # where the leader and the tricks left begin in a table's key


def beats(card, best, has_trumps):
    """Does a card beat the one that wins so far?"""
    if card >> 4 == best >> 4:
        return card > best
    return has_trumps and card >> 4 == 0


def lows_of(card, relevant):
    """The cards of a suit that are as good as one that was tried: all below what mattered, if it is one of them."""
    lane = LANE * (card >> 4)
    cards = relevant >> lane & SUIT
    if cards == 0:
        return SUIT << lane
    low = lowest(cards)
    return ((1 << low) - 1) << lane if (card & 15) < low else 0


def make(jit: Callable[..., Any]) -> Callable[..., Any]:
    """search(row, leader, need, tricks, lengths, memory, table, owners): see the module; -1 if it was stopped.

    row: the words of this number of tricks left, with the hands. The relevant cards are above the lowest bit.
    """

    @jit
    def search(leader, need, tricks, lengths, memory, table, owners):
        # Step 1. The budget; the hands as the leader sees them
        memory[NODES] += 1
        if memory[NODES] > memory[LIMIT]:
            return STOPPED
        memory[TRICKS] += 1
        row = ROWS + STRIDE * tricks
        lho, partner, rho = (leader + 1) & 3, (leader + 2) & 3, (leader + 3) & 3
        mine, left_hand = memory[row + HANDS + leader], memory[row + HANDS + lho]
        other, right_hand = memory[row + HANDS + partner], memory[row + HANDS + rho]
        devices, has_trumps = memory[DEVICES], memory[HAS_TRUMPS] != 0
        is_forced = memory[ROOT] == tricks
        left = mine | left_hand | other | right_hand
        separate = 0 if devices & EQUALS else SUIT

        # Step 2. Tricks that are sure, and what the table knows
        hint, key, keeps = NO_LEAD, 0, False
        if not is_forced and tricks > 1:
            if devices & QUICK:
                found = quick_tricks(mine, left_hand, other, right_hand, need, tricks, has_trumps)
                if found:
                    return found
            if devices & LATER:
                found = later_tricks(mine, left_hand, other, right_hand, need, tricks, has_trumps)
                if found:
                    return found ^ 1
            if devices & TABLE:
                keeps = True
                key = lengths | tricks << LEFT_AT | leader << LEADER_AT
                found = probe(table, memory, key, left, owners, need)
                if found >= 0:
                    return found
                if found < NOTHING:
                    hint = -2 - found

        # Step 3. The four cards of the trick, by four loops: the leader's side wants its tricks, the other does not
        killer = memory[KILLER + SEATS * tricks + leader] if devices & KILLERS else NO_LEAD
        skips_lows = devices & LOWS != 0
        if is_forced:
            memory[row + MOVES], size = memory[FORCED], 1
        else:
            size = leads(memory, row + MOVES, mine, left_hand, other, right_hand, separate, has_trumps, killer, hint)
        relevant, made, lead, skip = 0, 0, NO_LEAD, 0
        for place in range(size):
            card_1 = memory[row + MOVES + place]
            if skip >> card_1 & 1:
                continue
            lead = card_1
            relevant_2, made_2, waiting_2 = 0, 1, legal(left_hand, card_1)
            if is_forced and memory[FORCED + 1] >= 0:
                card_2 = memory[FORCED + 1]
                waiting_2 = 1 << card_2
            else:
                card_2 = second_card(left_hand, other, right_hand, card_1, left, has_trumps)
            while True:
                run_2 = equal_cards(card_2, left_hand, left, separate) & waiting_2
                card_2 = highest(run_2)
                best_2, winner_2 = card_1, leader
                if beats(card_2, card_1, has_trumps):
                    best_2, winner_2 = card_2, lho
                relevant_3, made_3, waiting_3 = 0, 0, legal(other, card_1)
                if is_forced and memory[FORCED + 2] >= 0:
                    card_3 = memory[FORCED + 2]
                    waiting_3 = 1 << card_3
                else:
                    card_3 = third_card(other, right_hand, card_1, best_2, winner_2 == leader, left, has_trumps)
                while True:
                    run_3 = equal_cards(card_3, other, left, separate) & waiting_3
                    card_3 = highest(run_3)
                    best_3, winner_3 = best_2, winner_2
                    if beats(card_3, best_2, has_trumps):
                        best_3, winner_3 = card_3, partner
                    relevant_4, made_4, waiting_4 = 0, 1, legal(right_hand, card_1)
                    card_4 = fourth_card(right_hand, card_1, best_3, winner_3 == lho, left, has_trumps)
                    while True:
                        run_4 = equal_cards(card_4, right_hand, left, separate)
                        card_4 = highest(run_4)
                        best, winner = best_3, winner_3
                        if beats(card_4, best_3, has_trumps):
                            best, winner = card_4, rho

                        # Step 4. What is left after the trick
                        memory[NODES] += 1
                        is_ours = (winner ^ leader) & 1 == 0
                        wanted = need - 1 if is_ours else tricks - need
                        if wanted <= 0:
                            found = 1
                        elif wanted > tricks - 1:
                            found = 0
                        else:
                            below = row - STRIDE + HANDS
                            memory[below + leader] = mine & ~(1 << card_1)
                            memory[below + lho] = left_hand & ~(1 << card_2)
                            memory[below + partner] = other & ~(1 << card_3)
                            memory[below + rho] = right_hand & ~(1 << card_4)
                            fewer = (
                                lengths
                                - memory[LENGTH_STEP + SUITS * leader + (card_1 >> 4)]
                                - memory[LENGTH_STEP + SUITS * lho + (card_2 >> 4)]
                                - memory[LENGTH_STEP + SUITS * partner + (card_3 >> 4)]
                                - memory[LENGTH_STEP + SUITS * rho + (card_4 >> 4)]
                            )
                            found = search(winner, wanted, tricks - 1, fewer, memory, table, owners)
                            if found < 0:
                                return STOPPED
                        result = found & 1 if is_ours else (found & 1) ^ 1
                        cards = found >> 1
                        played = 1 << card_1 | 1 << card_2 | 1 << card_3 | 1 << card_4
                        of_suit = played >> (best & 48) & SUIT
                        if of_suit & (of_suit - 1):  # it won by its rank
                            if is_ours == (result == 0):  # its side tried all its cards, but one of equal ones only
                                hand = memory[row + HANDS + winner]
                                cards |= 1 << lowest(equal_cards(best, hand, left, separate))
                            else:
                                cards |= 1 << best
                        if result == 0:
                            made_4, relevant_4 = 0, cards
                            break
                        relevant_4 |= cards
                        waiting_4 &= ~(run_4 | lows_of(card_4, cards)) if skips_lows else ~run_4
                        if waiting_4 == 0:
                            break
                        card_4 = next_card(waiting_4)
                    if made_4:
                        made_3, relevant_3 = 1, relevant_4
                        break
                    relevant_3 |= relevant_4
                    waiting_3 &= ~(run_3 | lows_of(card_3, relevant_4)) if skips_lows else ~run_3
                    if waiting_3 == 0:
                        break
                    card_3 = next_card(waiting_3)
                if not made_3:
                    made_2, relevant_2 = 0, relevant_3
                    break
                relevant_2 |= relevant_3
                waiting_2 &= ~(run_2 | lows_of(card_2, relevant_3)) if skips_lows else ~run_2
                if waiting_2 == 0:
                    break
                card_2 = next_card(waiting_2)
            if made_2:
                made, relevant = 1, relevant_2
                break
            relevant |= relevant_2
            if skips_lows:
                skip |= lows_of(card_1, relevant_2)

        # Step 5. Remember
        if made:
            memory[KILLER + SEATS * tricks + leader] = lead
        if keeps:
            store(table, memory, key, left, owners, need, tricks, relevant, made == 1, lead if made else NO_LEAD)
        return relevant << 1 | made

    @jit
    def solve(north, east, south, west, leader, need, tricks, fresh, memory, table, owners):
        """Whether the leader's side makes `need` tricks, in the lowest bit. fresh: the deal is a new one."""
        if fresh:
            fill_owners(owners, north, east, south, west)
            forget(table, memory)
        row = ROWS + STRIDE * tricks
        memory[row + HANDS], memory[row + HANDS + 1] = north, east
        memory[row + HANDS + 2], memory[row + HANDS + 3] = south, west
        lengths = 0
        for seat in range(SEATS):
            for suit in range(SUITS):
                lengths += (
                    count(memory[row + HANDS + seat] >> LANE * suit & SUIT) * memory[LENGTH_STEP + SUITS * seat + suit]
                )
        return search(leader, need, tricks, lengths, memory, table, owners)

    return solve
