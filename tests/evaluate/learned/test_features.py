"""What a network sees of a state, where the game does not say."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pytest

import zermelo
from zermelo.evaluate import features
from zermelo.evaluate.learned.features import Features
from zermelo.game import ZermeloError


def seen(game, state):
    found = features(game)
    buffer = [None] * 4096
    count = found.write(state, buffer)
    return buffer[:count]


def test_words_are_seen_bit_by_bit_and_small_numbers_value_by_value():
    game = zermelo.load("tic-tac-toe")
    state = game.initial()
    first = seen(game, state)
    assert set(first) == {0.0, 1.0}
    assert first[:3] == [1.0, 0.0, 0.0]  # player 0 is to move
    for action in game.legal(state):
        after = game.result(state, action)
        now = seen(game, after)
        assert len(now) == len(first) == features(game).count(game)
        assert now[:3] == [0.0, 1.0, 0.0]
        assert features(game).side(after) == 1
    assert len({tuple(seen(game, game.result(state, action))) for action in game.legal(state)}) == 9


def test_chance_is_seen_too():
    game = zermelo.load("pig")
    assert any(seen(game, game.result(game.initial(), action))[2] == 1.0 for action in game.legal(game.initial()))


class Row(NamedTuple):
    cells: tuple[int, ...]
    player: int


def row_game(**parts):
    return zermelo.Game(
        initial=lambda: Row((0, 0, 0), 0),
        to_move=lambda state: state.player,
        actions=lambda state: (i for i in range(3) if state.cells[i] == 0),
        result=lambda state, i: Row((*state.cells[:i], state.player + 1, *state.cells[i + 1 :]), 1 - state.player),
        is_terminal=lambda state: all(state.cells),
        utility=lambda state, player: 0.0,
        **parts,
    )


def test_tuples_in_a_state_are_seen_cell_by_cell():
    game = row_game()
    assert features(game).count(game) == 3 + 3 * 3 + 2
    assert seen(game, Row((1, 0, 2), 1)) == [0, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1]


def test_a_game_may_say_itself_what_is_seen():
    def own(state, buffer):
        buffer[0] = float(sum(state.cells))
        return 1

    assert seen(row_game(features=own), Row((1, 0, 2), 1)) == [3.0]
    assert features(row_game(features=Features(own, lambda state: state.player))).side(Row((1, 0, 2), 1)) == 1
    with pytest.raises(ZermeloError, match="features are a function"):
        features(row_game(features=3))


def test_a_state_without_numbers_is_refused():
    game = replace(row_game(), initial=lambda: ("x", 0), is_terminal=lambda state: True)
    with pytest.raises(ZermeloError, match="has a str in its state, which no network can look at"):
        features(game)
