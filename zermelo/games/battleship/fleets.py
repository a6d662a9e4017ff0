"""Fleets that fit what is known, drawn at random with weights, by compiled code.

Ships are put down one by one: first those that are sunk, then one that covers the first hit that no ship covers yet,
and so on, then the rest. Each fleet is reached in one way only, so that the product of the numbers of choices is how
many fleets this one stands for. A drawing that leaves no place for a ship counts as nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, reduce
from operator import and_, or_
from typing import Any, NamedTuple

from zermelo.bits import Wide, count, fraction, indices, lowest, mix, step, without_lowest
from zermelo.games.battleship.layout import NOWHERE, Layout
from zermelo.installed import is_installed, np

HALF = (1 << 64) - 1
NONE, ONE = Wide(0), Wide(1)


class Search(NamedTuple):
    """Where the ships of a fleet may be.

    Places are words with a bit for the first cell of each, as halves: across low and high, down low and high.
    """

    lengths: Any  # [ship]
    columns: int
    inner: Any  # [2, half] cells with one on their left, and on their right; none: ships may touch
    fitting: Any  # [ship, half] places that fit what is known
    everywhere: Any  # [ship, half] places on an empty board; none: the fleets that fit are equally likely
    order: Any  # [ship] those that are sunk first
    sunk: int  # how many are
    hits: Any  # cells that were hit


class Survey(NamedTuple):
    """What was found in a number of drawings."""

    places: Any  # [drawing, ship] the fleets that fit
    weights: Any  # [drawing] how many fleets each stands for, as likely as it is
    picked: Any  # [ship] one of them, drawn by its weight


def search_for(
    layout: Layout, shots: int, hits: int, sunk: Sequence[tuple[int, int] | None], by_chance: bool
) -> Search:
    """The places that fit what is known about a fleet.

    sunk: [ship] the hits so far and the last shot when it sank (if that is not known, all cells that it may have been).
    by_chance: are the ships placed one after the other by chance, so that not all fleets are equally likely?
    """
    fitting = []
    for length, places, then in zip(layout.lengths, _places(layout), sunk, strict=True):
        found = []
        for start, by in zip(places, (1, layout.columns), strict=True):
            if then is None:
                start &= ~_any(shots & ~hits, length, by) & ~_all(hits, length, by)
            else:
                start &= _all(then[0], length, by) & _any(then[1], length, by)
            found.append(start)
        fitting.append((found[0], found[1]))
    totals = [across.bit_count() + down.bit_count() for across, down in fitting]
    order = sorted(range(len(sunk)), key=lambda ship: (sunk[ship] is None, totals[ship]))
    return Search(
        np.array(layout.lengths, np.int64),
        layout.columns,
        _halves([] if layout.touching else [layout.inner]).reshape(-1, 2),
        _halves(fitting),
        _halves(_places(layout) if by_chance else []),
        np.array(order, np.int64),
        sum(then is not None for then in sunk),
        np.array(list(indices(hits)), np.int64),
    )


@cache
def _places(layout: Layout) -> list[tuple[int, int]]:
    """[ship] the first cells of its places on an empty board, across and down."""
    found = []
    for ship in range(len(layout.lengths)):
        places = layout.places(ship)
        across, down = (sum(1 << (place >> 1) for place in places if place & 1 == turned) for turned in range(2))
        found.append((across, down))
    return found


def _any(cells: int, length: int, by: int) -> int:
    """The first cells of places where a ship of this length covers one of some cells."""
    return reduce(or_, (cells >> i * by for i in range(length)))


def _all(cells: int, length: int, by: int) -> int:
    """The first cells of places where it covers only these."""
    return reduce(and_, (cells >> i * by for i in range(length)))


def _halves(fleet: Sequence[tuple[int, int]]) -> Any:
    """[ship, half] words of 128 bits."""
    halves = [[word >> shift & HALF for word in words for shift in (0, 64)] for words in fleet]
    return np.array(halves, np.uint64).reshape(-1, 4)


def survey(search: Search, drawings: int, seed: int, most: int, compiled: bool = True) -> Survey:
    """Draws fleets until so many fit, at most `most` times."""
    run = _compiled() if compiled and is_installed("numba") else kernel(lambda function: function)
    fleet = len(search.lengths)
    places, weights = np.full((drawings, fleet), NOWHERE, np.int64), np.zeros(drawings)
    picked = np.full(fleet, NOWHERE, np.int64)
    found = int(run(*search, most, mix(seed), places, weights, picked))
    return Survey(places[:found], weights[:found], picked)


def equally_likely(found: Survey, seed: int) -> Any:
    """[fleet, ship] as many of the fleets that were drawn, each as often as its weight says, to within one."""
    number = len(found.weights)
    shares = np.cumsum(found.weights) * (number / max(float(found.weights.sum()), 1e-300))
    return found.places[np.minimum(np.searchsorted(shares, np.arange(number) + fraction(mix(seed))), number - 1)]


@cache
def _compiled() -> Callable[..., int]:
    import numba

    import zermelo.compile.numba.intrinsics  # noqa: F401  (registers the verbs of bits)
    from zermelo.compile.kernel.events import telling
    from zermelo.compile.kernel.kernels import compile_kernel, inside

    run: Any = kernel(inside(nogil=True))
    whole, numbers = numba.int64, numba.types.Array(numba.int64, 1, "C")
    words, floats = numba.types.Array(numba.uint64, 2, "C"), numba.types.Array(numba.float64, 1, "C")
    fleets = numba.types.Array(numba.int64, 2, "C")
    kinds = (numbers, whole, words, words, words, numbers, whole, numbers, whole, whole, fleets, floats, numbers)
    with telling("Battleship", "fleets") as begin:
        compile_kernel(run, kinds, begin)
    return run


def kernel(jit: Callable[..., Any]) -> Callable[..., int]:
    """run(…, most, seed, places, weights, picked) fills these and returns how many fleets fit: see Search, Survey."""

    @jit
    def cells_of(length, columns, place):
        """The cells of a ship at a place."""
        by = columns if place & 1 else 1
        word = ONE
        for _ in range(length - 1):
            word |= word << by
        return word << (place >> 1)

    @jit
    def around(word, columns, inner):
        """The cells that a ship on these takes: those beside them too, if ships may not touch."""
        if len(inner) == 0:
            return word
        word |= (word << 1) & Wide(inner[0, 0], inner[0, 1]) | (word >> 1) & Wide(inner[1, 0], inner[1, 1])
        return word | word << columns | word >> columns

    @jit
    def free(taken, low, high, length, by):
        """Those of some places where a ship of this length meets nothing that is taken."""
        spoilt = taken
        for i in range(1, length):
            spoilt |= taken >> (i * by)
        return Wide(low, high) & ~spoilt

    @jit
    def likelihood(lengths, columns, inner, everywhere, chosen):
        """How likely chance is to place this fleet, one ship after the other."""
        taken, product = NONE, 1.0
        for ship in range(len(everywhere)):
            halves, length = everywhere[ship], lengths[ship]
            across = count(free(taken, halves[0], halves[1], length, 1))
            product /= across + count(free(taken, halves[2], halves[3], length, columns))
            taken |= around(cells_of(length, columns, chosen[ship]), columns, inner)
        return product

    @jit
    def put(length, columns, halves, taken, word):
        """One of the places where a ship meets nothing that is taken, and how many there are."""
        across = free(taken, halves[0], halves[1], length, 1)
        down = free(taken, halves[2], halves[3], length, columns)
        total = count(across) + count(down)
        if total == 0:
            return 0, 0
        left = mix(word) % total
        turned = 0
        if left >= count(across):
            left -= count(across)
            across, turned = down, 1
        for _ in range(left):
            across = without_lowest(across)
        return 2 * lowest(across) + turned, total

    @jit
    def cover(lengths, columns, fitting, cell, taken, wanted, chosen):
        """Ways to put one of the ships that are not placed yet over a cell; it is done in the wanted one, if not -1."""
        ways = 0
        for ship in range(len(lengths)):
            if chosen[ship] >= 0:
                continue
            for turned in range(2):
                by = columns if turned else 1
                places = Wide(fitting[ship, 2 * turned], fitting[ship, 2 * turned + 1])
                for i in range(lengths[ship]):
                    start = cell - i * by
                    if start < 0 or not places >> start & ONE:
                        continue
                    place = 2 * start + turned
                    if not cells_of(lengths[ship], columns, place) & taken:
                        if ways == wanted:
                            chosen[ship] = place
                            return ship
                        ways += 1
        return ways

    @jit
    def draw(lengths, columns, inner, fitting, order, sunk, hits, word, chosen):
        """One fleet, in `chosen`; returns how many it stands for, 0 if it came to nothing."""
        chosen[:] = -1
        covered, taken, weight = NONE, NONE, 1.0
        for number in range(sunk):  # Step 1. Ships that are sunk
            ship = order[number]
            word = step(word)
            place, ways = put(lengths[ship], columns, fitting[ship], taken, word)
            if ways == 0:
                return 0.0
            chosen[ship] = place
            weight *= ways
            covered |= cells_of(lengths[ship], columns, place)
            taken = around(covered, columns, inner)
        for cell in hits:  # Step 2. Ships that are hit
            if not covered >> cell & ONE:
                ways = cover(lengths, columns, fitting, cell, taken, -1, chosen)
                if ways == 0:
                    return 0.0
                word = step(word)
                ship = cover(lengths, columns, fitting, cell, taken, mix(word) % ways, chosen)
                weight *= ways
                covered |= cells_of(lengths[ship], columns, chosen[ship])
                taken = around(covered, columns, inner)
        for number in range(sunk, len(lengths)):  # Step 3. The others
            ship = order[number]
            if chosen[ship] < 0:
                word = step(word)
                place, ways = put(lengths[ship], columns, fitting[ship], taken, word)
                if ways == 0:
                    return 0.0
                chosen[ship] = place
                weight *= ways
                covered |= cells_of(lengths[ship], columns, place)
                taken = around(covered, columns, inner)
        return weight

    @jit
    def run(lengths, columns, inner, fitting, everywhere, order, sunk, hits, most, seed, places, weights, picked):
        total, found, word = 0.0, 0, seed
        for _ in range(most):
            if found == len(places):
                break
            for _ in range(2 * len(lengths)):  # numbers that this drawing may use
                word = step(word)
            chosen = places[found]
            weight = draw(lengths, columns, inner, fitting, order, sunk, hits, word, chosen)
            if weight <= 0.0:
                continue
            weight *= likelihood(lengths, columns, inner, everywhere, chosen)
            weights[found] = weight
            found += 1
            total += weight
            word = step(word)
            if fraction(mix(word)) * total < weight:
                picked[:] = chosen
        return found

    return run
