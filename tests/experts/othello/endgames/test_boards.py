"""What the endgame solver asks about boards, against the rules and against all that can happen."""

from __future__ import annotations

import random

import numpy as np
import pytest
from experts.othello.endgames.test_solver import endgames

import zermelo
from zermelo.experts.othello.endgames.boards import board_functions
from zermelo.games.othello import finders


@pytest.mark.parametrize("size", [4, 6, 8])
def test_flips_are_what_the_rules_turn_over(size):
    _, caught_by = finders(size)
    flips, cells, noise = board_functions(size, False).flips, size * size, random.Random(size)
    with np.errstate(over="ignore"):
        for _ in range(150):
            square, mine, theirs = noise.randrange(cells), 0, 0
            for cell in range(cells):
                owner = noise.choice("xo-")
                if cell != square and owner != "-":
                    mine, theirs = mine | (owner == "x") << cell, theirs | (owner == "o") << cell
            mine, theirs = np.uint64(mine), np.uint64(theirs)
            assert flips(square, mine, theirs) == caught_by(np.uint64(1 << square), mine, theirs)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_flips_on_the_last_square_are_counted(size):
    functions, cells, noise = board_functions(size, False), size * size, random.Random(size)
    with np.errstate(over="ignore"):
        for square in range(cells):
            for _ in range(3):
                mine = noise.getrandbits(cells) & noise.getrandbits(cells) & ~(1 << square)
                theirs = (1 << cells) - 1 & ~mine & ~(1 << square)
                expected = int(functions.flips(square, np.uint64(mine), np.uint64(theirs))).bit_count()
                assert functions.last_flips(square, np.uint64(mine)) == expected


def test_what_is_around_a_square():
    functions = board_functions(4, False)
    assert functions.near[0] == 0b0000_0000_0011_0010
    assert functions.near[5] == 0b0000_0111_0101_0111
    assert functions.quarter[14] == 0b1100_1100_0000_0000


@pytest.mark.parametrize(("size", "left"), [(4, 5), (6, 4)])
def test_stable_discs_are_never_turned(size, left):
    """As many discs as are called stable keep their colour in every game that can follow."""
    game, some = zermelo.load("othello", size=size), 0
    stable = board_functions(size, False).stable
    for start in endgames(size, left, 12):
        for player in (0, 1):

            def discs(state, player=player):
                return state.mine if state.player == player else state.theirs

            kept, waiting, seen = discs(start), [start], set()
            while waiting:
                state = waiting.pop()
                kept &= discs(state)
                if state not in seen and not game.is_terminal(state):
                    seen.add(state)
                    waiting += [game.result(state, action) for action in game.legal(state)]
            own = discs(start)
            found = stable(own, (start.mine | start.theirs) ^ own)
            assert found <= int(kept).bit_count()
            some += found
    assert some > 20


def test_quarters_with_an_odd_number_of_empty_squares():
    odd = board_functions(4, False).odd
    assert odd(np.uint64(0b0000_0000_0000_0001)) == 0b0000_0000_0011_0011
    assert odd(np.uint64(0b0001_0000_0000_1100)) == 0b0011_0011_0000_0000
    assert odd(np.uint64(0)) == 0


def test_final_differences():
    for to_winner, expected in ((False, (3, -3, 0)), (True, (14, -14, 0))):
        final = board_functions(4, to_winner).final
        more, less = np.uint64(0b1111), np.uint64(1 << 15)
        assert (final(more, less), final(less, more), final(less, less >> np.uint64(1))) == expected
