"""The kinds of picture: what a game describes its positions with."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

Cell = tuple[int, int]  # row and column, (0, 0) at the top left


@dataclass(frozen=True)
class Board:
    """A grid of cells, the first row on top.

    A cell is a short text: "" is empty, "X", "●", "♞" a piece, "⛃" and "⛁" a black and a white king of draughts,
    "red", "green", "blue" or "yellow" a stone of that colour. The shape says what the cells are:

    square     squares, chequered where pieces move
    hole       holes in a frame, with discs in them
    crossing   the points where lines cross, with stones on them
    hex        hexagons; each row begins half a cell further to the right than the one above it, so that the neighbours
               of (row, column) are those beside it, (row - 1, column), (row - 1, column + 1), (row + 1, column - 1) and
               (row + 1, column)
    maze       squares between walls, which are the `absent` places; in them are "." (food), "o" (a capsule), "P"
               (Pac-Man), "X" (Pac-Man, caught), "G", "G2", … (ghosts) and "g", "g2", … (scared ghosts)
    tile       numbers on tiles, coloured by their size; arrow keys play the actions left, up, right and down
    dots       lines between dots: in every second row and column, from the first, is a dot ("·"), between two dots is
               "" or a line ("─", "│" or a colour), and between four of them a box: "", a colour or another text
    pits       counts of seeds; a pit beside whose row the grid has no cell is a store, which takes that place too
    letters    tiles with a letter, a small one on a blank; `corners` are a tile's points, or what an empty square
               multiplies: "2L", "3L" (letters), "2W", "3W" (words); `beside` are racks, of tiles such as "A1"
    sheet      a score sheet or another table: `rows` are its boxes, `columns` those who fill them; see `offers`
    climb      columns of squares that are climbed from below; "1", "2", … are the players there, "*" is a runner
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
    dice: tuple[int, ...] | None = None  # those that lie beside the board; None: the game has none. See `die_cell`
    offers: tuple[tuple[Cell, str], ...] = ()  # sheet: empty cells, and what filling each would bring
    ground: str = ""  # what the cells are made of: "" wood, "felt" (green) or "sea", where "X" is a hit, "o" a miss
    dark: frozenset[Cell] = frozenset()  # cells that are not seen now
    warned: frozenset[Cell] = frozenset()  # what is in danger: a king in check
    corners: tuple[tuple[str, ...], ...] = ()  # a small text in the corner of each cell: the numbers of its squares
    ships: tuple[tuple[Cell, Cell], ...] = ()  # each lies over cells in a row, from one end to the other
    beside: tuple[tuple[str, ...], ...] = ()  # pieces beside the board, above it and below it: those captured

    def places(self) -> list[Cell]:
        """Where the board has a cell, row by row. On a board with its own lines that is where one begins or ends."""
        ends = {cell for line in self.joined for cell in line} if self.shape == "crossing" else set[Cell]()
        return [
            (row, column)
            for row, cells in enumerate(self.cells)
            for column in range(len(cells))
            if (row, column) not in self.absent and (not ends or (row, column) in ends)
        ]

    def corner(self, row: int, column: int) -> str:
        """The small text in the corner of a cell, if there is one."""
        words = self.corners[row] if row < len(self.corners) else ()
        return words[column] if column < len(words) else ""

    def shipped(self) -> set[Cell]:
        """The cells that ships lie over."""
        return {cell for ship in self.ships for cell in cells_between(*ship)}

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


