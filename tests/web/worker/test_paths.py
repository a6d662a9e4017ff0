"""The states that a worker keeps are those that the moves lead to."""

from __future__ import annotations

import os
import random

import pytest

import zermelo
from zermelo.game import ZermeloError
from zermelo.web.worker.paths import MOST_KEPT, _paths, game_of, path_of


def request(spec, played=(), own=False):
    return {"spec": str(spec), "parameters": {}, "start": None, "played": list(played), "own": own}


def naive(game, played):
    states = [game.initial()]
    for index in played:
        states.append(game.result(states[-1], game.moves(states[-1])[index]))
    return states


def test_moves_played_taken_back_and_played_otherwise():
    luck, game = random.Random(3), zermelo.load("connect-four")
    for _ in range(3 * MOST_KEPT):
        played = [luck.randrange(3) for _ in range(luck.randrange(8))]
        asked = request("connect-four", played)
        assert path_of(game_of(asked), asked) == naive(game, played)
    assert len(_paths()) <= MOST_KEPT


def test_a_state_is_reached_only_once(tmp_path):
    """The next request plays one move more, not all of them again."""
    file = tmp_path / "counted.py"
    file.write_text(
        "from zermelo import Game\nCALLS = []\n"
        "def result(state, action):\n    CALLS.append(action)\n    return state + 1\n"
        "def counted() -> Game:\n"
        "    turn, moves = lambda s: s % 2, lambda s: iter([1, 2])\n"
        "    return Game(lambda: 0, turn, moves, result, lambda s: s > 50, lambda s, p: 0.0)\n"
    )
    for plies in range(1, 9):
        asked = request(file, [0] * plies, own=True)
        game = game_of(asked)
        assert path_of(game, asked) == list(range(plies + 1))
    assert len(game.result.__globals__["CALLS"]) == 8


def test_an_edited_file_is_read_again(tmp_path):
    file = tmp_path / "edited.py"
    text = (
        "from zermelo import Game\n"
        "def edited() -> Game:\n"
        "    moves, result = lambda s: iter([1]), lambda s, a: s + 1\n"
        "    return Game(lambda: 0, lambda s: 0, moves, result, lambda s: s > 5, lambda s, p: 0.0)\n"
    )
    for number, step in enumerate((1, 2)):
        file.write_text(text.replace("s + 1", f"s + {step}"))
        os.utime(file, ns=(0, number * 10**9))
        asked = request(file, [0, 0], own=True)
        assert path_of(game_of(asked), asked)[-1] == 2 * step


def test_rules_that_do_not_give_the_same_moves_again_are_told():
    with pytest.raises(ZermeloError, match="same moves"):
        path_of(zermelo.load("nim"), request("nim", [0, 7]))
