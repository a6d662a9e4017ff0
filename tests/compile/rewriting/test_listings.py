"""Functions that list integers give the same ones in the same order as generators and by way of a buffer."""

from __future__ import annotations

import inspect

import pytest
from fresh import python

from zermelo.compile.cache.codes import is_plain
from zermelo.compile.numba.rewriting import _as_fill, _as_generator, filled, is_better_filled, iterated
from zermelo.loading import load


def comprehended(n):
    return [i * i for i in range(n) if i % 2 if i > 2]


def crossed(n):
    return [10 * i + j for i in range(n) for j in range(i)]


def ranged(n):
    return range(2, n)


def listed_range(n):
    return list(range(n))


def shown(n):
    return (n, n + 1)


def chosen(n):
    return [n] if n > 3 else [i + 1 for i in range(n)]


def early(n):
    if n == 0:
        return [-1]
    moves = []
    for i in range(n):
        moves.append(i)
        moves.extend(range(i))
    return moves


def or_else(n):
    moves: list[int] = []
    for i in range(n):
        if i % 3 == 1:
            moves.append(i)
    return moves or [-1]


def looked_at(n):
    moves = []
    for i in range(n):
        if len(moves) < 3:
            moves.append(i)
    if not moves:
        moves.append(-1)
    return moves


def yielded(n):
    if n == 3:
        yield 7
        return
    yield from range(n)


def two_lists(n):
    odd, even = [], []
    for i in range(n):
        (odd if i % 2 else even).append(i)
    return even + odd


def discarded(n):
    moves = []
    for i in range(n):
        moves.append(i)
    if n == 2:
        return [5]
    return moves


def read_twice(n):
    moves = []
    for i in range(n):
        moves.append(i)
    moves.append(sum(moves))
    return moves


def delegated(n):
    return yielded(n)


STREAMS = [delegated, comprehended, crossed, ranged, listed_range, shown, chosen, early, or_else, looked_at, yielded]
LISTS = [two_lists, discarded, read_twice]


@pytest.mark.parametrize("function", STREAMS)
@pytest.mark.parametrize("n", range(6))
def test_a_generator_gives_the_same(function, n):
    made = _as_generator(function).function
    assert inspect.isgeneratorfunction(made)
    assert list(made(n)) == list(function(n))
    assert list(iterated(function)(n)) == list(function(n))  # interpreted, it is the function itself


@pytest.mark.parametrize("function", LISTS)
def test_what_needs_its_list_is_no_generator(function):
    assert _as_generator(function) is None
    assert iterated(function) is function
    assert is_better_filled(function)


@pytest.mark.parametrize("function", [*STREAMS, two_lists])
@pytest.mark.parametrize("n", range(6))
def test_a_buffer_gets_the_same(function, n):
    for fill in (_as_fill(function).function, filled(function)):
        buffer = [None] * 50
        count = fill(n, buffer)
        assert buffer[:count] == list(function(n))


ORDER = (3, 2, 4, 1)


def in_order(n):
    for i in ORDER:
        if i < n and is_even(i):
            yield i


def is_even(i):
    return i % 2 == 0


def below(n):
    found = [i for i in range(n) if i % 2]
    return found


def by_helper(n):
    for i in below(n):
        yield i


def by_index(cells):
    for i in range(len(cells)):
        if cells[i] == 0:
            yield i


def test_only_what_holds_lists_or_views_goes_into_a_buffer():
    assert not any(map(is_better_filled, [*STREAMS, in_order]))
    assert all(map(is_better_filled, [by_helper, by_index]))
    assert not is_better_filled(by_index, views=False)  # cells is an array


@pytest.mark.long
def test_games_of_the_package_are_compiled_without_any_of_this(tmp_path):
    code = """
        import sys, zermelo
        zermelo.perft(zermelo.load("nim"), depth=2, compiled=True)
        ours = ("zermelo.compile.numba.rewriting", "zermelo.compile.numba.intrinsics.lists")
        print([name for name in sys.modules if name.startswith(ours)])
    """
    assert python(code, tmp_path).stdout.strip() == "[]"


def test_a_module_of_the_package_can_ask_for_lists_on_the_stack():
    assert is_plain(load("nim").result)
    assert not is_plain(load("monopoly").result)
