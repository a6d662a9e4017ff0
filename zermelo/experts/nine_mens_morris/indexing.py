"""The endings of Nine Men's Morris, when all men are placed: a position is seen by the player to move.

A material is the men of both sides; its parts are those with the one or the other to move. Of the 16 positions that are
one position turned, mirrored or inside out only one has a number: first comes the set of own men, as its place in the
list of all such sets, then the set of the other's men on the remaining points.
"""

from __future__ import annotations

from functools import cache

from zermelo.bits import count, highest, lowest, without_lowest
from zermelo.compile.kernel.memory import Words
from zermelo.games._named import named
from zermelo.games.nine_mens_morris import (
    BOARD,
    LEAST,
    PATIENCE,
    POINTS,
    NineMensMorrisState,
    in_mills,
    near,
    next_image,
)
from zermelo.installed import np
from zermelo.solve.groups import choices
from zermelo.solve.indexing import Indexing, Material

SIDE = 4  # bits of a count in a key
USUAL, MOST = 8, 13  # men
# of a material's words: positions of the first part; men of its two sides, and how many sets each has in its list;
# C(n, k) at CHOICES + KINDS · n + k; then the two lists, or the one of equal sides
KINDS = 10
MATERIAL = Words("SIZE", "FIRST", "SECOND", "FIRST_SETS", "SECOND_SETS", CHOICES=KINDS * POINTS)
SIZE, FIRST, SECOND, FIRST_SETS, SECOND_SETS, CHOICES = MATERIAL
LISTS = MATERIAL.end


def indexing(men: int = 9, flying: bool = True) -> Indexing:
    """The indexing of nine_mens_morris(men, flying)."""

    def unmoves(state, buffer):
        """The moves that may have led here and took nothing: a man that stands in a mill was not moved last."""
        mine, theirs = (state.white, state.black) if state.player == 0 else (state.black, state.white)
        empty = BOARD & ~(mine | theirs)
        flies = flying and count(theirs) == LEAST
        moved = theirs & ~in_mills(theirs)
        total = 0
        while moved:
            target = lowest(moved)
            moved = without_lowest(moved)
            origins = empty if flies else near(1 << target) & empty
            while origins:
                buffer[total] = lowest(origins) << 5 | target
                origins = without_lowest(origins)
                total += 1
        return total

    return Indexing(
        version=1,
        materials=lambda pieces: materials(men, pieces),
        usual=min(USUAL, 2 * men),
        most=min(MOST, 2 * men),
        patience=PATIENCE,
        most_unmoves=LEAST * POINTS,
        **named(material, rank, unrank, is_legal, unmoves, unplay),
    )


# --- materials ------------------------------------------------------------------------------------------------------


@cache
def materials(men: int, pieces: int) -> tuple[Material, ...]:
    """All with at most so many pieces, of which a player has at most `men`: a capture takes one away."""
    pairs = [(one, other) for one in range(LEAST, men + 1) for other in range(LEAST, one + 1) if one + other <= pieces]
    return tuple(_material(one, other) for one, other in sorted(pairs, key=lambda pair: (sum(pair), pair)))


@cache
def _material(one: int, other: int) -> Material:
    parts = [(f"{one} against {other}", _part_size(one, other))]
    if one != other:
        parts.append((f"{other} against {one}", _part_size(other, one)))
    after = {(one, other - 1), (max(one - 1, other), min(one - 1, other))}
    lists = (sets(one), sets(other) if one != other else ())
    return Material(
        name=f"{one}-{other}",
        pieces=one + other,
        key=one << SIDE | other,
        mirrored=other << SIDE | one,
        parts=tuple(parts),
        words=(parts[0][1], one, other, len(lists[0]), len(lists[1]), *_choices(), *lists[0], *lists[1]),
        leads_to=tuple(sorted(f"{more}-{less}" for more, less in after if less >= LEAST)),
    )


def _part_size(mine: int, theirs: int) -> int:
    return len(sets(mine)) * choices(POINTS - mine, theirs)


def _choices() -> tuple[int, ...]:
    return tuple(choices(n, k) for n in range(POINTS) for k in range(KINDS))


