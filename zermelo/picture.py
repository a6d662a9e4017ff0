"""What a position looks like, described once and drawn by `show/` as text, as SVG and on the page.

A game describes its positions and never draws them. A few kinds of picture serve every game so far: a board (squares,
holes, crossings of lines, hexagons, a maze), bars of labelled values, a tree, hands of cards, the points of a
backgammon board, and plain lines of text. `docs/pictures.md` shows how a game describes each kind of board.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from numbers import Real
from typing import Any

Cell = tuple[int, int]  # row and column, (0, 0) at the top left


@dataclass(frozen=True)
class Board:
    """A grid of cells, the first row on top.

    A cell is a short text: "" is empty, "X", "●", "♞" a piece, "red", "green", "blue" or "yellow" a stone of that
    colour. The shape says what the cells are:

    square     squares, chequered where pieces move
    hole       holes in a frame, with discs in them
    crossing   the points where lines cross, with stones on them
    hex        hexagons; each row begins half a cell further to the right than the one above it, so that the neighbours
               of (row, column) are those beside it, (row - 1, column), (row - 1, column + 1), (row + 1, column - 1) and
               (row + 1, column)
    maze       squares between walls, which are the `absent` places; in them are "." (food), "o" (a capsule), "P"
               (Pac-Man), "X" (Pac-Man, caught), "G", "G2", … (ghosts) and "g", "g2", … (scared ghosts)
    """

    cells: tuple[tuple[str, ...], ...]
    rows: tuple[str, ...] = ()  # labels at the left, top row first
    columns: tuple[str, ...] = ()  # labels below
    marked: frozenset[Cell] = frozenset()  # to point out: the last move, a winning line
    shape: str = "square"
    caption: str = ""
    absent: frozenset[Cell] = frozenset()  # places of the grid where the board has no cell
    joined: tuple[tuple[Cell, Cell], ...] = ()  # crossing: the lines, if not all neighbours are joined; see `places`
    stars: frozenset[Cell] = frozenset()  # crossing: the points with a dot
    sides: tuple[str, ...] = ()  # hex: the colours of two pairs of sides: top and bottom, left and right

    def places(self) -> list[Cell]:
        """Where the board has a cell, row by row. On a board with its own lines that is where one begins or ends."""
        ends = {cell for line in self.joined for cell in line} if self.shape == "crossing" else set[Cell]()
        return [
            (row, column)
            for row, cells in enumerate(self.cells)
            for column in range(len(cells))
            if (row, column) not in self.absent and (not ends or (row, column) in ends)
        ]

    def is_whole(self) -> bool:
        """Is there a cell at every place of the grid?"""
        return len(self.places()) == sum(len(row) for row in self.cells)

    def lines(self) -> list[tuple[Cell, Cell]]:
        """The lines of a board of crossings from end to end; none on other boards."""
        if self.shape != "crossing":
            return []
        places = self.places()
        if self.joined:
            there = set(places)
            return [(start, end) for start, end in self.joined if start in there and end in there]
        return _runs(places, (0, 1)) + _runs(places, (1, 0))


def _runs(places: list[Cell], step: Cell) -> list[tuple[Cell, Cell]]:
    """The first and the last of two or more places that follow each other by this step."""
    there, found = set(places), []
    for row, column in places:
        if (row - step[0], column - step[1]) in there:
            continue
        end = (row, column)
        while (after := (end[0] + step[0], end[1] + step[1])) in there:
            end = after
        if end != (row, column):
            found.append(((row, column), end))
    return found


@dataclass(frozen=True)
class Bar:
    """One labelled quantity: a pile of stones, a score, a castle's walls."""

    label: str
    value: float
    most: float = 0.0  # full length of the bar; 0: no bar, the number alone
    active: bool = False  # the player to move
    colour: str = ""  # red, green, blue or yellow where the game's players have colours; "": the usual one


@dataclass(frozen=True)
class Bars:
    """Labelled quantities, one per line."""

    bars: tuple[Bar, ...]
    caption: str = ""


