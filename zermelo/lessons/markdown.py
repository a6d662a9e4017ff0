"""A lesson's blocks as Markdown, for notebooks and for the terminal."""

from __future__ import annotations

from zermelo.lessons.lesson import Asked, Block, Code, Heading, Items, Paragraph, Shown, Span, Spans
from zermelo.lessons.question import KINDS

_MARKS = {"": "", "emphasis": "*", "strong": "**", "code": "`"}


def line_text(line: Spans) -> str:
    """A line as Markdown. Links to lessons and figures are words only: a notebook cannot follow them."""
    return "".join(map(_span, line))


def _span(span: Span) -> str:
    if span.style == "link":
        return f"[{span.text}]({span.target})" if span.target.startswith("https://") else f"*{span.text}*"
    return f"{_MARKS[span.style]}{span.text}{_MARKS[span.style]}"


def block_text(block: Block) -> str:
    """A block as Markdown. Of a figure its title, of a question what is asked."""
    match block:
        case Heading():
            return f"## {line_text(block.spans)}"
        case Paragraph():
            return line_text(block.spans)
        case Items():
            marks = [f"{place}." if block.numbered else "-" for place in range(1, len(block.items) + 1)]
            return "\n".join(f"{mark} {line_text(item)}" for mark, item in zip(marks, block.items, strict=True))
        case Code():
            return f"```{block.language}\n{block.text}\n```"
        case Shown():
            return f"**Figure {block.number}. {block.figure.title}**"
        case Asked():
            return question_text(block)


def question_text(asked: Asked) -> str:
    """A question as Markdown, with its numbered choices, or with what to give."""
    lines = [f"**Question.** {line_text(asked.prompt)}"]
    choices = [f"{place}. {line_text(choice)}" for place, choice in enumerate(asked.choices, 1)]
    return "\n\n".join([*lines, "\n".join(choices) if choices else f"*{KINDS[asked.question.kind]}*"])
