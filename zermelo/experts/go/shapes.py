"""What Go players see on a board of points: eyes, and the 3×3 patterns around a point."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.experts.go.patterns import GATHER, LIFTED, ROW, ROWS, SQUARE, pattern_table
from zermelo.games.go.boards import Boards, Verb
from zermelo.installed import np

REACH = ROWS // 2  # of the window around a point, in each direction
HERE = 8  # the middle of a window, after the eight points around it


class Shapes(NamedTuple):
    """The verbs for boards of one size; see Boards for those below them."""

    eyes: Verb  # (mine, theirs, empty) my true eyes: no stone of mine belongs there
    windows: Verb  # (mine, theirs, point) the 5×5 points around one as two numbers, for `fits`
    fits: Verb  # (my_window, their_window, i) does a stone on the i-th of the eight points, or HERE, make a pattern?
    steps: Any  # [i] from the middle of a window to the i-th of the eight points


def shapes(rows: int, columns: int, on: Boards) -> Shapes:
    """The verbs for boards of rows × columns."""
    stride, height = on.stride, -(-rows // on.words)
    board, spread, both, either, less, some = on.board, on.spread, on.both, on.either, on.less, on.some
    nothing = on.nothing
    north, south, west, east = (_shifted(on, height, step) for step in (-stride, stride, -1, 1))
    rim = on.as_points(
        row * stride + column
        for row in range(rows)
        for column in range(columns)
        if row in (0, rows - 1) or column in (0, columns - 1)
    )

    def two_of(a, b, c, d):
        """What lies in two or more of the sets."""
        return either(either(both(a, b), both(c, d)), both(either(a, b), either(c, d)))

    def eyes(mine, theirs, empty):
        closed = less(empty, spread(less(board, mine)))
        if not some(closed):
            return nothing
        left, right = west(theirs), east(theirs)
        a, b, c, d = north(left), north(right), south(left), south(right)
        corners = either(either(a, b), either(c, d))
        return less(closed, either(two_of(a, b, c, d), both(corners, rim)))

    # --- windows ------------------------------------------------------------------------------------------------------

    nearest_rows = [min(max(row, 0), rows - 1) for row in range(-REACH, rows + REACH)]
    word_of_row = np.array([row // height for row in nearest_rows])  # [row + REACH]
    start_of_row = np.array([row % height * stride for row in nearest_rows])  # [row + REACH] its first bit there
    outside = _outside(rows, columns, stride)  # [point] the points of its window that are off the board
    known = pattern_table()
    around = [(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)] + [(1, 1)]
    corner = np.array([row * ROW + column for row, column in around])  # [i] where the 3×3 points begin in a window
    steps = np.array([(row - 1) * stride + column - 1 for row, column in around])

    def window(a, row, column):
        found = 0
        for i in range(ROWS):
            word = a[word_of_row[row + i]] << LIFTED
            found |= (word >> (start_of_row[row + i] + column) & 0b11111) << ROW * i
        return found

    def windows(mine, theirs, point):
        row, column, off = point // stride, point % stride, outside[point]
        return window(mine, row, column) | off, window(theirs, row, column) | off

    def fits(my_window, their_window, i):
        mine = ((my_window >> corner[i] & SQUARE) * GATHER >> 2 * ROW) & 511
        theirs = ((their_window >> corner[i] & SQUARE) * GATHER >> 2 * ROW) & 511
        number = mine | theirs << 9
        return known[number >> 6] >> (number & 63) & 1 != 0

    return Shapes(eyes, windows, fits, steps)


def _outside(rows: int, columns: int, stride: int) -> Any:
    found = np.zeros(rows * stride, np.int64)
    for row in range(rows):
        for column in range(columns):
            for i in range(ROWS):
                for j in range(ROWS):
                    if not (0 <= row + i - REACH < rows and 0 <= column + j - REACH < columns):
                        found[row * stride + column] |= 1 << ROW * i + j
    return found


def _shifted(on: Boards, height: int, step: int) -> Verb:
    """(a) the points that lie one step from those of a: -stride, stride, -1 or 1."""
    across = on.stride * (height - 1)  # from the first row of a word to its last
    down, up = max(step, 0), max(-step, 0)

    def one(word: int) -> Verb:
        other, mask = word + (-1 if step > 0 else 1), on.board[word]
        if abs(step) == 1 or not 0 <= other < on.words:
            return lambda a: (a[word] << down >> up) & mask
        if step > 0:
            return lambda a: (a[word] << step | a[other] >> across) & mask
        return lambda a: (a[word] >> up | a[other] << across) & mask

    def up_to(n: int) -> Verb:
        last = one(n - 1)
        if n == 1:
            return lambda a: (last(a),)
        rest = up_to(n - 1)
        return lambda a: (*rest(a), last(a))

    return up_to(on.words)