@dataclass(frozen=True)
class Node:
    """One node of a drawn tree."""

    kind: str  # max, min, chance, leaf, or player 0, player 1, …
    label: str  # the value, or what stands for it
    edge: str = ""  # the action that leads here, with its probability below a chance node
    state: str = ""  # current, cut, best or nothing
    children: tuple[Node, ...] = ()
    note: str = ""  # a second line: alpha and beta, visits
    alike: int = -1  # nodes with the same number look alike to the player to move; -1: it can tell this one apart


@dataclass(frozen=True)
class Tree:
    """A game or search tree."""

    root: Node
    caption: str = ""


@dataclass(frozen=True)
class Hand:
    """The cards of one player, or those on the table. A card is its suit and rank, "♠A" or "♥10"; "" is face down."""

    label: str
    cards: tuple[str, ...]
    active: bool = False  # the player to move


@dataclass(frozen=True)
class Cards:
    """Hands of cards, one per line."""

    hands: tuple[Hand, ...]
    caption: str = ""


@dataclass(frozen=True)
class Points:
    """A backgammon board.

    Player 0 has the black checkers and moves from the last point to the first, player 1 from the first to the last.
    What a person touches are cells in two rows of fourteen, see `point_cell`.
    """

    points: tuple[int, ...]  # [24], checkers of player 0 above 0, of player 1 below; first player 0's ace point
    bar: tuple[int, int] = (0, 0)  # [player], checkers that were hit
    off: tuple[int, int] = (0, 0)  # [player], checkers that were borne off
    dice: tuple[int, ...] = ()  # those still to be played
    caption: str = ""
    numbered: int = 0  # whose turn it is: the points are numbered from their home, and the dice are theirs
    cube: int = 0  # what the doubling cube shows; 0: there is none
    owner: int = -1  # the player who has the cube; -1: it is in the middle
    offered: int = 0  # the value at which the player to move may take or drop the cube; 0: it is not offered
    score: tuple[int, int] | None = None  # [player], points of the match so far
    length: int = 0  # of the match in points; 0: it is not a match
    details: tuple[str, ...] = ()  # pips and score in words, for text; drawings show them in their own way

    def places(self) -> list[Cell]:
        """Every cell, row by row."""
        return [(row, column) for row in range(2) for column in range(14)]

    def pips(self, player: int) -> int:
        """How far the player's checkers have to go in all."""
        way = self.points if player == 0 else tuple(-count for count in reversed(self.points))
        on_board = sum(point * max(0, count) for point, count in enumerate(way, 1))
        return on_board + (len(way) + 1) * self.bar[player]


def point_cell(player: int, place: int) -> Cell:
    """The cell of a place on a backgammon board; place: a point, 1 to 24 from the player's home, 0 off, 25 the bar.

    13 14 15 16 17 18  player 0's bar  19 20 21 22 23 24  player 1's tray
    12 11 10  9  8  7  player 1's bar   6  5  4  3  2  1  player 0's tray
    """
    if place == 0:
        return 1 - player, 13
    if place == 25:
        return player, 6
    point = place if player == 0 else 25 - place
    column = 12 - point if point <= 12 else point - 13
    return int(point <= 12), column + (column >= 6)


@dataclass(frozen=True)
class Lines:
    """Plain text, for a game that describes nothing better."""

    lines: tuple[str, ...] = field(default_factory=tuple)


Picture = Board | Bars | Tree | Cards | Points | Lines


# The functions of `show/` that games, analyses, traces and matches draw themselves with in a notebook. The package's
# `__init__.py` enters them here: it stands above `show/`, while this file and what draws itself stand below it.
DRAWINGS: dict[str, Callable[[Any], str]] = {}


def drawn_by(drawing: str, thing: Any) -> str:
    """The SVG or HTML that one of the DRAWINGS makes of something."""
    return DRAWINGS[drawing](thing)


# --- for a game that describes nothing -------------------------------------------------------------------------------

SHORT = 4  # characters in a cell
EMPTY = {"0", "None", "", " ", ".", "-"}  # the texts of an empty cell
LONG = 60  # characters of a value below a board
MOST = 1000  # a larger number is probably not a quantity but, say, a word of bits


