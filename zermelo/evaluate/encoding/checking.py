"""Are the tables of an encoding that comes from a file such that compiled code stays within them?"""

from __future__ import annotations

import math
from typing import Any

from zermelo.evaluate.encoding.tables import CELLS, EXTRAS, FIXED, PAIRS, PARTS, PLANES, POLICY, WIDTH, Tables
from zermelo.installed import np

MOST = 1 << 24  # numbers of all planes together, places of a policy
BITS = 64


def check_sizes(tables: Tables, rows: int, columns: int) -> None:
    """Raises ValueError unless the sizes are those of a board and of a policy."""
    sizes = tables.sizes
    if len(sizes) != PAIRS + 1 or (sizes < 0).any() or (sizes > MOST).any():
        raise ValueError("the sizes are none")
    if min(rows, columns) < 1 or rows * columns != sizes[CELLS] or not 0 < sizes[CELLS] * sizes[PLANES] <= MOST:
        raise ValueError("the planes are not those of the board")
    if 2 * sizes[PAIRS] > sizes[PLANES]:
        raise ValueError("there are fewer planes than pieces")
    if sizes[POLICY] < 1:
        raise ValueError("the policy has no places")


def check_cells(tables: Tables, numbers: int) -> None:
    """Raises ValueError unless every cell finds its plane; numbers: of a state."""
    sizes, first, atom = tables.sizes, tables.first, tables.atom.reshape(-1, WIDTH)
    cells, planes, extras = (int(sizes[place]) for place in (CELLS, PLANES, EXTRAS))
    if len(first) != cells + 1 or first[0] != 0 or (np.diff(first) < 0).any() or first[-1] + extras > len(atom):
        raise ValueError("a cell has no atoms")
    number, _, shift, _, radix = atom.T
    used = slice(0, int(first[-1]) + extras)
    if not _are_within(number[used], 0, numbers - 1) or not _are_within(shift[used], 0, BITS - 1):
        raise ValueError("an atom reads beyond the state")
    if not _are_within(radix[: int(first[-1])], 1, MOST) or len(tables.table) != cells:
        raise ValueError("an atom has no values")
    for cell in range(cells):
        codes = math.prod(int(each) for each in radix[int(first[cell]) : int(first[cell + 1])])
        if not 0 <= int(tables.table[cell]) <= len(tables.plane) - 2 * codes:
            raise ValueError("a cell reads beyond the planes")
    if not _are_within(tables.plane, -1, planes - 1) or sizes[FIXED] + extras > planes:
        raise ValueError("a plane is beyond the last one")


def check_places(tables: Tables, numbers: int) -> None:
    """Raises ValueError unless every action has a place in the policy; numbers: of an action, at most."""
    parts, policy = int(tables.sizes[PARTS]), int(tables.sizes[POLICY])
    if parts > numbers or len(tables.action) != 2 * parts:
        raise ValueError("an action has other parts")
    counts = tables.action[1::2]
    if not _are_within(counts, 1, MOST) or math.prod(int(count) for count in counts) != len(tables.place):
        raise ValueError("an action is beyond the policy")
    if not _are_within(tables.place, -1, policy - 1):
        raise ValueError("a place is beyond the policy")


def _are_within(numbers: Any, low: int, high: int) -> bool:
    return bool(((numbers >= low) & (numbers <= high)).all())
