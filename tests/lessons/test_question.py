"""Answers are checked by what they mean, not by how they are written."""

from __future__ import annotations

import pytest

from zermelo.game import ZermeloError
from zermelo.lessons import check
from zermelo.lessons.question import Choice, Question, checked_answer


def given(kind, *right):
    often = Choice("40.9", False, "That is the other one.")
    return Question("q", kind, (*(Choice(text, True, "Yes.") for text in right), often), "No.")


@pytest.mark.parametrize(
    ("kind", "right", "answer", "verdict"),
    [
        ("number", "3", " 3.0 ", True),
        ("number", "3", "+3", True),
        ("number", "-1", "−1", True),
        ("number", "0", "0", True),
        ("number", "0.25", "1/4", True),
        ("number", "0.25", "25%", True),
        ("number", "5,478", "5478", True),
        ("number", "3", "4", False),
        ("number", "3", "three", None),
        ("number", "3", "", None),
        ("number", "3", "1/0", None),
        ("branch", "a1", " A1", True),
        ("branch", "1", "1.0", True),
        ("branch", "a1", "b1", False),
        ("leaf", "(1, 2, 6)", "(1, 2, 6)", True),
        ("leaf", "(1, 2, 6)", "1 2 6", False),
        ("leaves", "8 7 3", "3, 7; 8", True),
        ("leaves", "8 7 3 8", "8 7 3", False),
        ("leaves", "8 7 3", " ", None),
    ],
)
def test_an_answer_is_read(kind, right, answer, verdict):
    assert checked_answer(given(kind, right), answer).right is verdict


def test_a_frequent_mistake_has_its_own_explanation():
    question = given("number", "21")
    assert checked_answer(question, "40.90").words == "That is the other one."
    assert checked_answer(question, "5").words == "No."
    assert str(checked_answer(question, "21")) == "Right. Yes."
    assert str(checked_answer(question, "5")).startswith("Not quite.")


def test_a_choice_is_given_by_its_text_or_its_place():
    question = Question("q", "choice", (Choice("True", False, "No."), Choice("False", True, "Yes.")))
    assert checked_answer(question, "false").right is True
    assert checked_answer(question, "2").right is True
    assert checked_answer(question, "1").words == "No."
    assert checked_answer(question, "maybe").right is None


def test_notebooks_check_values_of_any_kind():
    assert check("minimax", "root", 3).right is True
    assert check("minimax", "root", 14.0).right is False
    assert check("minimax", "root", ...).right is None
    assert "in place of the dots" in str(check("minimax", "root", None))
    assert check("minimax", "breadth-first", 2).right is True
    with pytest.raises(ZermeloError, match="minimax has no question 'roots'; it has root"):
        check("minimax", "roots", 3)
    with pytest.raises(ZermeloError, match="no lesson is called 'maximin'"):
        check("maximin", "root", 3)
