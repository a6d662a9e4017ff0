"""Lists, tuples and comprehensions in users' functions: compiled they give what Python gives."""

from __future__ import annotations

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo.compile.kernel.compiled import register
from zermelo.compile.numba.patches import compiling_kernel

SIZE = 6
numbers = st.integers(-9, 9)
rows = st.tuples(*[numbers] * SIZE)


def compiled(function, heap=False):
    """The function, compiled for a tuple of SIZE integers and an integer as a kernel would call it."""
    register(function)

    def ask(items, n):
        return function(items, n)

    kernel = numba.njit(_nrt=heap)(ask)
    with compiling_kernel():
        kernel.compile((numba.types.UniTuple(numba.int64, SIZE), numba.int64))
    return kernel


# --- functions that people write: each returns numbers, or a tuple of SIZE


def rebuilt(items, n):
    cells = list(items)
    cells[n] += 10
    cells[-1] = cells[0]
    return tuple(cells)


def two_at_once(items, n):
    cells, changed = list(items), 0
    other, total = [n, changed], sum(cells)
    for place in range(SIZE):
        if cells[place] > n:
            cells[place], changed = n, changed + 1
    return changed, other[0], total, tuple(cells)


def read_while_set(items, n):
    n, cells = n + 1, [n, n]  # the list has the old one
    return n, cells[0]


def with_methods(items, n):
    cells = list(items)
    cells.reverse()
    first = cells.pop()
    cells.sort()
    cells.remove(cells[n])
    last = cells.pop(0)
    return first, last, len(cells), cells.index(cells[-1]), cells.count(last), cells[n:] == cells[n:], bool(cells)


def with_slices(items, n):
    cells = list(items)
    part = cells[1:n]
    total = sum(cells[n:]) + sum(cells[:n]) * 100 + sum(items[n:]) * 10000
    part_total = 0
    for value in cells[::2]:
        part_total += value
    for value in cells[n:]:
        cells[0] += value  # the slice is a copy
    return total, part_total, len(part), cells[0], max(cells[:1]), min(cells)


def with_generators(items, n):
    return (
        sum(value * n for value in items if value > 0),
        any(value == n for value in items),
        all(value < n for value in items[:3]),
        max(value + i for i, value in enumerate(items)),
        min(abs(a - b) for a, b in zip(items, items[1:])),  # noqa: B905, RUF007
        len([value for value in items if value == n]),
        sum([a * b for a in items for b in range(n)]),
    )


def with_comprehensions(items, n):
    twice = [2 * value for value in items]
    kept = [value for value in twice if value > n]
    zeros = [0] * 4
    pair = [n, len(kept)]
    for i in range(4):
        zeros[i] = pair[i % 2]
    pair[0] = -1
    return (
        sum(kept) + 1000 * len(kept),
        zeros[0],
        zeros[3],
        pair[0],
        n in kept,
        n in [1, 2],
        n not in twice,
        not kept,
        not [x for x in zeros if x > n],
    )


def in_order(items, n):
    ordered = sorted(items)
    turned = 0
    for value in reversed(items):
        turned = 10 * turned + value
    for i in reversed(range(n)):
        turned += i
    return ordered[n], ordered[0], turned


def shared(items, n):
    cells = list(items)
    other = cells  # one list under two names
    other[0] = n
    copy = cells.copy()
    copy[1] = 99
    return cells[0], cells[1], copy[0], copy[1]


def kept_from_a_loop(items, n):
    before = list(items)
    total = 0
    for i in range(3):
        cells = list(items)
        cells[i] = 50
        total += before[i]
        before = cells
    return before[0], before[1], before[2], total


def grown(items, n):
    cells = list(items)
    cells[1:3] = [n, n]
    cells.append(n)
    cells.insert(1, n + 1)
    cells.extend([7, 8])
    cells += [9]
    return len(cells), cells[1], cells[-1], sum(cells)


def changed(cells, n):
    cells[n] = 77
    return cells


def moved(items, n):
    cells = list(items)
    cells[n] = cells[0]
    return cells


def by_helpers(items, n):
    cells = moved(items, n)
    changed(cells, 2)
    other = changed(cells, n)
    return tuple(other)


as_list, add_up = list, sum  # other names of Python's functions


def renamed(items, n):
    cells = as_list(items)
    cells[0] = 5
    first = tuple(items[:2]) + (cells[0], cells[1])  # noqa: RUF005  (Numba compiles no star here)
    return first, add_up(value for value in items), add_up(items[n:]), len(items[1:])


def by_rows(items, n):
    grid = [list(items) for _ in range(2)]
    grid[1][n] = 5
    row = grid[0]
    row[n] = 6  # the row itself, not a copy of it
    turned = tuple(tuple(line[i] for i in range(SIZE)) for line in grid)
    return grid[0][n], grid[1][n], turned[0][n], turned[1][n], turned[1][0]


