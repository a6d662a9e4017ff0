"""Who may see what of a visitor's game with hidden information.

The people at the visitor's screen play some of the seats, and engines the others; who sits where is fixed when the
game begins. One person sees their own view. Several get a curtain between their turns: nothing of the next one's view
is sent until that person asks for it. When the game is over, or where no person plays, everything may be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE
from zermelo.show.by_view import HIDDEN

NOBODY = -3  # a viewer who may see nothing
SOMEBODY = -2  # a mover whom the viewer does not know
OFF = "off until the game is over: it would show what is hidden"
BEGINS = "a game with hidden information begins at its start here: what happened in it would be known"
FAILED = "the engine to move failed: begin another game"

Seat = dict[str, Any] | None  # {"level": name} or {"engine": {…}}; None: a person


@dataclass
class Secret:
    """What the server keeps of such a game beside its score sheet."""

    seats: Sequence[Seat]  # [player]
    told: list[list[str | None]] = field(default_factory=list)  # [ply][player], how each is told of a move
    reader: int | None = None  # of several people, the one who looks at the screen; None: nobody yet

    @property
    def people(self) -> list[int]:
        """The players whom people at the screen play."""
        return [player for player, seat in enumerate(self.seats) if seat is None]

    def viewer(self, mover: int | None) -> int | None:
        """Whose view the visitor may get while this player is to move; None: everything, NOBODY: nothing."""
        people = self.people
        if mover is None or not people:
            return None
        if len(people) == 1:
            return people[0]
        if self.reader is None or self.curtain(mover) is not None:
            return NOBODY
        return self.reader

    def curtain(self, mover: int | None) -> int | None:
        """The person who must take over the screen; None: nobody."""
        is_other = mover is not None and mover in self.people and mover != self.reader
        return mover if is_other and len(self.people) > 1 else None

    def proceeds(self, mover: int | None) -> bool:
        """Is it an engine's turn, or that of chance, beside people?"""
        return bool(self.people) and mover is not None and (mover == CHANCE or self.seats[mover] is not None)

    def moves(self, movers: Sequence[int | None], viewer: int) -> tuple[list[str], list[int]]:
        """The moves that a viewer noticed, and who played them: SOMEBODY where it does not see which it was."""
        noticed = [
            (text, SOMEBODY if text == HIDDEN or mover is None else mover)
            for mover, texts in zip(movers, self.told, strict=False)
            if viewer != NOBODY and (text := texts[viewer]) is not None
        ]
        return [text for text, _ in noticed], [mover for _, mover in noticed]


def covered(position: dict[str, Any]) -> dict[str, Any]:
    """The part of the message `position` that the rules decide, without anything of the game's course."""
    return {
        "title": position["title"],
        "parameters": position["parameters"],
        "position": "",
        "picture": {"kind": "lines", "lines": []},
        "players": position["players"],
        "mover": SOMEBODY,
        "actions": [],
        "turns": [],
        "outcomes": [],
        "result": "",
        "utilities": None,
        "can_pass": False,
    }
