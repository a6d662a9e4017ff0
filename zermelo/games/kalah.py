"""Kalah on two words: sow your seeds, earn another turn in your store, capture from the other side."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from zermelo.bits import mix
from zermelo.game import Game, game_from_fill
from zermelo.games._named import named
from zermelo.picture import Board

WIDTH = 7  # bits of a pit
PIT = (1 << WIDTH) - 1
MOST_PITS = 9
NAMES = ("south", "north")


class KalahState(NamedTuple):
    south: int  # seeds in the pits of the first player, WIDTH bits each, the first pit in the lowest
    north: int
    south_store: int
    north_store: int
    player: int  # to move: 0 south, 1 north


class Sown(NamedTuple):
    """What a player has done with the seeds of a pit, before anything is captured."""

    mine: int
    theirs: int
    stored: int  # seeds that went into the own store
    last: int  # where the last one went: own pits, the store, the other's pits


def sum_of(side):
    """The seeds in the pits of a side."""
    found = 0
    while side:
        found += side & PIT
        side >>= WIDTH
    return found


def sower(pits: int) -> Callable[[int, int, int], Sown]:
    """sown(mine, theirs, pit): the seeds of a pit sown one by one, past the other's store."""
    around = 2 * pits + 1  # places on the way: own pits, own store, the other's pits
    ones = sum(1 << WIDTH * pit for pit in range(pits))

    def first(n):
        """A seed in each of the first n pits."""
        return ones & ((1 << WIDTH * n) - 1)

    def sown(mine, theirs, pit):
        seeds = mine >> WIDTH * pit & PIT
        mine &= ~(PIT << WIDTH * pit)
        rounds = seeds // around
        last = pit + seeds - rounds * around
        mine += rounds * ones + (first(min(last + 1, pits)) ^ first(pit + 1) if last > pit else 0)
        theirs += rounds * ones
        stored = rounds
        if last >= pits:
            stored += 1
            theirs += first(min(last - pits, pits))
            if last >= around:
                last -= around
                mine += first(last + 1)
        return Sown(mine, theirs, stored, last)

    return sown


