"""Matches: fair seats, repeatable games, honest intervals."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.arena.elo import elo


def test_known_differences():
    assert elo(10, 0, 10).difference == pytest.approx(0)
    assert elo(3, 0, 1).difference == pytest.approx(190.85, abs=0.01)  # a score of 75%
    assert elo(1, 0, 9).difference == pytest.approx(-381.70, abs=0.01)
    assert elo(5, 0, 0).difference == math.inf
    assert elo(5, 0, 0).low > 0
    assert elo(0, 0, 5).difference == -math.inf


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60))
def test_the_interval_holds_the_difference_and_turns_with_the_sides(wins, draws, losses):
    one, other = elo(wins, draws, losses), elo(losses, draws, wins)
    assert one.low <= one.difference <= one.high
    assert one.difference == pytest.approx(-other.difference)
    assert one.low == pytest.approx(-other.high)


def test_more_games_narrow_the_interval():
    few, many = elo(6, 2, 2), elo(600, 200, 200)
    assert many.high - many.low < (few.high - few.low) / 5


def test_the_interval_covers_the_truth_about_95_times_in_100():
    noise, covered = random.Random(1), 0
    truth = -400 * math.log10(1 / 0.65 - 1)  # wins 55%, draws 20%: a score of 65%
    for _ in range(2000):
        games = noise.choices(("win", "draw", "loss"), (0.55, 0.2, 0.25), k=60)
        found = elo(games.count("win"), games.count("draw"), games.count("loss"))
        covered += found.low <= truth <= found.high
    assert 0.92 < covered / 2000 < 0.98


def always_first(game, state):
    return game.legal(state)[0]


def test_sides_are_swapped():
    """Nim with 4 stones, one at a time: whoever is second wins, so two equal players share the games."""
    result = zermelo.match(zermelo.load("nim:stones=4"), [always_first, always_first], games=10)
    assert (result.wins, result.draws, result.losses) == (5, 0, 5)
    assert result.score == 0.5


def test_a_match_is_repeated_by_its_seed():
    game = zermelo.load("connect-four:columns=4,rows=4")
    engines = [zermelo.MCTS(sims=20, compiled=False), zermelo.Random()]
    one, two, other = (zermelo.match(game, engines, games=6, seed=seed, opening=2) for seed in (3, 3, 4))
    assert [record.actions for record in one.records] == [record.actions for record in two.records]
    assert [record.actions for record in one.records] != [record.actions for record in other.records]


def test_a_pair_of_games_shares_its_opening():
    game = zermelo.load("tic-tac-toe")
    result = zermelo.match(game, [zermelo.Random(), zermelo.Random()], games=8, seed=1, opening=3)
    starts = [record.start for record in result.records]
    assert starts[0::2] == starts[1::2]
    assert len(set(starts)) > 1


def test_three_players_take_every_seat():
    game = zermelo.load("castles")
    seats = []

    def ours(game, state):
        seats.append(game.to_move(state))
        return game.legal(state)[0]

    zermelo.match(game, [ours, always_first], games=3)
    assert set(seats) == {0, 1, 2}


def test_an_illegal_choice_is_told():
    with pytest.raises(zermelo.ZermeloError, match="not legal"):
        zermelo.match(zermelo.load("nim"), [lambda game, state: 99, always_first], games=1)


def test_perfect_play_never_loses_tic_tac_toe():
    result = zermelo.match(zermelo.load("tic-tac-toe"), [zermelo.AlphaBeta(), zermelo.Random()], games=20, seed=5)
    assert result.losses == 0
    assert result.wins > 10