def guessed(state: Any, initial: Any, mover: int | None, caption: str) -> Picture | None:
    """A picture of a state whose game describes none, guessed from what it and the initial state are made of.

    A grid (rows of equal length, or a square of cells in one row) is a board, whether it is the whole state or a part
    of it. Named numbers are bars, each full at its initial value. A value whose shape changes is not taken for a grid:
    a list of the moves played so far could look like one. mover: whose turn it is, which the caption tells already.
    Returns None where nothing fits.
    """
    if _names(state) is None and (cells := _steady(state, initial)):
        return Board(cells, caption=caption)
    parts, before = _parts(state), _parts(initial)
    if list(parts) != list(before):
        return None
    boards = [(name, cells) for name, part in parts.items() if (cells := _steady(part, before[name]))]
    if len(boards) == 1:
        (where, cells), *_ = boards
        rest = {name: part for name, part in parts.items() if name not in (where, "player")}
        told = [f"{name}: {_cropped(part)}" for name, part in rest.items() if not _is_mover(name, part, mover)]
        return Board(cells, caption="\n".join([*told, caption]))
    bars = [name for name in parts if name != "player"] if _names(state) else []
    if bars and all(isinstance(part, Real) for part in (*parts.values(), *before.values())):
        return Bars(tuple(_bar(name, parts[name], before[name]) for name in bars), caption)
    return None


def _names(state: Any) -> Sequence[str] | None:
    """The fields of a NamedTuple or a dataclass; None where there are no names."""
    if isinstance(state, tuple):
        return getattr(state, "_fields", None)
    return [field.name for field in fields(state)] if is_dataclass(state) and not isinstance(state, type) else None


def _parts(state: Any) -> dict[str, Any]:
    """The parts of a state, by name or, where they have no names, by number."""
    names = _names(state)
    if names is not None:
        return {name: getattr(state, name) for name in names}
    return {str(place): part for place, part in enumerate(state, 1)} if isinstance(state, tuple) else {}


def _steady(value: Any, first: Any) -> tuple[tuple[str, ...], ...]:
    """The value as cells if it is a grid of the same shape as the first one; else none.

    A word at the start (the name of a node, say) is not a grid even where its length is a square number.
    """
    if isinstance(first, str) and first.isalpha():
        return ()
    cells, before = _grid(_unwrapped(value)), _grid(_unwrapped(first))
    return cells if [len(row) for row in cells] == [len(row) for row in before] else ()


def _unwrapped(value: Any) -> Any:
    """A NumPy array of one or two dimensions as tuples; anything else as it is."""
    if not hasattr(value, "tolist") or getattr(value, "ndim", 0) not in (1, 2):
        return value
    return tuple(tuple(row) if isinstance(row, list) else row for row in value.tolist())


def _is_mover(name: str, part: Any, mover: int | None) -> bool:
    """Is this part of a state, without a name of its own, the player to move? An array is compared item by item."""
    return name.isdecimal() and isinstance(part, Real) and part == mover


def _grid(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, tuple | str) or _names(value) is not None:
        return ()
    side = math.isqrt(len(value))
    is_square = side > 1 and side * side == len(value)
    if _has_rows(value, is_square):
        rows = [list(row) for row in value]
    elif is_square:
        rows = [list(value[row * side : (row + 1) * side]) for row in range(side)]
    else:
        return ()
    if any(isinstance(cell, tuple) for row in rows for cell in row):
        return ()
    cells = tuple(tuple(_cell(cell) for cell in row) for row in rows)
    return cells if all(len(cell) <= SHORT for row in cells for cell in row) else ()


def _has_rows(value: Any, is_square: bool) -> bool:
    """Is it two or more rows of equal length? Many short texts, such as 64 times "wK", are cells, not rows."""
    if not isinstance(value, tuple) or len(value) < 2:
        return False
    if not all(isinstance(row, tuple | str) and _names(row) is None for row in value):
        return False
    width = len(value[0])
    if width < 2 or any(len(row) != width for row in value):
        return False
    return not (is_square and isinstance(value[0], str) and len(value) > 2 * width)


def _cell(value: Any) -> str:
    is_whole = isinstance(value, bool) or (isinstance(value, float) and value.is_integer())
    text = str(int(value)) if is_whole else str(value)
    return "" if text in EMPTY else text


def _cropped(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def _bar(name: str, value: float, first: float) -> Bar:
    """A bar that is full at the initial value; no bar, the number alone, where the value can exceed that."""
    return Bar(name.replace("_", " "), value, first if 1 < first <= MOST and 0 <= value <= first else 0.0)
