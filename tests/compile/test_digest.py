"""The digest: equal for values that are equal, another for each that is not, and unknown where no one can tell."""

from __future__ import annotations

import ctypes
import enum
import functools
import re
import struct
import threading
import types

import numba
import numpy as np
import pytest
from compile.digested import (
    Box,
    Colour,
    Named,
    Number,
    Pair,
    Reduced,
    Slotted,
    Twin,
    adder,
    array,
    caught,
    coloured,
    digest,
    inheriting,
    looped,
    made_class,
    property_of,
    with_attribute,
    with_default,
    with_other_default,
    without_handlers,
)

from zermelo.compile.cache.content import PASSING, content_key, described, is_lasting

DIFFERENT = {
    "simple": [1, 2, True, 1.0, "1", b"1", None, 1j, -1, 0.0, -0.0, ..., NotImplemented, "", "1\0", float("nan")],
    "tuples": [(1, 2), (2, 1), ((1,), 2), (1, (2,)), (1,), (), Pair(1, 2), Pair(2, 1), Twin(1, 2), [1, 2], {1, 2}],
    "lists": [[1, 2], [2, 1], [], [[1], 2], [1, [2]], [[], []], [1]],
    "sets": [{1, 2}, {1}, frozenset({1, 2}), set(), {"1", "2"}, {(1, 2)}, {(2, 1)}, {1.0, 2}],
    "dictionaries": [{1: 2}, {2: 1}, {1: 3}, {3: 2}, {}, {1: 2, 3: 4}, types.MappingProxyType({1: 2}), [(1, 2)]],
    "numbers of NumPy": [np.int64(1), np.int32(1), np.uint64(1), np.int64(2), np.float64(1), np.bool_(True), 1],
    "arrays": [
        array([1, 2]),
        array([2, 1]),
        array([1, 2], "int32"),
        array([[1, 2]]),
        array([[1], [2]]),
        array([1, 2], write=False),
        np.array([[1, 2], [3, 4]]),
        np.array([[1, 2], [3, 4]], order="F"),
        array([1, 2, 3, 4])[::2],
        array([1, 2]).view(np.ma.MaskedArray).view(np.matrix),
        [1, 2],
    ],
    "dtypes": [np.dtype("int64"), np.dtype("int32"), np.dtype([("a", "i4")]), np.dtype([("b", "i4")])],
    "slices": [slice(0, 3), slice(0, 5), slice(3), slice(0, 3, 1), range(3), range(0, 3, 2), range(4)],
    "functions": [with_default, with_other_default, adder(1), adder(2), adder(1.0), adder((1,)), adder("1")],
    "code": [
        lambda n: n + 1,
        lambda n: n + 2,
        lambda n: n - 1,
        lambda n: n + 1.0,
        lambda n: n + True,
        lambda m: m + 1,
        lambda n, m: n + 1,
        lambda n, /: n + 1,
        lambda *, n: n + 1,
        lambda *n: n + 1,
        lambda n: (n, (1, 2)),
        lambda n: (n, (2, 1)),
        lambda n: n in {1, 2},
        lambda n: n in {1, 3},
        lambda n: n in (1, 3),
        lambda n: lambda: n + 1,
        lambda n: lambda: n + 2,
        lambda n: "a",
        lambda n: "\ud800",
        lambda n: b"a",
    ],
    "keyword defaults": [(lambda n, *, m=m: n) for m in (1, 2, 1.0)],
    "attributes": [(lambda n: n.real), (lambda n: n.imag)],
    "handlers": [caught, without_handlers(caught)],
    "classes": [
        made_class(),
        made_class(a=1),
        made_class(a=2),
        made_class(b=1),
        made_class(f=lambda self: 1),
        made_class(f=lambda self: 2),
        made_class(f=staticmethod(lambda: 1)),
        made_class(f=staticmethod(lambda: 2)),
        made_class(f=classmethod(lambda self: 1)),
        made_class(f=classmethod(lambda self: 2)),
        made_class(f=property_of(lambda self: 1)),
        made_class(f=property_of(lambda self: 2)),
        made_class(f=property(None, lambda self, value: None)),
        made_class(f=property(None, None, lambda self: None)),
        made_class(f=functools.cached_property(lambda self: 1)),
        made_class(f=functools.cached_property(lambda self: 2)),
        inheriting(Box),
        inheriting(Slotted),
        Box,
        Slotted,
        int,
        float,
    ],
    "enums": [
        Colour.RED,
        Colour.BLUE,
        Colour,
        Number.ONE,
        Number,
        enum.Enum("Colour", {"RED": 1}),
        enum.Enum("Colour", {"RED": 2}),
        enum.Enum("Colour", {"BLUE": 1}),
        enum.IntEnum("Colour", {"RED": 1}),
        enum.Flag("Colour", {"RED": 1}),
        enum.Enum("Colour", {"RED": 1}, type=type("Mixed", (), {"f": property(adder(1))})),
        coloured(1),
        coloured(2),
    ],
    "objects": [
        Box(1),
        Box(2),
        Box([1]),
        Slotted(1),
        Slotted(2),
        Box(Box(1)),
        Reduced(1),
        Reduced(2),
        with_attribute(Reduced(1), 1),
        with_attribute(Reduced(1), 2),
    ],
    "partials": [
        functools.partial(with_default, 1),
        functools.partial(with_default, 2),
        functools.partial(with_other_default, 1),
        functools.partial(with_default, n=1),
    ],
    "kinds of tuples": [tuple[int, int], tuple[int], tuple[int, ...], tuple[int, float], list[int], tuple, int | str],
    "caches": [functools.lru_cache(adder(1)), functools.lru_cache(adder(2)), adder(1)],
    "structures": [struct.Struct("<d"), struct.Struct("<q")],
    "patterns": [re.compile("a"), re.compile("b"), re.compile("a", re.IGNORECASE)],
    "types of Numba": [
        numba.int64,
        numba.int32,
        numba.float64,
        numba.int64[:],
        numba.int64[::1],
        numba.types.UniTuple(numba.int64, 2),
        numba.types.UniTuple(numba.int64, 3),
        numba.typeof(Pair(1, 2)),
        numba.typeof(Twin(1, 2)),
    ],
    "compiled functions": [
        numba.njit(with_default),
        numba.njit(with_other_default),
        numba.njit(fastmath=True)(with_default),
        numba.njit(locals={"n": numba.int8})(with_default),
        numba.njit(["int64(int64)"])(adder(1)),
        numba.njit(["float64(float64)"])(adder(1)),
        numba.cfunc("int64(int64)")(lambda n: n + 1),
        numba.cfunc("float64(float64)")(lambda n: n + 1),
        with_default,
    ],
    "ufuncs": [
        numba.vectorize(lambda n: n + 1),
        numba.vectorize(lambda n: n + 2),
        numba.vectorize(identity=0)(lambda n: n + 1),
        np.add,
        np.subtract,
    ],
    "functions of libraries": [np.sum, np.prod, len, abs, "".join, [].append, np.random.random, functools.reduce],
    "modules": [np, re, np.random],
}


