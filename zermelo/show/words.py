"""Small pieces of text that every drawing shares."""

from __future__ import annotations

import unicodedata


def number(value: float) -> str:
    """A quantity as a person writes it: 7 and not 7.0, 0.333333 and not 0.3333333333333333."""
    return str(int(value)) if float(value).is_integer() else f"{value:g}"


def width(text: str) -> int:
    """How many columns a terminal gives to the text: two for 将, none for a combining accent."""
    return sum(_columns(character) for character in text)


def centred(text: str, columns: int) -> str:
    """The text in the middle of so many columns; an odd space goes to the left."""
    spare = max(0, columns - width(text))
    return " " * (spare - spare // 2) + text + " " * (spare // 2)


def one_line(text: str) -> str:
    """The text without line breaks and control characters, which would tear a drawing apart."""
    return "".join(character if character.isprintable() else " " for character in text)


def filled(value: float, most: float) -> float:
    """The part of a bar that is full, from 0 to 1; anything beyond either end stops there."""
    return min(1.0, max(0.0, value / most))


def player_number(kind: str) -> int | None:
    """Which player a node of kind "player 0" belongs to, counted from 1 as people do; None for the other kinds."""
    word, _, index = kind.partition(" ")
    return int(index) + 1 if word == "player" and index.isdecimal() else None


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
