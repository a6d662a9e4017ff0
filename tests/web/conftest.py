from __future__ import annotations

import importlib.util

import pytest
from smuggler import SMUGGLER

for missing in [name for name in ("starlette", "uvicorn", "websockets") if importlib.util.find_spec(name) is None]:
    pytest.skip(f"the page needs {missing}", allow_module_level=True)

TAKE = """
from typing import NamedTuple
from zermelo import Game

class TakeState(NamedTuple):
    stones: int
    player: int

def take(stones: int = 21) -> Game:
    def initial():              return TakeState(stones, 0)
    def to_move(state):         return state.player
    def actions(state):
        for n in range(1, min(3, state.stones) + 1): yield n
    def result(state, n):       return TakeState(state.stones - n, 1 - state.player)
    def is_terminal(state):     return state.stones == 0
    def utility(state, player): return -1.0 if state.player == player else 1.0
    return Game(initial, to_move, actions, result, is_terminal, utility)
"""


@pytest.fixture(scope="session")
def own_game(tmp_path_factory):
    """A user's fifteen lines."""
    file = tmp_path_factory.mktemp("own") / "take.py"
    file.write_text(TAKE)
    return file


@pytest.fixture(scope="session")
def hidden_game(tmp_path_factory):
    """A user's game with hidden information."""
    file = tmp_path_factory.mktemp("own") / "smuggler.py"
    file.write_text(SMUGGLER)
    return file


@pytest.fixture(scope="session")
def server(own_game, hidden_game):
    """One server for all tests of a process; it knows the user's games."""
    from page_client import serving

    with serving(str(own_game), str(hidden_game)) as running:
        yield running
