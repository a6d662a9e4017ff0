"""The key of a compiled kernel: whatever could change the result changes the key."""

from __future__ import annotations

import numpy as np
import pytest
from processes import run_python

CHANGING = """
import sys
from typing import NamedTuple
import zermelo
class P(NamedTuple):
    stones: int
    player: int
W = int(sys.argv[1])
def actions(s): yield 0
def worth(s, p): return float(W if p == 0 else -W)
def game():
    return zermelo.Game(lambda: P(2, 0), lambda s: s.player, actions, lambda s, a: P(s.stones - 1, 1 - s.player),
                        lambda s: s.stones == 0, lambda s, p: worth(s, p), max_plies=2)
print(zermelo.Minimax().analyse(game()).value)
for W in map(int, sys.argv[2:]):
    print(zermelo.Minimax().analyse(game()).value)
"""


@pytest.mark.long
def test_a_global_that_changes_is_seen_and_poisons_no_cache():
    assert run_python(CHANGING, "31", "41").stdout.split() == ["31.0", "41.0"]
    assert run_python(CHANGING, "41").stdout.split() == ["41.0"]


def test_the_content_key_tells_alike_functions_apart():
    from zermelo.compile.cache.content import content_key

    def make(*parts):
        def total(state, player):
            return parts_sum(state, player)

        first, second, third = parts

        def parts_sum(state, player):
            return first(state, player) + 10 * second(state, player) + 100 * third(state, player)

        return total

    f, g = (lambda s, p: 3.0), (lambda s, p: 4.0)
    keys = {content_key(make(*parts)) for parts in ((f, g, f), (f, g, g), (g, f, f), (f, f, g))}
    assert len(keys) == 4

    def defaulted(table):
        def look(state, player, table=table):
            return table[0]

        return look

    large, other = np.zeros(3000), np.zeros(3000)
    other[1500] = 1
    assert content_key(defaulted(large)) != content_key(defaulted(other))
