"""Python's integers beyond 64 bits in users' functions: compiled they are the same numbers, or an error."""

from __future__ import annotations

import numba
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from zermelo import bits
from zermelo.compile.kernel.compiled import register
from zermelo.compile.kernel.states import state_caster
from zermelo.compile.numba.intrinsics.integers.long import LongType
from zermelo.compile.numba.patches import compiling_kernel
from zermelo.compile.trust.bounds import GROWN

BITS = 256
FULL = (1 << 225) - 1
MASKS = [7 << cell for cell in range(0, 222, 37)]
LINES = ((3 << 200, 1), (5, 9 << 100))
LIMIT = 1 << BITS - 1

places = st.integers(0, BITS - 2)
numbers = st.one_of(
    st.integers(-LIMIT, LIMIT - 1),
    st.integers(-9, 9),
    places.map(lambda n: 1 << n),
    places.map(lambda n: -1 << n),
    places.map(lambda n: (1 << n) - 1),
)


def compiled(function, *kinds, width=BITS):
    """The function, compiled for long integers and what follows them as a kernel would call it."""
    register(function)
    given = (LongType(width), *kinds)
    kernel = numba.njit(_nrt=False)({1: one, 2: two}[len(given)](function))
    with compiling_kernel(width):
        kernel.compile(given)
    casts = [state_caster(kind) for kind in given]
    return lambda *values: kernel(*(cast(value) for cast, value in zip(casts, values, strict=True)))


def one(function):
    return lambda a: function(a)


def two(function):
    return lambda a, b: function(a, b)


def check(function, *strategies):
    """Where all numbers of Python's fit, compiled code has the same; otherwise it stops, or is still right."""
    kernel = compiled(function, *(LongType(BITS) if one is numbers else numba.int64 for one in strategies[1:]))

    @settings(max_examples=150, deadline=None)
    @given(st.tuples(*strategies))
    def law(values):
        wanted, found = outcome(function, values), outcome(kernel, values)
        if GROWN not in str(found):
            assert found == wanted
        elif function not in LOOSE:
            fits = all(-LIMIT <= number < LIMIT for number in wanted)
            assert not fits or (function is divided and -LIMIT in values), "which has no absolute value"

    law()


def outcome(function, values):
    try:
        return function(*values)
    except (ValueError, ZeroDivisionError) as error:
        return f"{type(error).__name__}: {error}"


def bitwise(a, b):
    return a & b, a | b, a ^ b, ~a, a & ~b, a == b, a != b, a < b, a <= b, a > b, a >= b, bool(a), not b


def added(a, b):
    return (a + b,)


def less(a, b):
    return (a - b,)


def negated(a):
    return -a, abs(a), a & -a


def short(a, n):
    return a & n, a | 5, n ^ a, a == n, n < a, a + 1, 1 - (a >> 8), a * 3, n * (a >> 70), a ^ FULL, a & 0xFF << 200


def moved(a, n):
    return (a >> n,)


def raised(a, n):
    return (a << n,)


def one_bit(a, n):
    return 1 << n | a, a & 1 << n, a >> n & 1, 2**n, n << 3


def divided(a, b):
    return a // b, a % b


def multiplied(a, b):
    return (a * b,)


def methods(a):
    return a.bit_count(), a.bit_length(), int(a), (a & -a).bit_length(), -a + 1 if a < 0 else a


def verbs(a):
    word = a & FULL
    total = 0
    for index in bits.indices(word):
        total = total * 3 % 1000 + index
    ends = (bits.lowest(word), bits.highest(word)) if word else (-1, -1)
    return bits.count(word), ends, bits.without_lowest(word), total


def tables(a, n):
    found = 0
    for mask in MASKS:
        if a & mask == mask:
            found += 1
    rows = sum(one for one, other in LINES if a > other)
    every = 0
    for mask in MASKS:
        every |= mask
    return found, any(a & mask for mask in MASKS), MASKS[n % 6], LINES[n % 2], rows, every, sum(MASKS), max(MASKS)


def grown(a, n):
    a &= FULL
    a |= 1 << n
    a <<= 2
    a ^= FULL
    count = 0
    while a:
        a &= a - 1
        count += 1
    return count


LOOSE = (multiplied, short, grown, tables)  # stop where a product might not fit, or compute more than they return
TWO_LONG = [bitwise, added, less, multiplied, divided]
SHIFTS = [moved, raised, one_bit, short, tables, grown]
ALONE = [negated, methods, verbs]
QUICK = (bitwise, added, raised, one_bit, tables)


def quickly(functions):
    return [one if one in QUICK else pytest.param(one, marks=pytest.mark.long) for one in functions]


@pytest.mark.parametrize("function", quickly(TWO_LONG), ids=lambda function: function.__name__)
def test_two_long_numbers(function):
    check(function, numbers, numbers)


@pytest.mark.parametrize("function", quickly(SHIFTS), ids=lambda function: function.__name__)
def test_a_long_and_a_short_number(function):
    check(function, numbers, st.integers(0, 300) if function is not short else st.integers(-99, 99))


@pytest.mark.parametrize("function", quickly(ALONE), ids=lambda function: function.__name__)
def test_one_long_number(function):
    check(function, numbers)


@pytest.mark.long
@pytest.mark.parametrize("width", [128, 384, 512])
def test_other_widths(width):
    limit = 1 << width - 1
    some = st.one_of(st.integers(-limit, limit - 1), st.integers(-9, 9))

    def both(a, b):
        return a ^ b, a // (b | 1), a % (b | 1), (a >> 1) + (b >> 1), (a >> width // 2) * (b >> width // 2), a < b

    width_of_both = width
    kernel = compiled(both, LongType(width_of_both), width=width)

    @settings(max_examples=100, deadline=None)
    @given(some, some)
    def law(a, b):
        found = outcome(kernel, (a, b))
        assert found == both(a, b) or GROWN in str(found)

    law()


def test_a_negative_shift_is_an_error():
    kernel = compiled(raised, numba.int64)
    with pytest.raises(ValueError, match="negative shift count"):
        kernel(5, -1)


def hashed(a):
    return bits.blended(a), bits.blended((a, 3)), bits.second_hash((a, 3)), bits.signed(bits.key_word(a))


def test_hashed_by_every_bit_as_in_python():
    kernel = compiled(hashed)
    some = [0, 1, -1, 5, *(1 << n for n in range(60, 255)), *(-1 << n for n in range(60, 255)), FULL, -FULL]
    found = [kernel(number) for number in some]
    assert found == [hashed(number) for number in some]
    different = list(zip(*found, strict=True))[:3]
    assert [len(set(column)) for column in different] == [len(set(some))] * 3
