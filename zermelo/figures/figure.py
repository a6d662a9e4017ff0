"""A figure: a tree or a position, what is asked about it, and what is known about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from zermelo.picture import drawn_by

CHAPTERS = (  # in the order of a course
    "games",
    "minimax",
    "alpha-beta",
    "cutting off",
    "ordering",
    "chance",
    "opponents",
    "more players",
    "Monte Carlo",
    "hidden information",
    "single-agent search",
)


@dataclass(frozen=True)
class Fact:
    """One thing that a figure shows, as it is shown, and how it is measured."""

    name: str
    text: str
    measure: str  # words that `zermelo.measures` understands: "value by alphabeta"


@dataclass(frozen=True)
class Figure:
    """One figure of a course; printed as text, drawn in a notebook.

    Texts of several paragraphs have an empty line between them.
    """

    name: str
    title: str
    chapter: str  # one of CHAPTERS
    game: str  # as `zermelo.load` takes it: a game's name with parameters, or a tree
    position: str | None  # as the game's players write it; None: the start
    drawing: str  # how it is drawn, in words that `zermelo.show.figure` understands: "trace alphabeta", "position"
    question: str
    explanation: str
    facts: Mapping[str, Fact]  # by name
    positions: tuple[tuple[str, str], ...] = ()  # several positions, each with its words
    rows: tuple[tuple[str, ...], ...] = ()  # of a table, the heading first

    def __str__(self) -> str:
        return drawn_by("figure_text", self)

    def _repr_svg_(self) -> str:
        return drawn_by("figure_svg", self)

    @property
    def algorithm(self) -> str:
        """The search that is traced on this figure; "" where none is."""
        kind, _, rest = self.drawing.partition(" ")
        return rest.split()[0] if kind == "trace" and rest else ""

    @property
    def depth(self) -> int | None:
        """Plies that the trace looks ahead; None: to the end."""
        words = self.drawing.split()
        return int(words[words.index("depth") + 1]) if self.algorithm and "depth" in words else None

    @property
    def searched(self) -> tuple[str, int | None]:
        """The search and its plies that give the values which are drawn; ("", None) where none are.

        Boards of the first plies have those of minimax. Of one position its moves are looked at.
        """
        words = self.drawing.split()
        if words[0] == "plies":
            return "minimax", int(words[-1])
        return ("", 1) if words[0] == "position" else (self.algorithm, self.depth)