def set_again(items, n):
    total = 0
    for k in range(3):
        total = 10 * total + items[(n + k) % SIZE]
        items = tuple(value + k for value in items)
    if n > 1:
        items = (n,) + items[1:]  # noqa: RUF005  (Numba compiles no star here)
    for value in items:
        items = (value, 0, 0, 0, 0, items[n])
    last = 0
    for i in range(3):
        cells = list(items)  # a new one each time
        cells[n] += 7 * i
        last += cells[n]
    while True:
        found = [value for value in cells if value > last]
        if not found or last > 20:
            break
        last = max(found)
    return total, items[n], last, len(found), cells == [n, 0, 0, 0, 0, 0], [n] == [n]


def swap(one, other, i, j):
    one[i], other[j] = other[j], one[i]
    return one[i] + other[j]


def passed_twice(items, n):
    cells = list(items)
    total = swap(cells, cells, n, 3)
    other = list(items)
    total += swap(cells, other, 0, n)
    total += sum(cells[i] * other[i] for i in range(SIZE))
    return total, cells[0], cells[3], other[n]


FUNCTIONS = [
    *(rebuilt, two_at_once, with_methods, with_slices, with_generators, with_comprehensions),
    *(in_order, renamed, by_helpers, by_rows, set_again, passed_twice),
]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_nothing_is_allocated(function):
    kernel = compiled(function)

    @settings(max_examples=60, deadline=None)
    @given(rows, st.integers(0, 2))
    def check(items, n):
        assert kernel(items, n) == function(items, n)

    check()


ON_HEAP = [shared, kept_from_a_loop, grown, read_while_set]


@pytest.mark.parametrize("function", ON_HEAP, ids=lambda function: function.__name__)
def test_lists_that_are_shared_or_grow_are_as_in_python(function):
    kernel = compiled(function, heap=True)
    for n in range(3):
        for items in ((1, 2, 3, 4, 5, 6), (0,) * SIZE, (6, 5, 4, 3, 2, 1)):
            assert kernel(items, n) == function(items, n)


def beyond(items, n):
    cells = list(items)
    return cells[n] + items[n]


@pytest.mark.parametrize("index", [-SIZE, SIZE - 1, -1, 0])
def test_an_index_counts_from_either_end(index):
    kernel = compiled(beyond)
    assert kernel((1, 2, 3, 4, 5, 6), index) == beyond((1, 2, 3, 4, 5, 6), index)


@pytest.mark.parametrize("index", [-SIZE - 1, SIZE, 1 << 40])
def test_an_index_beyond_the_end_is_an_error(index):
    with pytest.raises(IndexError):
        compiled(beyond)((1, 2, 3, 4, 5, 6), index)


def of_none(items, n):
    return max(value for value in items if value > n)


def missing(items, n):
    return list(items).index(n)


@pytest.mark.parametrize("function", [of_none, missing])
def test_what_raises_in_python_raises(function):
    for way in (function, compiled(function)):
        with pytest.raises(ValueError, match=r"empty|not in"):
            way((1,) * SIZE, 100)


# --- constants -------------------------------------------------------------------------------------------------------

NEAR = [[1], [0, 2], [1, 3, 5], [2, 4], [3], [2]]  # rows of different lengths
STEPS = [(-1, 0), (1, 0), (0, 2)]
SAME, FEW = (1, 2, 3, 4, 5, 6), (0, 2)
WEIGHTS = (0.5, 1.5, 2.5, 3.5, 4.5, 5.5)


def with_constants(items, n):
    total, weight = 0, 0.0
    for other in NEAR[n]:
        total += items[other]
    for row, column in STEPS:
        total = 3 * total + row - column
    for i in range(len(NEAR[n])):
        weight += WEIGHTS[i] * NEAR[n][i]
    row, column = STEPS[n]
    near = NEAR[n]
    last = near[len(near) - 1]
    is_known = items == SAME or not is_among(n, FEW)
    return total, weight, row, column, last, is_known, sum(items[i] for i in NEAR[n + 1]), n in NEAR[n], n in FEW


def is_among(n, numbers):
    return n in numbers


def test_constants_are_read_from_memory():
    kernel = compiled(with_constants)
    for n in range(3):
        assert kernel((1, 2, 3, 4, 5, 6), n) == with_constants((1, 2, 3, 4, 5, 6), n)
    with pytest.raises(IndexError):
        kernel((1,) * SIZE, 6)


def with_fractions(items, n):
    cells = list(items)
    cells[n] = 0.5  # an integer's place
    return sum(cells)


def test_a_fraction_does_not_become_an_integer():
    with pytest.raises(numba.TypingError):
        compiled(with_fractions)
