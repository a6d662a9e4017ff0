"""Chess: which positions are dead, and keys that tell positions apart."""

from __future__ import annotations

import itertools
import random

import numpy as np

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
