"""Lessons as plain objects for JSON: what the page draws. docs/page.md describes them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.lessons.checking import check
from zermelo.lessons.lesson import Asked, Block, Code, Heading, Items, Lesson, Paragraph, Shown, Spans
from zermelo.lessons.question import KINDS, Verdict
from zermelo.lessons.reading import lesson, lessons
from zermelo.web.addresses import debugger_address, lesson_address, notebook_address, play_address
from zermelo.web.messages import Message, word

NOT_PLAYED = ("counts", "plot")  # drawings of figures whose game is none


def contents_report() -> dict[str, Any]:
    """The list of all lessons."""
    return {"lessons": [_head(one) for one in lessons()]}


def lesson_report(shown: Lesson) -> dict[str, Any]:
    """A lesson with its blocks. The answers to its questions are not in it."""
    others = lessons()
    place = [one.name for one in others].index(shown.name)
    return {
        **_head(shown),
        "blocks": [block_report(block) for block in shown.blocks],
        "notebook": notebook_address(shown.name),
        "before": _head(others[place - 1]) if place else None,
        "after": _head(others[place + 1]) if place + 1 < len(others) else None,
    }


def verdict_report(verdict: Verdict) -> dict[str, Any]:
    """What the page says about an answer; `right` is null where it could not be read."""
    return {"right": verdict.right, "words": str(verdict)}


def _head(shown: Lesson) -> dict[str, Any]:
    return {
        "name": shown.name,
        "number": shown.number,
        "title": shown.title,
        "summary": shown.summary,
        "figures": len(list(shown.figures)),
        "questions": list(shown.questions),
        "address": lesson_address(shown.name),
    }


def block_report(block: Block) -> dict[str, Any]:
    """A block; `kind` is the first key."""
    match block:
        case Heading():
            return {"kind": "heading", "spans": _spans(block.spans)}
        case Paragraph():
            return {"kind": "paragraph", "spans": _spans(block.spans)}
        case Items():
            return {"kind": "items", "items": [_spans(item) for item in block.items], "numbered": block.numbered}
        case Code():
            return {"kind": "code", "language": block.language, "text": block.text}
        case Shown():
            return {
                "kind": "figure",
                "place": block.place,
                "name": block.figure.name,
                "title": block.figure.title,
                "explanation": block.figure.explanation,
                "number": block.number,
                "drawing": block.drawing,
                "algorithm": block.algorithm,
                "depth": block.depth,
                "simulations": block.simulations,
                "step": block.step,
                "play": "" if block.drawing.startswith(NOT_PLAYED) else play_address(block),
                "debugger": debugger_address(block),
            }
        case Asked():
            return {
                "kind": "question",
                "place": block.place,
                "name": block.question.name,
                "prompt": _spans(block.prompt),
                "asks": block.question.kind,
                "hint": KINDS[block.question.kind],
                "choices": [
                    {"text": choice.text, "spans": _spans(line)}
                    for choice, line in zip(block.question.choices, block.choices, strict=True)
                ]
                if block.choices
                else [],
            }


def _spans(line: Spans) -> list[dict[str, str]]:
    return [{"text": span.text, "style": span.style, "target": _address(span.target)} for span in line]


def _address(target: str) -> str:
    """Where a link leads on the page."""
    kind, _, name = target.partition(":")
    return lesson_address(name) if kind == "lesson" else target


def _lesson(message: Message) -> dict[str, Any]:
    return lesson_report(lesson(word(message, "name")))


def _answer(message: Message) -> dict[str, Any]:
    found = check(word(message, "lesson"), word(message, "question"), word(message, "answer"))
    return verdict_report(found)


# What the page asks about lessons, by the type of the message.
ANSWERS: dict[str, Callable[[Message], dict[str, Any]]] = {
    "lessons": lambda message: contents_report(),
    "lesson": _lesson,
    "answer": _answer,
}
