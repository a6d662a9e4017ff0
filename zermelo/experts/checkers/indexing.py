"""The endings of checkers: a position is seen by the player to move, who plays down the board.

A material is two armies, men and kings of each; its parts are the slices with one or the other army to move. The
number of a position is made of four sets of squares: own men and kings, the other's men and kings.
"""

from __future__ import annotations

from functools import cache

from zermelo.bits import count, lowest, reverse, without_lowest
from zermelo.games._draughts.rules import sides, step
from zermelo.games._named import named
from zermelo.games.checkers import BOARD, PATIENCE, STEPS, CheckersState, jumpers
from zermelo.solve.groups import choices, rank_square, unrank_square
from zermelo.solve.indexing import Indexing, Material

MEN_SQUARES, SQUARES = 28, 32
WIDTH = 35  # bits of a board, free ones included
SIDES = 4  # bits of a count in a key
SIZE, OWN, OTHER = 0, 1, 3  # of a material's words: positions of the first slice; men and kings of its two armies


def indexing() -> Indexing:
    """The indexing of checkers."""
    return Indexing(
        version=1,
        usual=4,
        most=6,
        patience=PATIENCE,
        most_unmoves=64,
        **named(materials, material, rank, unrank, is_legal, unmoves, unplay),
    )


# --- materials ------------------------------------------------------------------------------------------------------


@cache
def materials(pieces: int) -> tuple[Material, ...]:
    """All with at most so many pieces. A capture takes a piece away, and a man is crowned: kings come before men."""
    armies = [(men, kings) for men in range(pieces + 1) for kings in range(pieces + 1 - men)]
    pairs = [(one, other) for one in armies for other in armies if one >= other and 0 < sum(one + other) <= pieces]
    pairs.sort(key=lambda pair: (sum(pair[0] + pair[1]), pair[0][0] + pair[1][0], pair))
    return tuple(_material(one, other, set(pairs)) for one, other in pairs)


def _material(one: tuple[int, int], other: tuple[int, int], known: set[object]) -> Material:
    key, mirrored = _key(one, other), _key(other, one)
    parts = [(f"{_army_name(one)} against {_army_name(other)}", _slice_size(one, other))]
    if one != other:
        parts.append((f"{_army_name(other)} against {_army_name(one)}", _slice_size(other, one)))
    after = set()
    for mine, theirs in ((one, other), (other, one)):
        for crowned in (0, 1):
            if mine[0] < crowned:
                continue
            own = (mine[0] - crowned, mine[1] + crowned)
            for men in range(theirs[0] + 1):
                for kings in range(theirs[1] + 1):
                    pair = tuple(sorted((own, (men, kings)), reverse=True))
                    if pair in known and pair != (one, other):
                        after.add(_name(*pair))
    return Material(
        name=_name(one, other),
        pieces=sum(one + other),
        key=key,
        mirrored=mirrored,
        parts=tuple(parts),
        words=(parts[0][1], *one, *other),
        leads_to=tuple(sorted(after)),
    )


def _name(one: tuple[int, int], other: tuple[int, int]) -> str:
    """Men and kings: M2K1-M0K1."""
    return f"{_army_name(one)}-{_army_name(other)}"


def _army_name(army: tuple[int, int]) -> str:
    return f"M{army[0]}K{army[1]}"


def _key(mine: tuple[int, int], theirs: tuple[int, int]) -> int:
    return ((mine[0] << SIDES | mine[1]) << SIDES | theirs[0]) << SIDES | theirs[1]


def _slice_size(mine: tuple[int, int], theirs: tuple[int, int]) -> int:
    return (
        choices(MEN_SQUARES, mine[0])
        * choices(SQUARES, mine[1])
        * choices(MEN_SQUARES, theirs[0])
        * choices(SQUARES, theirs[1])
    )


# --- numbers --------------------------------------------------------------------------------------------------------


def turned(word):
    """A board turned by half."""
    return reverse(word << (63 - WIDTH)) >> 1  # so shifted that the sign bit stays free


def seen(state):
    """Own men and kings, the other's men and kings, with the player to move playing down the board."""
    if state.player == 0:
        mine, theirs, kings = state.black, state.white, state.kings
    else:
        mine, theirs, kings = turned(state.white), turned(state.black), turned(state.kings)
    return mine & ~kings, mine & kings, theirs & ~kings, theirs & kings


