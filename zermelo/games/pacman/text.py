"""Positions of Pac-Man as people write them, and as they are drawn."""

from __future__ import annotations

import re
from typing import Any

from zermelo.games._words import has, words_of
from zermelo.games.pacman.ghosts import cell_of, ghost_at, heading_of, scared_of
from zermelo.games.pacman.layout import CAPSULE, DOWN, EMPTY, FOOD, LEFT, RIGHT, STOP, UP, WALL, Layout, food_words
from zermelo.games.pacman.scoring import SCARED, check_score
from zermelo.picture import Board, Cell

ACTIONS = ("up", "right", "down", "left", "stop")
_HEADINGS = "urdl-"  # - at the start
_OTHER = dict(zip("ueswnrdl", (UP, RIGHT, DOWN, LEFT, UP, RIGHT, DOWN, LEFT), strict=True))
_OTHER |= {"north": UP, "east": RIGHT, "south": DOWN, "west": LEFT, "wait": STOP}
_EXAMPLE = "%%%%%/%_._%/%%%%% P2,2 G2,4 score=0 moves=0 turn=0"


def read_direction(text: str) -> int | None:
    """The direction that a person typed as n, north, u …; None where it is none."""
    return _OTHER.get(text.lower())


def format_position(layout: Layout, state: Any) -> str:
    """The maze with its food, where everyone is, and the score: see `parse_position`."""
    rows = [[WALL if letter == WALL else EMPTY for letter in line] for line in layout.rows]
    for letter, cells in ((FOOD, food_left(layout, state)), (CAPSULE, capsules_left(layout, state))):
        for row, column in cells:
            rows[row][column] = letter
    words = ["/".join(map("".join, rows)), f"P{_place(layout.cells[state.place])}"]
    for ghost in state.ghosts:
        place = _place(layout.cells[cell_of(ghost)])
        words.append(f"G{place}{_HEADINGS[heading_of(ghost)]}{scared_of(ghost) or ''}")
    words += [f"score={state.score}", f"moves={state.moves}", f"turn={state.mover}"]
    return " ".join([*words, "caught"] if state.caught else words)


def parse_position(layout: Layout, text: str, moves: int) -> tuple[Any, ...]:
    """The fields of the state that `format_position` wrote.

    After the maze come Pac-Man (`P`, row, column), the ghosts (`G`, row, column, the way they came, u, r, d, l or -,
    and how long they are scared), the score, Pac-Man's moves so far, and whose turn it is: 0 Pac-Man, 1 the first
    ghost. Raises ValueError.
    """
    maze, *words = text.split() or [""]
    numbers = dict(re.findall(r"\b(score|moves|turn)=(-?\d{1,9})\b", text))
    people = [word for word in words if word[0] in "PG"]
    if len(numbers) != 3 or len(people) != 1 + len(layout.ghosts) or people[0][0] != "P":
        raise ValueError(f"give the maze, Pac-Man, {len(layout.ghosts)} ghosts and the rest, such as {_EXAMPLE}")
    rows = maze.split("/")
    if [re.sub(f"[^{WALL}]", EMPTY, row) for row in rows] != [re.sub(f"[^{WALL}]", EMPTY, row) for row in layout.rows]:
        raise ValueError("the walls are not those of the layout")
    wanted = {FOOD: {layout.cells[at] for at in layout.food}, CAPSULE: {layout.cells[at] for at in layout.capsules}}
    found: dict[str, set[Cell]] = {FOOD: set(), CAPSULE: set()}
    for row, line in enumerate(rows):
        for column, letter in enumerate(line):
            if letter not in (WALL, EMPTY):
                if (row, column) not in wanted.get(letter, set()):
                    raise ValueError(f"the layout has no '{letter}' in row {row + 1}, column {column + 1}")
                found[letter].add((row, column))
    score, made, turn = (int(numbers[name]) for name in ("score", "moves", "turn"))
    if not 0 <= made <= moves or not 0 <= turn <= len(layout.ghosts):
        raise ValueError(f"moves are 0 to {moves}, turn is 0 to {len(layout.ghosts)}")
    placed = [_read_place(layout, word) for word in people]
    if placed[0][1:] != (STOP, 0):
        raise ValueError(f"Pac-Man is P with a row and a column, not {people[0]}")
    left = [at for at, cell in enumerate(layout.food) if layout.cells[cell] in found[FOOD]]
    capsules = sum(1 << at for at, cell in enumerate(layout.capsules) if layout.cells[cell] in found[CAPSULE])
    is_lost, scared = "caught" in words or made == moves, sum(ghost[2] > 0 for ghost in placed[1:])
    if made == 0 and turn > 0:
        raise ValueError("Pac-Man moves first")
    if "caught" in words and not left:
        raise ValueError("who has eaten all food is not caught")
    check_score(layout, score, (len(left), len(found[CAPSULE])), made, scared, is_lost)
    return (
        placed[0][0],
        tuple(ghost_at(*ghost) for ghost in placed[1:]),
        words_of(left, food_words(layout)),
        capsules,
        len(left),
        score,
        made,
        turn,
        int("caught" in words),
    )


