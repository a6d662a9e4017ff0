"""Deals of bridge as LIN files have them, the notation of bridge servers: pairs of a name and a value between bars.

    pn|South,West,North,East|md|1SAK…,SQJ…,S2…,|sv|o|mb|1N|mb|p|…|pc|DA|pc|D8|…

`md` has the dealer (1 South, 2 West, 3 North, 4 East) and the hands in this order; the last one may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from zermelo.game import ZermeloError, brief
from zermelo.games.bridge.calls import BIDS, auction_of, call_text
from zermelo.games.bridge.cards import RANKS, SEAT_NAMES, SEATS, SUITS, card_text, hand_text
from zermelo.games.bridge.state import played_in
from zermelo.records.deals.pbn import LONGEST, MOST_GAMES, Board, follow_calls, follow_cards, start_of
from zermelo.records.reading import read_with

ORDER = "SWNE"  # of dealers, hands and players
VULNERABLE = {"o": "None", "0": "None", "-": "None", "": "None", "n": "NS", "e": "EW", "b": "All"}
SIDES = "oneb"
HAND = re.compile(rf"(?:[{SUITS}][{RANKS}]*){{0,4}}")
STARTS = re.compile(r"\bmd\|[1-4]?[SHDC]", re.IGNORECASE)
PLAIN = {"P": "Pass", "D": "X", "R": "XX"}


def read_games(text: str) -> list[Board]:
    """The deals of a text. Raises ZermeloError naming the deal and what is wrong there."""
    if len(text) > LONGEST:
        raise ZermeloError(f"a text of LIN has at most {LONGEST:,} characters, not {len(text):,}")
    words = [word.strip() for word in text.replace("\n", "").replace("\r", "").split("|")]
    names, deals = "", list[list[tuple[str, str]]]()
    for name, value in zip(words[0::2], words[1::2], strict=False):
        if name.lower() == "pn":
            names = value
        elif name.lower() == "md":
            deals.append([("pn", names), ("md", value)])
        elif deals:
            deals[-1].append((name.lower(), value))
    if not deals:
        raise ZermeloError("LIN has a deal as md|3SAK5H…,…,…,…|, and there is none here")
    if len(deals) > MOST_GAMES:
        raise ZermeloError(f"there are more than {MOST_GAMES:,} deals")
    found = []
    for number, pairs in enumerate(deals, 1):
        try:
            found.append(_board(pairs))
        except ValueError as error:
            raise ZermeloError(f"deal {number}: {brief(str(error), 200)}") from None
    return found


def read_file(path: str | Path) -> list[Board]:
    """The deals of a file: UTF-8, or Latin-1. Raises ZermeloError."""
    return read_with(read_games, path)


def _board(pairs: Sequence[tuple[str, str]]) -> Board:
    given = dict(reversed(pairs))  # the first of each
    deal = given["md"].upper()
    dealer, deal = (ORDER[int(deal[0]) - 1], deal[1:]) if deal[:1] in tuple("1234") else ("N", deal)
    hands = [hand.strip() for hand in deal.rstrip(",").split(",")]
    if not 3 <= len(hands) <= 4 or not all(HAND.fullmatch(hand) for hand in hands):
        raise ValueError(
            "a deal is md|, the dealer's number and the hands of South, West, North and East: SAK5HT2DC…,…"
        )
    sides = given.get("sv", "o").lower()
    if sides not in VULNERABLE:
        raise ValueError(f"sv is o, n, e or b, not {brief(sides)!r}")
    words = [_suits(hand) for hand in hands] + ["-"] * (4 - len(hands))
    start = start_of(f"S:{' '.join(words)}", dealer, VULNERABLE[sides])
    calls = [value.rstrip("!").upper() for name, value in pairs if name == "mb"]
    state, actions = follow_calls(start, [PLAIN.get(call, call) for call in calls])
    cards = [value for name, value in pairs if name == "pc"]
    _, more = follow_cards(state, cards)
    players = [name.strip() for name in given.get("pn", "").split(",")]
    tags = {SEAT_NAMES[SEATS.index(seat)]: name for seat, name in zip(ORDER, players, strict=False) if name}
    return Board(start, (*actions, *more), tags)


def _suits(hand: str) -> str:
    """A hand as PBN has it."""
    found = dict.fromkeys(SUITS, "")
    for suit, ranks in re.findall(rf"([{SUITS}])([{RANKS}]*)", hand):
        found[suit] += ranks
    return ".".join(found[suit] for suit in SUITS)


def write_game(board: Board) -> str:
    """A deal as LIN has it, in a line. Raises ZermeloError if the contract was given without an auction."""
    end, start = board.end, board.start
    calls = auction_of(end)
    if start.declarer >= 0:
        raise ZermeloError("LIN tells a contract by its auction, and this deal has none")
    hands = []
    for seat in ORDER:
        suits = hand_text(start.hands[SEATS.index(seat)]).split(".")
        hands.append("".join(suit + ranks for suit, ranks in zip(SUITS, suits, strict=True)))
    names = ",".join(board.tags.get(SEAT_NAMES[SEATS.index(seat)], "") for seat in ORDER)
    parts = [("pn", re.sub(r"[|\n\r]", " ", names)), ("md", f"{ORDER.index(SEATS[start.dealer]) + 1}{','.join(hands)}")]
    parts.append(("sv", SIDES[start.vulnerable]))
    for call in calls:
        parts.append(("mb", "pdr"[call] if call < BIDS else call_text(call).replace("NT", "N")))
    parts += [("pc", card_text(card)) for _, card in played_in(end)]
    return "".join(f"{name}|{value}|" for name, value in parts) + "\n"


def write_games(boards: Sequence[Board]) -> str:
    """Several deals, one in each line."""
    return "".join(map(write_game, boards))