@pytest.mark.parametrize("kind", DIFFERENT)
def test_different_values_have_different_digests(kind):
    keys = [digest(value) for value in DIFFERENT[kind]]
    same = [(i, j) for i in range(len(keys)) for j in range(i) if keys[i] == keys[j]]
    assert not same
    assert keys == [digest(value) for value in DIFFERENT[kind]]


@pytest.mark.parametrize("kind", DIFFERENT)
def test_what_can_be_compared_is_known(kind):
    for value in DIFFERENT[kind]:
        key, unknown = described(value)
        assert (is_lasting(key), unknown) == (True, ""), value


EQUAL = {  # made twice, the second time perhaps in another way that does not matter
    "tuples": lambda turn: (1, (2, "x"), Pair(1, 2)),
    "sets": lambda turn: {f"word {n}" for n in range(50)[::turn]} | {(n, "x") for n in range(20)[::turn]},
    "objects": lambda turn: Box({"a": [1, 2], "b": {3, 4}}),
    "functions": lambda turn: adder(3),
    "classes": lambda turn: made_class(**dict([("a", 1), ("b", 2), ("f", adder(1))][::turn])),
    "arrays": lambda turn: np.arange(5),
    "arrays of objects": lambda turn: np.array([10**30, str(10**30), (10**30,)], object),
    "enums": lambda turn: enum.Enum("Colour", {"RED": 1}),
    "compiled": lambda turn: numba.njit(adder(3)),
    "vectorized": lambda turn: numba.vectorize(adder(3)),
    "loops": lambda turn: looped([1]),
    "documents": lambda turn: documented(f"text {turn}"),
    "annotations": lambda turn: annotated(turn),
}


def documented(text):
    made = made_class(__doc__=text)
    made.f = lambda self: 1
    made.f.__doc__ = text
    return made


def annotated(kind):
    def function(n):
        return n

    function.__annotations__ = {"n": kind}
    return made_class(f=function, __annotations__={"f": kind})


@pytest.mark.parametrize("kind", EQUAL)
def test_equal_values_made_twice_have_equal_digests(kind):
    assert digest(EQUAL[kind](1)) == digest(EQUAL[kind](-1))


def test_a_value_met_again_is_told_from_an_equal_one():
    held = [1]
    assert digest([held, held]) != digest([[1], [1]])
    assert digest([held, [2], held]) != digest([[1], held, held])


def test_a_set_does_not_depend_on_what_its_order_met_first():
    shared = Slotted(1)
    assert digest(({(shared, 1), (shared, 2)}, shared)) == digest(({(shared, 2), (shared, 1)}, shared))


UNKNOWN = {
    "lock": threading.Lock(),
    "lock inside": Box([{"deep": threading.Lock()}]),
    "lock in a set": frozenset({Slotted(threading.Lock())}),
    "name": Named(),
    "lock before a set": (threading.Lock(), {(1, 2)}),
    "number of a type": numba.types.Opaque("made#1"),
    "address of a type": numba.types.Opaque("made at 0x7f00"),
    "pointer": ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(abs),
    "object": object.__new__(type("Local", (), {"__reduce_ex__": None})),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_cannot_be_compared_is_unknown(name):
    key, unknown = described(UNKNOWN[name])
    assert key.startswith(PASSING)
    assert not is_lasting(key)
    assert unknown
    assert content_key(UNKNOWN[name]) == key, "within this process it is the same"
    assert content_key(UNKNOWN[name], 1) != key


def test_the_unknown_value_is_named_by_the_way_to_it():
    lock = threading.Lock()

    def outer():
        return inner()

    def inner():
        return lock

    assert described(lock)[1] == "lock"
    assert described(inner)[1] == "lock (lock)"
    assert described(outer)[1] == "inner: lock (lock)"
    assert described(outer, Named())[1] == "inner: lock (lock)", "the first one"
    made = made_class(held=lock)
    assert described(made)[1] == "Made.held (lock)"


def test_what_raises_when_it_is_looked_at_is_unknown():
    class Angry(type(np)):
        @property
        def __name__(self):
            raise RuntimeError("do not look")

    assert not is_lasting(content_key(Angry("angry")))
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert not is_lasting(content_key(deep))