@cache
def sets(men: int) -> tuple[int, ...]:
    """The sets of so many points, the least of 16 images each, in order."""
    if men == 0:
        return (0,)
    fewer = np.array(sets(men - 1), dtype=np.int64)
    words = (fewer[:, None] | 1 << np.arange(POINTS))[(fewer[:, None] >> np.arange(POINTS) & 1) == 0]
    least, image = words.copy(), words
    for turn in range(15):
        image = _next_images(image, turn)
        np.minimum(least, image, out=least)
    return tuple(np.unique(least).tolist())


def _next_images(words: np.ndarray, turn: int) -> np.ndarray:
    """`next_image` of many sets: each is a sum of images of its points."""
    image = np.zeros_like(words)
    for point in range(POINTS):
        image |= (words >> point & 1) << lowest(next_image(1 << point, turn))
    return image


# --- numbers --------------------------------------------------------------------------------------------------------


def material(state):
    """The men of both sides, the player's own first; negative while men are placed, and after the end."""
    mine, theirs = (state.white, state.black) if state.player == 0 else (state.black, state.white)
    own, other = count(mine), count(theirs)
    if state.white_hand + state.black_hand > 0 or own < LEAST or other < LEAST:
        return -1
    return own << SIDE | other


def least_image(mine, theirs):
    """The image with the least own set, and among several the least set of the other's."""
    best, rest = mine, theirs
    for turn in range(15):
        mine, theirs = next_image(mine, turn), next_image(theirs, turn)
        if mine < best or (mine == best and theirs < rest):
            best, rest = mine, theirs
    return best, rest


def rank(words, at, state, key):
    """The number of a position: the first part's come first."""
    mine, theirs = (state.white, state.black) if state.player == 0 else (state.black, state.white)
    mine, theirs = least_image(mine, theirs)
    own, other = key >> SIDE, key & 15
    low, high, number = at + LISTS, at + LISTS + words[at + FIRST_SETS] - 1, 0
    start = low
    if own != words[at + FIRST]:
        start = low = high + 1
        high += words[at + SECOND_SETS]
        number = words[at + SIZE]
    while low < high:
        middle = (low + high) >> 1
        if words[middle] < mine:
            low = middle + 1
        else:
            high = middle
    set_choices = words[at + CHOICES + KINDS * (POINTS - own) + other]
    number += (low - start) * set_choices
    waiting = mine
    while waiting:  # closes the gaps that own men leave
        gap = highest(waiting)
        waiting ^= 1 << gap
        below = (1 << gap) - 1
        theirs = theirs & below | theirs >> 1 & ~below
    place = at + CHOICES + 1
    while theirs:
        number += words[place + KINDS * lowest(theirs)]
        theirs = without_lowest(theirs)
        place += 1
    return number


def unrank(words, at, number):
    """The position of a number, with white to move."""
    own, other, start = words[at + FIRST], words[at + SECOND], at + LISTS
    if number >= words[at + SIZE]:
        number -= words[at + SIZE]
        own, other, start = other, own, start + words[at + FIRST_SETS]
    set_choices = words[at + CHOICES + KINDS * (POINTS - own) + other]
    mine = words[start + number // set_choices]
    number %= set_choices
    theirs, point = 0, POINTS - 1
    for chosen in range(other, 0, -1):
        while words[at + CHOICES + KINDS * point + chosen] > number:
            point -= 1
        number -= words[at + CHOICES + KINDS * point + chosen]
        theirs |= 1 << point
    waiting = mine
    while waiting:  # opens gaps for own men
        below = (1 << lowest(waiting)) - 1
        waiting = without_lowest(waiting)
        theirs = theirs & below | (theirs & ~below) << 1
    return NineMensMorrisState(mine, theirs, 0, 0, 0, 0)


def is_legal(words, at, state):
    """Every number stands for a position."""
    return True


def unplay(state, unmove):
    """The position before a move."""
    change = 1 << (unmove & 31) | 1 << (unmove >> 5)
    if state.player == 0:
        return NineMensMorrisState(state.white, state.black ^ change, 0, 0, 1, 0)
    return NineMensMorrisState(state.white ^ change, state.black, 0, 0, 0, 0)
