"""`zermelo practise`, and the exercises that it asks."""

from __future__ import annotations

import naive
import pytest

from zermelo.lessons.question import checked_answer
from zermelo.measures.practice import EXERCISES, exercise


@pytest.mark.parametrize("algorithm", EXERCISES)
def test_an_exercise_is_the_same_for_a_seed_and_has_one_right_answer_each(algorithm):
    assert exercise(algorithm, 5).tree == exercise(algorithm, 5).tree != exercise(algorithm, 6).tree
    for seed in range(5):
        for asked in exercise(algorithm, seed).asked:
            assert checked_answer(asked.question, asked.question.right).right is True
            assert checked_answer(asked.question, "-987").right is False


def test_the_answers_are_those_of_a_plain_search():
    for seed in range(10):
        given = exercise("alphabeta", seed)
        value, cut, leaves = (asked.question.right for asked in given.asked)
        assert float(value) == naive.minimax(given.game, given.game.initial())
        assert len(cut.split()) == 8 - int(leaves) > 0


def test_answers_are_checked_and_explained(zermelo):
    value, cut, leaves = (asked.question.right for asked in exercise("alphabeta", 3).asked)
    code, out, _ = zermelo("practise", "--seed", 3, typed=f"{value}\n1 2\n{leaves}\n")
    assert code == 0
    assert "Right. The branches are worth" in out
    assert f"Not quite. It is {cut}." in out
    assert "2 of 3 right; the same again: zermelo practise alphabeta --seed 3" in out


def test_answers_can_be_printed_and_an_unknown_algorithm_is_told(zermelo):
    code, out, _ = zermelo("practise", "ucb1", "--seed", 3, "--answers")
    assert (code, out.splitlines()[0]) == (0, "MAX root 36/101")
    assert "c. UCB1 is 0.873 for a, 1.012 for b, 1.456 for c." in out
    code, _, err = zermelo("practise", "alfabeta")
    assert (code, err) == (
        2,
        "zermelo: there are exercises on minimax, alphabeta, expectimax, ucb1, not on 'alfabeta'\n",
    )
