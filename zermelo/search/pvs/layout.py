"""Where the grown alpha-beta keeps its words."""

from __future__ import annotations

from dataclasses import dataclass

PLIES = 120  # as deep as a line goes, extensions and quiescence included
PAST = 256  # positions before the root that are remembered for repetition
SLOTS = 4096  # of the tables that learn which actions are good
NO_SKIP = -1

# words of the memory after those of zermelo.compile.memory
SELECTIVE, ROOT_DEPTH, AGE, MASK, BEFORE = range(6, 11)  # BEFORE: positions before the root
LINES_AT = 16  # row `ply`: a length, then moves
ROW = PLIES + 2


def extend_line(move, ply, memory):
    """Makes the best line from here this move and the line below it."""
    row, below = LINES_AT + ply * ROW, LINES_AT + (ply + 1) * ROW
    length = memory[below]
    memory[row + 1] = move
    for i in range(1, length + 1):
        memory[row + 1 + i] = memory[below + i]
    memory[row] = length + 1


@dataclass(frozen=True)
class Layout:
    """The places of everything that depends on the largest number of actions."""

    most: int

    @property
    def moves(self) -> int:
        """Row `ply`: the actions as `fill` writes them."""
        return LINES_AT + ROW * ROW

    @property
    def scores(self) -> int:
        """Row `ply`: their order, with their first index packed in."""
        return self.moves + ROW * self.most

    @property
    def killers(self) -> int:
        """Two a ply: quiet actions that refuted the other's play."""
        return self.scores + ROW * self.most

    @property
    def statics(self) -> int:
        return self.killers + 2 * ROW

    @property
    def played(self) -> int:
        """The index of the action on the way here."""
        return self.statics + ROW

    @property
    def history(self) -> int:
        """By player and slot: how often an action was good."""
        return self.played + ROW

    @property
    def counters(self) -> int:
        """By player and slot of the other's action: what answered it; and one place for no action."""
        return self.history + 2 * SLOTS

    @property
    def path(self) -> int:
        """Keys of the positions before the root, PAST of them, then those on the way here."""
        return self.counters + 2 * SLOTS + 1

    @property
    def root(self) -> int:
        """By index: is this action left out at the root? And after them: is any?"""
        return self.path + PAST + ROW

    @property
    def root_values(self) -> int:
        """By index: the action's value and the depth it is from."""
        return self.root + self.most + 1

    @property
    def size(self) -> int:
        return self.root_values + 2 * self.most
