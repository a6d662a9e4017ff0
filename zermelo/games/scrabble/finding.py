"""The plays of a position by the compiled generator (moves.py), for callers in Python."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.compile.kernel.memory import array_of, new_words, pointed
from zermelo.game import ZermeloError
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.laying import words_of
from zermelo.games.scrabble.plays import BLANK, LETTER
from zermelo.games.scrabble.squares import Squares, squares_of
from zermelo.games.scrabble.tiles import Tiles, read_tiles
from zermelo.games.scrabble.words import graph_of
from zermelo.installed import is_installed, np


@dataclass(frozen=True)
class Finder:
    """Finds plays on one kind of board with one list of words. It may be asked in several threads at once."""

    size: int
    named_tiles: str  # as a person names them
    words: str
    rack: int  # so many tiles at once earn the bonus
    bonus: int

    @property
    def tiles(self) -> Tiles:
        """The letters and blanks."""
        return read_tiles(self.named_tiles)

    def plays(self, board: bytes, rack: bytes, weights: Mapping[int, int] | None = None, kept: int = 0) -> Any:
        """[play, (action, score, kept)] every play of a rack, in the order in which they are found.

        weights: of a tile; `kept` is that of the whole rack, and what is told of a play is that less its tiles'.
        """
        words = self.prepared(board, rack, weights, kept)
        found = kernel()(self.graph, words)
        if found == at.MOST_PLAYS:
            raise ZermeloError(f"a position of scrabble with {found:,} plays or more cannot be played")
        return np.array(array_of(words)[at.PLAYS : at.PLAYS + at.EACH * found], np.int64).reshape(-1, at.EACH)

    def prepared(self, board: bytes, rack: bytes, weights: Mapping[int, int] | None = None, kept: int = 0) -> Any:
        """The memory of the generator in this thread, with a position in it."""
        words = self._words()
        array = array_of(words)
        array[at.BOARD : at.BOARD + len(board)] = list(board)
        array[at.HAVE : at.HAVE + BLANK] = [0] * BLANK
        array[at.WEIGHT : at.WEIGHT + BLANK + 1] = [0] * (BLANK + 1)
        array[at.BLANKS], array[at.KEPT] = 0, kept
        for tile in rack:
            array[at.BLANKS if tile == BLANK else at.HAVE + tile] += 1
        for tile, weight in (weights or {}).items():
            array[at.WEIGHT + tile] = weight
        return words

    @property
    def graph(self) -> Any:
        """The graph of the words, as the kernels take it. Raises ZermeloError where the list cannot be read."""
        return _graph(self.words, self.named_tiles, self.size)

    def has_word(self, letters: bytes) -> bool:
        """Is it in the list? letters: their numbers."""
        graph, node = array_of(self.graph), 1
        for place, letter in enumerate(reversed(letters)):
            known, bit = int(graph[3 * node]), 1 << letter
            if not known & bit:
                return False
            if place == len(letters) - 1:
                return bool(int(graph[3 * node + 1]) & bit)
            node = int(graph[int(graph[3 * node + 2]) + (known & (bit - 1)).bit_count()])
        return False

    def missing_words(self, board: bytes, play: int) -> list[bytes]:
        """The words that a play makes and that are not in the list. board: before the play."""
        made = (bytes(tile & LETTER for tile in word.tiles) for word in words_of(squares_of(self.size), board, play))
        return [word for word in made if not self.has_word(word)]

    def _words(self) -> Any:
        return _memory(self, threading.get_ident())


@lru_cache(maxsize=8)
def _graph(words: str, tiles: str, size: int) -> Any:
    try:
        made = graph_of(words, tiles, size)
    except ValueError as error:
        raise ZermeloError(str(error)) from None
    return pointed(True, made) if is_installed("numba") else made.tolist()


@lru_cache(maxsize=64)
def _memory(finder: Finder, thread: int) -> Any:
    """A thread's memory for the generator."""
    words = new_words(is_installed("numba"), at.ALL_WORDS)
    write_board(array_of(words), squares_of(finder.size), finder.tiles, finder.rack, finder.bonus)
    return words


def write_board(array: Any, squares: Squares, tiles: Tiles, rack: int, bonus: int) -> None:
    """Writes what stays the same in a game into a generator's memory."""
    array[at.SIZE], array[at.WHOLE_RACK], array[at.BONUS] = squares.size, rack, bonus
    for letter, value in enumerate(tiles.values, 1):
        array[at.VALUE + letter] = value
    cells = squares.size * squares.size
    array[at.TIMES_LETTER : at.TIMES_LETTER + cells] = squares.times_letter
    array[at.TIMES_WORD : at.TIMES_WORD + cells] = squares.times_word


@cache
def kernel() -> Callable[[Any, Any], int]:
    """The generator, compiled if Numba is there."""
    if not is_installed("numba"):
        return interpreted(at.generator)
    words = new_words(True, 1)
    return compiled_kernel("scrabble", "plays", at.generator, words, words, lone=True)
