"""The rules of contract bridge."""

from __future__ import annotations

from zermelo.bits import count, highest
from zermelo.game import CHANCE, Game
from zermelo.games.bridge import calls as bidding
from zermelo.games.bridge.cards import SEAT_NAMES, SEATS, points
from zermelo.games.bridge.dealing import dealer_of
from zermelo.games.bridge.drawing import drawing
from zermelo.games.bridge.score import BEST, imps, score
from zermelo.games.bridge.state import (
    CALL_WORDS,
    CARD_BITS,
    CARD_WORDS,
    NOBODY,
    BridgeState,
    BridgeView,
    best_of,
    card_played,
    strain_of_bid,
)
from zermelo.games.bridge.text import notation

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)
VULNERABLE = {"none": 0, "NS": 1, "EW": 2, "both": 3}
SCORES = ("points", "tricks", "made")
PASSED_OUT = 4  # passes


def bridge(
    cards: int = 13,
    contract: str = "",
    declarer: str = "S",
    dealer: str = "N",
    vulnerable: str = "none",
    mini: bool = False,
    score_by: str = "points",
) -> Game:
    """Contract bridge: North and South play against East and West.

    In the auction players name, in turn, how many tricks above six their side will take and with which trumps, or pass,
    double or redouble; three passes in a row end it. Of the side that named the last contract, declarer is who first
    named its strain. The player to declarer's left leads, declarer's partner (dummy) puts the cards on the table, and
    declarer plays for both. Players must follow suit if they can; the highest trump takes a trick, or the highest card
    of the suit that was led. Utilities are duplicate scores, and partners get the same.

    cards (2 to 13): of each player, the highest of each suit. With fewer than 13, a contract promises as many tricks
        above (cards - 1) // 2, and there are no bids for more tricks than there are.
    contract: play only, with this contract: 3NT, 4SX (doubled), 1CXX (redoubled). By default there is an auction.
    declarer (N, E, S or W): of that contract.
    dealer (N, E, S or W): who calls first.
    vulnerable (none, NS, EW or both): the sides that win and lose more.
    mini: mini-bridge. All tell their high-card points; of the side that has more, the player with more is declarer,
        sees dummy and chooses the contract: one trick above six, or a game.
    score_by (points, tricks or made): duplicate scores, tricks above the other side's, or 1 for a contract made.
    """
    if not 2 <= cards <= 13:
        raise ValueError(f"cards must be 2 to 13, not {cards}")
    if vulnerable not in VULNERABLE:
        raise ValueError(f"vulnerable must be none, NS, EW or both, not '{vulnerable}'")
    for seat in (declarer, dealer):
        if seat not in tuple(SEATS):
            raise ValueError(f"declarer and dealer must be N, E, S or W, not '{seat}'")
    if score_by not in SCORES:
        raise ValueError(f"score_by must be points, tricks or made, not '{score_by}'")
    if mini and contract:
        raise ValueError("in mini-bridge declarer chooses the contract: leave one of them out")
    book = (cards - 1) // 2
    levels = min(7, cards - book)
    given, given_doubled = bidding.read_contract(contract) if contract else (-1, 0)
    if given >= 5 * levels:
        raise ValueError(f"with {cards} cards each, contracts go up to {levels}NT, not {contract}")
    first_declarer, first_dealer, both_vulnerable = SEATS.index(declarer), SEATS.index(dealer), VULNERABLE[vulnerable]
    deck, lowest_rank, bids = 4 * cards, 13 - cards, 5 * levels
    score_kind = SCORES.index(score_by)

    def initial():
        hands, nothing, blank = (0, 0, 0, 0), (0,) * CALL_WORDS, (0,) * CARD_WORDS
        who = first_declarer if contract else NOBODY
        return BridgeState(
            hands, 0, first_dealer, both_vulnerable, nothing, 0, given, who, given_doubled, 0, who,
            (who + 1) % 4 if contract else first_dealer, 0, 0, blank, 0, hands,
        )  # fmt: skip

    def turn(state):
        """Whose card or call comes next; for dummy's card, dummy."""
        return (state.leader + (state.laid & 3)) % 4

    def to_move(state):
        if state.dealt < deck:
            return CHANCE
        seat = turn(state)
        if state.declarer >= 0:
            if state.bid < 0:
                return state.declarer
            if seat == (state.declarer + 2) % 4:
                return state.declarer
        return seat

    def card_at(place):
        """The card that is dealt as this one, from 0 on."""
        return 13 * (place // cards) + lowest_rank + place % cards

    def chances(state):
        left = deck - state.dealt
        for seat in range(4):
            room = cards - count(state.hands[seat])
            if room > 0:
                yield seat, room / left

    def is_call_legal(state, call):
        if state.declarer >= 0:  # mini-bridge
            return call >= bidding.BIDS and call < bidding.BIDS + bids and is_choice(call - bidding.BIDS)
        if call == bidding.PASS:
            return True
        if call == bidding.DOUBLE:
            return state.bid >= 0 and state.doubled == 0 and (state.bidder + turn(state)) & 1 == 1
        if call == bidding.REDOUBLE:
            return state.doubled == 1 and (state.bidder + turn(state)) & 1 == 0
        return call - bidding.BIDS > state.bid and call - bidding.BIDS < bids

    def is_choice(bid):
        """Is a bid one that declarer of mini-bridge may choose: a part-score or a game?"""
        level, strain = bid // 5 + 1, strain_of_bid(bid)
        game_level = 3 if strain == 4 else 4 if strain < 2 else 5
        return level == 1 or level == min(game_level, levels)

    def playable(state):
        """The cards that may be played."""
        held = state.hands[turn(state)]
        if state.laid & 3:
            led = card_played(state.played, state.laid & ~3) // 13
            following = held & (8191 << 13 * led)
            if following:
                return following
        return held

    def actions(state):
        if state.bid < 0 or state.declarer < 0:
            for call in range(bidding.BIDS + bids):
                if is_call_legal(state, call):
                    yield bidding.CALLS + call
        else:
            word = playable(state)
            while word:
                card = highest(word)
                word ^= 1 << card
                yield card

    def dealt_one(state, seat):
        hands = list(state.hands)
        hands[seat] |= 1 << card_at(state.dealt)
        held, dealt = tuple(hands), state.dealt + 1
        declarer, leader, told = state.declarer, state.leader, state.told
        if mini and dealt == deck:
            told = (points(held[0]), points(held[1]), points(held[2]), points(held[3]))
            declarer = stronger(told, state.dealer)
            leader = (declarer + 1) % 4
        return BridgeState(
            held, dealt, state.dealer, state.vulnerable, state.calls, state.passes, state.bid, state.bidder,
            state.doubled, state.named, declarer, leader, state.laid, state.won, state.played, state.gone,
            told,
        )  # fmt: skip

    def stronger(told, after):
        """Declarer of mini-bridge: who has most points on the stronger side; of equals, who comes first."""
        north_south, east_west = told[0] + told[2], told[1] + told[3]
        side = after & 1 if north_south == east_west else 0 if north_south > east_west else 1
        one = after if after & 1 == side else (after + 1) % 4
        other = (one + 2) % 4
        return other if told[other] > told[one] else one

    def called(state, call):
        seat = to_move(state)
        calls = state.calls if state.declarer >= 0 else bidding.with_call(state.calls, state.bid, state.passes, call)
        passes, bid, bidder, doubled, named = state.passes, state.bid, state.bidder, state.doubled, state.named
        declarer, leader = state.declarer, (seat + 1) % 4
        if call == bidding.PASS:
            passes += 1
            if passes == 3 and bid >= 0:
                declarer = bidding.first_to_name(named, bidder & 1, strain_of_bid(bid))
                leader = (declarer + 1) % 4
        elif call == bidding.DOUBLE:
            passes, doubled = 0, 1
        elif call == bidding.REDOUBLE:
            passes, doubled = 0, 2
        else:
            passes, doubled, bid, bidder = 0, 0, call - bidding.BIDS, seat
            if state.declarer < 0:
                named = bidding.with_name(named, seat & 1, strain_of_bid(bid), seat)
        return BridgeState(
            state.hands, state.dealt, state.dealer, state.vulnerable, calls, passes, bid, bidder,
            doubled, named, declarer, leader, 0, 0, state.played, state.gone, state.told,
        )  # fmt: skip

    def card_laid(state, card):
        seat, place = turn(state), state.laid
        hands, played = list(state.hands), list(state.played)
        hands[seat] ^= 1 << card
        played[place >> 3] |= (card + 1) << CARD_BITS * (place & 7)
        record = tuple(played)
        leader, won = state.leader, state.won
        if place & 3 == 3:
            start = place - 3
            trick = [
                card_played(record, start), card_played(record, start + 1), card_played(record, start + 2), card,
            ]  # fmt: skip
            leader = (leader + best_of(trick, strain_of_bid(state.bid))) % 4
            won += 1 - (leader & 1)
        return BridgeState(
            tuple(hands), state.dealt, state.dealer, state.vulnerable, state.calls, state.passes, state.bid,
            state.bidder, state.doubled, state.named, state.declarer, leader, place + 1, won, record, state.gone,
            state.told,
        )  # fmt: skip

    def result(state, action):
        if state.dealt < deck:
            return dealt_one(state, action)
        if action >= bidding.CALLS:
            return called(state, action - bidding.CALLS)
        return card_laid(state, action)

    def is_terminal(state):
        return state.laid == deck or (state.passes == PASSED_OUT and state.bid < 0)

    def utility(state, player):
        if state.bid < 0:
            return 0.0
        side = state.declarer & 1
        tricks = state.won if side == 0 else cards - state.won
        sign = 1.0 if player & 1 == side else -1.0
        level = state.bid // 5 + 1
        if score_kind == 1:
            return sign * (2 * tricks - cards)
        if score_kind == 2:
            return sign if tricks >= book + level else -sign
        is_vulnerable = state.vulnerable >> side & 1 == 1
        return sign * score(level, strain_of_bid(state.bid), state.doubled, is_vulnerable, tricks - book - level)

    def view(state, player):
        hands, is_shown = [0, 0, 0, 0], state.dealt == deck
        if is_shown:
            is_open = state.declarer >= 0 and (mini or state.laid > 0)
            for seat in range(4):
                if seat == player or (is_open and seat == (state.declarer + 2) % 4) or is_terminal(state):
                    hands[seat] = state.hands[seat]
        return BridgeView(
            (hands[0], hands[1], hands[2], hands[3]), 1 if is_shown else 0, state.dealer,
            state.vulnerable, state.calls, state.passes, state.bid, state.bidder, state.doubled, state.named,
            state.declarer, state.leader, state.laid, state.won, state.played, state.gone, state.told,
        )  # fmt: skip

    def board(number):
        """The dealer moves on by a seat each time, and in sixteen deals each has every vulnerability."""
        start, seat = initial(), number % 4
        caller = start.leader if contract else seat
        return start._replace(dealer=seat, leader=caller, vulnerable=(number + number // 4) % 4)

    def ending(state):
        if state.bid < 0:
            return "since all passed"
        side = state.declarer & 1
        tricks = state.won if side == 0 else cards - state.won
        over = tricks - book - state.bid // 5 - 1
        told = "just made" if over == 0 else f"{over} over" if over > 0 else f"{-over} down"
        return f"{bidding.contract_face(state.bid, state.doubled)} by {SEAT_NAMES[state.declarer]}, {told}"

    return Game(
        initial, to_move, actions, result, is_terminal, utility, chances=chances, view=view,
        deal=dealer_of(cards, initial), players=4, sides=(0, 1, 0, 1), max_actions=max(4, bidding.BIDS + bids, cards),
        max_plies=deck + (1 if mini else 0 if contract else 4 + 9 * bids) + deck,
        best_utility=float((BEST, cards, 1)[score_kind]), points=("points", "tricks", None)[score_kind],
        swing=imps if score_kind == 0 else None, swing_name="IMPs" if score_kind == 0 else "",
        label="Bridge", summary="an auction, thirteen tricks, and the duplicate score, for two sides of two",
        player_names=SEAT_NAMES, again="next deal", board=board, ending=ending,
        **notation(cards, mini, initial, to_move, actions, is_terminal, result), **drawing(cards, book),
    )  # fmt: skip
