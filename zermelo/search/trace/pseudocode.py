"""The pseudocode of a traced algorithm, and the line that a step of the trace executes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from zermelo.game import ZermeloError, brief
from zermelo.search.trace import listings

VALUE, WINDOW = "value", "window"
NOTATIONS = {
    VALUE: "v ≥ β is tested before α is raised",
    WINDOW: "α ≥ β is tested after that",
}
LISTINGS = {
    "minimax": listings.MINIMAX,
    "expectimax": listings.EXPECTIMAX,
    "expectiminimax": listings.EXPECTIMINIMAX,
    "maxn": listings.MAXN,
    "mcts": listings.MCTS,
}
ALPHABETA = {VALUE: listings.ALPHABETA_VALUE, WINDOW: listings.ALPHABETA_WINDOW}


@dataclass(frozen=True)
class Pseudocode:
    """The lines of an algorithm. A line's number is its place, from 1 on; an empty line separates two functions."""

    algorithm: str
    lines: tuple[str, ...]
    marks: dict[str, int]  # the number of the line that a step executes, by the step's mark

    def line(self, number: int) -> str:
        """A line without its indent."""
        return self.lines[number - 1].strip()

    def is_cut(self, number: int) -> bool:
        """Does this line of alpha-beta cut?"""
        return number in (self.marks.get("cut max"), self.marks.get("cut min"))


def pseudocode(
    algorithm: str, marks: Collection[str] = (), notation: str = VALUE, strict: bool = False, chance: bool = False
) -> Pseudocode:
    """The pseudocode of an algorithm, with the lines that a search needs.

    marks: what the steps of a search light, by which lines about depth limits and chance are shown or left out.
    notation: of alpha-beta, where a cut is tested. strict: it cuts at v > β only. chance: does chance move?
    """
    check_notation(notation)
    text = LISTINGS.get(algorithm) or listings.ALPHABETA_HEAD + ALPHABETA[notation]
    if strict:
        text = text.replace("≥", ">").replace("≤", "<")
    lines, numbers = list[str](), dict[str, int]()
    for written in text.strip("\n").splitlines():
        shown, _, where = written.partition("? ")
        words, _, mark = shown.partition("@ ")
        is_there = {"depth": "depth" in marks, "chance": chance, "no chance": not chance}
        if where and not is_there[where.strip()]:
            continue
        lines.append(words.rstrip())
        if mark:
            numbers[mark.strip()] = len(lines)
    return Pseudocode(algorithm, tuple(lines), numbers)


def check_notation(notation: Any) -> None:
    """Raises ZermeloError if there is no such notation."""
    if notation not in NOTATIONS:
        known = " or ".join(f"{name} ({words})" for name, words in NOTATIONS.items())
        raise ZermeloError(f"the notation of a cut is {known}, not {brief(repr(notation))}")
