"""Who owns each point of a Go board in the end, from many quick games by two players who know little.

They take what is in atari, run from atari, and else play anywhere but into their own eyes; into atari only where
nothing else is left, and then not always. One source for all sizes, compiled where Numba is, else as it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from zermelo.installed import is_installed, np

EMPTY, BLACK, WHITE, EDGE = range(4)
LETTERS = ".XO#"
NOWHERE = 0  # no point of the board: it is a corner of the edge around it


def owners(rows: Sequence[str], playouts: int, seed: int = 0, compiled: bool = True) -> tuple[Any, Any]:
    """The shares of playouts in which each point is Black's and White's at the end.

    rows: from the top; X, O or . a point.
    """
    wide = len(rows[0]) + 2
    lines = ["#" * wide, *(f"#{row}#" for row in rows), "#" * wide]
    board = np.array([LETTERS.index(letter) for line in lines for letter in line], np.int64)
    owned = np.zeros((2, len(board)), np.int64)
    run = _compiled() if compiled and is_installed("numba") else kernel(lambda function: function)
    run(board, wide, playouts, seed, owned, np.zeros((4, len(board)), np.int64))
    black, white = (share.reshape(-1, wide)[1:-1, 1:-1] / playouts for share in owned)
    return black, white


@cache
def _compiled() -> Callable[..., None]:
    import numba

    from zermelo.compile.kernel.events import telling
    from zermelo.compile.kernel.kernels import compile_kernel, inside

    run: Any = kernel(inside(nogil=True))
    words, table = numba.types.Array(numba.int64, 1, "C"), numba.types.Array(numba.int64, 2, "C")
    with telling("Go", "ownership") as begin:
        compile_kernel(run, (words, numba.int64, numba.int64, numba.int64, table, table), begin)
    return run


def kernel(jit: Callable[..., Any]) -> Callable[..., None]:
    """run(board, wide, playouts, seed, owned, room): adds to owned[colour - 1, point] for each playout.

    A board is rows of `wide` points with an edge around them. room: [4, point] to work in.
    """

    @jit
    def chain(board, wide, point, enough, stones, marks):
        """Lists the stones connected to one; (how many, their liberties, one of those), until there are enough.

        For an empty point: the empty region, the colours around it as bits, and nothing.
        """
        marks[0] += 1
        mark, kind = marks[0], board[point]
        stones[0], marks[point] = point, mark
        size, seen, free, liberty = 1, 0, 0, NOWHERE
        while seen < size and (free < enough or kind == EMPTY):
            here = stones[seen]
            seen += 1
            for near in (here - wide, here - 1, here + 1, here + wide):
                if board[near] == kind:
                    if marks[near] != mark:
                        marks[near] = mark
                        stones[size] = near
                        size += 1
                elif kind == EMPTY:
                    free |= board[near] % EDGE
                elif board[near] == EMPTY and marks[near] != mark:
                    marks[near] = mark
                    free += 1
                    liberty = near
        return size, free, liberty

    @jit
    def space(board, wide, point, mover, stones, marks):
        """The liberties that a stone there would have, what it takes included, counted to 2 or more: 0 is suicide."""
        board[point] = mover
        found = chain(board, wide, point, 2, stones, marks)[1]
        for near in (point - wide, point - 1, point + 1, point + wide):
            if found < 2 and board[near] == 3 - mover:
                size, free, _ = chain(board, wide, near, 1, stones, marks)
                if free == 0:
                    found += size
        board[point] = EMPTY
        return found

    @jit
    def is_eye(board, wide, point, mover):
        for near in (point - wide, point - 1, point + 1, point + wide):
            if board[near] != mover and board[near] != EDGE:
                return False
        against, edge = 0, 0
        for corner in (point - wide - 1, point - wide + 1, point + wide - 1, point + wide + 1):
            if board[corner] == 3 - mover:
                against += 1
            elif board[corner] == EDGE:
                edge = 1
        return against + edge < 2

    @jit
    def answer(board, wide, last, ko, mover, stones, marks):
        """Takes the chain of the last move if it can, or saves what that put into atari; else NOWHERE."""
        _, free, liberty = chain(board, wide, last, 2, stones, marks)
        if free == 1 and liberty != ko and space(board, wide, liberty, mover, stones, marks) > 0:
            return liberty
        for near in (last - wide, last - 1, last + 1, last + wide):
            if board[near] == mover:
                _, free, liberty = chain(board, wide, near, 2, stones, marks)
                if free == 1 and liberty != ko and space(board, wide, liberty, mover, stones, marks) > 1:
                    return liberty
        return NOWHERE

    @jit
    def choose(board, wide, ko, mover, empty, count, noise, stones, marks):
        """A random point, or NOWHERE; and the noise after it."""
        risky = NOWHERE
        for left in range(count, 0, -1):
            noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
            index = (noise >> 8) % left
            point = empty[index]
            empty[index], empty[left - 1] = empty[left - 1], point
            if point == ko or is_eye(board, wide, point, mover):
                continue
            free = space(board, wide, point, mover, stones, marks)
            if free > 1:
                return point, noise
            if free == 1:
                risky = point
        return (risky if noise >> 12 & 1 else NOWHERE), noise

    @jit
    def play(board, wide, point, mover, empty, count, stones, marks):
        """Puts a stone and takes what has no liberty; how many points are empty then, and the ko."""
        for index in range(count):
            if empty[index] == point:
                empty[index] = empty[count - 1]
                break
        count -= 1
        before, ko = count, NOWHERE
        board[point] = mover
        for near in (point - wide, point - 1, point + 1, point + wide):
            if board[near] == 3 - mover:
                size, free, _ = chain(board, wide, near, 1, stones, marks)
                if free == 0:
                    for index in range(size):
                        board[stones[index]] = EMPTY
                        empty[count] = stones[index]
                        count += 1
                    ko = near
        size, free, _ = chain(board, wide, point, 2, stones, marks)
        return count, (ko if count - before == 1 and size == 1 and free == 1 else NOWHERE)

    @jit
    def run(start, wide, playouts, seed, owned, room):
        board, empty, stones, marks = room[0], room[1], room[2], room[3]
        noise, longest = seed + 1, 3 * len(start)
        for number in range(playouts):
            count = 0
            for point in range(len(start)):
                board[point] = start[point]
                if start[point] == EMPTY:
                    empty[count] = point
                    count += 1
            mover, passes, last, ko = BLACK + number % 2, 0, NOWHERE, NOWHERE
            for _ in range(longest):
                point = NOWHERE
                if last != NOWHERE:
                    point = answer(board, wide, last, ko, mover, stones, marks)
                if point == NOWHERE:
                    point, noise = choose(board, wide, ko, mover, empty, count, noise, stones, marks)
                last, ko, passes = point, NOWHERE, passes + 1
                if point != NOWHERE:
                    passes = 0
                    count, ko = play(board, wide, point, mover, empty, count, stones, marks)
                if passes == 2:
                    break
                mover = 3 - mover
            for point in range(len(start)):
                owner = board[point]
                if owner == EMPTY:
                    owner = chain(board, wide, point, 0, stones, marks)[1]
                if owner in (BLACK, WHITE):
                    owned[owner - 1, point] += 1

    return run
