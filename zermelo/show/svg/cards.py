"""Hands of cards or dice as SVG, one per line or on a table."""

from __future__ import annotations

from dataclasses import replace

from zermelo.picture import Cards, Hand
from zermelo.show.canvas import Drawing, box, disc, length, tag, write
from zermelo.show.svg.dice import die
from zermelo.show.words import bet_words, chips_words, one_line, pot_words, suit_and_rank

LABEL = 15.0  # font sizes
INDEX, SUIT, WORD = 14.0, 26.0, 15.0

WIDTH, HEIGHT = 48.0, 68.0  # of a card
STEP = 54.0  # from card to card where there is room
NARROW = 24.0  # cards are never closer than this, so that their indices can be read
ROOM = 8 * STEP  # the widest hand; more cards overlap
BETWEEN = 14.0  # hands
EDGE = 22.0  # of the table, around the cards
RED = "♥♦♡♢"
AS_TEXT = "\ufe0e"  # keeps ♥ from turning into a colour emoji


def cards(picture: Cards) -> Drawing:
    """Draws one hand per line: who holds it, then the cards, overlapping where there are many; a table around them."""
    hands = [
        replace(hand, label=one_line(hand.label), cards=tuple(map(one_line, hand.cards)), note=one_line(hand.note))
        for hand in ordered(picture)
    ]
    spoken = "; ".join(f"{hand.label}: {' '.join(card or 'face down' for card in hand.cards)}" for hand in hands)
    edge = EDGE if picture.is_table else 0.0
    start = edge + 16 + max((_label_width(hand) for hand in hands), default=0.0) + 14
    parts, widest, top = [], 0.0, edge
    for hand in hands:
        parts.append(_hand(hand, start, top, picture.is_table))
        widest = max(widest, _width(hand))
        top += HEIGHT + BETWEEN
    width, height = start + widest + edge if hands else 0.0, max(0.0, top - BETWEEN)
    if picture.pot is not None:
        words = pot_words(picture)
        parts += [
            disc(start + 9, height + 24, 8, "chip"),
            write(start + 24, height + 24, words, LABEL, "on-table start"),
        ]
        height += 40
        width = max(width, start + 24 + length(words, LABEL) + edge)
    if picture.is_table and hands:
        height += edge
        parts.insert(0, box(3, 3, width - 6, height - 6, "table", corner=34))
    return Drawing("".join(parts), width, height, title=picture.caption or spoken, caption=picture.caption)


def ordered(picture: Cards) -> list[Hand]:
    """The hands as they lie on a table: what is in the middle comes after the first of the others."""
    middle = [hand for hand in picture.hands if hand.middle]
    around = [hand for hand in picture.hands if not hand.middle]
    return [*around[:1], *middle, *around[1:]] if picture.is_table else list(picture.hands)


def _words(hand: Hand) -> list[str]:
    return [part for part in (chips_words(hand), bet_words(hand), hand.note) if part]


def _label_width(hand: Hand) -> float:
    return max(length(hand.label, LABEL), *(length(part, LABEL - 3) for part in ("", *_words(hand))))


def _step(hand: Hand) -> float:
    return min(STEP, max(NARROW, ROOM / max(1, len(hand.cards), hand.places)))


def _width(hand: Hand) -> float:
    return max(0, max(len(hand.cards), hand.places) - 1) * _step(hand) + WIDTH


def _hand(hand: Hand, start: float, top: float, on_table: bool) -> str:
    """A hand whose cards begin at `start`, with the player's chips, bet and note under the label."""
    words, middle = _words(hand), top + HEIGHT / 2
    left, look = start - 14 - _label_width(hand), "on-table" if on_table else ""
    first = middle - 8 * len(words)
    parts = []
    if hand.active:
        parts.append(tag("path", d=f"M{left - 16:g} {first - 6:g}l9 6l-9 6z", class_=f"pointer {look}".strip()))
    bold = "strong" if hand.active else ""
    parts.append(write(left, first, hand.label, LABEL, " ".join(filter(None, (look, "start", bold)))))
    for line, part in enumerate(words, 1):
        parts.append(write(left, first + 17 * line, part, LABEL - 3, f"{look} start faint".strip()))
    step, empty = _step(hand), "no-card on-felt-place" if on_table else "no-card"
    for place in range(len(hand.cards), max(hand.places, 0 if hand.cards else 1)):
        parts.append(box(start + place * step, top, WIDTH, HEIGHT, empty, corner=6))
    put = _die if hand.dice else _card
    parts += [put(start + place * step, top, card) for place, card in enumerate(hand.cards)]
    return "".join(parts)


def _die(x: float, y: float, face: str) -> str:
    """A die in the place of a card."""
    return die(x + WIDTH / 2, y + HEIGHT / 2, WIDTH - 4, int(face) if face.isascii() and face.isdecimal() else face)


def _card(x: float, y: float, card: str) -> str:
    if not card:
        back = box(x + 5, y + 5, WIDTH - 10, HEIGHT - 10, "lattice", corner=3)
        return box(x, y, WIDTH, HEIGHT, "face-down", corner=6) + back
    suit, rank = suit_and_rank(card)
    face = box(x, y, WIDTH, HEIGHT, "face-up", corner=6)
    if not suit:
        size = min(WORD, 0.88 * WIDTH / max(1.0, length(card, 1.0)))
        return face + write(x + WIDTH / 2, y + HEIGHT / 2, card, size, "black-suit strong")
    look = "red-suit" if suit in RED else "black-suit"
    size = min(INDEX, 0.8 * WIDTH / max(1.0, length(rank, 1.0)))
    return (
        face
        + (write(x + 5, y + 13, rank, size, f"{look} start strong") if rank else "")
        + write(x + 5, y + 28, suit + AS_TEXT, INDEX - 1, f"{look} start")
        + write(x + 0.6 * WIDTH, y + 0.66 * HEIGHT, suit + AS_TEXT, SUIT, look)
    )
