"""Selection by any rule, and that the searches which share it stay apart otherwise."""

from __future__ import annotations

import math
from types import SimpleNamespace

import pytest
import test_layers

import zermelo
from zermelo.bits import mix
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.search.sampling.draw import drawn_among
from zermelo.search.sampling.memory import NOISE
from zermelo.search.sampling.scale import half_range, spread, unit, widen
from zermelo.search.sampling.select import puct_bound, selector
from zermelo.search.sampling.tree import NOWHERE


@pytest.mark.parametrize(
    ("bounds", "chosen"),
    [
        ([0.1, 0.7, 0.3], 6),
        ([0.7, 0.1, 0.7], 5),  # the first of equals
        ([0.1, math.inf, math.inf], 6),
        ([-math.inf, -2.0, -math.inf], 6),
        ([-math.inf] * 3, NOWHERE),
    ],
)
def test_the_child_with_the_greatest_bound_is_chosen(bounds, chosen):
    asked = []

    def bound_of(tree, child, given, terms):
        assert (given, terms) == ("given", (1.0, 2.0))
        asked.append(child)
        return tree.bounds[child - 5]

    best_of = selector(interpreted_rules(zermelo.load("nim")), bound_of)
    assert best_of(SimpleNamespace(bounds=bounds), 5, 3, "given", (1.0, 2.0)) == chosen
    assert asked == ([5, 6] if math.inf in bounds else [5, 6, 7])  # an infinite bound needs no comparison


def test_the_bound_of_puct():
    assert puct_bound(0.25, 0.5, 3, 1.5) == 0.25 + 1.5 * 0.5 / 4


def test_places_are_drawn_by_their_weights():
    memory, counts = new_memory(False, 1), [0] * 5
    memory[NOISE] = mix(1)
    for _ in range(4000):
        counts[drawn_among(memory, [9.0, 0.1, 0.6, 0.3, 9.0], 1, 3)] += 1
    assert [count / 4000 for count in counts] == pytest.approx([0, 0.1, 0.6, 0.3, 0], abs=0.03)


def test_the_scale_is_the_range_of_utilities_seen():
    scale = [math.inf, -math.inf]
    assert spread(scale) == unit(scale) == (0.0, 1.0)
    widen(scale, [2.0, 2.0], 2)
    assert spread(scale) == (2.0, 0.0)
    assert (unit(scale), half_range(scale)) == ((0.0, 1.0), 1.0)
    widen(scale, [-4.0, 3.0, 99.0], 2)
    assert spread(scale) == unit(scale) == (-4.0, 7.0)
    assert half_range(scale) == 3.5


SEARCHES = ("zermelo.search.mcts", "zermelo.search.puct", "zermelo.hidden.ismcts", "zermelo.learn.alphazero")


def test_searches_share_by_the_room_beside_them():
    """No search by simulations imports another one's files, and what they share imports none of them."""
    for module, path in test_layers.MODULES.items():
        for own in ("zermelo.search.sampling", *SEARCHES):
            if module == own or module.startswith(f"{own}."):
                others = tuple(f"{other}." for other in SEARCHES if other != own)
                assert [name for name in test_layers.imports(path) if name.startswith(others)] == [], module
