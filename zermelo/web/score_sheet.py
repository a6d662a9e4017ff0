"""What the server knows of a visitor's game: the moves as texts and numbers. It holds no state and calls no rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.secret import NOBODY, OFF, Secret, covered

Cells = list[list[int]]  # [row, column] of each cell to touch


@dataclass
class ScoreSheet:
    """A game in progress, with the ply that the page shows: any of those played, not only the last.

    What it holds comes from the process that runs the rules: see OpenGame.step and OpenGame.standing.
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
    secret: Secret | None = None  # of a game with hidden information

    @classmethod
    def of(
        cls,
        name: str,
        parameters: dict[str, Any],
        start: str | None,
        opened: dict[str, Any],
        secret: Secret | None = None,
    ) -> ScoreSheet:
        """The sheet for what the job `open` told."""
        first = opened["first"]
        sheet = cls(name, parameters, start, opened["compiles"], opened["players"], [first["mover"]], [first["share"]])
        sheet.secret = secret
        for step in opened["steps"]:
            sheet.write(step)
        return sheet

    @property
    def mover(self) -> int | None:
        """Who is to move at the ply shown; None: the game is over there."""
        return self.movers[self.ply]

    @property
    def viewer(self) -> int | None:
        """Whose view the visitor may get now; None: everything, NOBODY: nothing."""
        return self.secret.viewer(self.movers[-1]) if self.secret else None

    @property
    def shown_ply(self) -> int:
        """How many moves lead to the ply shown, as the visitor counts them."""
        viewer = self.viewer
        return self.ply if self.secret is None or viewer is None else len(self.secret.moves(self.movers, viewer)[0])

    @property
    def is_closed(self) -> bool:
        """Is it a game with hidden information that is over? Everything is shown then, and nothing more is played."""
        return self.secret is not None and self.movers[-1] is None

    def refuse_secrets(self) -> None:
        """Raises ZermeloError if something must not be seen yet."""
        if self.viewer is not None:
            raise ZermeloError(OFF)

    def refuse_others(self) -> None:
        """Raises ZermeloError if the visitor may not move now, in a game with hidden information."""
        if self.is_closed:
            raise ZermeloError("the game is over: begin another")
        if self.viewer is not None and self.viewer != self.mover:
            raise ZermeloError("it is not the turn of the person at the screen")

    def go_to(self, ply: int) -> None:
        """Shows another ply."""
        if not 0 <= ply < len(self.movers):
            raise ZermeloError(f"the game has plies 0 to {len(self.movers) - 1}, not {ply}")
        self.ply = ply

    def write(self, step: dict[str, Any]) -> None:
        """Adds a move at the ply shown; later moves are dropped."""
        for column in (self.played, self.texts, self.cells):
            del column[self.ply :]
        if self.secret:
            del self.secret.told[self.ply :]
            self.secret.told.append(step["told"])
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
        hidden = {"hidden": self.secret is not None, "closed": self.is_closed}
        if self.viewer is not None:
            return {**self._secret_report(self.viewer, position), **hidden}
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
            **hidden,
        }

    def _secret_report(self, viewer: int, position: dict[str, Any]) -> dict[str, Any]:
        """The message `position` as far as a viewer may see it."""
        assert self.secret is not None
        moves, movers = self.secret.moves(self.movers, viewer)
        own = [cells for cells, by in zip(self.cells, self.movers, strict=False) if by == viewer]
        cells = own[-1] if movers and movers[-1] == viewer else []
        return {
            "type": "position",
            "game": self.name,
            "ply": len(moves),
            "plies": len(moves),
            "moves": moves,
            "movers": movers,
            "start": None,
            "last": {"text": moves[-1], "mover": movers[-1], "cells": cells} if moves else None,
            **(covered(position) if viewer == NOBODY else position),
            "secret": {
                "viewer": None if viewer == NOBODY else viewer,
                "curtain": self.secret.curtain(self.mover),
                "proceeds": self.secret.proceeds(self.mover),
            },
        }
