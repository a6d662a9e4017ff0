"""The tiles of a game: letters with their values and how many there are, and blanks. Letters are numbered from 1."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from zermelo.game import brief
from zermelo.games._files import TILES_END, is_file, text_in
from zermelo.games.scrabble.gaddag import MOST_LETTERS
from zermelo.games.scrabble.plays import BLANK, LETTER

BLANK_NAME = "?"
MOST_TILES, MOST_VALUE = 250, 100
LONGEST_NAME = 3  # letters of one tile, such as CH or QU
ENTRY = re.compile(r"(?P<name>\?|[^\W\d_]+)(?P<value>\d+)?x(?P<count>\d+)")
ENGLISH = """
A1x9 B3x2 C3x2 D2x4 E1x12 F4x2 G2x3 H4x2 I1x9 J8x1 K5x1 L1x4 M3x2 N1x6 O1x8 P3x2 Q10x1 R1x6 S1x4 T1x6 U1x4 V4x2 W4x2
X8x1 Y4x2 Z10x1 ?x2
"""
SETS = {"english": ENGLISH}
VOWELS = frozenset("AEIOUÄÖÜÅÆØÁÉÍÓÚÀÈÊÂÎÔÛ")


@dataclass(frozen=True)
class Tiles:
    """The letters of a game in their order, what each is worth, how many tiles have it; and the number of blanks."""

    names: tuple[str, ...]  # [letter - 1], in capitals
    values: tuple[int, ...]
    counts: tuple[int, ...]
    blanks: int = 0

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The letters by name."""
        return {name: number for number, name in enumerate(self.names, 1)}

    @cached_property
    def all(self) -> bytes:
        """Every tile of the bag, in ascending order; a blank is BLANK."""
        letters = b"".join(bytes([letter]) * count for letter, count in enumerate(self.counts, 1))
        return letters + bytes([BLANK]) * self.blanks

    def value(self, tile: int) -> int:
        """What a tile is worth: nothing, if it is a blank."""
        return 0 if tile & BLANK else self.values[tile - 1]

    def points(self, tiles: Iterable[int]) -> int:
        """What some tiles are worth together."""
        return sum(map(self.value, tiles))

    def is_vowel(self, letter: int) -> bool:
        """Is it a vowel, in the languages with Latin letters?"""
        return self.names[letter - 1][0] in VOWELS

    def written(self, tile: int) -> str:
        """A tile: A, [CH] if it has several letters, a small letter for a blank on the board, ? for one on a rack."""
        if tile == BLANK:
            return BLANK_NAME
        name = self.names[(tile & LETTER) - 1]
        name = name.lower() if tile & BLANK else name
        return f"[{name}]" if len(name) > 1 else name

    def text(self, tiles: Iterable[int]) -> str:
        """Tiles in a row."""
        return "".join(map(self.written, tiles))

    def read(self, text: str) -> bytes:
        """The reverse of `text`, where a tile of several letters needs no brackets. Raises ValueError."""
        found, at = bytearray(), 0
        while at < len(text):
            if text[at] == BLANK_NAME:
                found.append(BLANK)
                at += 1
                continue
            bracketed = text[at] == "["
            at += bracketed
            for length in range(min(self._longest, len(text) - at), 0, -1):
                part = text[at : at + length]
                letter = self.numbers.get(part.upper())
                if letter is not None and (length == 1 or part in (part.upper(), part.lower())):
                    break
            else:
                raise ValueError(f"'{brief(text)}' has a letter that no tile has: '{text[at : at + 1]}'")
            found.append(letter if part == part.upper() else letter | BLANK)
            at += length
            if bracketed:
                if text[at : at + 1] != "]":
                    raise ValueError(f"'{brief(text)}': a tile in brackets is one such as [{self.names[0]}]")
                at += 1
        return bytes(found)

    def spelled(self, word: str) -> bytes:
        """The letters of a word. Raises ValueError where no tile has one of them."""
        return bytes(tile & LETTER for tile in self.read(word.replace(BLANK_NAME, "\0")))

    def rack(self, text: str) -> bytes:
        """A rack as it is typed, in ascending order. Raises ValueError."""
        return bytes(sorted(BLANK if tile & BLANK and not tile & LETTER else tile & LETTER for tile in self.read(text)))

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self.names))


def read_tiles(text: str) -> Tiles:
    """The tiles that a person named: `english`, a file, or entries such as A1x9+B3x2+?x2: letter, value, how many.

    Raises ValueError with one line that says what is right.
    """
    name = text.strip()
    if name in SETS:
        return _tiles_of(SETS[name].split())
    if is_file(name, TILES_END):
        lines = (line.partition("#")[0] for line in text_in(name, 1 << 20).splitlines())
        return _tiles_of([entry for line in lines for entry in line.split()])
    return _tiles_of(name.split("+"))


@lru_cache(maxsize=64)
def _tiles_from(entries: tuple[str, ...]) -> Tiles:
    letters: dict[str, tuple[int, int]] = {}
    blanks = 0
    for entry in entries:
        match = ENTRY.fullmatch(entry)
        if match is None:
            raise ValueError(
                f"'{brief(entry)}' is no tile: give {', '.join(SETS)}, a file FILE{TILES_END}, or letter, value and "
                "number of each, with ?x2 for two blanks: A1x9+B3x2+?x2"
            )
        name, value, count = match["name"].upper(), int(match["value"] or 0), int(match["count"])
        if match["name"] == BLANK_NAME:
            blanks += count
            continue
        if name in letters:
            raise ValueError(f"the tile {name} is named twice")
        if len(name) > LONGEST_NAME or name.lower() == name or name.lower().upper() != name:
            raise ValueError(f"'{name}' is no tile: it has one to {LONGEST_NAME} letters with capitals of their own")
        if value > MOST_VALUE:
            raise ValueError(f"the tile {name} is worth at most {MOST_VALUE}, not {value}")
        letters[name] = value, count
    total = blanks + sum(count for _, count in letters.values())
    if not 2 <= len(letters) <= MOST_LETTERS or not total <= MOST_TILES:
        raise ValueError(f"a game has 2 to {MOST_LETTERS} letters on at most {MOST_TILES} tiles")
    values, counts = zip(*letters.values(), strict=True)
    return Tiles(tuple(letters), values, counts, blanks)


def _tiles_of(entries: Sequence[str]) -> Tiles:
    return _tiles_from(tuple(entries))
