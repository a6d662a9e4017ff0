"""A user's file: a pile of five stones, take one or two. Each function can be replaced, such as by a wrong one."""

from __future__ import annotations

FUNCTIONS = {
    "initial": "def initial(): return Pile(5, 0)",
    "to_move": "def to_move(state): return state.player",
    "actions": "def actions(state): return iter(range(1, min(2, state.stones) + 1))",
    "result": "def result(state, n): return Pile(state.stones - n, 1 - state.player)",
    "is_terminal": "def is_terminal(state): return state.stones == 0",
    "utility": "def utility(state, player): return 1.0 if state.player != player else -1.0",
    "game": "def game() -> Game: return Game(initial, to_move, actions, result, is_terminal, utility, compiles=False)",
}
HEAD = """\
from typing import NamedTuple
from zermelo import Game
class Pile(NamedTuple):
    stones: int
    player: int
"""


def pile(**others: str) -> str:
    """The file's text. `others` are functions' bodies by name: pile(result="return None")."""
    lines = [
        definition.split(":")[0] + f": {others[name]}" if name in others else definition
        for name, definition in FUNCTIONS.items()
    ]
    return HEAD + "\n".join(lines) + "\n"


def line_of(name: str) -> int:
    """Where a function stands in the file."""
    return HEAD.count("\n") + 1 + list(FUNCTIONS).index(name)
