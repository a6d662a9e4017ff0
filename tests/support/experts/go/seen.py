"""The slow, obvious twin of Go's advice: a dictionary of points, filled by flooding."""

from __future__ import annotations

from zermelo.experts.go.patterns import EITHER_COLOUR, FOR_X, drawings
from zermelo.experts.go.playout import PlayoutOptions

THROWN = PlayoutOptions().thrown
ORTHOGONAL = ((-1, 0), (1, 0), (0, -1), (0, 1))
DIAGONAL = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def near(board, cell, steps=ORTHOGONAL):
    """What stands at each step from a cell: X, O, . or # off the board."""
    return [board.get((cell[0] + row, cell[1] + column), "#") for row, column in steps]


def chain_of(board, cell):
    """The stones connected to one, and their liberties."""
    found, free, waiting = {cell}, set(), [cell]
    while waiting:
        row, column = waiting.pop()
        for down, right in ORTHOGONAL:
            other = row + down, column + right
            if board.get(other) == ".":
                free.add(other)
            elif board.get(other) == board[cell] and other not in found:
                found.add(other)
                waiting.append(other)
    return found, free


def is_eye(board, cell, side):
    """Only stones of that side around, and on the diagonals at most one of the other's, none at the edge."""
    if board[cell] != "." or set(near(board, cell)) - {side, "#"}:
        return False
    corners = near(board, cell, DIAGONAL)
    return corners.count("O" if side == "X" else "X") + ("#" in corners) < 2


def is_match(letters, pattern, side):
    """Does a drawn neighbourhood look like a pattern, seen by that side?"""
    other = "O" if side == "X" else "X"
    means = {"X": side, "O": other, "x": f".{other}#", "o": f".{side}#", "?": ".XO#", ".": ".", "#": "#"}
    return all(letter in means[drawn] for letter, drawn in zip(letters, pattern, strict=True))


def turned(letters):
    """A neighbourhood in all its eight views."""
    for _ in range(4):
        letters = [letters[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2)]
        yield letters
        yield [letters[i] for i in (2, 1, 0, 5, 4, 3, 8, 7, 6)]


def is_pattern(board, cell, side):
    other = "O" if side == "X" else "X"
    around = [(row, column) for row in (-1, 0, 1) for column in (-1, 0, 1)]
    for view in turned(near(board, cell, around)):
        if any(is_match(view, pattern, player) for pattern in drawings(EITHER_COLOUR) for player in (side, other)):
            return True
        if any(is_match(view, pattern, side) for pattern in drawings(FOR_X)):
            return True
    return False


class Seen:
    """A position of the game as the twin sees it."""

    def __init__(self, game, state):
        self.game, self.state = game, state
        board = game.state_text(state).split()[0].split("/")
        self.board = {(r, c): point for r, row in enumerate(board) for c, point in enumerate(row)}
        self.side = "XO"[game.to_move(state)]
        self.other = "OX"[game.to_move(state)]

    def cell(self, action):
        touched = self.game.touches(self.state, action)
        return touched[0] if touched else None

    def after(self, cell):
        """What a stone there takes, and its chain and liberties then."""
        board = dict(self.board)
        board[cell] = self.side
        taken = set()
        for down, right in ORTHOGONAL:
            other = cell[0] + down, cell[1] + right
            if board.get(other) == self.other and not chain_of(board, other)[1]:
                taken |= chain_of(board, other)[0]
        board.update(dict.fromkeys(taken, "."))
        return taken, *chain_of(board, cell)

    def is_sane(self, cell):
        """Neither an eye of one's own nor a large chain put in atari for nothing."""
        taken, chain, free = self.after(cell)
        is_alive = taken or len(free) > 1 or (free and len(chain) <= THROWN)
        return bool(is_alive) and not is_eye(self.board, cell, self.side)

    def saves(self, cell):
        """Does a stone there give two liberties to a chain in atari?"""
        beside = [(cell[0] + down, cell[1] + right) for down, right in ORTHOGONAL]
        mine = [other for other in beside if self.board.get(other) == self.side]
        return len(self.after(cell)[2]) > 1 and any(len(chain_of(self.board, other)[1]) == 1 for other in mine)
