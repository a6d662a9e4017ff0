"""Checks an answer to a question of a lesson, for notebooks, the terminal and the page."""

from __future__ import annotations

from zermelo.game import ZermeloError, brief
from zermelo.lessons.question import KINDS, Question, Verdict, checked_answer
from zermelo.lessons.reading import lesson


def question_of(lesson_name: str, name: str) -> Question:
    """A question of a lesson. Raises ZermeloError naming what there is."""
    questions = lesson(lesson_name).questions
    if name not in questions:
        raise ZermeloError(f"{lesson_name} has no question '{brief(name)}'; it has {', '.join(questions)}")
    return questions[name]


def check(lesson_name: str, name: str, answer: object) -> Verdict:
    """Whether an answer to a lesson's question is right, and why.

    answer: a number, a text, a choice by its text or its number from 1 on, or a list of leaves. What is left as `...`
    is not answered yet. Raises ZermeloError if there is no such lesson or question.
    """
    question = question_of(lesson_name, name)
    if answer is ... or answer is None:
        return Verdict(None, f"Write your answer in place of the dots. {KINDS[question.kind]}")
    if isinstance(answer, list | tuple | set):
        return checked_answer(question, " ".join(map(str, answer)))
    return checked_answer(question, str(answer))
