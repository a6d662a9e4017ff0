"""Counts of Othello's evaluation against slow, obvious twins."""

from __future__ import annotations

import random

import pytest
from experts.othello.boards import SIZES, around, leaning, some_positions, squares

from zermelo.experts.othello.counts import counter
from zermelo.games.othello import OthelloState


@pytest.mark.parametrize("size", SIZES)
def test_counts_are_what_a_person_counts(size):
    counts = counter(size)
    corners = {0, size - 1, size * (size - 1), size * size - 1}
    for game, state in some_positions(size, range(60)):
        mine, theirs = squares(state.mine), squares(state.theirs)
        empty = set(range(size * size)) - mine - theirs
        seen = counts(state.mine, state.theirs)
        other = OthelloState(state.theirs, state.mine, 1 - state.player)
        assert seen.empty == len(empty)
        assert seen.corners == len(mine & corners) - len(theirs & corners)
        pass_action = size * size
        assert seen.moves == sum(a != pass_action for a in game.actions(state)) - sum(
            a != pass_action for a in game.actions(other)
        )
        beside_theirs = {square for square in empty if around(square, size) & theirs}
        beside_mine = {square for square in empty if around(square, size) & mine}
        assert seen.moves_to_come == len(beside_theirs) - len(beside_mine)
        assert seen.stable == len(leaning(mine, size)) - len(leaning(theirs, size))


def test_stable_discs_are_never_turned():
    """Discs counted as stable are never flipped in random play."""
    noise = random.Random(5)
    for game, state in some_positions(6, range(40)):
        stable = [leaning(squares(word), 6) for word in (state.mine, state.theirs)]
        mover = state.player
        while not game.is_terminal(state):
            state = game.result(state, noise.choice(game.legal(state)))
        mine, theirs = (state.mine, state.theirs) if state.player == mover else (state.theirs, state.mine)
        assert stable[0] <= squares(mine)
        assert stable[1] <= squares(theirs)