def cells_between(start: Cell, end: Cell) -> list[Cell]:
    """The cells of a row, a column or a diagonal, from one end to the other."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]))
    if not steps:
        return [start]
    parts = [(last - first) // steps for first, last in zip(start, end, strict=True)]
    return [(start[0] + at * parts[0], start[1] + at * parts[1]) for at in range(steps + 1)]


def in_a_row(
    cells: Sequence[Sequence[Any]], length: int, empty: Collection[Any] = ("", " ", ".", "-", 0, None)
) -> frozenset[Cell]:
    """The cells of all rows, columns and diagonals of at least so many equal pieces, to be `marked` on a board.

    >>> sorted(in_a_row(("XXX", "OO.", "..."), 3))
    [(0, 0), (0, 1), (0, 2)]
    """
    found = set[Cell]()
    at = {(row, column): piece for row, line in enumerate(cells) for column, piece in enumerate(line)}
    for (row, column), piece in at.items():
        if piece in empty:
            continue
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [(row, column)]
            while at.get((run[-1][0] + down, run[-1][1] + right)) == piece:
                run.append((run[-1][0] + down, run[-1][1] + right))
            found.update(run if len(run) >= length else ())
    return frozenset(found)


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
    name: str = ""  # what a figure calls it: A, B, …


@dataclass(frozen=True)
class Tree:
    """A game or search tree."""

    root: Node
    caption: str = ""


@dataclass(frozen=True)
class Annotations:
    """What stood beside the rules where a game was read from a figure or a text."""

    name: Callable[[Any], str]  # of a state: what it is called there; "": nothing
    counts: Callable[[Any], tuple[float, float] | None]  # of a state: its wins and visits of Monte Carlo tree search
    remarks: tuple[str, ...] = ()  # on how it was understood, a line each


@dataclass(frozen=True)
class Hand:
    """The cards of one player, or those on the table. A card is its suit and rank, "♠A" or "♥10"; "" is face down.

    With `dice`, the numbers of dice; "" is one that is not seen.
    """

    label: str
    cards: tuple[str, ...]
    active: bool = False  # the player to move
    dice: bool = False  # are they dice?
    middle: bool = False  # does it lie in the middle of the table, and belong to nobody?
    places: int = 0  # as many cards will lie there; those to come are shown as empty places
    chips: float | None = None  # that the player has left; None: it is not played for chips
    bet: float = 0.0  # chips that lie before the player in this round
    note: str = ""  # about the player: "dealer", "folded"


@dataclass(frozen=True)
class Cards:
    """Hands of cards or dice, on a table if some lie in its middle, or if there is a pot; else one per line."""

    hands: tuple[Hand, ...]
    caption: str = ""
    pot: float | None = None  # chips in the middle of the table; None: there is no pot

    @property
    def is_table(self) -> bool:
        """Are the cards drawn on a table?"""
        return self.pot is not None or any(hand.middle for hand in self.hands)


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
class Place:
    """One square of a track."""

    name: str
    colour: str = ""  # of its group: red, green, blue, yellow, brown, sky, pink or orange; "": it has none
    note: str = ""  # a second line: its price
    owner: int = 0  # a player, from 1 on; 0: nobody
    built: str = ""  # what stands there, or what is wrong with it: "▪▪", "mortgaged"
    tokens: tuple[int, ...] = ()  # the players who are there, from 1 on
    short: str = ""  # what the terminal writes, without the tokens


@dataclass(frozen=True)
class Purse:
    """What one player of a track has."""

    label: str
    money: str
    note: str = ""  # where the player is, what all is worth
    things: tuple[tuple[str, str], ...] = ()  # (name, colour of its group)
    active: bool = False  # the player to move


@dataclass(frozen=True)
class Track:
    """Squares in a ring around which tokens move: the first one at the lower right, then clockwise.

    In the middle is what the players have, in their order.
    """

    places: tuple[Place, ...]
    purses: tuple[Purse, ...] = ()
    marked: frozenset[int] = frozenset()  # places to point out
    caption: str = ""
    details: tuple[str, ...] = ()  # what the players have in words, for text; drawings show it in their own way

    @property
    def side(self) -> int:
        """Steps from corner to corner."""
        return max(1, math.ceil(len(self.places) / 4))

    def cell(self, place: int) -> Cell:
        """Where a place lies on a grid of `side` + 1 rows and columns."""
        turn, step = divmod(place, self.side)
        return (
            (self.side, self.side - step),
            (self.side - step, 0),
            (0, step),
            (step, self.side),
        )[turn]


def die_cell(place: int) -> Cell:
    """The cell of a die beside a board, by its place from 0 on; the place after the last die is the cup.

    An action that ends at the cup keeps the dice that it names and rolls the others; which of some equal dice it names
    is all the same. Actions that keep dice and those that fill a cell of the board can be mixed.
    """
    return -1, place


@dataclass(frozen=True)
class Lines:
    """Plain text, for a game that describes nothing better."""

    lines: tuple[str, ...] = field(default_factory=tuple)


Picture = Board | Bars | Tree | Cards | Points | Track | Lines
