"""The syntax of GTP: parsing a line and its arguments, and formatting an answer."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from zermelo.games.go.text import PASS, cell_of
from zermelo.picture import Cell

COLOURS = {"b": 0, "black": 0, "w": 1, "white": 1}
LONGEST_NUMBER = 9  # digits
LINE = re.compile(r"(?P<number>[0-9]{1,18}(?=\s|$))?\s*(?P<rest>.*)")


class Refusal(Exception):
    """A refused command; the message goes after `?`."""


class BadSyntax(Exception):
    """The arguments do not fit the command."""


class Command(NamedTuple):
    """A parsed line."""

    number: str  # the id as text; "" if there is none
    name: str
    words: list[str]


def read_line(line: str) -> Command | None:
    """The command of a line, without its comment and its control characters; None: there is none."""
    plain = "".join(letter for letter in line.replace("\t", " ") if letter.isprintable())
    found = LINE.fullmatch(plain.partition("#")[0].strip())
    assert found is not None  # any text without line breaks matches
    if not found[0]:
        return None
    name, *words = found["rest"].split() or [""]
    return Command(found["number"] or "", name, words)


def answer(mark: str, number: str, text: str = "") -> str:
    """`=` or `?`, the id, and the text, which may begin with a newline; without the final empty line."""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    between = "\n" if text.startswith("\n") else " "
    return f"{mark}{number}{between}" + "\n".join(lines) if lines else f"{mark}{number}"


def take(words: list[str], count: int) -> list[str]:
    """The arguments. Raises BadSyntax unless there are exactly `count`."""
    if len(words) != count:
        raise BadSyntax
    return words


def colour(word: str) -> int:
    """0 for Black, 1 for White. Raises BadSyntax."""
    if word.lower() not in COLOURS:
        raise BadSyntax
    return COLOURS[word.lower()]


def vertex(word: str, size: int) -> Cell | None:
    """The point; None: pass. Raises BadSyntax if it is not a vertex, Refusal if it is not on this board."""
    if word.lower() == PASS:
        return None
    if cell_of(word, 25, 25) is None:
        raise BadSyntax
    cell = cell_of(word, size, size)
    if cell is None:
        raise Refusal("illegal move")
    return cell


def whole(word: str) -> int:
    """A whole number of at least 0. Raises BadSyntax."""
    if not (word.isascii() and word.isdigit() and len(word) <= LONGEST_NUMBER):
        raise BadSyntax
    return int(word)


def real(word: str) -> float:
    """A finite number. Raises BadSyntax."""
    try:
        number = float(word)
    except ValueError:
        raise BadSyntax from None
    if not math.isfinite(number):
        raise BadSyntax
    return number


def seconds(word: str) -> float:
    """A time of at least 0. Raises BadSyntax."""
    number = real(word)
    if number < 0:
        raise BadSyntax
    return number
