"""Pieces of text that the drawings share."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from zermelo.game import Game
from zermelo.numerals import capitalised, counted, plain
from zermelo.picture import Cards, Hand

SUITS = "♠♣♥♦♤♧♡♢"


def title_of(game: Game) -> str:
    """A game's title where it fits into a line; a tree that is written over several lines is only named."""
    return game.name if "\n" in game.title else game.title


def called(game: Game) -> str:
    """The name of a game that a person reads, without its parameters."""
    return game.label or capitalised(game.name.replace("-", " "))


def number(value: float) -> str:
    """A quantity as a person writes it: 7 and not 7.0, 0.333333 and not 0.3333333333333333."""
    if isinstance(value, int):  # may be too large for a float
        return str(int(value))
    return str(int(value)) if float(value).is_integer() else plain(value)


def width(text: str) -> int:
    """How many terminal columns the text takes: two for 将, none for a combining accent."""
    return sum(_columns(character) for character in text)


def centred(text: str, columns: int) -> str:
    """The text centred in that many columns; an odd space goes to the left."""
    spare = max(0, columns - width(text))
    return " " * (spare - spare // 2) + text + " " * (spare // 2)


def one_line(text: str) -> str:
    """The text without line breaks and control characters, which would break a drawing."""
    return "".join(character if character.isprintable() else " " for character in text)


def proper(word: str) -> str:
    """The text without lone surrogates, which JSON allows and UTF-8 does not."""
    return str(word).encode(errors="replace").decode()


def filled(value: float, most: float) -> float:
    """The part of a bar that is full, clamped to 0 … 1."""
    return min(1.0, max(0.0, value / most))


def chips_words(hand: Hand) -> str:
    """What a player has left: "18 chips"; "" where it is not played for chips."""
    return "" if hand.chips is None else "all in" if not hand.chips else counted(number(hand.chips), "chips")


def bet_words(hand: Hand) -> str:
    """What a player has put in front in this round; "" if nothing."""
    return f"bet {number(hand.bet)}" if hand.bet else ""


def pot_words(cards: Cards) -> str:
    """What is in the pot; "" where there is none."""
    return "" if cards.pot is None else f"pot {number(cards.pot)}"


def listed(words: Sequence[str]) -> str:
    """Some words as a person lists them: "a", "a and b", "a, b and c"."""
    *others, last = words
    return f"{', '.join(others)} and {last}" if others else last


def player_number(kind: str) -> int | None:
    """Which player a node of kind "player 0" belongs to, counted from 1 as people do; None for the other kinds."""
    word, _, index = kind.partition(" ")
    return int(index) + 1 if word == "player" and index.isdecimal() else None


def suit_and_rank(card: str) -> tuple[str, str]:
    """♥ and 10 of "♥10"; a card without a suit is all rank."""
    return (card[0], card[1:].strip()) if card[:1] and card[0] in SUITS else ("", card)


def point_rows(count: int) -> tuple[range, range]:
    """The indices of a backgammon board's points from left to right, above (12 … 23) and below (11 … 0)."""
    half = (count + 1) // 2
    return range(half, count), range(half - 1, -1, -1)


def point_number(points: int, index: int, player: int) -> int:
    """What a player calls a point of a backgammon board, where each counts from home; index: from player 0's."""
    return points - index if player == 1 else index + 1


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
