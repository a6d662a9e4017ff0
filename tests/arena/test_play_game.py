"""`play_game` as in the notebooks."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import zermelo
from zermelo import ZermeloError, load, play_game
from zermelo.user_files import run_file


def first(game, state):
    return next(iter(game.actions(state)))


def last(game, state):
    return list(game.actions(state))[-1]


@pytest.fixture
def tic_tac_toe():
    """An object of the example's class, as a notebook has it: a board of 3 by 2, on which nobody can win."""
    return run_file(Path(__file__).parents[2] / "examples" / "aima_tic_tac_toe.py").TicTacToe(3, 2, 3)


def test_a_class_of_the_notebooks_with_functions_of_the_notebooks(tic_tac_toe, capsys):
    noise = random.Random(0)

    def random_player(game, state):
        assert game is tic_tac_toe
        return noise.choice(game.actions(state))

    end = play_game(tic_tac_toe, {"X": random_player, "O": first}, verbose=True)
    assert tic_tac_toe.is_terminal(end)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("Player X move: ")
    assert lines[4].startswith("Player O move: 0,")
    assert lines[-1] == "the game is over"


def test_engines_play_too(tic_tac_toe, capsys):
    end = play_game(tic_tac_toe, {"X": "alphabeta:depth=9", "O": zermelo.AlphaBeta(depth=9)})
    assert tic_tac_toe.is_terminal(end)
    assert tic_tac_toe.utility(end, "X") == 0
    assert capsys.readouterr().out == ""


def test_a_game_of_ours_by_names_and_numbers():
    game = load("nim:stones=4")
    assert play_game(game, {0: first, 1: last}).stones == 0
    assert play_game(game, {"player 2": first, 0: last}).stones == 0


def test_chance_is_drawn_by_the_seed(capsys):
    game = load("pig:goal=6")
    ends = [play_game(game, {0: first, 1: last}, verbose=True, seed=3) for _ in range(2)]
    assert ends[0] == ends[1]
    assert "Chance move: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("players", "told"),
    [
        ({"X": first}, "play_game needs a player for O"),
        ({}, "play_game needs a player for X and O"),
        ({"X": first, "Z": first}, "tic-tac-toe has no player 'Z'; it has X, O"),
        ({"X": first, 7: first}, "tic-tac-toe has no player 7; it has X, O"),
        ({"X": 3, "O": first}, "3 is not a player"),
        ({"X": lambda game, state: 99, "O": first}, "chose 99, which is not legal"),
    ],
)
def test_what_is_wrong_is_told(players, told):
    with pytest.raises(ZermeloError, match=told):
        play_game(load("tic-tac-toe"), players)
