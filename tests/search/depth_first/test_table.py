"""The transposition table: what is stored is found, what is damaged is not, and what is worth more is kept."""

from __future__ import annotations

import math
import random

import pytest

import zermelo
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.search.depth_first.table import (
    AGES,
    BUCKET,
    ENTRY,
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    Found,
    fullness,
    new_table,
    table_functions,
)

_probe, _store, _ = table_functions(interpreted_rules(zermelo.load("nim")))
NOTHING = (0, 0, NO_MOVE)
ALIKE = 1 << 40  # keys that differ by a multiple of this share a bucket


def probe(table, mask, key):
    return _probe(table, mask, key, key)


def store(table, mask, key, *rest):
    _store(table, mask, key, key, *rest)


def small():
    return new_table(False, 0.002)


def found(table, mask, key):
    return tuple(probe(table, mask, key))[:3]


@pytest.mark.parametrize("megabytes", [0.0001, 0.001, 0.01, 0.0012, 1])
def test_a_table_takes_more_than_half_of_its_memory(megabytes):
    table, mask = new_table(False, megabytes)
    assert len(table) == BUCKET * (mask + 1)
    assert (mask + 1) & mask == 0
    assert len(table) * 8 <= max(megabytes * 1e6, BUCKET * 8) < 2 * len(table) * 8


def test_whatever_is_stored_is_found():
    noise = random.Random(1)
    for _ in range(300):
        table, mask = small()
        key = noise.getrandbits(64) - (1 << 63)
        stored = Found(
            noise.choice([UPPER, LOWER, EXACT]),
            noise.randrange(256),
            noise.choice([noise.randrange(NO_MOVE), NO_MOVE]),
            noise.uniform(-9, 9),
            noise.uniform(-9, 9),
            noise.random() < 0.5,
        )
        bound, depth, move, value, static, opinion = stored
        store(table, mask, key, noise.randrange(AGES), depth, bound, move, value, static, opinion)
        assert probe(table, mask, key) == stored
        assert found(table, mask, key + ALIKE) == NOTHING
        assert sum(word != 0 for word in table) <= ENTRY


def test_an_entry_is_known_by_its_mark():
    table, mask = small()
    _store(table, mask, 5, 77, 1, 5, LOWER, 4, 0.0, 0.0, False)
    assert tuple(_probe(table, mask, 5, 77))[:3] == (LOWER, 5, 4)
    assert tuple(_probe(table, mask, 5, 5))[:3] == NOTHING


def test_what_is_not_there_has_no_static_value():
    assert math.isnan(probe(*small(), 5).static)
    assert found(*small(), 0) == NOTHING


def test_a_damaged_entry_is_not_found():
    """As when two threads write at once: each word comes from one of them."""
    for entry in range(2):
        for word in range(ENTRY):
            table, mask = small()
            if entry:
                store(table, mask, 3 + ALIKE, 1, 9, EXACT, 2, 1.5, 0.5, True)
            store(table, mask, 3, 1, 5, EXACT, 2, 1.5, 0.5, True)
            assert found(table, mask, 3) == (EXACT, 5, 2)
            table[3 * BUCKET + entry * ENTRY + word] ^= 1 << 20
            assert found(table, mask, 3) == NOTHING


def test_the_first_of_two_entries_keeps_the_deepest_result_of_this_search():
    table, mask = small()
    deep, shallow, other = 7, 7 + ALIKE, 7 + 2 * ALIKE
    store(table, mask, deep, 1, 5, LOWER, 1, 0.0, 0.0, False)
    store(table, mask, shallow, 1, 4, LOWER, 2, 0.0, 0.0, False)
    assert (found(table, mask, deep), found(table, mask, shallow)) == ((LOWER, 5, 1), (LOWER, 4, 2))
    store(table, mask, other, 1, 3, LOWER, 3, 0.0, 0.0, False)  # the second entry keeps the newest
    assert (found(table, mask, deep), found(table, mask, shallow)) == ((LOWER, 5, 1), NOTHING)
    store(table, mask, shallow, 1, 5, LOWER, 2, 0.0, 0.0, False)  # as deep, and newer
    assert (found(table, mask, deep), found(table, mask, other)) == (NOTHING, (LOWER, 3, 3))
    store(table, mask, deep, 2, 1, LOWER, 1, 0.0, 0.0, False)  # of the next search
    assert (found(table, mask, deep), found(table, mask, shallow)) == ((LOWER, 1, 1), NOTHING)


def test_a_much_deeper_result_of_the_same_position_is_kept_unless_the_new_one_is_exact():
    def after(bound, depth, age):
        table, mask = small()
        store(table, mask, 7, 1, 9, LOWER, 1, 0.0, 0.0, False)
        store(table, mask, 7, age, depth, bound, 2, 0.0, 0.0, False)
        return found(table, mask, 7)

    assert after(UPPER, 5, 1) == (LOWER, 9, 1)
    assert after(UPPER, 6, 1) == (UPPER, 6, 2)
    assert after(EXACT, 5, 1) == (EXACT, 5, 2)
    assert after(UPPER, 5, 2) == (UPPER, 5, 2)


def test_a_result_without_a_move_keeps_the_move_that_is_there():
    table, mask = small()
    store(table, mask, 7, 1, 5, LOWER, 4, 0.0, 0.0, False)
    store(table, mask, 7, 1, 5, UPPER, NO_MOVE, 0.0, 0.0, False)
    assert found(table, mask, 7) == (UPPER, 5, 4)
    for other in (7 + ALIKE, 0):  # 0: an empty entry is none of this key's
        store(table, mask, other, 1, 5, UPPER, NO_MOVE, 0.0, 0.0, False)
        assert found(table, mask, other) == (UPPER, 5, NO_MOVE)


def test_fullness_counts_the_entries_of_this_search():
    table, mask = new_table(False, 1)
    assert fullness(table, mask, 1) == 0
    for key in range(mask + 1):
        store(table, mask, key, 2 if key % 4 == 0 else 1, 0, EXACT, 0, 0.0, 0.0, False)
    assert fullness(table, mask, 1) == 0.374  # of the first 250 buckets
    assert fullness(table, mask, 2) == 0.126
    tiny, mask = new_table(False, 0.0002)
    assert mask == 1
    store(tiny, mask, 1, 1, 0, EXACT, 0, 0.0, 0.0, False)
    assert fullness(tiny, mask, 1) == 0.25
