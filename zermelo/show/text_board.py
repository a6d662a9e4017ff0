"""A board in characters: cells in rows, stones on lines, or hexagons."""

from __future__ import annotations

from zermelo.picture import Board, Cell
from zermelo.show.style import COLOUR_NAMES
from zermelo.show.words import centred, one_line, width

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
BOX = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"  # by the directions in which lines leave
STAR, POINT = "╋", "•"  # POINT: where a crossing of lines would not be seen
SLANTS, CROSSED = "╱╲", "╳"  # down to the left, and to the right
WALL = "█"
FOG, SHIP, WAVE = "▒", "■", "~"  # in an empty cell: it is not seen, a ship lies there, it is water
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
STEEP = "·"  # a part of a line in any other direction


def board_rows(board: Board) -> list[str]:
    """The board and its labels, without the caption; what lies beside it above and below."""
    above, below = ([" ".join(_beside(board, pieces))] if pieces else [] for pieces in (*board.beside, (), ())[:2])
    return [*above, *_rows(board), *below]


def _beside(board: Board, pieces: tuple[str, ...]) -> list[str]:
    if board.shape == "letters":
        return [one_line(piece).translate(SUBSCRIPTS) for piece in pieces]
    return list(map(_piece, pieces))


def _rows(board: Board) -> list[str]:
    if board.shape == "crossing":
        return _crossings(board)
    if board.shape == "maze":
        return _maze(board)
    return _hexagons(board) if board.shape == "hex" else _squares(board)


def _piece(cell: str) -> str:
    """What stands for a cell: the capital letter of a stone's colour, else its text."""
    return cell[0].upper() if cell in COLOUR_NAMES else one_line(cell)


def _squares(board: Board) -> list[str]:
    """Rows of cells; neighbours that are marked share one pair of brackets, so a winning row reads [X X X].

    What is in danger stands in round brackets.
    """
    there, ships, offers = set(board.places()), board.shipped(), dict(board.offers)
    empty = WAVE if board.ground == "sea" else "."

    def shown(row: int, column: int, cell: str) -> str:
        if (row, column) not in there:
            return " "
        if cell and board.shape == "letters":
            return one_line(cell) + one_line(board.corner(row, column)).translate(SUBSCRIPTS)
        if cell:
            return _piece(cell)
        if (row, column) in board.dark:
            return FOG
        if (row, column) in offers:
            return f"({one_line(offers[row, column])})"
        return SHIP if (row, column) in ships else one_line(board.corner(row, column)) or empty

    cells = [[shown(row, column, cell) for column, cell in enumerate(line)] for row, line in enumerate(board.cells)]
    labels = [one_line(label) for label in board.columns]
    columns = max((len(row) for row in cells), default=0)
    widths = [max(width(row[column]) for row in [*cells, labels] if column < len(row)) for column in range(columns)]
    indent = _indent(board)

    lines = []
    for index, row in enumerate(cells):
        label = _row_label(board, index)
        line = (" " * (indent - width(label) - 1) + label).ljust(indent)
        for column, cell in enumerate(row):
            line += _fence(board, index, column) + centred(cell, widths[column])
        lines.append(line + _fence(board, index, len(row)))
    if labels:
        named = " " * indent + "".join(f" {centred(label, wide)}" for label, wide in zip(labels, widths, strict=False))
        lines.insert(0 if board.shape == "sheet" else len(lines), named)
    return lines


def _fence(board: Board, row: int, column: int) -> str:
    """The character to the left of a cell."""
    if (row, column - 1) in board.warned:
        return ")"
    if (row, column) in board.warned:
        return "("
    before, after = (row, column - 1) in board.marked, (row, column) in board.marked
    return " " if before == after else "[" if after else "]"


def _indent(board: Board) -> int:
    """The columns that the labels of the rows take, with a space after them."""
    return max((width(one_line(label)) + 1 for label in board.rows), default=0)


def _row_label(board: Board, row: int) -> str:
    return one_line(board.rows[row]) if row < len(board.rows) else ""


def _maze(board: Board) -> list[str]:
    """Two columns a cell, so that the maze is about as wide as it is high; walls are solid."""
    there = set(board.places())
    return [
        "".join(
            (_piece(cell) or " ").ljust(2) if (row, column) in there else WALL * 2 for column, cell in enumerate(line)
        ).rstrip()
        for row, line in enumerate(board.cells)
    ]


