"""The layout of the PVS kernel's memory."""

from __future__ import annotations

from dataclasses import dataclass

PLIES = 120  # the longest line, including extensions and quiescence
PAST = 256  # positions before the root that count for repetition
SLOTS = 4096  # of the history and counter-move tables, per player
NO_SKIP = -1

# words of the memory after those of zermelo.compile.kernel.memory
SELECTIVE, ROOT_DEPTH, AGE, MASK, BEFORE, DATABASES = range(6, 12)  # BEFORE: positions before the root
LINES_AT = 16  # row `ply`: a length, then moves
ROW = PLIES + 2


def extend_line(move, ply, memory):
    """Sets the best line at this ply to the move, followed by the line below it."""
    row, below = LINES_AT + ply * ROW, LINES_AT + (ply + 1) * ROW
    length = memory[below]
    memory[row + 1] = move
    for i in range(1, length + 1):
        memory[row + 1 + i] = memory[below + i]
    memory[row] = length + 1


@dataclass(frozen=True)
class Layout:
    """Offsets that depend on `most`, the largest number of actions."""

    most: int

    @property
    def moves(self) -> int:
        """Row `ply`: the actions as `fill` writes them."""
        return LINES_AT + ROW * ROW

    @property
    def scores(self) -> int:
        """Row `ply`: their urgencies, each packed with the action's index."""
        return self.moves + ROW * self.most

    @property
    def killers(self) -> int:
        """Two per ply: quiet actions that caused a cutoff."""
        return self.scores + ROW * self.most

    @property
    def statics(self) -> int:
        return self.killers + 2 * ROW

    @property
    def played(self) -> int:
        """By ply: the index of the action played there."""
        return self.statics + ROW

    @property
    def history(self) -> int:
        """By player and slot: the history score of an action."""
        return self.played + ROW

    @property
    def counters(self) -> int:
        """By player and slot of the opponent's action: the action that refuted it; and one place for no action."""
        return self.history + 2 * SLOTS

    @property
    def path(self) -> int:
        """Keys of the last PAST positions before the root, then of those on the current path."""
        return self.counters + 2 * SLOTS + 1

    @property
    def root(self) -> int:
        """By index: is this action left out at the root? One more word: is any?"""
        return self.path + PAST + ROW

    @property
    def root_values(self) -> int:
        """By index: the action's last value and the depth of that value."""
        return self.root + self.most + 1

    @property
    def size(self) -> int:
        return self.root_values + 2 * self.most
