"""Hands of cards as SVG."""

from __future__ import annotations

from zermelo.picture import Cards, Hand
from zermelo.show.canvas import Drawing, box, length, tag, write
from zermelo.show.words import one_line, suit_and_rank

LABEL = 15.0  # font sizes
INDEX, SUIT, WORD = 14.0, 26.0, 15.0

WIDTH, HEIGHT = 48.0, 68.0  # of a card
STEP = 54.0  # from card to card where there is room
NARROW = 24.0  # cards are never closer than this, so that their indices can be read
ROOM = 8 * STEP  # the widest hand; more cards overlap
BETWEEN = 14.0  # hands
RED = "♥♦♡♢"
AS_TEXT = "\ufe0e"  # keeps ♥ from turning into a colour emoji


def cards(picture: Cards) -> Drawing:
    """Draws one hand per line: who holds it, then the cards, overlapping where there are many."""
    hands = [
        Hand(one_line(hand.label), tuple(one_line(card) for card in hand.cards), hand.active) for hand in picture.hands
    ]
    start = 16 + max((length(hand.label, LABEL) for hand in hands), default=0.0) + 14
    parts, widest = [], 0.0
    for row, hand in enumerate(hands):
        top = row * (HEIGHT + BETWEEN)
        middle = top + HEIGHT / 2
        if hand.active:
            parts.append(tag("path", d=f"M0 {middle - 6:g}l9 6l-9 6z", class_="pointer"))
        parts.append(write(16, middle, hand.label, LABEL, "start strong" if hand.active else "start"))
        if not hand.cards:
            parts.append(box(start, top, WIDTH, HEIGHT, "no-card", corner=6))
        step = min(STEP, max(NARROW, ROOM / max(1, len(hand.cards))))
        for place, card in enumerate(hand.cards):
            parts.append(_card(start + place * step, top, card))
        widest = max(widest, max(0, len(hand.cards) - 1) * step + WIDTH)
    spoken = "; ".join(f"{hand.label}: {' '.join(card or 'face down' for card in hand.cards)}" for hand in hands)
    return Drawing(
        "".join(parts),
        width=start + widest if hands else 0.0,
        height=max(0.0, len(hands) * (HEIGHT + BETWEEN) - BETWEEN),
        title=picture.caption or spoken,
        caption=picture.caption,
    )


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
