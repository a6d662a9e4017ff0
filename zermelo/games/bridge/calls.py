"""The auction: calls as numbers and as text, and a whole auction packed into seven words.

As an action a call is CALLS plus 0 pass, 1 double, 2 redouble, 3 … 37 the bids from 1C to 7NT. A bid by itself is the
number 0 … 34.

A word of the packed auction holds the five bids of a level, seven bits for each: was it made, how many passes came
before it, was it doubled and after how many passes, was it redoubled and after how many. What follows a bid and is
followed by another bid can only be that, so that the longest auction, of 319 calls, fits. The passes at the end are
counted beside it.
"""

from __future__ import annotations

from zermelo.games.bridge.state import CALL_WORDS, BridgeState, BridgeView, strain_of_bid

LISTS_ON_STACK = True  # compiled code changes a list in place (see compile/rewriting)
CALLS = 52  # the first action that is a call: those below are cards
PASS, DOUBLE, REDOUBLE, BIDS = 0, 1, 2, 3
KINDS = 38
MOST_BIDS = 35
STRAINS = "SHDC"
MADE, PASSES, DOUBLED, LATE_DOUBLE, REDOUBLED, LATE_REDOUBLE = 0, 1, 3, 4, 5, 6  # bits
BID_BITS = 7
SYMBOLS = ("♠", "♥", "♦", "♣", "NT")


def with_call(calls, bid, passes, call):
    """The packed auction after a call. bid: the last one before it; passes: in a row before it."""
    if call == PASS:
        return calls
    words = list(calls)
    if call == DOUBLE:
        late = 1 if passes == 2 else 0
        words[bid // 5] |= (1 << DOUBLED | late << LATE_DOUBLE) << BID_BITS * (bid % 5)
    elif call == REDOUBLE:
        late = 1 if passes == 2 else 0
        words[bid // 5] |= (1 << REDOUBLED | late << LATE_REDOUBLE) << BID_BITS * (bid % 5)
    else:
        made = call - BIDS
        words[made // 5] |= (1 << MADE | passes << PASSES) << BID_BITS * (made % 5)
    return tuple(words)


def with_name(named, side, strain, seat):
    """`named` after a bid: for each side and strain two bits, 1 + (seat >> 1) of the partner who named it first."""
    shift = 2 * (5 * side + strain)
    if named >> shift & 3:
        return named
    return named | (1 + (seat >> 1)) << shift


def first_to_name(named, side, strain):
    """The seat of the partner who named a strain first."""
    return 2 * ((named >> 2 * (5 * side + strain) & 3) - 1) + side


def auction_of(seen: BridgeState | BridgeView) -> list[int]:
    """The calls in order, 0 … 37 each; none if the contract was given."""
    found: list[int] = []
    if not any(seen.calls) and seen.bid >= 0:
        return found
    for bid in range(5 * CALL_WORDS):
        word = seen.calls[bid // 5] >> BID_BITS * (bid % 5)
        if word >> MADE & 1:
            found += [PASS] * (word >> PASSES & 3) + [BIDS + bid]
            if word >> DOUBLED & 1:
                found += [PASS] * (2 * (word >> LATE_DOUBLE & 1)) + [DOUBLE]
            if word >> REDOUBLED & 1:
                found += [PASS] * (2 * (word >> LATE_REDOUBLE & 1)) + [REDOUBLE]
    return found + [PASS] * seen.passes


def call_text(call: int) -> str:
    """A call as it is typed: "Pass", "X", "XX", "3NT"."""
    if call < BIDS:
        return ("Pass", "X", "XX")[call]
    return bid_text(call - BIDS)


def bid_text(bid: int) -> str:
    """A bid as it is typed: "3NT", "1S"."""
    strain = strain_of_bid(bid)
    return f"{bid // 5 + 1}{'NT' if strain == 4 else STRAINS[strain]}"


def call_face(call: int) -> str:
    """A call as it is drawn: "pass", "X", "1♠"."""
    if call < BIDS:
        return ("pass", "X", "XX")[call]
    bid = call - BIDS
    return f"{bid // 5 + 1}{SYMBOLS[strain_of_bid(bid)]}"


def read_call(text: str) -> int:
    """The call of a text, 0 … 37. Raises ValueError."""
    word = text.strip().upper().rstrip("!")
    for symbol, letter in zip(SYMBOLS, STRAINS, strict=False):
        word = word.replace(symbol, letter)
    known = {"P": PASS, "PASS": PASS, "X": DOUBLE, "D": DOUBLE, "DBL": DOUBLE, "DOUBLE": DOUBLE}
    known |= {"XX": REDOUBLE, "R": REDOUBLE, "RDBL": REDOUBLE, "REDOUBLE": REDOUBLE}
    if word in known:
        return known[word]
    bid = bid_of(word)
    if bid is None:
        raise ValueError(f"a call is Pass, X, XX or a bid such as 1S or 3NT, not {text.strip()[:20]!r}")
    return BIDS + bid


def bid_of(text: str) -> int | None:
    """The bid of a level and a strain, such as 3NT or 3N; None if it is none."""
    word = text.strip().upper()
    level, strain = word[:1], word[1:]
    strain = "N" if strain == "NT" else strain
    if level not in tuple("1234567") or strain not in tuple("CDHSN"):
        return None
    return 5 * (int(level) - 1) + "CDHSN".index(strain)


def read_contract(text: str) -> tuple[int, int]:
    """The bid of a contract such as 3NT, 4SX or 1CXX, and how often it was doubled. Raises ValueError."""
    word = text.strip().upper()
    doubled = 2 if word.endswith("XX") else 1 if word.endswith("X") else 0
    bid = bid_of(word[: len(word) - doubled])
    if bid is None:
        raise ValueError(
            f"a contract is a bid, doubled (X), redoubled (XX) or not, such as 3NT or 4SX, not {text[:20]!r}"
        )
    return bid, doubled


def contract_text(bid: int, doubled: int) -> str:
    """A contract as it is typed: "4SX"."""
    return bid_text(bid) + "X" * doubled


def contract_face(bid: int, doubled: int) -> str:
    """A contract as it is drawn: "4♠ doubled"."""
    return call_face(BIDS + bid) + ("", " doubled", " redoubled")[doubled]
