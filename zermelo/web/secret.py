"""A visitor's game with hidden information that goes on: who may see what of it.

The people at the visitor's screen play some of the seats, and engines the others; who sits where is fixed when the
game begins. One person sees their own view. Several get a curtain between their turns: nothing of the next one's view
is sent until that person asks for it. When the game is over, or where no person plays, everything may be seen.

The server keeps the numbers of the moves and whose turn it is, and sends what a worker made for one viewer: see
worker/secrets.py. Who looks at the screen is part of a request when it is made, so that nothing that happens until it
is answered changes whose view the answer holds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE, ZermeloError

NOBODY = -3  # a viewer who may see nothing
OFF = "off until the game is over: it would show what is hidden"
BEGINS = "a game with hidden information begins at its start here: what happened in it would be known"
FAILED = "the engine to move failed: begin another game"
NOT_NOW = "it is not the turn of the person at the screen"
LEAST_PACE = 0.25  # seconds

Seat = dict[str, Any] | None  # {"level": name} or {"engine": {…}}; None: a person


def people(seats: Sequence[Seat]) -> list[int]:
    """The players whom people at the screen play."""
    return [player for player, seat in enumerate(seats) if seat is None]


def viewer_of(seats: Sequence[Seat], reader: int | None, mover: int | None) -> int | None:
    """Whose view the visitor may get while this player is to move; None: everything, NOBODY: nothing.

    reader: of several people, the one who looks at the screen; None: nobody yet. mover: None where the game is over.
    """
    persons = people(seats)
    if mover is None or not persons:
        return None
    if len(persons) == 1:
        return persons[0]
    return NOBODY if reader is None or curtain_for(seats, reader, mover) is not None else reader


def curtain_for(seats: Sequence[Seat], reader: int | None, mover: int) -> int | None:
    """The person who must take over the screen; None: nobody."""
    persons = people(seats)
    return mover if len(persons) > 1 and mover in persons and mover != reader else None


def is_others_turn(seats: Sequence[Seat], mover: int) -> bool:
    """Is an engine or chance to move?"""
    return mover == CHANCE or seats[mover] is not None


def next_beat(spent: float, pace: float) -> float:
    """When an answer may be sent that took so long, in seconds from its request: at the next whole number of paces."""
    return max(1, math.ceil(spent / pace)) * pace


@dataclass
class SecretGame:
    """What the server keeps of such a game: no position, and no text of a move."""

    name: str  # of the game in the catalogue
    parameters: dict[str, Any]
    compiles: bool
    players: int
    seats: Sequence[Seat]  # [player]
    mover: int  # whose turn it is
    pace: float  # seconds: others' moves are told at whole numbers of them, however long they took
    played: list[int] = field(default_factory=list)  # [ply] index of the legal action, or of the outcome of chance
    reader: int | None = None  # of several people, the one who looks at the screen; None: nobody yet
    is_begun: bool = False  # has anything been asked of it?

    @property
    def viewer(self) -> int | None:
        """Whose view the visitor gets now."""
        return viewer_of(self.seats, self.reader, self.mover)

    @property
    def path(self) -> dict[str, Any]:
        """The game in a request to a worker, with whoever looks at the screen when it is made."""
        return {"start": None, "played": list(self.played), "seats": self.seats, "reader": self.reader}

    def check_turn(self) -> None:
        """Raises ZermeloError unless the person at the screen is to move."""
        if self.viewer != self.mover:
            raise ZermeloError(NOT_NOW)

    def take_over(self) -> int:
        """The person who takes over the screen. Raises ZermeloError where there is no curtain."""
        following = curtain_for(self.seats, self.reader, self.mover)
        if following is None:
            raise ZermeloError("there is no curtain")
        return following
