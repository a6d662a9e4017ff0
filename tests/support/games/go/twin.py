"""The slow, obvious twin of Go's rules: a board as a dictionary, every position so far in a list."""

from __future__ import annotations


def neighbours(board, cell):
    row, column = cell
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [other for other in around if other in board]


def region(board, cell):
    """The connected points of one kind, and what lies beside them."""
    found, border, waiting = {cell}, set(), [cell]
    while waiting:
        for other in neighbours(board, waiting.pop()):
            if board[other] != board[cell]:
                border.add(other)
            elif other not in found:
                found.add(other)
                waiting.append(other)
    return found, border


def liberties(board, cell):
    return [other for other in region(board, cell)[1] if board[other] == "."]


class Twin:
    """A board as a dictionary; every position so far in a list."""

    def __init__(self, rows, columns, ko, suicide, scoring):
        self.board = {(row, column): "." for row in range(rows) for column in range(columns)}
        self.rule, self.suicide, self.scoring = ko, suicide, scoring
        self.side, self.ko, self.passes, self.ply = "X", None, 0, 0
        self.prisoners = {"X": 0, "O": 0}
        self.past = [self.situation(self.board, self.side)]

    def copy(self):
        twin = object.__new__(Twin)
        twin.__dict__ = dict(
            self.__dict__, board=dict(self.board), prisoners=dict(self.prisoners), past=list(self.past)
        )
        return twin

    @property
    def other(self):
        return "O" if self.side == "X" else "X"

    def situation(self, board, side):
        return tuple(board.values()), side if self.rule == "situational" else ""

    def after(self, cell):
        """The board after a stone there, what it took, and what of the mover's own died."""
        board = dict(self.board)
        board[cell] = self.side
        taken = set()
        for near in neighbours(board, cell):
            if board[near] == self.other and not liberties(board, near):
                taken |= region(board, near)[0]
        board.update(dict.fromkeys(taken, "."))
        lost = set() if liberties(board, cell) else region(board, cell)[0]
        board.update(dict.fromkeys(lost, "."))
        return board, taken, lost

    def is_legal(self, cell):
        if self.board[cell] != "." or (self.rule == "simple" and cell == self.ko):
            return False
        board, _, lost = self.after(cell)
        if lost and (not self.suicide or len(lost) == 1):
            return False
        return self.rule == "simple" or self.situation(board, self.other) not in self.past[-64:]

    def moves(self):
        return [*(cell for cell in self.board if self.is_legal(cell)), "pass"]

    def play(self, move):
        self.passes = self.passes + 1 if move == "pass" else 0
        self.ko = None
        if move != "pass":
            board, taken, lost = self.after(move)
            self.board = board
            self.prisoners[self.side] += len(taken)
            self.prisoners[self.other] += len(lost)
            if len(taken) == 1 and region(board, move)[0] == {move} and liberties(board, move) == list(taken):
                self.ko = next(iter(taken))
        self.side = self.other
        self.ply += 1
        if move != "pass" or self.rule == "situational":
            self.past.append(self.situation(self.board, self.side))

    def is_over(self):
        return self.passes == 2 or self.ply == max(3 * len(self.board), 128)

    def lead(self):
        points = {"X": 0, "O": 0}
        for cell, stone in self.board.items():
            if stone == ".":
                owners = {self.board[other] for other in region(self.board, cell)[1]}
                if len(owners) == 1:
                    points[owners.pop()] += 1
            elif self.scoring == "area":
                points[stone] += 1
        if self.scoring == "territory":
            points = {who: points[who] + self.prisoners[who] for who in points}
        return points["X"] - points["O"]


def leaves(twin, depth):
    """Sequences of exactly so many plies."""
    if depth == 0:
        return 1
    if twin.is_over():
        return 0
    total = 0
    for move in twin.moves():
        following = twin.copy()
        following.play(move)
        total += leaves(following, depth - 1)
    return total
