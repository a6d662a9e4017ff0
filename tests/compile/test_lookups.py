"""Dictionaries and sets of constants are looked up in compiled code as in Python."""

from __future__ import annotations

import numba
import pytest

from zermelo.compile.cache.content import content_key, frozen_key
from zermelo.compile.kernel.compiled import register
from zermelo.compile.kernel.kernels import compile_unkept, inside
from zermelo.compile.plain.lookups import is_tabular, list_of

NEAR = {0: (1, 2), 1: (0,), 5: (), -2: (3, 4, 5)}
POINTS = {3: 7, 1: -2, 10: 0}
SHARES = {1: 0.5, 2: 0.25}
STEPS = {"unused": 1}
CELLS = {(0, 0): 1, (2, 1): 5, (1, -1): 6}
SIDES = {4: (1, 2), 7: (3, 4)}
AROUND = {0: {9, 1, 64}, 1: set(), 2: frozenset((40, 3))}
WAYS = {0: [(0, 1), (1, 0)], 1: [(1, 2)], 4: [(5, -1), (2, 2), (2, 1)]}
DEALS = [((0, 1, 2), (3,)), ((4, 5, 6), (7,)), ((8, 9, 10), (-1,))]
CORNERS = {8, 0, 6, 2}
FROZEN = frozenset(CORNERS)


def compiled(function, *arguments):
    """What a function gives as a part of a kernel."""
    register(function)
    kernel = inside(_nrt=False)(function)
    compile_unkept(kernel, tuple(map(numba.typeof, arguments)))
    return kernel


def values(n):
    return (
        POINTS[n] if n in POINTS else n + 100,
        POINTS.get(n, 55),
        n in CORNERS,
        n in FROZEN,
        n in {1, 10},
        n not in POINTS,
    )


def rows(n):
    total = 0
    for other in NEAR[n]:
        total = total * 10 + other
    return total, len(NEAR[n]), len(NEAR), SHARES.get(n, 0.125)


def tuples(n):
    one, other = SIDES[4 if n < 3 else 7]
    return one * 10 + other, SIDES[7][n % 2], (n, 1) in CELLS, CELLS.get((1, n - 3), -1)


def rows_of_sets(n):
    total = 0
    for other in AROUND[n]:
        total = total * 100 + other
    for other in sorted(AROUND[n]):
        total = total * 100 + other
    return total, 64 in AROUND[n], len(AROUND[n])


def rows_of_tuples(n):
    total = 0
    for down, right in WAYS[n]:
        total = total * 10 + 3 * down + right
    for down, right in sorted(WAYS[n]):
        total = total * 10 + 3 * down + right
    return total, WAYS[n][-1], (2, 1) in WAYS[n], len(WAYS[n]), WAYS[n][0][0]


def constant_lists(n):
    total = 0
    for first, second in DEALS:
        total = total * 20 + sum(first) + second[0]
    return total, len(DEALS), DEALS[n], DEALS[-1][0][n], ((4, 5, 6), (7,)) in DEALS


def in_order(n):
    total = 0
    for key in POINTS:
        total = (total * 31 + key) % 1000003
    for key, value in POINTS.items():
        total = (total * 31 + key * value) % 1000003
    for value in POINTS.values():
        total = (total * 7 + value) % 1000003
    for (x, y), value in CELLS.items():
        total = (total * 5 + x * y + value) % 1000003
    for corner in CORNERS:
        total = (total * 11 + corner) % 1000003
    for corner in sorted(CORNERS):
        total = (total * 13 + corner) % 1000003
    for corner in {3, 1}:
        total = (total * 13 + corner) % 1000003
    return total + n


@pytest.mark.parametrize(("function", "arguments"), [
    (values, (-1, 0, 1, 3, 6, 10, 11, 1 << 40)),
    (rows, (0, 1, 5, -2)),
    (tuples, (0, 1, 2, 3, 4)),
    (rows_of_sets, (0, 1, 2)),
    (rows_of_tuples, (0, 1, 4)),
    (constant_lists, (0, 1, 2)),
    (in_order, (0, 7)),
])  # fmt: skip
def test_compiled_equals_plain(function, arguments):
    fast = compiled(function, 1)
    assert [fast(n) for n in arguments] == [function(n) for n in arguments]


def test_a_missing_key_raises():
    fast = compiled(rows, 1)
    with pytest.raises(KeyError):
        fast(4)


def test_what_can_be_a_table():
    for content in (NEAR, POINTS, SHARES, CELLS, SIDES, CORNERS, FROZEN, AROUND, WAYS):
        assert is_tabular(content)
    for content in (
        {},
        set(),
        STEPS,
        {1: "a"},
        {1: None},
        {1, "a"},
        {0: 1, 1 << 40: 2},
        {1: (1, 0.5)},
        {(1,): 1, (1, 2): 2},
        {1: [(1, 2), (3,)]},
        {1: {(1, 2), (3, 4)}},  # their order is another one in another process
    ):
        assert not is_tabular(content), content


def test_which_lists_can_be_tables():
    assert list_of(DEALS)[1] == ((None, None, None), (None,))
    for content in ([], [()], ["a"], [(1, 2), (3,)], [1, 2.0], [[1, 2]], [None]):
        assert list_of(content) is None, content


def test_an_index_beyond_a_constant_list_raises():
    fast = compiled(constant_lists, 1)
    with pytest.raises(IndexError):
        fast(3)


def test_the_content_is_part_of_the_key():
    def keyed(table):
        def look(n):
            return table[n]

        return content_key(look), frozen_key(look)

    one, other, turned = keyed({1: 2, 3: 4}), keyed({1: 2, 3: 5}), keyed({3: 4, 1: 2})
    assert one[0] != other[0]
    assert one[1] != other[1]
    assert one[1] != turned[1]
    assert one == keyed({1: 2, 3: 4})
    for some, others in (({1: {2}}, {1: {3}}), ({1: [(2, 3)]}, {1: [(2, 4)]}), ([((1,),)], [((2,),)])):
        assert not set(keyed(some)) & set(keyed(others))


def test_other_peoples_functions_get_sets_as_before():
    @numba.njit
    def ask(n):
        return n in {1, 2}

    assert ask(2)
