"""A lesson: the blocks of its text, with figures to step through and questions to answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from zermelo.figures import Figure
from zermelo.lessons.question import Question

SIMULATIONS = 50  # of mcts, where a lesson does not say how many


@dataclass(frozen=True)
class Span:
    """A piece of a line that is set in one way."""

    text: str
    style: str = ""  # "", emphasis, strong, code or link
    target: str = ""  # of a link: lesson:NAME or an address


Spans = tuple[Span, ...]


@dataclass(frozen=True)
class Heading:
    """A heading within the lesson."""

    spans: Spans


@dataclass(frozen=True)
class Paragraph:
    """A paragraph."""

    spans: Spans


@dataclass(frozen=True)
class Items:
    """A list."""

    items: tuple[Spans, ...]
    numbered: bool


@dataclass(frozen=True)
class Code:
    """Lines of code: `python`, which notebooks run, or `sh`, commands for a terminal."""

    language: str
    text: str


@dataclass(frozen=True)
class Shown:
    """A figure in its place in the text, and how it is shown."""

    figure: Figure
    drawing: str  # as the figure has it, or "position": as it is before any search
    algorithm: str  # the search to step through; "": the figure is only looked at
    depth: int | None  # plies that it looks ahead; None: to the end
    simulations: int | None  # for mcts
    step: int  # of the search, shown first
    number: int  # among the figures of the lesson, from 1

    @property
    def place(self) -> str:
        """What the figure is called in an address within the lesson."""
        return f"figure-{self.number}"


@dataclass(frozen=True)
class Asked:
    """A question in its place in the text."""

    question: Question
    prompt: Spans
    choices: tuple[Spans, ...]  # one per choice of the question

    @property
    def place(self) -> str:
        """What the question is called in an address within the lesson."""
        return f"question-{self.question.name}"


Block = Heading | Paragraph | Items | Code | Shown | Asked


@dataclass(frozen=True)
class Lesson:
    """One lesson of the course."""

    name: str
    number: int  # from 1, in the order of the course
    title: str
    summary: str
    blocks: tuple[Block, ...] = field(repr=False)

    @property
    def questions(self) -> dict[str, Question]:
        """The questions by name, in their order."""
        return {block.question.name: block.question for block in self.blocks if isinstance(block, Asked)}

    @property
    def figures(self) -> Iterator[Shown]:
        """The figures in their order."""
        return (block for block in self.blocks if isinstance(block, Shown))
