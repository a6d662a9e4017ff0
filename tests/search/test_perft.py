"""Perft by the workers of a crew."""

from __future__ import annotations

import pytest
from crews import lossy

import zermelo
from zermelo.search import perft

CASES = [("nim:stones=9", 1), ("nim:stones=9", 3), ("tic-tac-toe", 4), ("pig:goal=9", 4), ("nim:stones=3", 5)]


@pytest.mark.parametrize("by_two", [False, True])
@pytest.mark.parametrize(("spec", "depth"), CASES)
def test_counts_are_the_same_though_answers_are_lost(spec, depth, by_two, monkeypatch):
    monkeypatch.setattr(perft, "AGAIN", 2 if by_two else 100)
    game, crew = zermelo.load(spec), lossy()
    here, there = (zermelo.perft(game, depth=depth, compiled=False, cluster=one) for one in (None, crew))
    assert (there.leaves, there.divided) == (here.leaves, here.divided)
    assert (crew.done > 0) == (depth > 1)


def test_what_counts_beyond_the_end_of_the_game_does_so_there():
    """Chess counts on after the fifty-move rule has ended the game."""
    chess = zermelo.load("chess")
    state = chess.read_state("8/8/8/8/8/1k6/8/K6R w - - 99 90")
    here, there = (zermelo.perft(chess, state, 3, compiled=False, cluster=one) for one in (None, lossy()))
    assert there.divided == here.divided
    assert here.leaves > 0
