"""`optimal`: perfect play by a table."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.game import ZermeloError

OPTIMAL = zermelo.Optimal(compiled=False)


def test_it_tells_the_value_of_each_action():
    game = zermelo.load("pig:goal=10")
    analysis = OPTIMAL.analyse(game, game.read_state("8,9,2,0"))
    assert (game.action_text(analysis.state, analysis.action), analysis.value, analysis.exact) == ("hold", 1.0, True)
    roll, hold = analysis.candidates
    assert roll.value < hold.value == 1.0
    assert (roll.decided, hold.decided) == (True, True)


def test_it_values_a_position_where_chance_is_to_move():
    game = zermelo.load("pig:goal=10")
    analysis = OPTIMAL.analyse(game, game.read_state("0,0,4,1,1"))
    assert analysis.action is None
    assert len(analysis.candidates) == 6
    assert analysis.value == pytest.approx(sum(one.value for one in analysis.candidates) / 6)
    assert analysis.candidates[0].value > 0 > analysis.candidates[-1].value  # a 1 is player 1's luck


def test_it_wins_most_games_against_random_play():
    game = zermelo.load("pig:goal=20")
    played = zermelo.match(game, [OPTIMAL, zermelo.Random()], games=60, seed=1)
    assert played.score > 0.6


def test_a_game_without_a_table_is_refused():
    with pytest.raises(ZermeloError) as error:
        OPTIMAL.analyse(zermelo.load("chess"))
    assert str(error.value) == "optimal needs a table of exact values, and there is none for chess: try auto"


def test_a_users_game_of_the_same_name_has_no_table():
    game = zermelo.Game(*(lambda *_: 0,) * 6, name="pig")
    assert OPTIMAL.refusal(game)
