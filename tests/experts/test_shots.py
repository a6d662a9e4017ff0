"""What a shot at a fleet costs: the compiled count against a plain one."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest

from zermelo.experts.battleship.shots import cover, misses, ships_on
from zermelo.games.battleship.layout import layout_of

LAYOUT = layout_of(4, 4, "322")


def fleets(layout):
    """All fleets, as places."""
    ships = range(len(layout.lengths))
    for places in product(*(layout.places(ship) for ship in ships)):
        cells = [cell for ship in ships for cell in layout.covered(ship, places[ship])]
        if len(set(cells)) == len(cells):
            yield places


def plain_misses(layout, possible, shots, cell):
    """The same by sets of cells: the shot's answer leaves some of the fleets, and so on until one is left."""
    shots = shots | {cell}
    groups = {}
    for places in possible:
        hit = [ship for ship, place in enumerate(places) if cell in layout.covered(ship, place)]
        sunk = [ship for ship in hit if set(layout.covered(ship, places[ship])) <= shots]
        groups.setdefault((bool(hit), tuple(sunk)), []).append(places)
    total = 0
    for (hit, _), group in groups.items():
        total += 0 if hit else len(group)
        on = [
            0 if one in shots else sum(one in layout.covered(*ship) for each in group for ship in enumerate(each))
            for one in range(layout.cells)
        ]
        if len(group) > 1 and max(on):
            total += plain_misses(layout, group, shots, on.index(max(on)))
    return total


@pytest.mark.parametrize("compiled", [True, False])
def test_misses_are_those_of_a_plain_count(compiled):
    possible = random.Random(2).sample(list(fleets(LAYOUT)), 60)
    places = np.array(possible)
    words, cells = cover(LAYOUT, places), [0, 5, 10, 3]
    for shots in (0, 1 << 6, 1 << 6 | 1 << 15):
        found = misses(LAYOUT, places, words, shots, cells, compiled)
        shot = {cell for cell in range(16) if shots >> cell & 1}
        assert list(found) == [plain_misses(LAYOUT, possible, shot, cell) for cell in cells]


def test_boards_of_more_than_64_cells_are_counted():
    layout = layout_of(10, 10, "54332")
    places = np.array([[2 * 90, 2 * 81, 1, 2 * 25, 2 * 98], [2 * 90, 2 * 81, 1, 2 * 25, 2 * 70]])
    words = cover(layout, places)
    on = ships_on(layout, words)
    assert [cell for cell in range(100) if on[cell] == 2] == [0, 10, 20, 25, 26, 27, *range(81, 85), *range(90, 95)]
    assert [cell for cell in range(100) if on[cell] == 1] == [70, 71, 98, 99]
    assert list(misses(layout, places, words, 0, [90, 50, 99, 71], compiled=False)) == [1, 3, 1, 1]
