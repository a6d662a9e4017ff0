"""The best line that a kernel found: put together ply by ply, and read from its memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.compile.kernel.prepare import Kernel
from zermelo.compile.kernel.rules import has_integer_actions
from zermelo.game import Action, Game, State
from zermelo.search.depth_first.layout import LINES_AT, ROW


def extend_line(move, ply, memory):
    """Sets the best line at this ply to the move, followed by the line below it."""
    row, below = LINES_AT + ply * ROW, LINES_AT + (ply + 1) * ROW
    length = memory[below]
    memory[row + 1] = move
    for i in range(1, length + 1):
        memory[row + 1 + i] = memory[below + i]
    memory[row] = length + 1


def read_line(memory: Any, ply: int) -> tuple[Any, ...]:
    """The moves of the best line from this ply on, as `fill` writes them."""
    row = LINES_AT + ply * ROW
    return tuple(memory[row + 1 + i] for i in range(memory[row]))


def has_actions(game: Game, kernel: Kernel) -> bool:
    """Are a kernel's moves the game's actions? Compiled, they are indices if the game's actions are not integers."""
    return not kernel.compiled or game.fill is not None or has_integer_actions(game)


def actions_of(game: Game, state: State, moves: Sequence[Any]) -> tuple[Action, ...]:
    """The actions of a line whose moves are indices of legal actions."""
    actions: list[Action] = []
    for move in moves:
        actions.append(game.legal(state)[move])
        state = game.result(state, actions[-1])
    return tuple(actions)
