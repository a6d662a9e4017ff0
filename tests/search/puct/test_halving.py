"""Sequential halving."""

from __future__ import annotations

from zermelo.learn.alphazero.games import halving, schedule_for


def test_four_actions_share_the_simulations_in_two_rounds():
    # sixteen simulations: two each for four actions, then four each for the better two
    assert halving(4, 16) == [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]


def test_one_action_gets_all_of_them():
    assert halving(1, 3) == [0, 1, 2]


def test_fewer_simulations_than_actions_try_as_many_as_there_are():
    assert halving(8, 5) == [0] * 5


def test_the_table_has_a_row_for_each_number_of_actions():
    table = schedule_for(3, 4).reshape(4, 4)
    assert table.tolist() == [[0, 0, 0, 0], halving(1, 4), halving(2, 4), halving(3, 4)]
