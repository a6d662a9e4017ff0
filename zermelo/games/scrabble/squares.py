"""The squares of the board: which of them multiply a letter, and which a word."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, cached_property

from zermelo.game import brief

STANDARD = (  # the bonus of each square
    "T..d...T...d..T",
    ".D...t...t...D.",
    "..D...d.d...D..",
    "d..D...d...D..d",
    "....D.....D....",
    ".t...t...t...t.",
    "..d...d.d...d..",
    "T..d...D...d..T",
    "..d...d.d...d..",
    ".t...t...t...t.",
    "....D.....D....",
    "d..D...d...D..d",
    "..D...d.d...D..",
    ".D...t...t...D.",
    "T..d...T...d..T",
)
LETTER_TIMES, WORD_TIMES = {"d": 2, "t": 3}, {"D": 2, "T": 3}
PLACE = re.compile(r"(?:(?P<row>\d{1,2})(?P<column>[A-Oa-o])|(?P<down>[A-Oa-o])(?P<down_row>\d{1,2}))")
LEAST, MOST = 3, len(STANDARD)


@dataclass(frozen=True)
class Squares:
    """A board of so many squares a side: the middle of the standard board, if it is smaller."""

    size: int

    @cached_property
    def bonus(self) -> str:
        """[square]: d and t double and treble the letter, D and T the word, . does nothing."""
        skip = (MOST - self.size) // 2
        return "".join(row[skip : skip + self.size] for row in STANDARD[skip : skip + self.size])

    @cached_property
    def times_letter(self) -> tuple[int, ...]:
        """By how much each square multiplies a letter."""
        return tuple(LETTER_TIMES.get(bonus, 1) for bonus in self.bonus)

    @cached_property
    def times_word(self) -> tuple[int, ...]:
        """By how much each square multiplies a word."""
        return tuple(WORD_TIMES.get(bonus, 1) for bonus in self.bonus)

    @property
    def middle(self) -> int:
        """The square that the first play covers."""
        return self.size // 2 * (self.size + 1)

    def name(self, square: int, down: bool) -> str:
        """Where a play begins: 8D across, D8 down."""
        row, column = divmod(square, self.size)
        letter = chr(ord("A") + column)
        return f"{letter}{row + 1}" if down else f"{row + 1}{letter}"

    def place(self, text: str) -> tuple[int, bool]:
        """The reverse of `name`: the square, and whether it goes down. Raises ValueError."""
        match = PLACE.fullmatch(text)
        if match is None:
            raise ValueError(f"'{brief(text)}' is no place: 8D is across, D8 down")
        row, column = int(match["down_row"] or match["row"]) - 1, match["down"] or match["column"]
        across = ord(column.upper()) - ord("A")
        if not (0 <= row < self.size and across < self.size):
            raise ValueError(f"{text} is not on a board of {self.size} by {self.size}")
        return row * self.size + across, match["down"] is not None


@cache
def squares_of(size: int) -> Squares:
    """The board of this size, made once."""
    return Squares(size)
