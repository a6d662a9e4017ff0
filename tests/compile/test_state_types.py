"""States and buffers at their bounds: numbers of every width, states in states, too many actions."""

from __future__ import annotations

import numpy as np
import pytest
from stones import PileState, pile

import zermelo
from zermelo.compile.kernel import prepare
from zermelo.compile.trust.compare import Difference
from zermelo.game import game_from_fill


@pytest.mark.long
def test_fill_cannot_write_beyond_its_buffer(monkeypatch):
    monkeypatch.setattr(prepare, "known_difference", lambda *_: Difference(""))  # rare states are not seen before

    def fill(state, buffer):
        count = 1 if state.stones == 5 else 4000
        for i in range(count):
            buffer[i] = 1
        return count

    base = pile()
    game = game_from_fill(
        fill,
        max_actions=8,
        initial=base.initial,
        to_move=base.to_move,
        result=base.result,
        is_terminal=base.is_terminal,
        utility=base.utility,
        max_plies=5,
    )
    for search in (
        lambda: zermelo.perft(game, depth=3, compiled=True),
        lambda: zermelo.AlphaBeta(compiled=True).analyse(game),
        lambda: zermelo.MCTS(sims=50, compiled=True).analyse(game),
    ):
        with pytest.raises(zermelo.ZermeloError, match="max_actions"):
            search()


@pytest.mark.parametrize(
    "initial",
    [
        lambda: PileState(2**70, 0),
        pytest.param(lambda: PileState(np.int32(5), np.int32(0)), marks=pytest.mark.long),
        pytest.param(lambda: PileState(5, np.int64(0)), marks=pytest.mark.long),
    ],
)
def test_numbers_of_every_width(initial):
    game = pile(initial)
    assert (
        zermelo.AlphaBeta(depth=4).analyse(game).value == zermelo.AlphaBeta(depth=4, compiled=False).analyse(game).value
    )


NESTED = """
from typing import NamedTuple
from zermelo import Game
class Hand(NamedTuple):
    stones: int
    player: int
class Table(NamedTuple):
    hand: Hand
    ply: int
def game() -> Game:
    def actions(s):
        for n in range(1, min(2, s.hand.stones) + 1):
            yield n
    return Game(lambda: Table(Hand(4, 0), 0), lambda s: s.hand.player, actions,
                lambda s, n: Table(Hand(s.hand.stones - n, 1 - s.hand.player), s.ply + 1),
                lambda s: s.hand.stones == 0, lambda s, p: -1.0 if s.hand.player == p else 1.0)
"""


@pytest.mark.long
def test_nested_states_loaded_twice(tmp_path):
    path = tmp_path / "nested.py"
    path.write_text(NESTED)
    for _ in range(2):
        assert zermelo.AlphaBeta(compiled=True).analyse(zermelo.load(str(path))).value == 1
