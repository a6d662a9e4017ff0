"""Positions of play at bridge for tests: random ones, those of the truth files, and their value by plain minimax."""

from __future__ import annotations

import random
from collections.abc import Iterator

from zermelo.experts.bridge.double_dummy.deal import Play
from zermelo.games.bridge.cards import read_card, read_hand


def minimax(play: Play) -> int:
    """The tricks of the side to move, by trying every card."""
    known: dict[tuple[object, ...], int] = {}
    held = tuple(tuple(card for card in range(52) if hand >> card & 1) for hand in play.hands)
    tricks = _by_first_pair(held, play.leader, play.trick, play.strain, known)
    return tricks if play.mover % 2 == 0 else play.tricks - tricks


def _by_first_pair(hands, leader, trick, strain, known):
    """The tricks of North and South from here on."""
    if not any(hands) and not trick:
        return 0
    key = hands, leader, trick
    if key not in known:
        seat = (leader + len(trick)) % 4
        legal = [card for card in hands[seat] if trick and card // 13 == trick[0] // 13] or hands[seat]
        found = []
        for card in legal:
            rest = tuple(one for one in hands[seat] if one != card)
            after, laid, first, won = (*hands[:seat], rest, *hands[seat + 1 :]), (*trick, card), leader, 0
            if len(laid) == 4:
                of_strain = [one for one in laid if one // 13 == strain]
                best = max(of_strain or [one for one in laid if one // 13 == laid[0] // 13])
                first = (leader + laid.index(best)) % 4
                won, laid = 1 - first % 2, ()
            found.append(won + _by_first_pair(after, first, laid, strain, known))
        known[key] = max(found) if seat % 2 == 0 else min(found)
    return known[key]


def random_play(noise: random.Random, cards: int, laid: int = 0) -> Play:
    """So many cards each, of which some lie on the table."""
    deck = noise.sample(range(52), 4 * cards)
    hands = [sum(1 << card for card in deck[cards * seat : cards * (seat + 1)]) for seat in range(4)]
    play = Play((hands[0], hands[1], hands[2], hands[3]), noise.randrange(5), noise.randrange(4))
    for _ in range(laid):
        after, _ = play.after(noise.choice(play.legal))
        assert after is not None
        play = after
    return play


def hands_of(text: str) -> tuple[int, int, int, int]:
    """North's, East's, South's and West's hand; a seat and a colon before them say whose comes first."""
    first, _, rest = text.partition(":") if ":" in text else ("N", "", text)
    hands = [read_hand(hand) for hand in rest.split()]
    north, east, south, west = (hands[(seat - "NESW".index(first)) % 4] for seat in range(4))
    return north, east, south, west


def known_tables(text: str) -> list[tuple[tuple[int, int, int, int], str]]:
    """Deals and their tables of 20 hexadecimal digits."""
    lines = [line.split("|") for line in text.splitlines() if not line.startswith("#")]
    return [(hands_of(deal), tricks) for deal, tricks in lines]


def known_cards(text: str) -> list[tuple[Play, dict[int, int]]]:
    """Positions, and the tricks with each legal card."""
    found = []
    for line in text.splitlines():
        if not line.startswith("#"):
            strain, leader, trick, deal, cards = line.split("|")
            laid = tuple(map(read_card, trick.split())) if trick != "-" else ()
            play = Play(hands_of(deal), "SHDCN".index(strain), "NESW".index(leader), laid)
            pairs = (card.split("=") for card in cards.split())
            found.append((play, {read_card(card): int(tricks) for card, tricks in pairs}))
    return found


def listed_deals(text: str) -> Iterator[dict[str, str]]:
    """The records of one of DDS's lists of deals, by the first word of each line."""
    record: dict[str, str] = {}
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "PBN" and word in record:
            yield record
            record = {}
        record[word] = rest.strip()
    yield record


def digits(table: tuple[tuple[int, ...], ...] | None) -> str:
    """A table as 20 hexadecimal digits."""
    assert table is not None
    return "".join(f"{tricks:x}" for row in table for tricks in row)
