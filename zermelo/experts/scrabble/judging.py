"""Turns judged in Python by the compiled chooser and by what is kept: for analyses and simulations."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.compile.kernel.memory import array_of, new_numbers, new_words
from zermelo.experts.scrabble.leaves import Terms
from zermelo.experts.scrabble.turns import (
    BAG_SIZE,
    CHOSEN,
    GAIN,
    LEAVES,
    MAY_EXCHANGE,
    OTHERS,
    OWN,
    STATIC,
    STAYS,
    VOWEL,
    chooser,
)  # fmt: skip
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.finding import Finder, write_board
from zermelo.games.scrabble.plays import BLANK, PASS, exchange_of
from zermelo.games.scrabble.squares import squares_of
from zermelo.installed import is_installed, np


class Turn(NamedTuple):
    """A turn, and what it is worth in points."""

    action: int
    score: int
    kept: bytes  # the tiles that stay on the rack
    leave: float  # what they are worth there
    worth: float  # score and leave


class Judge:
    """Judges turns of one kind of game; for one thread."""

    def __init__(self, finder: Finder, model: Any, least_bag: int = 7, compiled: bool = True) -> None:
        compiled = compiled and is_installed("numba")
        self.finder, self.terms, self.least_bag = finder, Terms(finder.tiles), max(least_bag, finder.rack)
        self._kernel = kernel() if compiled else interpreted(chooser)
        self._graph = finder.graph if compiled else array_of(finder.graph).tolist()
        self._words, self.model = prepared(finder, OWN.end, compiled), new_numbers(compiled, LEAVES.end)
        array_of(self.model)[: len(model)] = model

    def best(self, board: bytes, rack: bytes, bag: int, others: int, style: int = STATIC) -> tuple[int, int, float]:
        """The best turn, its score, and its worth. bag: tiles in it; others: points on all other racks."""
        words = array_of(self._words)
        words[at.BOARD : at.BOARD + len(board)] = list(board)
        words[at.HAVE : at.HAVE + BLANK] = [0] * BLANK
        words[at.BLANKS] = 0
        for tile in rack:
            words[at.BLANKS if tile == BLANK else at.HAVE + tile] += 1
        words[BAG_SIZE], words[OTHERS], words[MAY_EXCHANGE] = bag, others, int(bag >= self.least_bag)
        worth = float(self._kernel(self._graph, self._words, self.model, style))
        return int(words[CHOSEN]), int(words[GAIN]), worth

    def turns(self, board: bytes, rack: bytes, bag: int, others: int) -> list[Turn]:
        """Every turn, the best first."""
        kinds = sorted(set(rack))
        numbers = [rack.count(tile) for tile in kinds]
        weights, weight = dict[int, int](), 1
        for tile, number in zip(kinds, numbers, strict=True):
            weights[tile] = weight
            weight *= number + 1
        kept = [b""] * weight
        for choice in product(*(range(number + 1) for number in numbers)):
            place = sum(n * weights[tile] for tile, n in zip(kinds, choice, strict=True))
            kept[place] = b"".join(bytes([tile]) * n for tile, n in zip(kinds, choice, strict=True))
        leaves = np.array([self.leave(tiles, bag, others) for tiles in kept])
        found = self.finder.plays(board, rack, weights, weight - 1)
        worth = found[:, 1] + leaves[found[:, 2]] if len(found) else np.zeros(0)
        turns = [
            Turn(int(action), int(score), kept[place], float(leaves[place]), float(value))
            for (action, score, place), value in zip(found.tolist(), worth, strict=True)
        ]
        if bag >= self.least_bag:
            turns += [
                Turn(exchange_of(_rest(rack, stays)), 0, stays, float(leave), float(leave))
                for stays, leave in zip(kept, leaves, strict=True)
                if len(stays) < len(rack)
            ]
        passing = float(leaves[-1])
        turns.append(Turn(PASS, 0, rack, passing, passing))
        return sorted(turns, key=lambda turn: (-turn.worth, turn.action == PASS, turn.action))

    def leave(self, kept: bytes, bag: int, others: int) -> float:
        """What tiles are worth that are kept: with an empty bag, what they cost."""
        if bag:
            return self.terms.worth(array_of(self.model), kept)
        return -STAYS - 2.0 * self.finder.tiles.points(kept) if kept else 2.0 * others


def prepared(finder: Finder, size: int, compiled: bool) -> Any:
    """The memory of a chooser, so many words of it, with what stays the same in a game."""
    made = new_words(compiled, size)
    words = array_of(made)
    write_board(words, squares_of(finder.size), finder.tiles, finder.rack, finder.bonus)
    for letter in range(1, len(finder.tiles.names) + 1):
        words[VOWEL + letter] = int(finder.tiles.is_vowel(letter))
    return made


def _rest(rack: bytes, kept: bytes) -> bytes:
    left = list(rack)
    for tile in kept:
        left.remove(tile)
    return bytes(left)


@cache
def kernel() -> Callable[..., float]:
    """`chooser`, compiled."""
    words, numbers = new_words(True, 1), new_numbers(True, 1)
    return compiled_kernel("scrabble", "turns", chooser, words, words, numbers, 1, lone=True)
