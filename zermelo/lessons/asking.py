"""Reads a question's block: what is asked, what is right, and what is said about each answer."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from zermelo.game import ZermeloError, brief
from zermelo.lessons.inline import check_numbers, filled
from zermelo.lessons.question import KINDS, Choice, Question

GIVEN = tuple(kind for kind in KINDS if kind != "choice")
_KEYS = re.compile(rf"(question|ask|{'|'.join(GIVEN)}|right|wrong|if (?P<answer>[^:]+)): (?P<text>.+)")
_CHOICE = re.compile(r"- \[(?P<mark>[ x])\] (?P<text>.+?) :: (?P<because>.+)")


def read_question(lines: Sequence[str]) -> tuple[Question, str, list[str]]:
    """The question of a block, with the text of what is asked and of its choices. Raises ZermeloError."""
    parts: dict[str, str] = {}
    choices: list[Choice] = []
    often: list[Choice] = []
    labels: list[str] = []
    for line in _joined(lines):
        chosen, found = _CHOICE.fullmatch(line), _KEYS.fullmatch(line)
        if chosen:
            labels.append(chosen["text"])
            choices.append(Choice(_said(chosen["text"]), chosen["mark"] == "x", _said(chosen["because"])))
        elif found and found["answer"]:
            often.append(Choice(filled(found["answer"]), False, _said(found["text"])))
        elif found and found[1] not in parts:
            parts[found[1]] = found["text"]
        else:
            raise ZermeloError(f"'{brief(line)}' is no part of a question, or the second of its kind")
    kinds = [kind for kind in GIVEN if kind in parts]
    if not {"question", "ask"} <= parts.keys() or len(kinds) + bool(choices) != 1:
        raise ZermeloError("a question has 'question: NAME', 'ask: …', and choices or one of " + ", ".join(GIVEN))
    name = parts["question"]
    if not re.fullmatch(r"[a-z0-9-]+", name):
        raise ZermeloError(f"a question is called by small letters and hyphens, not '{brief(name)}'")
    if choices:
        if sum(choice.right for choice in choices) != 1 or len(choices) < 2 or len(parts) > 2 or often:
            raise ZermeloError(
                f"question {brief(name)} needs several choices, '- [ ] text :: why', and one of them '- [x]'"
            )
        return Question(name, "choice", tuple(choices)), parts["ask"], labels
    if not {"right", "wrong"} <= parts.keys():
        raise ZermeloError(f"question {brief(name)} has no 'right: …' or no 'wrong: …'")
    accepted = [Choice(text, True, _said(parts["right"])) for text in _said(parts[kinds[0]]).split(" or ")]
    return Question(name, kinds[0], (*accepted, *often), _said(parts["wrong"])), parts["ask"], []


def _joined(lines: Sequence[str]) -> Iterator[str]:
    """The lines, each with the indented ones below it."""
    joined = ""
    for line in lines:
        if line.startswith("  "):
            joined += f" {line.strip()}"
            continue
        if joined:
            yield joined
        joined = line.strip()
    yield joined


def _said(text: str) -> str:
    """A text with its facts and without its marks: a choice as an answer names it, or what is said about one."""
    check_numbers(text)
    return filled(text).replace("*", "").replace("`", "")
