"""Lines of an 8×8 Othello board, each looked up in a fitted table.

A shape is a row of squares: an edge, an inner line, a long diagonal, or the nine squares at a corner. Its filling is a
number in base 3, a digit a square (0 empty, 1 the mover's, 2 the other's), and the table says how many discs that
filling brings the mover, at four moments of the game. Turned boards share a table; the other side's view is the
negative.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.bits import reverse
from zermelo.installed import NDArray, np

MOMENTS = 4  # of the game, for which the table has a column each
UNITS = 16  # the table's numbers are sixteenths of a disc
MOST = 511  # no number is larger

# One shape of each kind, as squares from the top left; the others of its kind are turned or mirrored ones.
SHAPES = {
    "edge": tuple(range(8)),
    "second line": tuple(range(8, 16)),
    "third line": tuple(range(16, 24)),
    "diagonal of 8": tuple(9 * i for i in range(8)),
    "diagonal of 7": tuple(8 + 9 * i for i in range(7)),
    "diagonal of 6": tuple(16 + 9 * i for i in range(6)),
    "corner": (0, 1, 2, 8, 9, 10, 16, 17, 18),
}
MIRRORED = {
    name: (0, 3, 6, 1, 4, 7, 2, 5, 8) if name == "corner" else tuple(range(len(shape)))[::-1]
    for name, shape in SHAPES.items()
}  # the order of the squares seen in the shape's mirror
_starts = np.cumsum([0] + [3 ** len(shape) for shape in SHAPES.values()])
START = {name: int(start) for name, start in zip(SHAPES, _starts, strict=False)}  # of each kind in the one long table
SIZE = int(_starts[-1])


def instances(name: str) -> tuple[tuple[int, ...], ...]:
    """All shapes of a kind on the board, each in an order of its squares that fits the kind's table."""
    found: dict[frozenset[int], tuple[int, ...]] = {}
    for turn in range(8):
        squares = tuple(_turned(square, turn) for square in SHAPES[name])
        found.setdefault(frozenset(squares), squares)
    return tuple(found.values())


def _turned(square: int, turn: int) -> int:
    row, column = divmod(square, 8)
    if turn & 1:
        row = 7 - row
    if turn & 2:
        column = 7 - column
    return 8 * column + row if turn & 4 else 8 * row + column


def fillings(name: str) -> NDArray[np.int64]:
    """The digits of all fillings of a kind's shape, [filling, square]."""
    length = len(SHAPES[name])
    return np.arange(3**length)[:, None] // 3 ** np.arange(length) % 3


