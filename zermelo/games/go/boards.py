"""Sets of points of a Go board, as tuples of words: the verbs that hide the words.

A row takes one bit more than it has points, so that a step over the edge lands on a bit that is no point. A word holds
as many rows as fit into 62 bits, and a board as few words as hold its rows: 2 for 9×9, 7 for 19×19. The words are
non-negative int64, so that plain integers do for interpreted code.

Numba wants every tuple's length known, so the verbs are unrolled: each is built from its twin for one word less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from zermelo.bits import count, lowest, mix, without_lowest

WORD = 62  # bits of a word that are used

Points = tuple[int, ...]  # a set of points: [word]
Verb = Callable[..., Any]


class Boards(NamedTuple):
    """The verbs for boards of one size. A point is row * stride + column, row 0 on top."""

    stride: int
    words: int
    board: Points  # all points
    nothing: Points  # no point
    spread: Verb  # (a) the points beside those of a: some of them may be in a
    both: Verb  # (a, b) points of a and b
    either: Verb  # (a, b) points of a or b
    less: Verb  # (a, b) points of a that are not in b
    some: Verb  # (a) is there any point?
    several: Verb  # (a) is there more than one?
    size: Verb  # (a) how many points
    first: Verb  # (a) the first point alone, as a set
    place: Verb  # (a) the number of the only point
    single: Verb  # (point) the set of one point
    has: Verb  # (a, point) is it in a?
    flood: Verb  # (seed, inside) all that is connected to the seed inside; the seed lies inside
    liberties: Verb  # (chain, stones, empty) the chain of a stone and its liberties: as much of both as shows two
    list_points: Verb  # (a, buffer) writes the points, returns how many
    nth: Verb  # (a, n) the n-th point, from 0
    digest: Verb  # (a, start) a 63-bit hash
    as_points: Callable[[Iterable[int]], Points]


def boards(rows: int, columns: int) -> Boards:
    """The verbs for boards of rows × columns."""
    stride = columns + 1
    words = -(-rows // (WORD // stride))  # as few as possible,
    height = -(-rows // words)  # and as even as possible: rows per word
    bits = height * stride  # that a word holds

    def as_points(points: Iterable[int]) -> Points:
        found = [0] * words
        for point in points:
            found[point // bits] |= 1 << point % bits
        return tuple(found)

    board = as_points(row * stride + column for row in range(rows) for column in range(columns))
    both, either, less = (_word_by_word(words, verb) for verb in (_and, _or, _and_not))
    some, size, first, several = _some(words), _size(words), _first(words), _several(words)
    spread = _spread(words, board, stride, height)
    single, place, has = _single(words, bits), _place(words, bits), _has(words, bits)
    grown = _grown(words, stride, height)

    def flood(seed, inside):
        found, more = seed, grown(seed, inside)
        while found != more:
            found, more = more, grown(more, inside)
        return found

    def liberties(chain, stones, empty):
        while True:
            around = spread(chain)
            free = both(around, empty)
            if several(free):
                return chain, free
            larger = either(chain, both(around, stones))
            if larger == chain:
                return chain, free
            chain = larger

    writer, finder = _list_points(words, bits), _nth(words, bits)

    def list_points(points, buffer):
        return writer(points, buffer, 0)

    return Boards(
        stride=stride,
        words=words,
        board=board,
        nothing=as_points(()),
        spread=spread,
        both=both,
        either=either,
        less=less,
        some=some,
        several=several,
        size=size,
        first=first,
        place=place,
        single=single,
        has=has,
        flood=flood,
        liberties=liberties,
        list_points=list_points,
        nth=finder,
        digest=_digest(words),
        as_points=as_points,
    )


# --- unrolled: the verb for `words` words, made from the one for one word fewer -------------------------------------


def _and(a, b):
    return a & b


def _or(a, b):
    return a | b


def _and_not(a, b):
    return a & ~b


def _word_by_word(words: int, verb: Verb) -> Verb:
    last = words - 1
    if words == 1:
        return lambda a, b: (verb(a[last], b[last]),)
    rest = _word_by_word(last, verb)
    return lambda a, b: (*rest(a, b), verb(a[last], b[last]))


def _beside(word: int, words: int, stride: int, height: int) -> Verb:
    """(a) the bits of one word that lie beside those of a, with some that are no points."""
    across = stride * (height - 1)  # from the first row of a word to its last
    above, below = word - 1, word + 1

    def within(a):
        here = a[word]
        return here << 1 | here >> 1 | here << stride | here >> stride

    def from_above(a):
        return within(a) | a[above] >> across

    upper = from_above if word > 0 else within

    def from_below(a):
        return upper(a) | a[below] << across

    return from_below if below < words else upper


def _spread(words: int, board: Points, stride: int, height: int) -> Verb:
    def up_to(n: int) -> Verb:
        last, beside = n - 1, _beside(n - 1, words, stride, height)
        mask = board[last]
        if n == 1:
            return lambda a: (beside(a) & mask,)
        rest = up_to(last)
        return lambda a: (*rest(a), beside(a) & mask)

    return up_to(words)


def _grown(words: int, stride: int, height: int) -> Verb:
    """(a, inside) a and what lies beside it, inside."""

    def up_to(n: int) -> Verb:
        last, beside = n - 1, _beside(n - 1, words, stride, height)
        if n == 1:
            return lambda a, inside: ((a[last] | beside(a)) & inside[last],)
        rest = up_to(last)
        return lambda a, inside: (*rest(a, inside), (a[last] | beside(a)) & inside[last])

    return up_to(words)


def _union(words: int) -> Verb:
    last = words - 1
    if words == 1:
        return lambda a: a[last]
    rest = _union(last)
    return lambda a: rest(a) | a[last]


def _some(words: int) -> Verb:
    union = _union(words)
    return lambda a: union(a) != 0


def _several(words: int) -> Verb:
    last = words - 1
    if words == 1:
        return lambda a: a[last] & (a[last] - 1) != 0
    rest, some = _several(last), _some(last)
    return lambda a: rest(a) or (a[last] != 0 and (some(a) or a[last] & (a[last] - 1) != 0))


def _size(words: int) -> Verb:
    last = words - 1
    if words == 1:
        return lambda a: count(a[last])
    rest = _size(last)
    return lambda a: rest(a) + count(a[last])


def _first(words: int) -> Verb:
    last = words - 1
    if words == 1:
        return lambda a: (a[last] & -a[last],)
    rest, some = _first(last), _some(last)

    def lowest_bit(a):
        return 0 if some(a) else a[last] & -a[last]

    return lambda a: (*rest(a), lowest_bit(a))


def _place(words: int, bits: int) -> Verb:
    last, start = words - 1, (words - 1) * bits
    if words == 1:
        return lambda a: lowest(a[last])
    rest = _place(last, bits)
    return lambda a: start + lowest(a[last]) if a[last] else rest(a)


def _bit(word: int, bits: int) -> Verb:
    start = word * bits

    def bit(point):
        """A point's bit in one word: 0 where it lies in another."""
        place = point - start
        return 1 << place if 0 <= place < bits else 0

    return bit


