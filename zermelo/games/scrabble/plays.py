"""A turn as one number.

A play is its tiles in the order of the board, 7 bits each, the first one lowest; the square of the first of them; and
whether it goes down. A tile is the number of its letter, plus BLANK for a blank that stands for it. A play of one tile
goes down only if it makes no word across. An exchange is the tiles that go back, a blank being BLANK alone, in
ascending order. Passing is 0.
"""

from __future__ import annotations

from collections.abc import Iterable

PASS = 0
BLANK = 64  # of a tile: it is a blank; on a rack the whole tile
LETTER = BLANK - 1  # of a tile: the letter
MOST_TILES = 7  # of one turn
TILE_BITS = 7
TILE = (1 << TILE_BITS) - 1
SQUARE_AT = TILE_BITS * MOST_TILES
SQUARE_BITS = 9
DOWN_AT = SQUARE_AT + SQUARE_BITS
EXCHANGE_AT = DOWN_AT + 1
DOWN, EXCHANGE = 1 << DOWN_AT, 1 << EXCHANGE_AT


def tiles_of(action: int) -> bytes:
    """The tiles of a play, as they lie from the left or the top, or those that an exchange gives back."""
    found, word = bytearray(), action & ((1 << SQUARE_AT) - 1)
    while word:
        found.append(word & TILE)
        word >>= TILE_BITS
    return bytes(found)


def square_of(action: int) -> int:
    """The square of the first tile of a play."""
    return action >> SQUARE_AT & ((1 << SQUARE_BITS) - 1)


def is_down(action: int) -> bool:
    """Does a play go down?"""
    return bool(action & DOWN)


def is_exchange(action: int) -> bool:
    """Is it an exchange?"""
    return bool(action & EXCHANGE)


def play_of(tiles: Iterable[int], square: int, down: bool) -> int:
    """A play of these tiles."""
    return _packed(tiles) | square << SQUARE_AT | (DOWN if down else 0)


def exchange_of(tiles: Iterable[int]) -> int:
    """The exchange of these tiles."""
    return _packed(sorted(tiles)) | EXCHANGE


def _packed(tiles: Iterable[int]) -> int:
    word = 0
    for place, tile in enumerate(tiles):
        word |= tile << TILE_BITS * place
    return word


def on_rack(tile: int) -> int:
    """A tile of a play as it lay on the rack."""
    return BLANK if tile & BLANK else tile


def without(rack: bytes, tiles: Iterable[int]) -> bytes:
    """A rack without some tiles of a play. Raises ValueError where one of them is not there."""
    left = list(rack)
    for tile in tiles:
        left.remove(on_rack(tile))
    return bytes(left)
