"""The 15-puzzle: fifteen tiles slide in a frame of sixteen places until they are in order."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.installed import np
from zermelo.problem import Problem
from zermelo.problems._sliding import read_tiles, sliding

KORF = (  # the first ten of the hundred random positions on which Korf first ran IDA* (1985)
    "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3",
    "13 5 4 10 9 12 8 14 2 3 7 1 0 15 11 6",
    "14 7 8 2 13 11 10 4 9 12 5 0 3 6 1 15",
    "5 12 10 7 15 11 14 0 8 2 1 13 3 4 9 6",
    "4 7 14 13 10 3 9 12 11 5 6 15 1 2 8 0",
    "14 7 1 9 12 3 6 15 8 11 2 5 10 0 4 13",
    "2 11 15 5 13 4 6 7 12 8 10 1 9 3 14 0",
    "12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7",
    "3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0",
    "13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1",
)


class FifteenPuzzleState(NamedTuple):
    tiles: np.uint64  # four bits per place from the top left: the tile, 0 for the empty place
    blank: int  # the empty place
    distance: int  # steps that all tiles are from home


def game_15_puzzle(korf: int = 9, start: str = "", goal: str = "first", heuristic: str = "manhattan") -> Problem:
    """Fifteen tiles slide in a frame of sixteen places, one at a time, until they are in order.

    korf (1 to 10): one of the first ten positions of Korf's hundred.
    start: another one, the tiles row by row, 0 for none.
    goal (first or last): where the empty place is in the end.
    heuristic (manhattan, misplaced or none): how far it still is, as searches estimate it.
    """
    if not 1 <= korf <= len(KORF):
        raise ValueError(f"korf must be 1 to {len(KORF)}, not {korf}; start= takes any other position")
    tiles = read_tiles(start or KORF[korf - 1], 16, goal)
    return sliding(FifteenPuzzleState, 4, tiles, goal, heuristic, "slide fifteen tiles into order")