def material(state):
    """The counts of the four kinds of pieces, four bits each, the player's own first."""
    kings = state.kings
    mine, theirs = (state.black, state.white) if state.player == 0 else (state.white, state.black)
    own, other = count(mine & kings), count(theirs & kings)
    men, other_men = count(mine) - own, count(theirs) - other
    return ((men << SIDES | own) << SIDES | other_men) << SIDES | other


def rank_set(word, first, number, squares, pieces):
    """The number of several sets, with that of one more behind it. first: the square that its numbers begin with."""
    total = 1
    for i in range(pieces):
        total = total * (squares - i) // (i + 1)
    number *= total
    place = 0
    while word:
        bit = lowest(word)
        word = without_lowest(word)
        number += rank_square(bit - bit // 9 - first, place)
        place += 1
    return number


def rank(words, at, state, key):
    """The number of a position: the first army's slice comes first."""
    men, kings, other_men, other_kings = seen(state)
    number = rank_set(men, 0, 0, MEN_SQUARES, key >> 3 * SIDES)
    number = rank_set(kings, 0, number, SQUARES, (key >> 2 * SIDES) & 15)
    number = rank_set(other_men, 4, number, MEN_SQUARES, (key >> SIDES) & 15)
    number = rank_set(other_kings, 0, number, SQUARES, key & 15)
    first = ((words[at + OWN] << SIDES | words[at + OWN + 1]) << SIDES | words[at + OTHER]) << SIDES
    return number if key == first | words[at + OTHER + 1] else number + words[at + SIZE]


def unrank_set(number, first, squares, pieces):
    """The last of several sets, as a word, and the number of those before it."""
    total = 1
    for i in range(pieces):
        total = total * (squares - i) // (i + 1)
    rest, number = number % total, number // total
    word = 0
    for place in range(pieces - 1, -1, -1):
        square = unrank_square(rest, place)
        rest -= rank_square(square, place)
        square += first
        word |= 1 << (square + square // 8)
    return word, number


def unrank(words, at, number):
    """The position of a number, with the first player to move."""
    mine, theirs = at + OWN, at + OTHER
    if number >= words[at + SIZE]:
        number -= words[at + SIZE]
        mine, theirs = theirs, mine
    other_kings, number = unrank_set(number, 0, SQUARES, words[theirs + 1])
    other_men, number = unrank_set(number, 4, MEN_SQUARES, words[theirs])
    kings, number = unrank_set(number, 0, SQUARES, words[mine + 1])
    men, number = unrank_set(number, 0, MEN_SQUARES, words[mine])
    return CheckersState(men | kings, other_men | other_kings, kings | other_kings, 0, 0)


def is_legal(words, at, state):
    """Is there at most one piece on each square?"""
    pieces = words[at + OWN] + words[at + OWN + 1] + words[at + OTHER] + words[at + OTHER + 1]
    return count(state.black | state.white) == pieces


# --- unmoves --------------------------------------------------------------------------------------------------------


def unmoves(state, buffer):
    """The steps that may have led here: a king's from any side, a man's from behind. Nobody steps who can jump."""
    _, theirs, empty = sides(state, BOARD)
    total = 0
    for way in range(4):
        by = STEPS[way]
        forward = (way < 2) == (state.player == 1)  # for the one who has moved
        moved = theirs if forward else theirs & state.kings
        origins = step(moved, -by) & empty
        while origins:
            origin = lowest(origins)
            origins = without_lowest(origins)
            unmove = origin << 6 | origin + by
            if jumpers(unplay(state, unmove)) == 0:
                buffer[total] = unmove
                total += 1
    return total


def unplay(state, unmove):
    """The position before a step."""
    origin, target = 1 << (unmove >> 6), 1 << (unmove & 63)
    kings = state.kings
    if kings & target:
        kings ^= target | origin
    if state.player == 0:
        return CheckersState(state.black, state.white ^ target ^ origin, kings, 1, 0)
    return CheckersState(state.black ^ target ^ origin, state.white, kings, 0, 0)
