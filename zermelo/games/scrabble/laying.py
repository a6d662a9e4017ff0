"""What a play does to the board: where its tiles lie, which words it makes, and what it scores."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.games.scrabble.plays import is_down, square_of, tiles_of
from zermelo.games.scrabble.squares import Squares
from zermelo.games.scrabble.tiles import Tiles


class Word(NamedTuple):
    """A word on the board."""

    start: int  # the square of its first tile
    down: bool
    tiles: bytes


def laid(squares: Squares, board: bytes, action: int) -> dict[int, int]:
    """square -> tile, of the tiles of a play. Raises ValueError where it leaves the board."""
    size, square, found = squares.size, square_of(action), dict[int, int]()
    step = size if is_down(action) else 1
    for tile in tiles_of(action):
        while _is_inside(square, board, size, found, step) and board[square]:
            square += step
        if not _is_inside(square, board, size, found, step):
            raise ValueError("the play leaves the board")
        found[square] = tile
        square += step
    return found


def _is_inside(square: int, board: bytes, size: int, found: dict[int, int], step: int) -> bool:
    first = next(iter(found), square)
    return square < len(board) and (step != 1 or square // size == first // size)


def with_play(board: bytes, tiles: dict[int, int]) -> bytes:
    """The board with some more tiles."""
    after = bytearray(board)
    for square, tile in tiles.items():
        after[square] = tile
    return bytes(after)


def word_at(size: int, board: bytes, square: int, down: bool) -> Word:
    """The word across or down that a square is part of; it may be a single letter."""
    step = size if down else 1
    start = end = square
    while (start >= size if down else start % size > 0) and board[start - step]:
        start -= step
    while (end + size < len(board) if down else end % size < size - 1) and board[end + step]:
        end += step
    return Word(start, down, board[start : end + 1 : step])


def words_of(squares: Squares, board: bytes, action: int) -> list[Word]:
    """The words of two letters or more that a play makes, its main word first."""
    tiles = laid(squares, board, action)
    after, down = with_play(board, tiles), is_down(action)
    main = word_at(squares.size, after, square_of(action), down)
    found = [main, *(word_at(squares.size, after, square, not down) for square in tiles)]
    return [word for word in found if len(word.tiles) > 1]


def score_of(squares: Squares, tiles: Tiles, board: bytes, action: int, rack: int, bonus: int) -> int:
    """What a play scores. rack: so many tiles at once earn the bonus."""
    fresh, total = laid(squares, board, action), 0
    for word in words_of(squares, board, action):
        points, times = 0, 1
        step = squares.size if word.down else 1
        for place, tile in enumerate(word.tiles):
            square = word.start + place * step
            if square in fresh:
                points += tiles.value(tile) * squares.times_letter[square]
                times *= squares.times_word[square]
            else:
                points += tiles.value(tile)
        total += points * times
    return total + (bonus if len(fresh) == rack else 0)
