"""The `go` command: its words read into a record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from zermelo.game import ZermeloError, brief

SIGNED = ("wtime", "btime", "winc", "binc")  # a clock that ran out is below 0
NUMBERS = (*SIGNED, "movestogo", "depth", "nodes", "mate", "movetime")
SWITCHES = ("infinite", "ponder")


@dataclass(frozen=True)
class Go:
    """The limits of one search, and which moves to search; times in milliseconds."""

    numbers: dict[str, int] = field(default_factory=dict)
    infinite: bool = False
    ponder: bool = False
    moves: tuple[str, ...] | None = None  # searchmoves; None: all

    def get(self, name: str) -> int | None:
        return self.numbers.get(name)

    @property
    def waits(self) -> bool:
        """Is the answer held back until `stop` or `ponderhit`? Also true if nothing limits the search."""
        limited = set(self.numbers) & {"wtime", "btime", "depth", "nodes", "mate", "movetime"}
        return self.infinite or self.ponder or not limited

    def seconds(self, name: str) -> float | None:
        """One of the times, in seconds, at least 0."""
        value = self.numbers.get(name)
        return None if value is None else max(value, 0) / 1000


def read_go(words: Sequence[str]) -> Go:
    """Reads the words after `go`. Raises ZermeloError if a number is missing or a word is unknown."""
    numbers: dict[str, int] = {}
    switches = dict.fromkeys(SWITCHES, False)
    moves: tuple[str, ...] | None = None
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if word in SWITCHES:
            switches[word] = True
        elif word in NUMBERS:
            text = rest.pop(0) if rest else ""
            if not re.fullmatch(r"-?[0-9]{1,15}" if word in SIGNED else r"[0-9]{1,15}", text):
                raise ZermeloError(f"go {word} needs a whole number, not '{brief(text)}'")
            numbers[word] = int(text)
        elif word == "searchmoves":
            count = next((i for i, other in enumerate(rest) if other in (*NUMBERS, *SWITCHES)), len(rest))
            moves, rest = tuple(rest[:count]), rest[count:]
        else:
            known = ", ".join((*NUMBERS, *SWITCHES, "searchmoves"))
            raise ZermeloError(f"go has no '{brief(word)}'; it has {known}")
    return Go(numbers, moves=moves, **switches)