def _single(words: int, bits: int) -> Verb:
    bit = _bit(words - 1, bits)
    if words == 1:
        return lambda point: (bit(point),)
    rest = _single(words - 1, bits)
    return lambda point: (*rest(point), bit(point))


def _has(words: int, bits: int) -> Verb:
    last, bit = words - 1, _bit(words - 1, bits)
    if words == 1:
        return lambda a, point: a[last] & bit(point) != 0
    rest = _has(last, bits)
    return lambda a, point: rest(a, point) or a[last] & bit(point) != 0


def _list_points(words: int, bits: int) -> Verb:
    last, start = words - 1, (words - 1) * bits

    def write(a, buffer, total):
        waiting = a[last]
        while waiting:
            buffer[total] = start + lowest(waiting)
            waiting = without_lowest(waiting)
            total += 1
        return total

    if words == 1:
        return write
    rest = _list_points(last, bits)
    return lambda a, buffer, total: write(a, buffer, rest(a, buffer, total))


def _nth(words: int, bits: int) -> Verb:
    last, start = words - 1, (words - 1) * bits
    if words == 1:
        return lambda a, n: _nth_bit(a[last], n)
    rest, before = _nth(last, bits), _size(last)

    def nth(a, n):
        passed = before(a)
        return rest(a, n) if n < passed else start + _nth_bit(a[last], n - passed)

    return nth


def _nth_bit(word, n):
    """The index of the n-th set bit: halve the word until one bit is left."""
    index = 0
    for width in (32, 16, 8, 4, 2, 1):
        low = count(word & ((1 << width) - 1))
        if n >= low:
            n -= low
            word >>= width
            index += width
    return index


def _digest(words: int) -> Verb:
    last = words - 1
    if words == 1:
        return lambda a, start: mix(a[last] ^ start)
    rest = _digest(last)
    return lambda a, start: mix(a[last] ^ rest(a, start))
