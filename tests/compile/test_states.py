"""States that do not compile are refused at once, with a line that says what to write."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

import zermelo
from zermelo.bits import Wide
from zermelo.compile.kernel.states import MOST_NUMBERS, state_fault, state_restorer, type_of_state
from zermelo.compile.trust.shapes import look


class BoardState(NamedTuple):
    board: Any
    player: int = 0


@pytest.mark.parametrize(
    "board",
    [0, True, 0.5, np.uint64(1), Wide(1), np.zeros((19, 19)), (1, (2.5, 3)), ((0,) * 9,) * 9, np.zeros(100_000), ()],
)
def test_what_compiles(board):
    assert state_fault(BoardState(board)) == ""


@pytest.mark.parametrize(
    ("board", "told"),
    [
        ("x.o", "state.board is of type str: give each word a number"),
        ([0, 1], "state.board is of type list: use a tuple"),
        ({0: 1}, "state.board is of type dict: use a tuple or an array, indexed by number"),
        (frozenset({1}), "state.board is of type frozenset: use an integer with a bit for each member (zermelo.bits)"),
        (None, "state.board is of type NoneType: use a number that stands for nothing, such as -1"),
        ((1, (2, "x")), "state.board[1][1] is of type str: give each word a number"),
        (np.array([None]), "state.board is an array of object: give it a number type, such as numpy.int8"),
        (object(), "state.board is of type object: compiled states are NamedTuples or frozen dataclasses of numbers"),
    ],
)
def test_what_does_not(board, told):
    assert state_fault(BoardState(board)) == told


def test_a_large_tuple_is_refused_at_once(monkeypatch):
    """Numba would take minutes over it."""
    monkeypatch.setattr("zermelo.compile.kernel.prepare.compile_kernel", None)  # nothing is compiled
    monkeypatch.setattr("zermelo.compile.trust.compare.find_difference", None)
    game = zermelo.Game(
        initial=lambda: BoardState((0,) * 1000),
        to_move=lambda state: state.player,
        actions=lambda state: range(3),
        result=lambda state, place: BoardState((*state.board[:place], 1, *state.board[place + 1 :]), 1),
        is_terminal=lambda state: state.player == 1,
        utility=lambda state, player: 0.0,
    )
    analysis = zermelo.Minimax().analyse(game)
    assert not analysis.compiled
    assert analysis.reason == (
        f"its state has 1,001 numbers in tuples, and compiles with up to {MOST_NUMBERS}: "
        "keep its board in a NumPy array, or in words of bits (zermelo.bits)"
    )


def test_states_that_kernels_return_are_of_the_games_own_classes():
    inner = BoardState(np.uint64(1), 2)
    example = BoardState((inner, Wide(3)), 4)
    given = state_restorer(look(example), type_of_state(example))((((5, 6), 7), 8))
    assert given == BoardState((BoardState(5, 6), Wide(7)), 8)
    assert isinstance(given.board[0], BoardState)
    assert isinstance(given.board[0].board, np.uint64)
    assert isinstance(given.board[1], Wide)
