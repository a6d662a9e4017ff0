"""Sliding tiles: a frame with one empty place, into which a neighbouring tile may slide.

A position is one 64-bit word, four bits per place from the top left: the number of its tile, 0 for the empty place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from zermelo.bits import fold
from zermelo.games._named import named
from zermelo.installed import np
from zermelo.picture import Board
from zermelo.problem import Problem, problem

UP, LEFT, RIGHT, DOWN = range(4)  # where the empty place goes
WAYS = ("up", "left", "right", "down")
HEURISTICS = ("manhattan", "misplaced", "none")
FIRST, LAST = "first", "last"  # where the empty place is in the end
NIBBLE, FOUR = np.uint64(15), np.uint64(4)
SALTS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


def sliding(
    make: Callable[[np.uint64, int, int], Any],
    size: int,
    start: Sequence[int],
    goal: str,
    heuristic: str,
    summary: str,
) -> Problem:
    """The puzzle on a square frame. make(tiles, blank, distance) makes its states; start: tiles by place, 0 for none.

    goal: with the empty place first or last, and the tiles in order. heuristic: manhattan, the steps that all tiles are
    from home; misplaced, how many are not at home; or none. Raises ValueError.
    """
    if heuristic not in HEURISTICS:
        raise ValueError(f"heuristic must be {', '.join(HEURISTICS[:-1])} or {HEURISTICS[-1]}, not '{heuristic}'")
    if goal not in (FIRST, LAST):
        raise ValueError(f"goal must be {FIRST} or {LAST}, the place of the blank, not '{goal}'")
    cells = size * size
    shift = 1 if goal == LAST else 0  # tile t belongs to place t - shift
    ends = list(range(cells)) if goal == FIRST else [*range(1, cells), 0]

    def state_of(tiles: Sequence[int]) -> Any:
        word, distance = 0, 0
        for place, tile in enumerate(tiles):
            word |= tile << 4 * place
            if tile:
                home = tile - shift
                distance += abs(place // size - home // size) + abs(place % size - home % size)
        return make(np.uint64(word), list(tiles).index(0), distance)

    def tiles_of(state: Any) -> list[int]:
        word = int(state.tiles)
        return [word >> 4 * place & 15 for place in range(cells)]

    begin, wanted = state_of(start), state_of(ends).tiles

    def initial():
        return begin

    def actions(state):
        row, column = state.blank // size, state.blank % size
        if row > 0:
            yield UP
        if column > 0:
            yield LEFT
        if column < size - 1:
            yield RIGHT
        if row < size - 1:
            yield DOWN

    def result(state, action):
        blank = state.blank
        if action == UP:
            place = blank - size
        elif action == LEFT:
            place = blank - 1
        elif action == RIGHT:
            place = blank + 1
        else:
            place = blank + size
        tile = state.tiles >> np.uint64(4 * place) & NIBBLE
        moved = state.tiles ^ tile << np.uint64(4 * place) ^ tile << np.uint64(4 * blank)
        home = int(tile) - shift
        if action in (UP, DOWN):
            change = abs(blank // size - home // size) - abs(place // size - home // size)
        else:
            change = abs(blank % size - home % size) - abs(place % size - home % size)
        return make(moved, place, state.distance + change)

    def is_goal(state):
        return state.tiles == wanted

    def key(state):
        return fold(fold(state.tiles ^ SALTS[0], SALTS[1]), SALTS[0])

    def manhattan(state):
        return float(state.distance)

    def misplaced(state):
        count, word = 0, state.tiles
        for place in range(cells):
            tile = int(word & NIBBLE)
            if tile != 0 and tile - shift != place:
                count += 1
            word >>= FOUR
        return float(count)

    estimate = {"manhattan": manhattan, "misplaced": misplaced, "none": None}[heuristic]

    def parse_state(text):
        return state_of(read_tiles(text, cells, goal))

    def format_state(state):
        return " ".join(str(tile) for tile in tiles_of(state))

    def picture(state):
        shown = ["" if tile == 0 else str(tile) for tile in tiles_of(state)]
        home = "solved" if is_goal(state) else f"{state.distance} from home"
        return Board(tuple(tuple(shown[row * size : (row + 1) * size]) for row in range(size)), caption=home)

    def touches(state, action):
        place = state.blank + {UP: -size, LEFT: -1, RIGHT: 1, DOWN: size}[action]
        return ((place // size, place % size),)

    return problem(
        heuristic=estimate,
        value=lambda state: -float(state.distance),
        key_is_whole=True,
        admissible=True,
        label=f"{size * size - 1}-puzzle",
        summary=summary,
        max_actions=4,
        format_action=lambda state, action: WAYS[action],
        ending=lambda state: "all tiles are in order",
        **named(initial, actions, result, is_goal, key),
        **named(format_state, parse_state, picture, touches),
    )


def read_tiles(text: str, cells: int, goal: str) -> list[int]:
    """The tiles that a person typed, by place; 0 or _ is the empty place. Raises ValueError."""
    words = text.replace(",", " ").replace("/", " ").replace("_", "0").split()
    if len(words) == 1 and cells <= 10:
        words = list(words[0].zfill(cells))
    if sorted(words) != sorted(map(str, range(cells))):
        raise ValueError(f"give the {cells} numbers from 0 (the empty place) to {cells - 1}, row by row")
    tiles = [int(word) for word in words]
    size = int(cells**0.5)
    order = [tile for tile in tiles if tile]
    swaps = sum(before > after for place, after in enumerate(order) for before in order[:place])
    rows = tiles.index(0) // size if goal == FIRST else size - 1 - tiles.index(0) // size
    if (swaps + (rows if size % 2 == 0 else 0)) % 2:
        raise ValueError("this position cannot be solved: two of its tiles would have to change places")
    return tiles
