"""What the server knows of a visitor's game: the moves as texts and numbers. It holds no state and calls no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError

CLOSED = "the game is over: begin another"
NO_PERSON = "no person plays here: begin another game and take a seat in it"
Cells = list[list[int]]  # [row, column] of each cell to touch


@dataclass
class ScoreSheet:
    """A game in progress, with the ply that the page shows: any of those played, not only the last.

    Everything in it may be seen: of a game with hidden information there is none until it is over, unless no person
    plays in it (see secret.py). What it holds comes from the process that runs the rules: see OpenGame.step and
    OpenGame.standing.
    """

    name: str  # of the game in the catalogue
    parameters: dict[str, Any]
    start: str | None  # text of the first position; None: the game's initial state
    compiles: bool
    players: int
    movers: list[int | None]  # [state] who is to move; None: the game is over
    shares: list[float | None]  # [state] player 0's share where the game is over
    played: list[int] = field(default_factory=list)  # [ply] index of the legal action, or of the outcome of chance
    texts: list[str] = field(default_factory=list)
    cells: list[Cells] = field(default_factory=list)
    ply: int = 0
    hidden: bool = False  # has it hidden information?

    @classmethod
    def of(cls, name: str, parameters: dict[str, Any], start: str | None, opened: dict[str, Any]) -> ScoreSheet:
        """The sheet for what the job `open_game` told, or one about a game with hidden information at its end."""
        first = opened["first"]
        sheet = cls(name, parameters, start, opened["compiles"], opened["players"], [first["mover"]], [first["share"]])
        sheet.hidden = opened["hidden"]
        for step in opened["steps"]:
            sheet.write(step)
        return sheet

    @property
    def mover(self) -> int | None:
        """Who is to move at the ply shown; None: the game is over there."""
        return self.movers[self.ply]

    @property
    def path(self) -> dict[str, Any]:
        """The game up to the ply shown, in a request to a worker, which may tell everything of it."""
        return {"start": self.start, "played": self.played[: self.ply], "open": True}

    @property
    def is_closed(self) -> bool:
        """Is it a game with hidden information that is over? Everything is shown then, and nothing more is played."""
        return self.hidden and self.movers[-1] is None

    def check_goes_on(self, by_person: bool = False) -> None:
        """Raises ZermeloError if what was hidden has been shown: nobody may play on knowing it.

        by_person: a person wants to play, which they may not in such a game: everything is shown there.
        """
        if self.is_closed:
            raise ZermeloError(CLOSED)
        if self.hidden and by_person:
            raise ZermeloError(NO_PERSON)

    def go_to(self, ply: int) -> None:
        """Shows another ply."""
        if not 0 <= ply < len(self.movers):
            raise ZermeloError(f"the game has plies 0 to {len(self.movers) - 1}, not {ply}")
        self.ply = ply

    def write(self, step: dict[str, Any]) -> None:
        """Adds a move at the ply shown; later moves are dropped."""
        for column in (self.played, self.texts, self.cells):
            del column[self.ply :]
        for standing in (self.movers, self.shares):
            del standing[self.ply + 1 :]
        self.played.append(step["index"])
        self.texts.append(step["text"])
        self.cells.append(step["cells"])
        self.movers.append(step["mover"])
        self.shares.append(step["share"])
        self.ply += 1

    def report(self, position: dict[str, Any]) -> dict[str, Any]:
        """The message `position`, from the part that the rules decide."""
        last = None
        if self.ply:
            before = self.ply - 1
            last = {"text": self.texts[before], "mover": self.movers[before], "cells": self.cells[before]}
        return {
            "type": "position",
            "game": self.name,
            "ply": self.ply,
            "plies": len(self.played),
            "moves": self.texts,
            "movers": self.movers[: len(self.played)],
            "start": self.start,
            "last": last,
            **position,
            "hidden": self.hidden,
            "closed": self.is_closed,
        }