class _Sheet:
    """Characters at rows and columns; later ones replace earlier ones."""

    def __init__(self) -> None:
        self._characters: dict[Cell, str] = {}

    def write(self, row: int, column: int, words: str) -> None:
        """Writes a text that begins there; a wide character takes two columns."""
        for character in words:
            columns = width(character)
            self._characters[row, column] = character
            if columns == 2:
                self._characters[row, column + 1] = ""
            column += max(1, columns)

    def read(self, row: int, column: int) -> str:
        """The character there, or a space."""
        return self._characters.get((row, column), " ")

    def around(self, row: int, middle: int, words: str) -> None:
        """Writes a text whose middle is there."""
        self.write(row, middle - (width(words) - 1) // 2, words)

    def lines(self) -> list[str]:
        last = max((row for row, _ in self._characters), default=-1)
        ends = [max((column for at, column in self._characters if at == row), default=-1) for row in range(last + 1)]
        return ["".join(self.read(row, column) for column in range(end + 1)) for row, end in enumerate(ends)]


# --- stones on lines -------------------------------------------------------------------------------------------------


def _crossings(board: Board) -> list[str]:
    """Lines in box-drawing characters. A board with its own lines gets more room, for diagonals and bends."""
    places = board.places()
    texts = {(row, column): _piece(board.cells[row][column]) for row, column in places}
    widest = max((width(text) for text in [*texts.values(), *map(one_line, board.columns)]), default=1)
    across, down = (4, 2) if board.joined else (2, 1)
    across = max(across, (widest + 2) // 2 * 2)
    first = _indent(board) + 1  # the column of the first point

    sheet, ways = _Sheet(), dict[Cell, int]()
    for start, end in board.lines():
        _draw_line(sheet, ways, (start[0] * down, start[1] * across), (end[0] * down, end[1] * across), first)
    for (row, column), directions in ways.items():
        sheet.write(row, first + column, BOX[directions])
    for row, column in places:
        directions = ways.get((row * down, column * across), 0)
        is_seen = directions not in (0, UP, RIGHT, DOWN, LEFT, UP | DOWN, LEFT | RIGHT)
        empty = STAR if (row, column) in board.stars else BOX[directions] if is_seen else POINT
        sheet.around(row * down, first + column * across, texts[row, column] or empty)
    for row, column in board.marked & set(places):
        text, middle = texts[row, column] or " ", first + column * across
        begin = middle - (width(text) - 1) // 2
        is_tight = begin + width(text) + 1 >= middle + across  # one column between neighbours
        if not (is_tight and (row, column - 1) in board.marked):
            sheet.write(row * down, begin - 1, "[")
        if not (is_tight and (row, column + 1) in board.marked):
            sheet.write(row * down, begin + width(text), "]")
    for row in range(len(board.rows)):
        label = _row_label(board, row)
        sheet.write(row * down, first - 2 - width(label), label)
    for column, label in enumerate(board.columns):
        sheet.around((len(board.cells) - 1) * down + 1, first + column * across, one_line(label))
    return sheet.lines()


def _draw_line(sheet: _Sheet, ways: dict[Cell, int], start: Cell, end: Cell, first: int) -> None:
    """Adds a line's directions to those at each place; a slanted line is written at once, between its ends."""
    (top, left), (bottom, right) = sorted((start, end))
    height, length = bottom - top, right - left
    if height and length:
        steps = max(height, abs(length) // 2)
        character = SLANTS[length > 0] if abs(length) == 2 * height else STEEP
        for step in range(1, steps):
            row, column = top + round(height * step / steps), first + left + round(length * step / steps)
            crosses = {character, sheet.read(row, column)} == set(SLANTS)
            sheet.write(row, column, CROSSED if crosses else character)
    for row in range(top, bottom if not length else top):
        ways[row, left] = ways.get((row, left), 0) | DOWN
        ways[row + 1, left] = ways.get((row + 1, left), 0) | UP
    for column in range(left, right if not height else left):
        ways[top, column] = ways.get((top, column), 0) | RIGHT
        ways[top, column + 1] = ways.get((top, column + 1), 0) | LEFT


# --- hexagons --------------------------------------------------------------------------------------------------------


def _hexagons(board: Board) -> list[str]:
    """Each hexagon has room for three characters; a longer text is cut.

     ╱ ╲ ╱ ╲
    │   │ R │
     ╲ ╱ ╲ ╱ ╲
      │   │[B]│
       ╲ ╱ ╲ ╱
    """
    places = board.places()
    first = _indent(board)
    left = min((4 * column + 2 * row for row, column in places), default=0) - first

    sheet, begins, bottoms = _Sheet(), dict[int, int](), dict[int, Cell]()
    for row, column in places:
        y, x = 2 * row + 1, 4 * column + 2 * row - left
        for slanted, corners in ((y - 1, "╱ ╲"), (y + 1, "╲ ╱")):
            sheet.write(slanted, x + 1, corners[0])
            sheet.write(slanted, x + 3, corners[2])
        sheet.write(y, x, "│")
        sheet.write(y, x + 4, "│")
        text = _piece(board.cells[row][column])
        while width(text) > 3:
            text = text[:-1]
        sheet.around(y, x + 2, text)
        if (row, column) in board.marked and width(text) <= 1:
            sheet.write(y, x + 1, "[")
            sheet.write(y, x + 3, "]")
        begins.setdefault(row, x)
        bottoms[column] = (y + 2, x + 2)
    for row, x in begins.items():
        label = _row_label(board, row)
        sheet.write(2 * row + 1, x - 1 - width(label), label)
    for column, (y, x) in bottoms.items():
        if column < len(board.columns):
            sheet.around(y, x, one_line(board.columns[column]))
    return sheet.lines()
