"""A figure as a person reads it in the terminal: the drawing, the question, the numbers and the explanation."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from textwrap import fill

from zermelo.figures import Figure
from zermelo.show.figures.drawing import drawn

WIDTH = 100


def figure_svg(figure: Figure) -> str:
    """The drawing as SVG. Raises ZermeloError."""
    return drawn(figure).svg


def figure_text(figure: Figure) -> str:
    """The whole figure in characters. Raises ZermeloError."""
    return "\n\n".join(
        (figure.title, drawn(figure).text, _told(figure.question), _facts(figure), _told(figure.explanation))
    )


def listing(figures: Iterable[Figure]) -> str:
    """The names and titles, chapter by chapter."""
    shown = list(figures)
    width = max(len(one.name) for one in shown)
    chapters = groupby(shown, lambda one: one.chapter)
    return "\n\n".join(
        "\n".join((chapter, *(f"  {one.name:{width}}  {one.title}" for one in those))) for chapter, those in chapters
    )


def _facts(figure: Figure) -> str:
    facts = figure.facts.values()
    names, texts = (max(map(len, words)) for words in zip(*((fact.name, fact.text) for fact in facts), strict=True))
    return "\n".join(f"  {fact.name:{names}}  {fact.text:{texts}}  ({fact.measure})" for fact in facts)


def _told(words: str) -> str:
    return "\n\n".join(fill(paragraph, WIDTH) for paragraph in words.split("\n\n"))
