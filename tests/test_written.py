"""States as text where a game has no notation: what is copied can be pasted."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import pytest

from zermelo.by_value import read_state, same, write_state
from zermelo.game import ZermeloError
from zermelo.loading import load

np = pytest.importorskip("numpy")
CONNECT6 = Path(__file__).parents[1] / "examples" / "connect6.py"


class Grid(NamedTuple):
    board: object
    player: int


@dataclass
class Sheet:
    rows: list
    names: dict
    last: object = None


STATES = [
    Grid(np.arange(6, dtype=np.int8).reshape(2, 3), 1),
    Grid([[0, 1], [2, 0]], 0),
    Grid(((".", "x"), ("o", ".")), 1),
    np.zeros((40, 40)),
    Sheet([1, 2], {"a": [0.5, -1.0]}),
    Sheet([np.array([True, False])], {}, None),
    [1, [2, 3], "a, (b)"],
]


@pytest.mark.parametrize("state", STATES, ids=lambda state: type(state).__name__)
def test_what_is_written_is_read(state):
    text = write_state(state)
    assert "\n" not in text
    assert same(read_state(state, text), state)


def test_as_numpy_shows_it():
    state = STATES[0]
    assert same(read_state(state, str(state)), state)
    assert same(read_state(state, "([[0,1,2],[3,4,5]], 1)"), state)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Grid(board=[[0, 1]], player=1)", "has the shape"),
        ("Grid(board=[[0, 'x', 2], [3, 4, 5]], player=1)", "numbers in the shape"),
        ("Grid(player=1)", "board=…"),
        ("Grid(board=__import__('os'), player=1)", "numbers in the shape"),
        ("Grid(board=[[0,1,2],[3,4,5]], player=open('x'))", "written as"),
        ("((((", "write it as"),
    ],
)
def test_what_cannot_be_read_is_told(text, words):
    with pytest.raises(ValueError, match=words):
        read_state(STATES[0], text)


def test_a_game_on_an_array():
    game = load(str(CONNECT6))
    state = game.result(game.initial(), 40)
    assert same(game.read_state(game.state_text(state)), state)
    with pytest.raises(ZermeloError, match="is not a position of connect6"):
        game.read_state("nonsense")
