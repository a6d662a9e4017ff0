"""A finished game says who won and how."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.arena.openings import read_moves
from zermelo.arena.play import play

ENDED = [
    ("chess", None, "f3 e5 g4 Qh4#", "Black wins by checkmate"),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", "draw by stalemate"),
    ("chess", "7k/8/8/8/8/8/8/K5R1 w - - 100 80", "", "draw by the fifty-move rule"),
    ("chess", "7k/8/8/8/8/8/8/K6B w - - 0 1", "", "draw by insufficient material"),
    ("tic-tac-toe", "xxx/oo./...", "", "X wins with 3 in a row"),
    ("tic-tac-toe", "xox/xoo/oxx", "", "draw because the board is full"),
    ("connect-four", None, "1 2 1 2 1 2 1", "Red wins with 4 in a row"),
    ("nim:stones=3", None, "3", "Player 1 wins by taking the last stone"),
    ("nim:stones=3,misere=true", None, "3", "Player 2 wins because the other took the last stone"),
    ("go:size=5,komi=6.5", None, "pass pass", "White wins by 6.5 points"),
    ("go:size=5,komi=0", None, "pass pass", "draw"),
    ("[[3,12],[2,4]]", None, "1 1", "MAX wins by 3"),
    ("castles:red=1,green=1,blue=1", None, "green red", "Blue wins (red -1, green -1, blue 2)"),
]


@pytest.mark.parametrize(("spec", "position", "moves", "words"), ENDED)
def test_how_it_ended(spec, position, moves, words):
    game = zermelo.load(spec)
    state = game.initial() if position is None else game.read_state(position)
    end = read_moves(game, state, moves)[-1]
    assert game.is_terminal(end)
    assert game.ending_text(end) == words


@pytest.mark.parametrize(
    "spec",
    ["amazons:size=4", "breakthrough:rows=4,columns=4", "checkers", "gomoku:size=7", "othello:size=4", "pig:goal=9"],
)
def test_the_winner_is_named_and_the_record_says_the_same(spec):
    game = zermelo.load(spec)
    for seed in range(3):
        record = play(game, [zermelo.Random(seed=seed), zermelo.Random(seed=seed + 9)], seed=seed)
        first, second = record.utilities
        names = {first > second: game.player_name(0), second > first: game.player_name(1)}
        assert record.result.lower().startswith(names[True].lower() + " wins" if True in names else "draw")
        assert record.ending != "over" or record.result == game.ending_text(record.end)
