"""Words that are not in the list: how they are laid, and what comes of a challenge.

Every arrangement of tiles would be millions of actions, so a word that is not in the list is laid letter by letter:
where it begins (`lay 8D`), each of its tiles, and `done` when it touches what lies there. The next player may challenge
the play instead of a turn. Tiles have been drawn for it by then; they go back if it is withdrawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.games.scrabble import plays
from zermelo.games.scrabble.laying import laid, with_play, word_at
from zermelo.games.scrabble.squares import Squares
from zermelo.games.scrabble.tiles import Tiles

VOID, SINGLE, DOUBLE, FIVE = RULES = ("void", "single", "double", "five")
PENALTY = 5  # points that a play earns which is challenged in vain, by the rule `five`
LAYING = 1 << 60  # of an action: a word begins here; in a state: the tiles of it that were laid so far
DONE = SPELLING = 1 << 61  # of an action: with a tile, which is laid; alone, the word is complete
CHALLENGE = 1 << 62


class LastPlay(NamedTuple):
    """The last play, while it may be challenged."""

    play: int  # 0: there is none
    board: bytes  # before it
    rack: bytes  # whole, before it; zeros where it is not known
    scoreless: int  # turns in a row that had scored nothing before it


NO_PLAY = LastPlay(0, b"", b"", 0)
VAIN = "vain"
IN_VAIN = LastPlay(0, b"", b"", 1)  # it was challenged just now, and stands


def beginnings(squares: Squares, board: bytes, tiles: int) -> Iterator[int]:
    """The actions that begin a word: at every empty square from which so many tiles can reach what lies there."""
    for square in range(len(board)):
        if board[square]:
            continue
        for down in (0, plays.DOWN):
            begun = LAYING | square << plays.SQUARE_AT | down
            places = _places(squares, board, begun, tiles)
            if _least(squares, board, places) is not None:
                yield begun


def continuations(squares: Squares, board: bytes, rack: bytes, laying: int, letters: int) -> Iterator[int]:
    """The actions that go on with a word: `done` first, and then its next tile. letters: of the game."""
    tiles = plays.tiles_of(laying)
    left = plays.without(rack, tiles)
    places = _places(squares, board, laying, len(rack))
    least = _least(squares, board, places)
    if least is not None and len(tiles) >= least:
        yield DONE
    if len(tiles) < len(places):
        for tile in sorted(set(left) - {plays.BLANK}):
            yield SPELLING | tile
        if plays.BLANK in left:
            for letter in range(1, letters + 1):
                yield SPELLING | plays.BLANK | letter


def longer(laying: int, action: int) -> int:
    """A word that is being laid with one more tile."""
    return laying | (action ^ SPELLING) << plays.TILE_BITS * len(plays.tiles_of(laying))


def finished(squares: Squares, board: bytes, laying: int) -> int:
    """The play of a word that was laid letter by letter."""
    tiles, square = plays.tiles_of(laying), plays.square_of(laying)
    down = plays.is_down(laying)
    if len(tiles) == 1:  # it goes down only if it makes no word across
        down = len(word_at(squares.size, with_play(board, {square: tiles[0]}), square, False).tiles) == 1
    return plays.play_of(tiles, square, down)


def partly_laid(squares: Squares, board: bytes, laying: int) -> bytes:
    """The board with the tiles that were laid so far."""
    return with_play(board, laid(squares, board, laying)) if laying else board


def spelled_out(action: int) -> list[int]:
    """The actions that lay a play letter by letter."""
    begun = LAYING | plays.square_of(action) << plays.SQUARE_AT | (plays.DOWN if plays.is_down(action) else 0)
    return [begun, *(SPELLING | tile for tile in plays.tiles_of(action)), DONE]


def kept_of(last: LastPlay) -> bytes:
    """What was left on the rack after a play."""
    return plays.without(last.rack, plays.tiles_of(last.play))


def last_text(tiles: Tiles, last: LastPlay, written: str) -> str:
    """The last play in a position's text. written: the play itself."""
    if not last.play:
        return f"last={VAIN}"
    return f"last={written.replace(' ', ',')},{tiles.text(last.rack)},{last.scoreless}"


