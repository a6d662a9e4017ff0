"""Positions of bridge as text, and its actions.

    N:T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K E both 1S Pass 2H Pass Pass Pass DA D7
    N:QJ.K.. T9.A.. A3.5.. K4.6.. none 3NT-S tricks=6-5 lead=W

The deal is written as in PBN: whose hand comes first, then four hands, clockwise. What follows may be left out: the
dealer, the vulnerable sides, the calls or the contract and its declarer, the tricks that were won before that and who
leads then, and the cards played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zermelo.game import CHANCE, brief
from zermelo.games.bridge import calls as bidding
from zermelo.games.bridge.cards import SEAT_NAMES, SEATS, card_text, hand_text, points, read_card, read_hand
from zermelo.games.bridge.dealing import everything
from zermelo.games.bridge.state import CARD_WORDS, BridgeState, played_in

VULNERABLE = ("none", "NS", "EW", "both")
SIDES_READ = {"none": 0, "-": 0, "love": 0, "ns": 1, "n-s": 1, "ew": 2, "e-w": 2, "both": 3, "all": 3}
EXAMPLE = "N:AK5.T2.QJ98.Q943 T5.K4.652.A98542 K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 N none 1NT Pass"


def hands_text(hands: Iterable[int], first: int = 0) -> str:
    """Four hands as in PBN, North's or another's first."""
    listed = list(hands)
    return f"{SEATS[first]}:" + " ".join(hand_text(listed[(first + place) % 4]) for place in range(4))


def read_hands(words: list[str]) -> list[int]:
    """[seat] the hands of a deal: "N:" and the first, then three more. Raises ValueError."""
    first, colon, hand = words[0].partition(":") if words else ("", "", "")
    if not colon or first.upper() not in tuple(SEATS) or len(words) < 4:
        raise ValueError(f"begin with a seat of {SEATS}, a colon and four hands, such as {EXAMPLE}")
    hands, seat = [0, 0, 0, 0], SEATS.index(first.upper())
    for word in (hand, *words[1:4]):
        hands[seat] = read_hand(word)
        seat = (seat + 1) % 4
    for one in range(4):
        for other in range(one):
            both = hands[one] & hands[other]
            if both:
                raise ValueError(f"{card_text(both.bit_length() - 1)} is in two hands")
    return hands


def notation(
    cards: int,
    mini: bool,
    initial: Callable[[], BridgeState],
    to_move: Callable[[BridgeState], int],
    actions: Callable[[BridgeState], Iterable[int]],
    is_terminal: Callable[[BridgeState], bool],
    result: Callable[[BridgeState, int], BridgeState],
) -> dict[str, Any]:
    """The functions that write and read positions and actions, as fields of a Game."""
    deck = everything(cards)

    def format_action(state: BridgeState, action: int) -> str:
        if state.dealt < 4 * cards:
            return f"{card_text(_dealt_at(state.dealt, cards))} to {SEAT_NAMES[action]}"
        return bidding.call_text(action - bidding.CALLS) if action >= bidding.CALLS else card_text(action)

    def parse_action(state: BridgeState, text: str) -> int | None:
        if state.dealt < 4 * cards:
            return None
        read: Callable[[str], int] = bidding.read_call if state.declarer < 0 or state.bid < 0 else read_card
        try:
            action = read(text) + (bidding.CALLS if read is bidding.read_call else 0)
        except ValueError:
            return None
        return action if not is_terminal(state) and action in list(actions(state)) else None

    def format_state(state: BridgeState) -> str:
        record = played_in(state)
        first = list(state.hands)
        for seat, card in record:
            first[seat] |= 1 << card
        words = [hands_text(first), SEATS[state.dealer], VULNERABLE[state.vulnerable]]
        if state.dealt < 4 * cards:
            return " ".join(words)
        calls = bidding.auction_of(state)
        words += map(bidding.call_text, calls)
        if not calls and state.bid >= 0:
            words.append(f"{bidding.contract_text(state.bid, state.doubled)}-{SEATS[state.declarer]}")
        if state.gone:
            won = state.won
            tricks = [record[start : start + 4] for start in range(0, len(record), 4)]
            leaders = [trick[0][0] for trick in tricks] + [state.leader]
            for trick, winner in zip(tricks, leaders[1:], strict=True):
                won -= len(trick) == 4 and winner & 1 == 0
            gone = state.gone.bit_count() // 4
            words += [f"tricks={won}-{gone - won}", f"lead={SEATS[leaders[0]]}"]
        words += [card_text(card) for _, card in record]
        return " ".join(words)

    def parse_state(text: str) -> BridgeState:
        words = text.replace('"', " ").split()
        if [word for word in words if word.startswith("[")]:
            raise ValueError("that is a record of PBN; a position is the deal alone, such as " + EXAMPLE)
        start = initial()
        hands, words = read_hands(words), words[4:]
        held = sum(hands)
        if held & ~deck:
            raise ValueError(
                f"with {cards} cards each, {card_text((held & ~deck).bit_length() - 1)} is not in the game"
            )
        dealer, vulnerable = start.dealer, start.vulnerable
        if words and words[0].upper() in tuple(SEATS):
            dealer = SEATS.index(words.pop(0).upper())
        if words and words[0].lower() in SIDES_READ:
            vulnerable = SIDES_READ[words.pop(0).lower()]
        state = start._replace(
            hands=(hands[0], hands[1], hands[2], hands[3]), dealer=dealer, vulnerable=vulnerable,
            leader=start.leader if start.bid >= 0 else dealer,
        )  # fmt: skip
        dealt = held.bit_count()
        given = {name: value for name, _, value in (word.partition("=") for word in words if "=" in word)}
        words = [word for word in words if "=" not in word]
        if dealt < 4 * cards and not given:
            return _half_dealt(state, words)
        state = state._replace(dealt=4 * cards)
        if words and "-" in words[0]:
            state = _with_contract(state, words.pop(0))
        elif mini:
            state = _with_declarer(state)
        if given:
            state = _with_tricks(state, given, held)
        elif any(hand.bit_count() != cards for hand in hands):
            raise ValueError(f"each hand has {cards} cards, or say what was won before: tricks=6-5 lead=W")
        return _followed(state, words)

    def _half_dealt(state: BridgeState, words: list[str]) -> BridgeState:
        held = sum(state.hands)
        dealt = held.bit_count()
        order = [_dealt_at(place, cards) for place in range(4 * cards)]
        if words or held != sum(1 << card for card in order[:dealt]):
            raise ValueError(f"each hand has {cards} cards; where fewer are held, say what was won: tricks=6-5 lead=W")
        if any(hand.bit_count() > cards for hand in state.hands):
            raise ValueError(f"no hand has more than {cards} cards")
        return state._replace(dealt=dealt)

    def _with_contract(state: BridgeState, word: str) -> BridgeState:
        contract, _, seat = word.rpartition("-")
        bid, doubled = bidding.read_contract(contract)
        if seat.upper() not in tuple(SEATS):
            raise ValueError(f"a contract names its declarer, such as 3NT-S, not {brief(word)}")
        if bid >= 5 * min(7, cards - (cards - 1) // 2):
            raise ValueError(f"with {cards} cards each, nobody can bid {bidding.contract_text(bid, doubled)}")
        declarer = SEATS.index(seat.upper())
        state = state._replace(bid=bid, doubled=doubled, bidder=declarer, declarer=declarer, leader=(declarer + 1) % 4)
        return _told(state) if mini else state

    def _told(state: BridgeState) -> BridgeState:
        one, two, three, four = map(points, state.hands)
        return state._replace(told=(one, two, three, four))

    def _with_declarer(state: BridgeState) -> BridgeState:
        """The state of mini-bridge in which declarer is to choose, as dealing the last card leads there."""
        last = _dealt_at(4 * cards - 1, cards)
        seat = next((seat for seat in range(4) if state.hands[seat] >> last & 1), 0)
        before = list(state.hands)
        before[seat] ^= 1 << last
        return result(state._replace(hands=(before[0], before[1], before[2], before[3]), dealt=4 * cards - 1), seat)

    def _with_tricks(state: BridgeState, given: dict[str, str], held: int) -> BridgeState:
        if state.declarer < 0 or state.bid < 0:
            raise ValueError("where tricks were won before, name the contract and its declarer, such as 3NT-S")
        tricks, leader = given.get("tricks", ""), given.get("lead", "").upper()
        won, _, lost = tricks.partition("-")
        counts = [hand.bit_count() for hand in state.hands]
        is_read = won.isdecimal() and lost.isdecimal() and tricks.isascii() and len(tricks) < 6
        if set(given) != {"tricks", "lead"} or not is_read or leader not in tuple(SEATS):
            raise ValueError("say what was won and who leads as tricks=6-5 lead=W, the tricks of N-S first")
        gone = int(won) + int(lost)
        if len(set(counts)) != 1 or gone + counts[0] != cards:
            raise ValueError(f"with {gone} tricks gone, each hand holds {cards - gone} of {cards} cards")
        return state._replace(
            won=int(won), laid=4 * gone, leader=SEATS.index(leader), gone=deck & ~held, played=(0,) * CARD_WORDS
        )

    def _followed(state: BridgeState, words: list[str]) -> BridgeState:
        for word in words:
            if is_terminal(state) or to_move(state) == CHANCE:
                raise ValueError(f"the deal is over before {brief(word)}")
            action = parse_action(state, word)
            if action is None:
                what = "call" if state.declarer < 0 or state.bid < 0 else "card"
                raise ValueError(f"{brief(word)} is no legal {what} of {SEAT_NAMES[to_move(state)]}")
            state = result(state, action)
        return state

    def heard(before: Any, after: Any, player: int) -> tuple[int, str] | None:
        if before.is_dealt and after.laid > before.laid:
            seat, card = played_in(after)[-1]
            return before.declarer if seat == (before.declarer + 2) % 4 else seat, card_text(card)
        if before.is_dealt and after.bid >= 0 > before.bid and mini:
            return after.declarer, bidding.call_text(bidding.BIDS + after.bid)
        if before.is_dealt and after != before and after.laid == 0:
            calls = bidding.auction_of(after)
            return (after.dealer + len(calls) - 1) % 4, bidding.call_text(calls[-1])
        return CHANCE, ""

    return {
        "format_action": format_action, "parse_action": parse_action, "format_state": format_state,
        "parse_state": parse_state, "heard": heard,
    }  # fmt: skip


def _dealt_at(place: int, cards: int) -> int:
    """The card that is dealt as this one, from 0 on."""
    return 13 * (place // cards) + 13 - cards + place % cards
