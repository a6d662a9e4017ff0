"""The moves of a game as a tree: the main line, and variations that leave it or one another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError

MOST_BYTES = 40_000  # of moves and comments beside the main line: a visitor's page must be able to send them all again
LONGEST_COMMENT = 2_000  # characters
FULL = "there is no more room for variations and comments in this game"
Cells = list[list[int]]  # [row, column] of each cell to touch


@dataclass
class Node:
    """A position: the move that led to it, and the moves that follow it, the main one first."""

    number: int  # 0 for the first position
    after: int  # the position before it
    index: int  # of the legal action, or of the outcome of chance
    text: str
    cells: Cells
    mover: int | None  # who is to move; None: the game is over
    share: float | None  # player 0's share where the game is over
    is_aside: bool = False  # was it played beside the main line?
    comment: str = ""
    following: list[int] = field(default_factory=list)


class MoveTree:
    """All positions of a game by number. Numbers are never used again; those of a game just opened are in its order."""

    def __init__(self, mover: int | None, share: float | None) -> None:
        self._nodes = {0: Node(0, -1, -1, "", [], mover, share)}
        self._last = 0  # number
        self._bytes = 0  # of variations and comments

    def __getitem__(self, number: int) -> Node:
        """Raises ZermeloError where there is no such position."""
        node = self._nodes.get(number)
        if node is None:
            raise ZermeloError(f"the game has no position {number}")
        return node

    def __len__(self) -> int:
        return len(self._nodes)

    def add(self, after: int, step: dict[str, Any]) -> int:
        """The number of the position after a move, which is added if it is not there yet. Raises ZermeloError."""
        before = self[after]
        for number in before.following:
            if self[number].index == step["index"]:
                return number
        is_aside = bool(before.following) or before.is_aside
        if is_aside:
            self._take(_size(step["text"]))
        self._last += 1
        about = step["index"], step["text"], step["cells"], step["mover"], step["share"], is_aside
        node = Node(self._last, after, *about)
        self._nodes[node.number] = node
        before.following.append(node.number)
        return node.number

    def comment(self, number: int, text: str) -> None:
        """Says something about a position; "" takes it away. Raises ZermeloError where it does not fit."""
        if len(text) > LONGEST_COMMENT:
            raise ZermeloError(f"a comment has at most {LONGEST_COMMENT:,} characters")
        node = self[number]
        self._take(_size(text) - _size(node.comment))
        node.comment = text

    def path(self, number: int) -> list[int]:
        """The positions from the first, which is left out, to this one."""
        found = []
        while number:
            found.append(number)
            number = self[number].after
        return found[::-1]

    def onward(self, number: int) -> list[int]:
        """The positions that follow this one in its line."""
        found = []
        while following := self[number].following:
            number = following[0]
            found.append(number)
        return found

    def promote(self, number: int, to_main_line: bool = False) -> None:
        """Puts the variation that a position is in before the others at its branch; or makes it the main line."""
        while number:
            siblings = self[self[number].after].following
            if siblings[0] != number:
                siblings.remove(number)
                siblings.insert(0, number)
                if not to_main_line:
                    return
            number = self[number].after

    def delete(self, number: int) -> int:
        """Takes out a position and all that follow it; returns the one before it. Raises ZermeloError for the first."""
        if not number:
            raise ZermeloError("the first position stays: begin another game instead")
        before = self[self[number].after]
        before.following.remove(number)
        waiting = [number]
        while waiting:
            node = self._nodes.pop(waiting.pop())
            self._take(-_size(node.comment) - _size(node.text) * node.is_aside)
            waiting += node.following
        return before.number

    @property
    def is_plain(self) -> bool:
        """Is it one line without comments?"""
        return not any(node.comment or len(node.following) > 1 for node in self._nodes.values())

    def in_order(self) -> Iterator[Node]:
        """The positions but the first, line by line: the main line, then the lines that leave it, then those of these.

        A line that is read in this order is put where it was: see `new` in docs/page.md.
        """
        lines = [[0, *self.onward(0)]]
        for line in lines:
            for number in line:
                if number:
                    yield self[number]
                lines += [[other, *self.onward(other)] for other in self[number].following[1:]]

    def report(self) -> list[list[Any]]:
        """What the page is told: number, position before, text, who moved and comment, in order; first the start."""
        first = self[0]
        told: list[list[Any]] = [[0, -1, "", None, first.comment]]
        return told + [
            [node.number, node.after, node.text, self[node.after].mover, node.comment] for node in self.in_order()
        ]

    def _take(self, size: int) -> None:
        """Raises ZermeloError where variations and comments would take too much."""
        if size > 0 and self._bytes + size > MOST_BYTES:
            raise ZermeloError(FULL)
        self._bytes += size


def _size(text: str) -> int:
    """What a text takes in a message."""
    return len(text.encode(errors="replace")) + 8 if text else 0