def _place(cell: Cell) -> str:
    return f"{cell[0] + 1},{cell[1] + 1}"


def _read_place(layout: Layout, word: str) -> tuple[int, int, int]:
    """Cell, heading and scared time of `P2,3` or `G2,3u40`."""
    read = re.fullmatch(r"[PG](\d{1,4}),(\d{1,4})([urdl-]?)(\d{0,2})", word)
    place = (int(read[1]) - 1, int(read[2]) - 1) if read else (-1, -1)
    if not read or place not in layout.cells:
        raise ValueError(f"'{word}' is no place in the maze: write a row and a column, such as P2,3 or G2,3u")
    if int(read[4] or 0) > SCARED:
        raise ValueError(f"a ghost is scared for {SCARED} moves at most, not {int(read[4])}")
    return layout.cells.index(place), _HEADINGS.index(read[3] or "-"), int(read[4] or 0)


def food_left(layout: Layout, state: Any) -> list[Cell]:
    """Where food is."""
    return [layout.cells[cell] for at, cell in enumerate(layout.food) if has(state.food, at)]


def capsules_left(layout: Layout, state: Any) -> list[Cell]:
    """Where capsules are."""
    return [layout.cells[cell] for at, cell in enumerate(layout.capsules) if state.capsules >> at & 1]


def ending_of(state: Any) -> str:
    """How the game ended, after who won by points."""
    how = "all food eaten" if state.left == 0 else "Pac-Man caught" if state.caught else "food left when time was up"
    return f"with a score of {state.score}, {how}"


def touched_cells(layout: Layout, state: Any, way: int) -> tuple[Cell, Cell]:
    """Where who is to move is, and where he goes."""
    cell = state.place if state.mover == 0 else cell_of(state.ghosts[state.mover - 1])
    return layout.cells[cell], layout.cells[int(layout.after[cell, way])]


def picture_of(layout: Layout, state: Any, moves: int) -> Board:
    """The maze as it looks."""
    grid = [["" for _ in row] for row in layout.rows]
    for row, column in food_left(layout, state):
        grid[row][column] = FOOD
    for row, column in capsules_left(layout, state):
        grid[row][column] = CAPSULE
    for which, ghost in enumerate(state.ghosts):
        row, column = layout.cells[cell_of(ghost)]
        grid[row][column] = ("g" if scared_of(ghost) else "G") + (str(which + 1) if which else "")
    row, column = layout.cells[state.place]
    grid[row][column] = "X" if state.caught else "P"
    walls = frozenset(
        (row, column) for row, line in enumerate(layout.rows) for column, letter in enumerate(line) if letter == WALL
    )
    told = [f"score {state.score}", f"food left {state.left}", f"moves left {moves - state.moves}"]
    scared = max(map(scared_of, state.ghosts))
    told += [f"ghosts scared for {scared}"] if scared else []
    return Board(tuple(map(tuple, grid)), shape="maze", absent=walls, caption=", ".join(told))
