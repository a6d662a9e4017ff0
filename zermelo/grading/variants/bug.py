"""A bug that can be named: what it is called, what to look for, and a search that has it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.grading.trees import Case
from zermelo.grading.variants.depth_first import DepthFirst, Found, Negamax, made

MINIMAX, ALPHABETA, EXPECTIMAX, EXPECTIMINIMAX, MCTS = ALGORITHMS = (
    "minimax",
    "alphabeta",
    "expectimax",
    "expectiminimax",
    "mcts",
)
PLAIN = (MINIMAX, ALPHABETA)
DEPTH_FIRST = (MINIMAX, ALPHABETA, EXPECTIMAX, EXPECTIMINIMAX)
WITH_CHANCE = (EXPECTIMAX, EXPECTIMINIMAX)


TEXTS = Path(__file__).with_name("bugs.txt")


@cache
def _texts() -> dict[str, tuple[str, str, str]]:
    lines = [line for line in TEXTS.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    found = [part.split("\n") for part in re.split(r"\n{2,}", "\n".join(lines).strip())]
    return {key: (key, title, hint) for key, title, hint in found}


def told(key: str) -> tuple[str, str, str]:
    """A bug's key, title and hint, as bugs.txt has them."""
    return _texts()[key]


@dataclass(frozen=True)
class Bug:
    """One way to get a search wrong."""

    key: str  # short and stable: graders and tests go by it
    title: str  # its name, as a student reads it
    hint: str  # what to look for in the code
    parts: dict[str, Any] = field(default_factory=dict)  # methods of the search, by name, that do it
    algorithms: tuple[str, ...] = DEPTH_FIRST
    base: type[DepthFirst] = DepthFirst

    def searches(self, algorithm: str, averages: bool = False) -> list[type[DepthFirst]]:
        """The search with this bug, in each of the ways in which searches are commonly written.

        averages: do opponents play at random?
        """
        ways: list[dict[str, Any]] = [{}]
        if algorithm == ALPHABETA:
            ways = [
                {},
                {"cuts_at_root": False},
                {"narrows_first": True},
                {"narrows_first": True, "cuts_at_root": False},
            ]
            if "cut" not in self.parts:
                ways += [{**way, "cut": DepthFirst.is_window_closed} for way in ways[2:]]
        if algorithm == ALPHABETA and issubclass(self.base, Negamax):
            ways = [{}, {"root_turns_rightly": True}, {"narrows_first": True}]
            ways += [{"narrows_first": True, "root_turns_rightly": True}]
        return [search_with(self.base, {**self.parts, **way}, algorithm, averages) for way in ways]


def search_with(base: type[DepthFirst], parts: dict[str, Any], algorithm: str, averages: bool) -> type[DepthFirst]:
    """A depth-first search with these parts."""
    return made(base, {"prunes": algorithm == ALPHABETA, "opponents_average": averages, **parts})


def right(algorithm: str, case: Case, averages: bool = False) -> Found:
    """What the search finds when it is right."""
    return search_with(DepthFirst, {}, algorithm, averages)(case).run()
