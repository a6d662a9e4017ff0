"""The Connect Four solver's kernel: null-window alpha-beta over scores, on bitboards.

A score says who wins and how soon: +1 means that the mover wins with its last disc, +2 with the last but one, and so
on; negative scores are the opponent's wins, 0 is a draw. (This is Pascal Pons's convention.) Boards are as in
games/connect_four.py: `mine` and `full`, one bit per cell, column by column from the bottom, one free bit on top.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.bits import count, spread
from zermelo.compile.cache.tables import Filler
from zermelo.compile.kernel.memory import CACHE_LINE, COUNTERS, LIMIT, NODES, Words, new_words
from zermelo.compile.plain.fetching import prefetch
from zermelo.experts.connect_four.perfect.table import MIDDLE, NOTHING, probe, store

(SHIFT,) = OWN = Words("SHIFT", after=COUNTERS)  # the bits of a scattered key below the bucket's number
(ROW,) = Words("ROW", after=OWN, at=CACHE_LINE)  # where the moves of the path begin
NEAR_END = 8  # empty cells: below that, positions are searched faster than they are found in the table
MOVE_WORDS = Words("MOVE", "THREATS", "PLACE", "URGENCY")
MOVE, THREATS, PLACE, URGENCY = MOVE_WORDS  # the cell, the rows that it leaves open, its place in the table


class Shape(NamedTuple):
    """The size of a board, and how many discs in a row win."""

    columns: int = 7
    rows: int = 6
    connect: int = 4

    @property
    def height(self) -> int:
        """Bits per column."""
        return self.rows + 1

    @property
    def cells(self) -> int:
        return self.columns * self.rows

    @property
    def bottom(self) -> int:
        """The lowest cell of each column."""
        return sum(1 << column * self.height for column in range(self.columns))

    @property
    def board(self) -> int:
        """Every cell."""
        return self.bottom * ((1 << self.rows) - 1)


def holes_finder(shape: Shape) -> Callable[[int, int], int]:
    """holes(discs, free): the free cells where another disc would complete a row."""
    height, connect = shape.height, shape.connect
    slopes = (height - 1, height, height + 1)

    def holes(discs, free):
        found = discs << 1
        for place in range(2, connect):
            found &= discs << place  # above the hole of a column there is nothing
        for step in slopes:
            below = -1  # the cells with so many discs before them
            for gap in range(connect):
                beyond = -1
                for place in range(1, connect - gap):
                    beyond &= discs >> place * step
                found |= below & beyond
                below &= discs << (gap + 1) * step
        return found & free

    return holes


@lru_cache(maxsize=32)
def scorer(shape: Shape) -> Filler:
    """The kernel's factory: score(mine, full, ply, low, high, memory, table) -> score.

    The score is exact inside [low, high], a bound where it lies outside, and means nothing where memory[NODES] exceeds
    memory[LIMIT]: the kernel was stopped.
    """
    columns, rows, cells, height = shape.columns, shape.rows, shape.cells, shape.height
    bottom, board = shape.bottom, shape.board
    stride = 4 * columns  # words of the path per ply
    column_cells = (1 << rows) - 1
    middle_first = sum(
        (column + 1) << (4 * i)
        for i, column in enumerate(sorted(range(columns), key=lambda c: abs(2 * c - columns + 1)))
    )
    holes = holes_finder(shape)
    mirrored_until = cells // 3  # discs: later, a position and its mirror image hardly ever both come up
    last_kept = cells - NEAR_END  # discs, at most, of a position that the table holds
    whole_column = (1 << height) - 1

    def key_of(mine, full, ply):
        """The key of a position, scattered; early on, of the position or its mirror image."""
        key = mine + full
        if ply < mirrored_until:
            left, mirrored = key, 0
            for _ in range(columns):
                mirrored = mirrored << height | left & whole_column
                left >>= height
            key = min(key, mirrored)
        return spread(key)

    def make(jit: Callable[..., Any]) -> Callable[..., Any]:
        @jit
        def value(mine, full, ply, threats, scattered, alpha, memory, table):
            """A bound of the mover's score: at most `alpha`, or above it.

            The mover cannot win at once. threats: the free cells where the opponent would. scattered: the position's
            key, see `spread`.
            """
            # Step 1. Forced moves: stop a row; play nothing below a cell where the opponent would win
            memory[NODES] += 1
            shift = memory[SHIFT]
            if memory[NODES] > memory[LIMIT]:
                return 0
            possible = (full + bottom) & board
            forced = possible & threats
            if forced:
                possible = forced
            moves = possible & ~(threats >> 1)

            # Step 2. What the number of empty cells allows
            lowest, highest = -((cells - 2 - ply) // 2), (cells - 1 - ply) // 2
            if lowest > alpha:
                return lowest
            if highest <= alpha:
                return highest

            # Step 3. What the table knows
            low, high = lowest, highest
            if ply <= last_kept:
                found = probe(table, scattered, shift)
                if found != NOTHING:
                    low, high = (found & 63) - MIDDLE, (found >> 6 & 63) - MIDDLE
                    if low > alpha:
                        return low
                    if high <= alpha:
                        return high

            # Step 4. The moves: one that leaves no defence wins; the others are sorted by the rows that they leave open
            before = memory[NODES]
            base, listed, waiting = ROW + ply * stride, 0, middle_first
            while waiting:
                move = moves & (column_cells << (((waiting & 15) - 1) * height))
                waiting >>= 4
                if move == 0:
                    continue
                after = full | move
                rows_open = holes(mine | move, board & ~after)
                replies = (after + bottom) & board
                answers = replies & rows_open
                if answers:
                    replies = answers
                if answers & (answers - 1) or replies & ~(rows_open >> 1) == 0:
                    return highest
                key = 0
                if ply < last_kept:
                    key = key_of(full ^ mine, after, ply + 1)
                    prefetch(table, (key >> shift) * 2)
                urgency = count(rows_open)
                at = base + 4 * listed
                while at > base and memory[at - 4 + URGENCY] < urgency:
                    memory[at + MOVE] = memory[at - 4 + MOVE]
                    memory[at + THREATS] = memory[at - 4 + THREATS]
                    memory[at + PLACE] = memory[at - 4 + PLACE]
                    memory[at + URGENCY] = memory[at - 4 + URGENCY]
                    at -= 4
                memory[at + MOVE] = move
                memory[at + THREATS] = rows_open
                memory[at + PLACE] = key
                memory[at + URGENCY] = urgency
                listed += 1

            # Step 5. A reply that the table knows to be bad enough
            if ply < last_kept:
                for i in range(listed):
                    found = probe(table, memory[base + 4 * i + PLACE], shift)
                    if found != NOTHING and MIDDLE - (found >> 6 & 63) > alpha:
                        return MIDDLE - (found >> 6 & 63)

            # Step 6. Search
            best = -MIDDLE
            theirs = full ^ mine
            for i in range(listed):
                at = base + 4 * i
                after = full | memory[at + MOVE]
                if ply >= cells - 3:
                    score = 0  # two cells are left, and neither side has a row there
                else:
                    below, key = memory[at + THREATS], memory[at + PLACE]
                    score = -value(theirs, after, ply + 1, below, key, -alpha - 1, memory, table)
                    if memory[NODES] > memory[LIMIT]:
                        return 0
                if score > best:
                    best = score
                    if best > alpha:
                        break

            # Step 7. Remember
            if best > alpha:
                low = best
            else:
                high = best
            if ply <= last_kept:
                store(table, scattered, shift, low, high, memory[NODES] - before)
            return best

        @jit
        def score(mine, full, ply, low, high, memory, table):
            free, possible = board & ~full, (full + bottom) & board
            if possible & holes(mine, free):
                return (cells + 1 - ply) // 2
            threats = holes(full ^ mine, free)
            forced = possible & threats
            if forced:
                possible = forced
            if forced & (forced - 1) or possible & ~(threats >> 1) == 0:
                return -((cells - ply) // 2)
            if ply >= cells - 2:
                return 0
            key = key_of(mine, full, ply)
            low, high = max(low, -((cells - 2 - ply) // 2)), min(high, (cells - 1 - ply) // 2)
            while low < high:
                # An early win or loss is cheaper to exclude than a late one
                middle = low + (high - low) // 2
                if middle <= 0 and low // 2 < middle:
                    middle = -(-low // 2)
                elif middle >= 0 and high // 2 > middle:
                    middle = high // 2
                found = value(mine, full, ply, threats, key, middle, memory, table)
                if memory[NODES] > memory[LIMIT]:
                    return 0
                if found > middle:
                    low = found
                else:
                    high = found
            return low

        return score

    return make


def new_memory(compiled: bool, shape: Shape) -> Any:
    """What the kernel works on."""
    return new_words(compiled, ROW + 4 * shape.columns * (shape.cells + 1))
