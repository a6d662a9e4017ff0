"""Layouts: the mazes that Pac-Man is played in, as text.

%%%%%%%      %  a wall
%P  .o%      .  food
% %%% %      o  a capsule
%..  G%      G  a ghost, P Pac-Man
%%%%%%%      a space or _: nothing
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import lru_cache

from zermelo.games._files import LAYOUT_END, is_file, text_in
from zermelo.games.pacman.layouts import LAYOUTS
from zermelo.installed import NDArray, np
from zermelo.picture import Cell

WALL, FOOD, CAPSULE, GHOST, PACMAN, EMPTY = "%", ".", "o", "G", "P", "_"
LETTERS = f"{WALL}{FOOD}{CAPSULE}{GHOST}{PACMAN}{EMPTY}"
LARGEST_FILE = 1_000_000  # bytes
LARGEST = 1000  # cells that are no walls
MOST_GHOSTS, MOST_CAPSULES = 16, 62

UP, RIGHT, DOWN, LEFT, STOP = range(5)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # (rows, columns) by direction
FAR = 9999  # the distance of cells that no way connects


@dataclass(frozen=True, eq=False)
class Layout:
    """A maze and what is in it at the start. Cells that are no walls have numbers, row by row from the top left."""

    rows: tuple[str, ...]  # of equal length, walls around them
    cells: tuple[Cell, ...]  # [number] -> row and column
    pacman: int
    ghosts: tuple[int, ...]
    food: tuple[int, ...]
    capsules: tuple[int, ...]
    after: NDArray[np.int64]  # [number, direction] -> the cell of that step; the cell itself where a wall is
    distances: NDArray[np.int64]  # [number, number] -> steps


def read_layout(text: str) -> Layout:
    """The layout that a person named: one of ours, a .lay file, or the rows themselves with / between them.

    Raises ValueError with one line that says what is right.
    """
    name = text.strip()
    if name in LAYOUTS:
        return _layout_of(LAYOUTS[name])
    if is_file(text, LAYOUT_END) and WALL not in text and "\n" not in text:
        content = text_in(name, LARGEST_FILE)
        try:
            return _layout_of(content)
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
    if WALL not in text:
        rows = "rows such as %%%%%/%P.G%/%%%%%"
        raise ValueError(f"no layout is called '{name}': there are {', '.join(LAYOUTS)}, FILE{LAYOUT_END}, or {rows}")
    return _layout_of(text)


def food_words(layout: Layout) -> int:
    """How many words of 64 bits hold the food."""
    return -(-len(layout.food) // 64)


@lru_cache(maxsize=64)
def _layout_of(text: str) -> Layout:
    rows = [row.rstrip().replace(" ", EMPTY) for row in text.replace("/", "\n").strip("\n").split("\n")]
    while rows and not rows[-1].strip(EMPTY):
        rows.pop()
    _check(rows)
    places = [(row, column) for row, line in enumerate(rows) for column, letter in enumerate(line) if letter != WALL]
    number = {place: at for at, place in enumerate(places)}
    after = np.empty((len(places), len(STEPS) + 1), np.int64)
    for at, (row, column) in enumerate(places):
        near = [number.get((row + down, column + right), at) for down, right in STEPS]
        after[at] = [*near, at]

    def having(letter: str) -> tuple[int, ...]:
        return tuple(at for at, (row, column) in enumerate(places) if rows[row][column] == letter)

    layout = Layout(
        rows=tuple(rows),
        cells=tuple(places),
        pacman=having(PACMAN)[0],
        ghosts=having(GHOST),
        food=having(FOOD),
        capsules=having(CAPSULE),
        after=after,
        distances=np.array([_distances(after, at) for at in range(len(places))], np.int64),
    )
    lost = [at for at in layout.food if layout.distances[layout.pacman, at] == FAR]
    if lost:
        row, column = places[lost[0]]
        raise ValueError(f"Pac-Man cannot reach the food in row {row + 1}, column {column + 1}: walls are in the way")
    return layout


def _check(rows: list[str]) -> None:
    """Raises ValueError unless the rows are a layout with one Pac-Man, food, a ghost, and walls around them."""
    for row, line in enumerate(rows, 1):
        for column, letter in enumerate(line, 1):
            if letter not in LETTERS:
                allowed = "% (wall), . (food), o (capsule), G (ghost), P (Pac-Man) and spaces"
                raise ValueError(f"'{letter}' in row {row}, column {column}: a layout is made of {allowed}")
    text = "".join(rows)
    if text.count(PACMAN) != 1:
        raise ValueError(f"a layout has one Pac-Man, P, not {text.count(PACMAN) or 'none'}")
    if FOOD not in text:
        raise ValueError("a layout has food, at least one .")
    if not 1 <= text.count(GHOST) <= MOST_GHOSTS:
        raise ValueError(f"a layout has 1 to {MOST_GHOSTS} ghosts, G, not {text.count(GHOST) or 'none'}")
    if text.count(CAPSULE) > MOST_CAPSULES:
        raise ValueError(f"a layout has at most {MOST_CAPSULES} capsules, o, not {text.count(CAPSULE)}")
    if len(text) - text.count(WALL) > LARGEST:
        raise ValueError(
            f"a layout has at most {LARGEST:,} cells that are no walls, not {len(text) - text.count(WALL):,}"
        )
    wide = len(rows[0])
    for row, line in enumerate(rows, 1):
        if len(line) != wide:
            raise ValueError(
                f"the rows of a layout are equally long: row {row} has {len(line)} cells, row 1 has {wide}"
            )
        if row in (1, len(rows)) and line.strip(WALL) or line[:1] != WALL or line[-1:] != WALL:
            raise ValueError(f"a layout has walls, %, all around it: row {row} is open")


def _distances(after: NDArray[np.int64], start: int) -> list[int]:
    found = [FAR] * len(after)
    found[start] = 0
    waiting = deque([start])
    while waiting:
        here = waiting.popleft()
        for near in map(int, after[here]):
            if found[near] == FAR:
                found[near] = found[here] + 1
                waiting.append(near)
    return found
