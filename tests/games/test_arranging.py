"""Positions put together on the board: what an editor writes is read as the position with these cells."""

from __future__ import annotations

import random

import pytest

import zermelo

GAMES = [name for name in zermelo.game_names() if zermelo.load(name).arranging]


def cells_of(game, state):
    return [list(row) for row in game.describe(state).cells]


def test_which_games_have_an_editor():
    assert {"chess", "checkers", "draughts", "go", "othello", "hex", "connect-four", "tic-tac-toe"} <= set(GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_the_cells_of_random_positions_are_read_again(name):
    game, noise = zermelo.load(name), random.Random(name)
    pieces, tried = set(game.arranging.pieces), 0
    while tried < 12:
        state = game.initial()
        for _ in range(noise.randrange(60)):
            if game.is_terminal(state):
                break
            state = game.result(state, noise.choice(game.legal(state)))
        if game.is_terminal(state):
            continue
        cells, mover = cells_of(game, state), int(game.to_move(state))
        assert {text for row in cells for text in row} <= pieces | {""}
        read = game.read_state(game.arranging.write(game.initial(), cells, mover))
        assert (cells_of(game, read), int(game.to_move(read))) == (cells, mover)
        tried += 1


def test_rights_of_castling_stay_where_king_and_rook_are_at_home():
    chess = zermelo.load("chess")
    cells = cells_of(chess, chess.initial())
    cells[7][7] = cells[0][4] = ""
    cells[0][3] = "♚"
    assert chess.arranging.write(chess.initial(), cells, 1).split()[1:4] == ["b", "Q", "-"]


@pytest.mark.parametrize(
    ("name", "change", "words"),
    [
        ("chess", {(7, 4): ""}, "White has 0 kings"),
        ("checkers", {(0, 0): "●"}, "dark squares"),
        ("connect-four", {(0, 0): "R"}, "hangs in the air"),
        ("tic-tac-toe", {(0, 0): "O"}, "X moves first"),
        ("othello", {(3, 3): ""}, "never empty"),
        ("nine-mens-morris", {(0, 0): "○", (0, 3): "○"}, "the game would have ended before"),
    ],
)
def test_what_cannot_be_is_told(name, change, words):
    game = zermelo.load(name)
    cells = cells_of(game, game.initial())
    for (row, column), text in change.items():
        cells[row][column] = text
    with pytest.raises((zermelo.ZermeloError, ValueError), match=words):
        game.read_state(game.arranging.write(game.initial(), cells, 0))
