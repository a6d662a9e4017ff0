"""The 8-puzzle: eight tiles slide in a frame of nine places until they are in order."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.installed import np
from zermelo.problem import Problem
from zermelo.problems._sliding import read_tiles, sliding


class EightPuzzleState(NamedTuple):
    tiles: np.uint64  # four bits per place from the top left: the tile, 0 for the empty place
    blank: int  # the empty place
    distance: int  # steps that all tiles are from home


def game_8_puzzle(start: str = "724506831", goal: str = "first", heuristic: str = "manhattan") -> Problem:
    """Eight tiles slide in a frame of nine places, one at a time, until they are in order.

    The default is the book's example, which takes 26 moves.

    start: the tiles row by row, 0 for the empty place.
    goal (first or last): where the empty place is in the end.
    heuristic (manhattan, misplaced or none): how far it still is, as searches estimate it.
    """
    tiles = read_tiles(start, 9, goal)
    return sliding(EightPuzzleState, 3, tiles, goal, heuristic, "slide eight tiles into order")