def kalah(pits: int = 6, seeds: int = 4, empty_capture: bool = False) -> Game:
    """Take all seeds of one of your pits and sow them one by one to the right, into your store too, not the other's.

    A last seed in the own store earns another turn. A last seed in an empty pit of one's own goes into the store with
    the seeds of the opposite pit. When a side is empty the game is over, and the other side's seeds go into its store:
    who has more wins. Pits are numbered from 1, from each player's left.

    pits (1 to 9): of each side.
    seeds (1 to 63): in each pit at the start, fewer if there are many pits.
    empty_capture: the last seed also goes into the store if there is nothing in the opposite pit.
    """
    if not 1 <= pits <= MOST_PITS:
        raise ValueError(f"pits must be 1 to {MOST_PITS}, not {pits}")
    if not 1 <= seeds <= PIT // (2 * pits):
        raise ValueError(f"seeds must be 1 to {PIT // (2 * pits)} with {pits} pits, not {seeds}")
    total = 2 * pits * seeds
    around = 2 * pits + 1
    full = sum(seeds << WIDTH * pit for pit in range(pits))
    sown = sower(pits)

    def initial():
        return KalahState(full, full, 0, 0, 0)

    def to_move(state):
        return state.player

    def fill(state, buffer):
        """First what earns another turn, the nearest pit to the store before others; then the rest in this order."""
        mine = state.south if state.player == 0 else state.north
        found = 0
        for pit in range(pits - 1, -1, -1):
            if (mine >> WIDTH * pit & PIT) % around == pits - pit:
                buffer[found] = pit
                found += 1
        for pit in range(pits - 1, -1, -1):
            held = mine >> WIDTH * pit & PIT
            if held and held % around != pits - pit:
                buffer[found] = pit
                found += 1
        return found

    def result(state, pit):
        is_south = state.player == 0
        mine, theirs = (state.south, state.north) if is_south else (state.north, state.south)
        mine, theirs, stored, last = sown(mine, theirs, pit)
        if last < pits and mine >> WIDTH * last & PIT == 1:
            opposite = WIDTH * (pits - 1 - last)
            caught = theirs >> opposite & PIT
            if caught or empty_capture:
                stored += caught + 1
                mine &= ~(PIT << WIDTH * last)
                theirs &= ~(PIT << opposite)
        rest = 0
        if mine == 0 or theirs == 0:
            stored += sum_of(mine)
            rest = sum_of(theirs)
            mine = theirs = 0
        player = state.player if last == pits else 1 - state.player
        if is_south:
            return KalahState(mine, theirs, state.south_store + stored, state.north_store + rest, player)
        return KalahState(theirs, mine, state.south_store + rest, state.north_store + stored, player)

    def is_terminal(state):
        return state.south == 0 and state.north == 0

    def utility(state, player):
        lead = state.south_store - state.north_store
        return float(lead if player == 0 else -lead)

    def key(state):
        """Without the second store, which has the rest of the seeds."""
        return mix(mix(state.south) ^ mix(mix(state.north) ^ (state.south_store << 1 | state.player)))

    def held(side):
        return [side >> WIDTH * pit & PIT for pit in range(pits)]

    def format_state(state):
        south, north = (" ".join(map(str, held(side))) for side in (state.south, state.north))
        return f"{south} ({state.south_store}) / {north} ({state.north_store}) {NAMES[state.player]}"

    def parse_state(text):
        words = re.findall(r"\d+|[a-z]+", text.lower())
        numbers = [int(word) for word in words[:-1] if word.isdigit()]
        if len(words) != 2 * pits + 3 or len(numbers) != 2 * pits + 2 or words[-1] not in NAMES:
            raise ValueError(
                f"give {pits} pits and the store of south, the same of north, and who is to move: "
                f"{format_state(initial())}"
            )
        south, north = numbers[:pits], numbers[pits + 1 : -1]
        if sum(numbers) != total:
            raise ValueError(f"there are {total} seeds in this game, not {sum(numbers)}")
        if any(south) != any(north):
            raise ValueError("a game ends when one side is empty: then both are, and all seeds are in the stores")
        first, second = (sum(n << WIDTH * pit for pit, n in enumerate(side)) for side in (south, north))
        return KalahState(first, second, numbers[pits], numbers[-1], NAMES.index(words[-1]))

    def ending(state):
        more, less = max(state.south_store, state.north_store), min(state.south_store, state.north_store)
        return f"with {more} seeds to {less}" if more > less else f"with {more} seeds each"

    def picture(state):
        """North's pits run from right to left, its store is at the left."""
        turn = "" if is_terminal(state) else f"{NAMES[state.player]} to move"
        rows = [
            [str(state.north_store), *map(str, reversed(held(state.north))), ""],
            ["", *map(str, held(state.south)), str(state.south_store)],
        ]
        return Board(
            cells=tuple(map(tuple, rows)),
            rows=NAMES[::-1],
            columns=("", *(str(pit + 1) for pit in range(pits)), ""),
            absent=frozenset({(0, pits + 1), (1, 0)}),
            shape="pits",
            caption=turn,
        )

    def touches(state, pit):
        return ((1, 1 + pit),) if state.player == 0 else ((0, pits - pit),)

    return game_from_fill(
        fill,
        max_actions=pits,
        key_is_whole=True,
        label="Kalah",
        summary="sow seeds, go again from your store, capture from the other side",
        best_utility=float(total),
        points="seeds",
        player_names=NAMES,
        format_action=lambda state, pit: str(pit + 1),
        **named(initial, to_move, result, is_terminal, utility, key),
        **named(format_state, parse_state, picture, ending, touches),
    )
