"""Endings, when the bag is empty and each player knows the other's tiles: alpha-beta to the end of the game.

Iterative deepening with a table; a search whose lines have all reached the end is exact. The value is how many points
the player to move gains on the other from here on, with what the tiles that are left cost and bring.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from zermelo.bits import blended, mix
from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.compile.kernel.memory import Words, array_of, new_words
from zermelo.games.scrabble import moves as at
from zermelo.games.scrabble.finding import Finder, write_board
from zermelo.games.scrabble.moves import generator
from zermelo.games.scrabble.plays import BLANK, DOWN, SQUARE_AT, TILE, TILE_BITS
from zermelo.games.scrabble.squares import squares_of
from zermelo.installed import is_installed

SLOTS = 1 << 17  # of the table
ENTRY = 4  # words of a slot: the key, the value with its kind, the depth, the best turn
ROOM = 1 << 18  # words of the plays that are still to be tried, of all plies together
DEEPEST = 40
UNKNOWN, EXACT, AT_LEAST, AT_MOST = 0, 1, 2, 3
INFINITE = 1 << 20
# nodes and their limit, whether a line was cut off for its depth, where the room is used up to, what was found
NODES, LIMIT, CUT, TOP, BEST, KEY = TURN = Words("NODES", "LIMIT", "CUT", "TOP", "BEST", "KEY", at=at.ALL_WORDS)
ROOMS = Words(after=TURN, racks=2 * (BLANK + 1), sizes=2, laid=8 * DEEPEST, room=ROOM, table=ENTRY * SLOTS)
RACKS, SIZES, LAID, PLAYS, TABLE = ROOMS.racks, ROOMS.sizes, ROOMS.laid, ROOMS.room, ROOMS.table
EACH = 3  # words of a play that is still to be tried: the play, its score, how good it looks
RACK = BLANK + 1
TRIED = -INFINITE


def searcher(jit: Callable[..., Any]) -> Callable[..., Any]:
    """search(graph, w, passes, depth) values the position in w, where player 0 of RACKS is to move.

    passes: turns without a score that do not end the game yet: 1, or 2 for more. BEST is then the best turn.
    """
    generate = generator(jit)

    @jit
    def points_of(w, who):
        """What is on a rack, in points."""
        total = 0
        for tile in range(BLANK):
            total += w[RACKS + RACK * who + tile] * w[at.VALUE + tile]
        return total

    @jit
    def turn_tile(w, who, square, tile, sign):
        """Puts a tile of a rack on a square, or takes it back (sign -1)."""
        w[at.BOARD + square] = tile if sign > 0 else 0
        w[KEY] ^= mix(square * 256 + 128 * who + tile)  # two players may have the same tile
        w[RACKS + RACK * who + (BLANK if tile & BLANK else tile)] -= sign
        w[SIZES + who] -= sign

    @jit
    def lay(w, who, action, squares):
        """Lays the tiles of a play, and writes down where."""
        square, tiles, count = action >> SQUARE_AT & 511, action & ((1 << SQUARE_AT) - 1), 0
        stride = w[at.SIZE] if action & DOWN else 1
        while tiles:
            while w[at.BOARD + square] != 0:
                square += stride
            w[squares + count] = square
            turn_tile(w, who, square, tiles & TILE, 1)
            count += 1
            tiles >>= TILE_BITS

    @jit
    def lift(w, who, action, squares):
        """Takes the tiles of a play off again."""
        tiles, count = action & ((1 << SQUARE_AT) - 1), 0
        while tiles:
            turn_tile(w, who, w[squares + count], tiles & TILE, -1)
            count += 1
            tiles >>= TILE_BITS

    @jit
    def value(graph, w, who, passes, depth, ply, alpha, beta):
        w[NODES] += 1
        if w[NODES] > w[LIMIT]:
            w[CUT] = 1
            return 0 * alpha
        slot = TABLE + ENTRY * (mix(w[KEY] ^ (2 * passes + who + 1)) & (SLOTS - 1))
        key = mix(w[KEY] + 4 * passes + who + 1)
        first, is_known = 0, w[slot] == key
        if is_known:
            first = w[slot + 3]
            kind, known = w[slot + 1] & 3, (w[slot + 1] >> 2) - INFINITE
            settles = kind == EXACT or (kind == AT_LEAST and known >= beta) or (kind == AT_MOST and known <= alpha)
            if settles and ply > 0 and w[slot + 2] >= depth:
                if w[slot + 2] < INFINITE:
                    w[CUT] = 1
                return known
        own, other = points_of(w, who), points_of(w, 1 - who)
        if depth == 0:
            w[CUT] = 1
            return other - own
        before = w[CUT]
        w[CUT] = 0
        # Step 1. All plays, with how good they look: those that go out, then by score and by what they keep
        for tile in range(BLANK):
            w[at.HAVE + tile] = w[RACKS + RACK * who + tile]
        w[at.BLANKS] = w[RACKS + RACK * who + BLANK]
        for tile in range(BLANK + 1):
            w[at.WEIGHT + tile] = 0 if tile == BLANK else (1 << 16) + w[at.VALUE + tile]
        w[at.WEIGHT + BLANK] = 1 << 16
        w[at.KEPT] = (w[SIZES + who] << 16) + own
        found, start = generate(graph, w), w[TOP]
        if start + EACH * (found + 1) > ROOM:
            w[CUT] = 1
            return other - own
        for number in range(found):
            source, to = at.PLAYS + at.EACH * number, PLAYS + start + EACH * number
            kept = w[source + 2]
            looks = w[source + 1] - (kept & 65535) + (2 * other + 100 if kept == 0 else 0)
            w[to], w[to + 1] = w[source], w[source + 1]
            w[to + 2] = looks + (10_000 if w[source] == first else 0)
        to = PLAYS + start + EACH * found  # passing
        w[to], w[to + 1], w[to + 2] = 0, 0, -own - 10 + (10_000 if is_known and first == 0 else 0)
        w[TOP] = start + EACH * (found + 1)
        # Step 2. Each of them, the best-looking first
        best, chosen, low = -INFINITE, 0, alpha
        for _ in range(found + 1):
            pick = -1
            for number in range(found + 1):
                this = PLAYS + start + EACH * number
                if w[this + 2] > TRIED and (pick < 0 or w[this + 2] > w[PLAYS + start + EACH * pick + 2]):
                    pick = number
            this = PLAYS + start + EACH * pick
            action, gain = w[this], w[this + 1]
            w[this + 2] = TRIED
            if action == 0:
                if passes == 1:
                    result = other - own
                else:
                    result = -value(graph, w, 1 - who, passes - 1, depth - 1, ply + 1, -beta, -low)
            else:
                squares = LAID + 8 * ply
                lay(w, who, action, squares)
                if w[SIZES + who] == 0:
                    result = gain + 2 * other
                else:
                    more = passes - passes + 2
                    result = gain - value(graph, w, 1 - who, more, depth - 1, ply + 1, gain - beta, gain - low)
                lift(w, who, action, squares)
            if w[NODES] > w[LIMIT]:
                break
            if result > best:
                best, chosen = result, action
                if ply == 0:
                    w[BEST] = action
            low = max(low, best)
            if low >= beta:
                break
        w[TOP] = start
        # Step 3. What was found
        if w[NODES] <= w[LIMIT]:
            kind = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
            w[slot], w[slot + 1] = key, kind + ((best + INFINITE) << 2)
            w[slot + 2], w[slot + 3] = INFINITE if w[CUT] == 0 else depth, chosen
        w[CUT] |= before
        return best

    @jit
    def search(graph, w, passes, depth):
        w[TOP], w[CUT], w[NODES] = 0, 0, 0
        low, high, first = -INFINITE + 0 * depth, INFINITE + 0 * depth, 0 * depth
        return value(graph, w, first, passes, depth, first, low, high)

    return search


@dataclass(frozen=True)
class Ending:
    """What is known about an ending."""

    value: int  # points that the player to move gains on the other from here on
    action: int
    exact: bool
    depth: int
    nodes: int


class Endings:
    """Solves endings of one kind of game for two."""

    def __init__(self, finder: Finder, compiled: bool = True) -> None:
        compiled = compiled and is_installed("numba")
        self._kernel = kernel() if compiled else interpreted(searcher)
        self._graph = finder.graph if compiled else array_of(finder.graph).tolist()
        self._words = new_words(compiled, ROOMS.end)
        write_board(array_of(self._words), squares_of(finder.size), finder.tiles, finder.rack, finder.bonus)

    def solve(
        self,
        board: bytes,
        own: bytes,
        other: bytes,
        passes: int = 2,
        nodes: int = 1 << 40,
        goes_on: Callable[[], bool] = lambda: True,
    ) -> Ending:
        """The best turn, and what it brings, deepening until every line has come to the end.

        passes: turns without a score that do not end the game yet. nodes: to be visited at most.
        goes_on: asked before each depth, and after each slice of nodes, whether there is time left.
        """
        words = array_of(self._words)
        words[at.BOARD : at.BOARD + len(board)] = list(board)
        words[RACKS : RACKS + 2 * RACK] = [0] * (2 * RACK)
        words[KEY] = blended((int.from_bytes(board), int.from_bytes(own), int.from_bytes(other))) >> 1
        for who, rack in enumerate((own, other)):
            words[SIZES + who] = len(rack)
            for tile in rack:
                words[RACKS + RACK * who + tile] += 1
        found, total, slice_ = Ending(0, 0, False, 0, 0), 0, SLICE
        for depth in range(1, DEEPEST):
            while True:
                words[LIMIT] = min(slice_, nodes - total)
                value = int(self._kernel(self._graph, self._words, min(passes, 2), depth))
                used = int(words[NODES])
                total += min(used, int(words[LIMIT]))
                if used <= int(words[LIMIT]):
                    break
                if total >= nodes or not goes_on():
                    return Ending(found.value, found.action, False, found.depth, total)
                slice_ *= 2  # what was visited is in the table
            found = Ending(value, int(words[BEST]), not words[CUT], depth, total)
            if found.exact or not goes_on():
                break
        return found


SLICE = 4000  # nodes after which the time is looked at


@cache
def kernel() -> Callable[..., int]:
    """`searcher`, compiled."""
    words = new_words(True, 1)
    return compiled_kernel("scrabble", "endings", searcher, words, words, 2, 1, lone=True)
