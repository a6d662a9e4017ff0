"""What a shot at a fleet in Battleship costs: how many shots miss until the fleet is sunk, by compiled code.

The fleets that fit what is known are given, all equally likely. A shot is answered by a miss, a hit or a ship that is
sunk, and leaves those fleets that would have given this answer. At these the next shot goes where most of them have
a ship, and so on until one is left, which is sunk without a miss.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.bits import Wide, lowest, signed
from zermelo.games.battleship.layout import Layout
from zermelo.installed import is_installed, np

HALF = (1 << 64) - 1
NONE, ONE = Wide(0), Wide(1)
MISS, HIT, SUNK = 0, 1, 2  # answers to a shot; SUNK + ship: this ship is sunk
MOST_PLANES = 32


def cover(layout: Layout, places: Any) -> Any:
    """[fleet, half] the cells of each fleet, a bit for each. places: [fleet, ship]."""
    table, found = _words(layout), np.zeros((len(places), 2), np.uint64)
    for ship in range(len(layout.lengths)):
        found |= table[ship, places[:, ship]]
    return found


def ships_on(layout: Layout, words: Any) -> Any:
    """[cell] how many of some fleets have a ship there. words: [fleet, half], see cover."""
    bits = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return bits[:, : layout.cells].sum(axis=0, dtype=np.int64)


def misses(layout: Layout, places: Any, words: Any, shots: int, cells: list[int], compiled: bool = True) -> Any:
    """[cell] for each of some cells, how many shots miss if the next goes there: the sum over the fleets.

    shots: the cells that have been shot at, a bit for each.
    places, words: of the fleets, see cover.
    """
    run = _compiled() if compiled and is_installed("numba") else kernel(lambda function: function)
    found, planes = np.zeros(len(cells), np.int64), np.zeros((MOST_PLANES, 2), np.int64)
    shot = np.array([shots & HALF, shots >> 64], np.uint64)
    order, room = np.arange(len(places)), np.zeros((3, len(places)), np.int64)
    words = np.ascontiguousarray(words)
    run(_words(layout), places, words, shot, np.array(cells), order, room, planes, planes.view(np.uint64), found)
    return found


@cache
def _words(layout: Layout) -> Any:
    """[ship, place, half] the cells of a ship at a place."""
    found = np.zeros((len(layout.lengths), 2 * layout.cells, 2), np.uint64)
    for ship in range(len(layout.lengths)):
        for place in layout.places(ship):
            word = layout.word(ship, place)
            found[ship, place] = word & HALF, word >> 64
    return found


@cache
def _compiled() -> Callable[..., None]:
    import numba

    import zermelo.compile.numba.intrinsics  # noqa: F401  (registers the verbs of bits)
    from zermelo.compile.kernel.events import telling
    from zermelo.compile.kernel.kernels import compile_kernel, inside

    run: Any = kernel(inside(nogil=True))
    words, numbers = ([numba.types.Array(kind, n, "C") for n in (1, 2, 3)] for kind in (numba.uint64, numba.int64))
    kinds = (
        words[2], numbers[1], words[1], words[0], numbers[0], numbers[0], numbers[1], numbers[1], words[1], numbers[0],
    )  # fmt: skip
    with telling("Battleship", "shots") as begin:
        compile_kernel(run, kinds, begin)
    return run


def kernel(jit: Callable[..., Any]) -> Callable[..., None]:
    """run(table, places, words, shots, cells, order, room, planes, plane_words, found) fills `found`; see misses.

    table: [ship, place, half] cells.
    order: [number] fleet; room: [3, number]; planes: [plane, half], and the same memory as words.
    """

    @jit
    def answer(table, places, words, fleet, shots, cell):
        """What is told about a shot if this is the fleet. shots: with this one."""
        if not Wide(words[fleet, 0], words[fleet, 1]) >> cell & ONE:
            return MISS
        for ship in range(len(table)):
            halves = table[ship, places[fleet, ship]]
            word = Wide(halves[0], halves[1])
            if word >> cell & ONE:
                return HIT if word & ~shots else SUNK + ship
        return MISS

    @jit
    def likeliest(words, order, first, last, shots, planes, plane_words):
        """The cell that most of some fleets have a ship on, of those that have not been shot at; -1: none has.

        The numbers of fleets are counted for all cells at once: plane n holds the bit n of each.
        """
        water, used = ~shots, 0
        for i in range(first, last):
            fleet = order[i]
            carried = Wide(words[fleet, 0], words[fleet, 1]) & water
            plane = 0
            while carried:
                if plane == used:
                    planes[plane, 0], planes[plane, 1] = 0, 0
                    used += 1
                word = Wide(plane_words[plane, 0], plane_words[plane, 1])
                both = word & carried
                word ^= carried
                planes[plane, 0], planes[plane, 1] = signed(word), signed(word >> 64)
                carried = both
                plane += 1
        if used == 0:
            return -1
        best = ~NONE
        for plane in range(used - 1, -1, -1):
            word = best & Wide(plane_words[plane, 0], plane_words[plane, 1])
            if word:
                best = word
        return lowest(best)

    @jit
    def sink(table, places, words, order, room, planes, plane_words, first, last, shots, cell):
        """How many shots miss, summed over the fleets order[first:last], if the next goes to this cell."""
        shots = shots | ONE << cell
        answers = 0
        for i in range(first, last):  # Step 1. What each fleet answers
            told = answer(table, places, words, order[i], shots, cell)
            answers |= 1 << told
            room[0, i], room[1, i] = order[i], told
        end = first
        for told in range(SUNK + len(table)):  # Step 2. Those of one answer next to each other
            if answers >> told & 1:
                for i in range(first, last):
                    if room[1, i] == told:
                        order[end], room[2, end] = room[0, i], told
                        end += 1
        total, start = 0, first
        while start < last:  # Step 3. The next shot at each of these groups
            end = start + 1
            while end < last and room[2, end] == room[2, start]:
                end += 1
            if room[2, start] == MISS:
                total += end - start
            if end > start + 1:
                following = likeliest(words, order, start, end, shots, planes, plane_words)
                if following >= 0:
                    total += sink(table, places, words, order, room, planes, plane_words, start, end, shots, following)
            start = end
        return total

    @jit
    def run(table, places, words, shots, cells, order, room, planes, plane_words, found):
        before = Wide(shots[0], shots[1])
        for number in range(len(cells)):
            first, last, cell = 0, len(order), cells[number]
            found[number] = sink(table, places, words, order, room, planes, plane_words, first, last, before, cell)

    return run
