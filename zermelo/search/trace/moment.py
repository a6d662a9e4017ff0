"""One step of a traced search: the line of the pseudocode that it executes, and the tree as it is then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from zermelo.game import ZermeloError
from zermelo.picture import Tree, drawn_by
from zermelo.search.trace.pseudocode import Pseudocode

LIT = "▶"  # the mark of the line that a step executes, in text


class Drawn:
    """Something with a picture: the last line of a notebook cell draws it."""

    def picture(self) -> Tree:
        raise NotImplementedError

    def _repr_svg_(self) -> str:
        return drawn_by("svg", self.picture())

    def _repr_html_(self) -> str:
        return f'<figure style="margin:0;overflow:auto">{self._repr_svg_()}</figure>'


class Stepped(Protocol):
    """A trace: of a tree search, or of MCTS."""

    @property
    def pseudocode(self) -> Pseudocode: ...

    @property
    def steps(self) -> tuple[Any, ...]: ...

    def picture_at(self, step: int) -> Tree: ...


@dataclass(frozen=True)
class Moment(Drawn):
    """A trace after one of its steps. Prints its pseudocode with the line lit, and draws both in a notebook."""

    shown: Stepped
    number: int  # of the step, from 1 on

    @property
    def line(self) -> int:
        """The number of the line that is lit."""
        return int(self.shown.steps[self.number - 1].line)

    def picture(self) -> Tree:
        """The tree as far as it is known after the step."""
        return self.shown.picture_at(self.number)

    def __str__(self) -> str:
        return drawn_by("moment_text", self)

    def __repr__(self) -> str:
        return f"<Moment: step {self.number}, line {self.line}: {self.shown.pseudocode.line(self.line)}>"

    def _repr_html_(self) -> str:
        return drawn_by("moment_html", self)


@dataclass(frozen=True)
class Walk:
    """All steps of a trace with a slider, for a notebook. Nothing but the notebook's own page is needed."""

    shown: Stepped

    def __repr__(self) -> str:
        return f"<Walk through {len(self.shown.steps)} steps: the last line of a notebook cell shows it>"

    def _repr_html_(self) -> str:
        return drawn_by("walk_html", self)


def moment(shown: Stepped, step: int) -> Moment:
    """A trace after a step. Raises ZermeloError if there is no such step."""
    if not 1 <= step <= len(shown.steps):
        raise ZermeloError(f"the search has steps 1 to {len(shown.steps)}, not {step}")
    return Moment(shown, step)
