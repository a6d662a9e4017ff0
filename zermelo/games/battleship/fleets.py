"""Fleets that fit what is known, drawn at random with weights, by compiled code.

Ships are put down one by one: first those that are sunk, then one that covers the first hit that no ship covers yet, and
so on, then the rest. Each fleet is reached in one way only, so that the product of the numbers of choices is how many
fleets this one stands for. A drawing that leaves no place for a ship counts as nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from zermelo.bits import fraction, lowest, mix, step, without_lowest
from zermelo.games.battleship.layout import Layout

HALF = (1 << 64) - 1
NONE = np.uint64(0)


class Search(NamedTuple):
    """Where the ships of a fleet may be."""

    places: Any  # [ship, number] the places that fit what is known
    words: Any  # [ship, number, half] their cells, a bit each
    counts: Any  # [ship] how many there are
    everywhere: Any  # [ship, number, half] the cells of all places on an empty board
    totals: Any  # [ship] how many there are; 0: the fleets that fit are equally likely
    order: Any  # [ship] those that are sunk first
    sunk: int  # how many are
    hits: Any  # cells that were hit


class Survey(NamedTuple):
    """What was found in a number of drawings."""

    weight: float  # of all fleets that were drawn; 0: none was
    places: Any  # [ship] one of them, drawn by its weight
    density: Any  # [cell] the weight of those fleets that cover the cell


def search_for(
    layout: Layout, shots: int, hits: int, sunk: Sequence[tuple[int, int] | None], by_chance: bool
) -> Search:
    """The places that fit what is known about a fleet.

    sunk: [ship] the hits so far and the last shot when it sank (if that is not known, all cells that it may have been).
    by_chance: are the ships placed one after the other by chance, so that not all fleets are equally likely?
    """
    empty, misses = _empty(layout), shots & ~hits
    fleet, most = empty.places.shape
    places, words = np.full((fleet, most), -1, np.int64), np.zeros((fleet, most, 2), np.uint64)
    counts = np.zeros(fleet, np.int64)
    for ship, then in enumerate(sunk):
        if then is None:
            fits = [not word & misses and word & ~hits != 0 for word in empty.numbers[ship]]
        else:
            fits = [not word & ~then[0] and word & then[1] != 0 for word in empty.numbers[ship]]
        found = np.flatnonzero(fits)
        counts[ship] = len(found)
        places[ship, : len(found)], words[ship, : len(found)] = empty.places[ship, found], empty.words[ship, found]
    order = sorted(range(fleet), key=lambda ship: (sunk[ship] is None, counts[ship]))
    return Search(
        places,
        words,
        counts,
        empty.words,
        empty.totals if by_chance else np.zeros(fleet, np.int64),
        np.array(order, np.int64),
        sum(then is not None for then in sunk),
        np.array([cell for cell in range(layout.cells) if hits >> cell & 1], np.int64),
    )


class Empty(NamedTuple):
    """The places on an empty board."""

    places: Any  # [ship, number]
    numbers: list[list[int]]  # [ship][number] their cells, a bit each
    words: Any  # [ship, number, half] the same
    totals: Any  # [ship] how many there are


@cache
def _empty(layout: Layout) -> Empty:
    found = [layout.places(ship) for ship in range(len(layout.lengths))]
    numbers = [[layout.word(ship, place) for place in places] for ship, places in enumerate(found)]
    totals = np.array([len(places) for places in found], np.int64)
    places, words = np.full((len(found), totals.max()), -1, np.int64), np.zeros((len(found), totals.max(), 2), np.uint64)
    for ship, total in enumerate(totals):
        places[ship, :total] = found[ship]
        words[ship, :total, 0] = [word & HALF for word in numbers[ship]]
        words[ship, :total, 1] = [word >> 64 for word in numbers[ship]]
    return Empty(places, numbers, words, totals)


def survey(search: Search, drawings: int, seed: int, most: int, cells: int = 0, compiled: bool = True) -> Survey:
    """Draws fleets until so many fit, at most `most` times. cells: of the board, where the density is wanted."""
    run = _compiled() if compiled else kernel(lambda function: function)
    found = Survey(0.0, np.full(len(search.counts), -1, np.int64), np.zeros(cells))
    room = np.zeros(len(search.counts), np.int64)
    weight = run(*search[:7], search.hits, drawings, most, mix(seed), found.places, found.density, room)
    return found._replace(weight=float(weight))


@cache
def _compiled() -> Callable[..., float]:
    import numba

    from zermelo.compile.events import telling
    from zermelo.compile.kernels import compile_kernel, inside

    run: Any = kernel(inside(nogil=True))
    numbers, table = numba.types.Array(numba.int64, 1, "C"), numba.types.Array(numba.int64, 2, "C")
    words, floats = numba.types.Array(numba.uint64, 3, "C"), numba.types.Array(numba.float64, 1, "C")
    whole = numba.int64
    with telling("Battleship", "fleets") as begin:
        compile_kernel(
            run,
            (table, words, numbers, words, numbers, numbers, whole, numbers, whole, whole, whole, numbers, floats, numbers),
            begin,
        )
    return run  # type: ignore[no-any-return]


def kernel(jit: Callable[..., Any]) -> Callable[..., float]:
    """run(…, drawings, most, seed, picked, density, chosen): the weight of all fleets drawn; see Search and Survey.

    chosen: [ship] the number of its place, room to work in.
    """

    @jit
    def fitting(words, ship, total, low, high):
        """How many of the ship's places are free."""
        free = 0
        for number in range(total):
            if words[ship, number, 0] & low == NONE and words[ship, number, 1] & high == NONE:
                free += 1
        return free

    @jit
    def covers(words, ship, number, cell):
        return words[ship, number, cell >> 6] >> np.uint64(cell & 63) & np.uint64(1) != NONE

    @jit
    def likelihood(everywhere, totals, words, chosen):
        """How likely chance is to place this fleet, as a multiple of a number that is the same for all."""
        low, high, product = NONE, NONE, 1.0
        for ship in range(len(totals)):
            product *= totals[ship] / fitting(everywhere, ship, totals[ship], low, high)
            low |= words[ship, chosen[ship], 0]
            high |= words[ship, chosen[ship], 1]
        return product

    @jit
    def put(words, counts, ship, low, high, word, chosen):
        """Puts a ship on a free place; returns how many there were."""
        free = fitting(words, ship, counts[ship], low, high)
        if free == 0:
            return 0
        left = mix(word) % free
        for number in range(counts[ship]):
            if words[ship, number, 0] & low == NONE and words[ship, number, 1] & high == NONE:
                if left == 0:
                    chosen[ship] = number
                    break
                left -= 1
        return free

    @jit
    def cover(words, counts, cell, low, high, word, chosen):
        """Puts one of the ships that are not placed yet over a cell; returns how many ways there were, and the ship."""
        ways = 0
        for ship in range(len(counts)):
            if chosen[ship] < 0:
                for number in range(counts[ship]):
                    if covers(words, ship, number, cell):
                        ways += words[ship, number, 0] & low == NONE and words[ship, number, 1] & high == NONE
        if ways == 0:
            return 0, 0
        left = mix(word) % ways
        for ship in range(len(counts)):
            if chosen[ship] < 0:
                for number in range(counts[ship]):
                    if covers(words, ship, number, cell):
                        if words[ship, number, 0] & low == NONE and words[ship, number, 1] & high == NONE:
                            if left == 0:
                                chosen[ship] = number
                                return ways, ship
                            left -= 1
        return 0, 0

    @jit
    def draw(words, counts, order, sunk, hits, word, chosen):
        """One fleet, in `chosen`; returns how many it stands for, 0 if it came to nothing."""
        chosen[:] = -1
        low, high, weight = NONE, NONE, 1.0
        for place in range(sunk):  # Step 1. Ships that are sunk
            ship = order[place]
            word = step(word)
            free = put(words, counts, ship, low, high, word, chosen)
            if free == 0:
                return 0.0
            weight *= free
            low |= words[ship, chosen[ship], 0]
            high |= words[ship, chosen[ship], 1]
        for cell in hits:  # Step 2. Ships that are hit
            if (high if cell >> 6 else low) >> np.uint64(cell & 63) & np.uint64(1) == NONE:
                word = step(word)
                free, ship = cover(words, counts, cell, low, high, word, chosen)
                if free == 0:
                    return 0.0
                weight *= free
                low |= words[ship, chosen[ship], 0]
                high |= words[ship, chosen[ship], 1]
        for ship in range(len(counts)):  # Step 3. The others
            if chosen[ship] < 0:
                word = step(word)
                free = put(words, counts, ship, low, high, word, chosen)
                if free == 0:
                    return 0.0
                weight *= free
                low |= words[ship, chosen[ship], 0]
                high |= words[ship, chosen[ship], 1]
        return weight

    @jit
    def run(
        places, words, counts, everywhere, totals, order, sunk, hits, drawings, most, seed, picked, density, chosen
    ):
        total, found, word = 0.0, 0, seed
        for _ in range(most):
            if found == drawings:
                break
            for _ in range(2 * len(counts)):
                word = step(word)
            weight = draw(words, counts, order, sunk, hits, word, chosen)
            if weight <= 0.0:
                continue
            found += 1
            if totals[0] > 0:
                weight *= likelihood(everywhere, totals, words, chosen)
            total += weight
            word = step(word)
            if fraction(mix(word)) * total < weight:
                for ship in range(len(counts)):
                    picked[ship] = places[ship, chosen[ship]]
            if len(density):
                for ship in range(len(counts)):
                    for half in range(2):
                        bits = words[ship, chosen[ship], half]
                        while bits:
                            density[64 * half + lowest(bits)] += weight
                            bits = without_lowest(bits)
        return total

    return run
