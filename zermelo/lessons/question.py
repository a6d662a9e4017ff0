"""A question with its answers, and the check of what a person answered."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

KINDS = {  # what is to be given, and what is said where the answer cannot be read
    "choice": "Choose one of the answers.",
    "number": "Give a number, such as 20, -1.5 or 1/4.",
    "branch": "Give the name of a branch as the figure shows it.",
    "leaf": "Give the leaf as the figure shows it.",
    "leaves": "Give the leaves as the figure shows them, separated by spaces.",
}
LONGEST = 200  # characters of an answer


@dataclass(frozen=True)
class Choice:
    """One of the answers to choose from, or a wrong answer that people often give."""

    text: str
    right: bool
    because: str


@dataclass(frozen=True)
class Question:
    """A question. choices: what can be chosen, or answers to be given that have an explanation of their own."""

    name: str
    kind: str  # one of KINDS
    choices: tuple[Choice, ...]
    otherwise: str = ""  # said about every other answer, where something is to be given

    @property
    def right(self) -> str:
        """The right answer, or the first of them."""
        return next(choice.text for choice in self.choices if choice.right)


@dataclass(frozen=True)
class Verdict:
    """What is said about an answer. `right` is None where it could not be read."""

    right: bool | None
    words: str

    def __str__(self) -> str:
        sign = {True: "Right. ", False: "Not quite. ", None: ""}[self.right]
        return f"{sign}{self.words}"


def checked_answer(question: Question, answer: str) -> Verdict:
    """Whether an answer is right, and why. A choice is given by its text, or by its place from 1 on."""
    given = answer.strip()[:LONGEST]
    if question.kind == "choice":
        by_place = {str(place): choice for place, choice in enumerate(question.choices, 1)}
        by_text = {_plain(choice.text): choice for choice in question.choices}
        chosen = by_text.get(_plain(given)) or by_place.get(given)
        return Verdict(chosen.right, chosen.because) if chosen else Verdict(None, KINDS["choice"])
    meant = _meant(question.kind, given)
    if not meant:
        return Verdict(None, KINDS[question.kind])
    for choice in question.choices:
        if _meant(question.kind, choice.text) == meant:
            return Verdict(choice.right, choice.because)
    return Verdict(False, question.otherwise)


def _meant(kind: str, text: str) -> object:
    """What an answer says, so that answers that say the same are equal; None where it says nothing."""
    if kind == "number":
        return _number(text)
    words = re.split(r"[\s,;]+", _plain(text)) if kind == "leaves" else [_plain(text)]
    meant = Counter(_number(word) or word for word in words if word)
    return tuple(sorted(meant.items(), key=repr)) or None


def _plain(text: str) -> str:
    return " ".join(text.replace("−", "-").casefold().split())


def _number(text: str) -> tuple[Fraction] | None:
    """The number that a text writes, in a tuple, because 0 is an answer too; None: it is no number."""
    found = re.fullmatch(r"([+-]?\d*\.?\d+)\s*(?:/\s*([1-9]\d*)|(%))?", _plain(text).replace(" ", "").replace(",", ""))
    if not found:
        return None
    divisor = 100 if found[3] else int(found[2] or 1)
    return (Fraction(found[1]) / divisor,)
