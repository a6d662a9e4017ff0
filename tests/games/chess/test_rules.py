"""Chess: which positions are dead, and keys that tell positions apart."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

import zermelo

GAME = zermelo.load("chess")
BARE = GAME.read_state("8/8/4k3/8/8/3K4/8/8 w - - 0 1")
PIECES = ("pawns", "knights", "diagonal", "straight", "kings", "white", "black")
SQUARES = {**dict.fromkeys(PIECES, range(64)), "rights": (0, 7, 56, 63), "passant": (*range(16, 24), *range(40, 48))}


def word(*squares):
    return np.uint64(sum(1 << square for square in squares))


def test_bishops_on_squares_of_one_colour_cannot_mate():
    def is_light(square):
        return (square % 8 + square // 8) % 2

    for one, other in itertools.combinations(range(64), 2):
        state = BARE._replace(diagonal=word(one, other))
        assert GAME.adjudicated(state) == (is_light(one) == is_light(other)), (one, other)
        assert not GAME.adjudicated(state._replace(knights=word(one)))


def test_different_positions_have_different_keys():
    """Whatever differs: any word alone, words that change places, and the side to move."""
    noise, states = random.Random(1), set()
    for _ in range(300):
        words = {name: word(*noise.sample(squares, noise.randrange(4))) for name, squares in SQUARES.items()}
        states.add(BARE._replace(**words, player=noise.randrange(2)))
        for one, other in itertools.combinations(PIECES, 2):
            states.add(BARE._replace(**words | {one: words[other], other: words[one]}))
    for name, squares in SQUARES.items():
        states |= {BARE._replace(**{name: word(square)}) for square in squares}
    assert len({int(GAME.key(state)) for state in states}) == len(states) > 5000


def test_clocks_do_not_change_the_key():
    assert GAME.key(BARE) == GAME.key(BARE._replace(clock=40, move=70))


@pytest.mark.parametrize(
    ("fen", "utility", "words"),
    [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0, "by stalemate"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 1, "by checkmate"),
        ("8/8/8/8/8/1k6/1q6/K7 w - - 100 90", -1, "by checkmate"),
        ("7k/8/8/8/8/8/6PP/r6K w - - 100 90", -1, "by checkmate"),
        ("7k/8/8/8/8/8/r5PP/r5BK w - - 100 90", 0, "by the fifty-move rule"),
        ("7k/8/8/8/8/7P/6P1/r6K w - - 100 90", 0, "by the fifty-move rule"),  # in check, with one answer
        ("7k/8/8/8/8/8/8/1B5K w - - 0 1", 0, "by insufficient material"),
    ],
)
def test_how_a_game_ends(fen, utility, words):
    state = GAME.read_state(fen)
    assert GAME.is_terminal(state)
    assert (GAME.utility(state, 0), GAME.utility(state, 1)) == (utility, -utility)
    assert GAME.ending(state) == words