@cache
def leaders() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each entry of the long table: the entry that stands for it, and its sign there (0: it is worth nothing).

    A mirrored filling is worth the same, one with the sides exchanged the negative.
    """
    leader, sign = np.zeros(SIZE, np.int64), np.zeros(SIZE, np.int64)
    for name, shape in SHAPES.items():
        digits = fillings(name)
        powers = 3 ** np.arange(len(shape))
        exchanged = np.array([0, 2, 1])[digits]
        mirror = list(MIRRORED[name])
        same = np.minimum(digits @ powers, digits[:, mirror] @ powers)
        negative = np.minimum(exchanged @ powers, exchanged[:, mirror] @ powers)
        part = slice(START[name], START[name] + len(digits))
        leader[part] = START[name] + np.minimum(same, negative)
        sign[part] = np.sign(negative - same)
    return leader, sign


def read_table(text: str) -> NDArray[np.int64]:
    """The long table from its text, [entry, moment]."""
    leader, sign = leaders()
    table = np.zeros((SIZE, MOMENTS), np.int64)
    start = 0
    for line in text.splitlines():
        if line.startswith("#") or not line:
            continue
        if line in START:
            start = START[line]
            continue
        filling, *numbers = line.split()
        entry = start + sum("-XO".index(disc) * 3**i for i, disc in enumerate(filling))
        table[leader[entry]] = [sign[entry] * int(n) for n in numbers]
    return table[leader] * sign[:, None]


def write_table(table: NDArray[Any]) -> str:
    """The text of a long table: its leading entries but those that are 0 all through."""
    lines = [
        "# Sixteenths of a disc that a filling (X the mover's, O the other's) brings the mover with 16, 28, 40 and 52",
        "# discs on the board. Fitted by benchmarks/fit_othello.py. What is not listed is a mirrored or exchanged",
        "# filling of one that is, or too rare to judge.",
    ]
    leader, sign = leaders()
    for name in SHAPES:
        lines += ["", name]
        for filling, digits in enumerate(fillings(name)):
            entry = START[name] + filling
            numbers = table[entry]
            if leader[entry] == entry and sign[entry] and numbers.any():
                lines.append(" ".join(["".join("-XO"[d] for d in digits), *(str(int(n)) for n in numbers)]))
    return "\n".join(lines) + "\n"


def load_table() -> NDArray[np.int64]:
    """The table that comes with the program."""
    return read_table((Path(__file__).parent / "lines.txt").read_text(encoding="ascii"))


def line_sums(table: NDArray[Any]) -> Callable[[Any, Any, int, float], tuple[float, float, float, float]]:
    """What the shapes on the board are worth to the mover, in discs.

    Returns sums(mine, theirs, moment, beyond) -> (edges, corners, inner lines, diagonals), where `beyond` is the part
    of the way from that moment to the next.
    """
    # An entry's four numbers lie in one word, 16 bits each, raised so that none is below 0: one addition adds them all.
    raised = MOST + 1
    packed = np.zeros(SIZE, np.uint64)
    for moment in range(MOMENTS):
        packed |= (np.clip(table[:, moment], -MOST, MOST) + raised).astype(np.uint64) << np.uint64(16 * moment)
    ternary = np.array([sum(3**i for i in range(9) if bits >> i & 1) for bits in range(512)], np.uint64)
    edge, second, third, eight, seven, six, corner = (np.uint64(START[name]) for name in SHAPES)
    one, lane = np.uint64(1), np.uint64(0xFFFF)
    odd_columns, odd_pairs, right_half = (np.uint64(0x0101010101010101 * byte) for byte in (0xAA, 0xCC, 0xF0))

    def entry(start, mine, theirs):
        return packed[start + ternary[mine] + (ternary[theirs] << one)]

    def piece(start, length, place, mine, theirs):
        """The entry for `length` squares that lie side by side in the words."""
        place, mask = np.uint64(place), np.uint64((1 << length) - 1)
        return entry(start, (mine >> place) & mask, (theirs >> place) & mask)

    def rows(mine, theirs):
        """Outer and inner rows."""
        outer = piece(edge, 8, 0, mine, theirs) + piece(edge, 8, 56, mine, theirs)
        inner = piece(second, 8, 8, mine, theirs) + piece(second, 8, 48, mine, theirs)
        inner += piece(third, 8, 16, mine, theirs) + piece(third, 8, 40, mine, theirs)
        return outer, inner

    def transposed(word):
        for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
            swapped = (word ^ (word >> np.uint64(shift))) & np.uint64(mask)
            word = word ^ swapped ^ (swapped << np.uint64(shift))
        return word

    def falling(word):
        """Column c moved up by c squares, around the board: the diagonals ↘ become rows, two per row."""
        word ^= odd_columns & (word ^ ((word >> np.uint64(8)) | (word << np.uint64(56))))
        word ^= odd_pairs & (word ^ ((word >> np.uint64(16)) | (word << np.uint64(48))))
        word ^= right_half & (word ^ ((word >> np.uint64(32)) | (word << np.uint64(32))))
        return word

    def rising(word):
        """The same downward, for the diagonals ↗."""
        word ^= odd_columns & (word ^ ((word << np.uint64(8)) | (word >> np.uint64(56))))
        word ^= odd_pairs & (word ^ ((word << np.uint64(16)) | (word >> np.uint64(48))))
        word ^= right_half & (word ^ ((word << np.uint64(32)) | (word >> np.uint64(32))))
        return word

    def diagonals(mine, theirs):
        down, their_down, up, their_up = falling(mine), falling(theirs), rising(mine), rising(theirs)
        total = piece(eight, 8, 0, down, their_down) + piece(eight, 8, 56, up, their_up)
        total += piece(seven, 7, 8, down, their_down) + piece(seven, 7, 57, down, their_down)
        total += piece(seven, 7, 48, up, their_up) + piece(seven, 7, 1, up, their_up)
        total += piece(six, 6, 16, down, their_down) + piece(six, 6, 50, down, their_down)
        total += piece(six, 6, 40, up, their_up) + piece(six, 6, 10, up, their_up)
        return total

    def top(word):
        """The nine squares at the top left corner, side by side."""
        return (
            (word & np.uint64(0o7))
            | ((word >> np.uint64(5)) & np.uint64(0o70))
            | ((word >> np.uint64(10)) & np.uint64(0o700))
        )

    def bottom(word):
        """Those at the bottom left corner, from the bottom up."""
        return (
            (word >> np.uint64(56)) & np.uint64(0o7)
            | ((word >> np.uint64(45)) & np.uint64(0o70))
            | ((word >> np.uint64(34)) & np.uint64(0o700))
        )

    def corners(mine, theirs):
        """The two at the left; those at the right are seen on the board turned around."""
        return entry(corner, top(mine), top(theirs)) + entry(corner, bottom(mine), bottom(theirs))

    def discs(total, entries, moment, beyond):
        """The sum of so many entries, between a moment and the next."""
        place = np.uint64(16 * moment)
        here, there = (total >> place) & lane, (total >> (place + np.uint64(16))) & lane
        return (float(here) * (1.0 - beyond) + float(there) * beyond - raised * entries) / UNITS

    def sums(mine, theirs, moment, beyond):
        edges, inner = rows(mine, theirs)
        outer_columns, inner_columns = rows(transposed(mine), transposed(theirs))
        corner_squares = corners(mine, theirs) + corners(reverse(mine), reverse(theirs))
        return (
            discs(edges + outer_columns, 4, moment, beyond),
            discs(corner_squares, 4, moment, beyond),
            discs(inner + inner_columns, 8, moment, beyond),
            discs(diagonals(mine, theirs), 10, moment, beyond),
        )

    return sums