def laying_text(squares: Squares, tiles: Tiles, laying: int) -> str:
    """A word that is being laid, in a position's text."""
    return f"laying={squares.name(plays.square_of(laying), plays.is_down(laying))},{tiles.text(plays.tiles_of(laying))}"


def read_last(squares: Squares, tiles: Tiles, board: bytes, owner: bytes, text: str) -> LastPlay:
    """The reverse of `last_text`. owner: the rack of who made the play, after it. Raises ValueError."""
    if text == VAIN:
        return IN_VAIN
    place, word, rack, row = [*text.split(","), *[""] * 4][:4]
    if not row.isdecimal() or len(row) > 2:
        raise ValueError("the last play is written such as last=8D,W(OO)D,DWAEINS,0")
    square, down = squares.place(place)
    step, before, played, first = squares.size if down else 1, bytearray(board), list[int](), -1
    cells = range(square, len(board) if down else (square // squares.size + 1) * squares.size, step)
    lying = _lying(tiles, word)
    if len(lying) > len(cells):
        raise ValueError("the last play does not lie on the board")
    for cell, (tile, lay_there) in zip(cells, lying, strict=False):
        if not tile or board[cell] != tile:
            raise ValueError("the last play does not lie on the board")
        if not lay_there:
            before[cell], first = 0, cell if first < 0 else first
            played.append(tile)
    if not 1 <= len(played) <= plays.MOST_TILES:
        raise ValueError(f"the last play lays one to {plays.MOST_TILES} tiles")
    last = LastPlay(plays.play_of(played, first, down), bytes(before), tiles.rack(rack), int(row))
    try:
        plays.without(owner, kept_of(last))
    except ValueError:
        raise ValueError("the rack before the last play does not fit the one after it") from None
    return last


def read_laying(squares: Squares, tiles: Tiles, board: bytes, rack: bytes, text: str) -> int:
    """The reverse of `laying_text`. Raises ValueError."""
    place, _, word = text.partition(",")
    square, down = squares.place(place)
    laying = LAYING | square << plays.SQUARE_AT | (plays.DOWN if down else 0)
    if laying not in beginnings(squares, board, len(rack)):
        raise ValueError(f"no word can be begun at {place}")
    for tile in tiles.read(word):
        if SPELLING | tile not in continuations(squares, board, rack, laying, len(tiles.names)):
            raise ValueError(f"the tile {tiles.written(tile)} cannot be laid at {place}")
        laying = longer(laying, SPELLING | tile)
    return laying


def _lying(tiles: Tiles, word: str) -> list[tuple[int, bool]]:
    """The tiles of a word, each with whether it lay there before."""
    found, inside = list[tuple[int, bool]](), False
    for part in word.replace("(", " ( ").replace(")", " ) ").split():
        if part in "()":
            inside = part == "("
        else:
            found += [(tile, inside) for tile in tiles.read(part)]
    return found


def _places(squares: Squares, board: bytes, laying: int, tiles: int) -> list[int]:
    """The empty squares on which so many tiles from a beginning lie, as far as the line goes."""
    size, square = squares.size, plays.square_of(laying)
    step = size if plays.is_down(laying) else 1
    end = len(board) if step == size else (square // size + 1) * size
    return [place for place in range(square, end, step) if not board[place]][:tiles]


def _least(squares: Squares, board: bytes, places: list[int]) -> int | None:
    """How many tiles on these squares make a play: they must touch what lies there; None: none do."""
    size = squares.size
    if not any(board):
        return max(2, places.index(squares.middle) + 1) if squares.middle in places and len(places) > 1 else None
    for number, square in enumerate(places, 1):
        row, column = divmod(square, size)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        if any(0 <= r < size and 0 <= c < size and board[r * size + c] for r, c in near):
            return number
    return None
