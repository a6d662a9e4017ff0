"""What the server knows of a visitor's game: the moves as texts and numbers. It holds no state and calls no rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import ZermeloError
from zermelo.web.variations import MoveTree

CLOSED = "the game is over: begin another"
NO_PERSON = "no person plays here: begin another game and take a seat in it"


@dataclass
class ScoreSheet:
    """A game in progress: its moves with all variations, the line that the page shows, and the ply shown in it.

    Everything in it may be seen: of a game with hidden information there is none until it is over, unless no person
    plays in it (see secret.py). What it holds comes from the process that runs the rules: see OpenGame.step and
    OpenGame.standing. A move is never lost: played where another one follows, it begins a variation.
    """

    name: str  # of the game in the catalogue
    parameters: dict[str, Any]
    start: str | None  # text of the first position; None: the game's initial state
    compiles: bool
    players: int
    tree: MoveTree
    line: list[int] = field(default_factory=list)  # [ply] number of the position after it
    ply: int = 0
    hidden: bool = False  # has it hidden information?
    is_taken_back: bool = False  # were the moves after the ply shown taken back, rather than stepped over?

    @classmethod
    def of(
        cls,
        name: str,
        parameters: dict[str, Any],
        start: str | None,
        opened: dict[str, Any],
        comments: Sequence[tuple[int, str]] = (),
    ) -> ScoreSheet:
        """The sheet for what the job `open_game` told, or one about a game with hidden information at its end.

        Positions are counted in the order of the steps. A step with `after` follows the position of that number, any
        other the one before it; comments are about those numbers too.
        """
        first = opened["first"]
        tree = MoveTree(first["mover"], first["share"])
        sheet = cls(name, parameters, start, opened["compiles"], opened["players"], tree, hidden=opened["hidden"])
        numbers = [0]  # where a variation repeats a move, two are the same
        for step in opened["steps"]:
            numbers.append(tree.add(numbers[step.get("after", len(numbers) - 1)], step))
        for place, text in comments:
            tree.comment(numbers[place] if 0 <= place < len(numbers) else -1, text)
        sheet.line = tree.onward(0)
        sheet.ply = len(sheet.line)
        return sheet

    @property
    def node(self) -> int:
        """The number of the position shown."""
        return self.line[self.ply - 1] if self.ply else 0

    @property
    def movers(self) -> list[int | None]:
        """[state] of the line: who is to move; None: the game is over."""
        return [self.tree[number].mover for number in (0, *self.line)]

    @property
    def shares(self) -> list[float | None]:
        """[state] of the line: player 0's share where the game is over."""
        return [self.tree[number].share for number in (0, *self.line)]

    @property
    def played(self) -> list[int]:
        """[ply] of the line: index of the legal action, or of the outcome of chance."""
        return [self.tree[number].index for number in self.line]

    @property
    def texts(self) -> list[str]:
        """[ply] of the line: the moves as their players write them."""
        return [self.tree[number].text for number in self.line]

    @property
    def mover(self) -> int | None:
        """Who is to move at the position shown; None: the game is over there."""
        return self.tree[self.node].mover

    @property
    def path(self) -> dict[str, Any]:
        """The game up to the position shown, in a request to a worker, which may tell everything of it."""
        return {"start": self.start, "played": self.played[: self.ply], "open": True}

    @property
    def is_closed(self) -> bool:
        """Is it a game with hidden information that is over? Everything is shown then, and nothing more is played."""
        return self.hidden and self.tree[self.line[-1] if self.line else 0].mover is None

    def check_goes_on(self, by_person: bool = False) -> None:
        """Raises ZermeloError if what was hidden has been shown: nobody may play on knowing it.

        by_person: a person wants to play, which they may not in such a game: everything is shown there.
        """
        if self.is_closed:
            raise ZermeloError(CLOSED)
        if self.hidden and by_person:
            raise ZermeloError(NO_PERSON)

    def go_to(self, ply: int, is_taken_back: bool = False) -> None:
        """Shows another ply of the line. is_taken_back: what follows it is taken back, if another move is played."""
        if not 0 <= ply <= len(self.line):
            raise ZermeloError(f"the game has plies 0 to {len(self.line)}, not {ply}")
        self.ply, self.is_taken_back = ply, is_taken_back

    def go_to_node(self, number: int) -> None:
        """Shows a position of any line. Raises ZermeloError where there is none of this number."""
        node = self.tree[number]
        if number and number not in self.line:
            self.line = [*self.tree.path(node.number), *self.tree.onward(node.number)]
        self.ply, self.is_taken_back = self.line.index(number) + 1 if number else 0, False

    def write(self, step: dict[str, Any]) -> None:
        """Plays a move at the position shown. If others follow it there, the move begins a variation.

        Where they were taken back, it is they that become the variation.
        """
        number = self.tree.add(self.node, step)
        if self.ply == len(self.line) or self.line[self.ply] != number:
            self.line = [*self.line[: self.ply], number, *self.tree.onward(number)]
            if self.is_taken_back:
                self.tree.promote(number)
        self.ply, self.is_taken_back = self.ply + 1, False

    def delete(self, number: int) -> None:
        """Takes out a position and what follows it. Where it was shown, or came before what was, the one before is."""
        ply, shown = self.ply, self.node
        is_before = number in self.tree.path(shown)
        before = self.tree.delete(number)
        shown = before if is_before else shown
        self.line = [*self.tree.path(shown), *self.tree.onward(shown)]
        self.ply = len(self.tree.path(shown)) if is_before else ply

    def report(self, position: dict[str, Any]) -> dict[str, Any]:
        """The message `position`, from the part that the rules decide."""
        shown, movers = self.tree[self.node], self.movers
        last = None
        if self.ply:
            last = {"text": shown.text, "mover": movers[self.ply - 1], "cells": shown.cells}
        branched = {} if self.tree.is_plain else {"tree": self.tree.report(), "line": self.line}
        return {
            "type": "position",
            "game": self.name,
            "ply": self.ply,
            "plies": len(self.line),
            "moves": self.texts,
            "movers": movers[:-1],
            "node": shown.number,
            **branched,
            "start": self.start,
            "last": last,
            **position,
            "hidden": self.hidden,
            "closed": self.is_closed,
        }
