"""A game of a match as a visitor watches it: the board after a move, now and then, and the record at its end."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from zermelo.arena.match import Lane, Pairing
from zermelo.arena.openings import opening_texts
from zermelo.game import Action, Game, State
from zermelo.players.player import Player
from zermelo.records.game_record import GameRecord
from zermelo.records.matches import one_line
from zermelo.show.described import described
from zermelo.web.worker.reports import cells_of
from zermelo.web.worker.tell import Tell, beating

EVERY = 0.4  # seconds between two boards: nobody follows more


class WatchedLane(Lane):
    """Plays a game, and tells what is on the board."""

    def __init__(self, game: Game, entrants: Sequence[Player], tell: Tell) -> None:
        super().__init__(game, entrants, progress=beating(tell))
        self._tell, self._ply, self._told, self._seat = tell, 0, -EVERY, 0

    def play(self, pairing: Pairing) -> GameRecord:
        self._ply, self._seat = len(pairing.path) - 1, pairing.seat
        return super().play(pairing)

    def _go_on(self, *ply: State | int | Action) -> None:
        super()._go_on(*ply)
        if not ply:
            return
        self._ply += 1
        now = time.monotonic()
        if now - self._told < EVERY and not self.game.is_terminal(ply[3]):
            return
        self._told = now
        before, mover, action, after = ply
        text = self.game.action_text(before, action)
        last = {"text": text, "mover": mover, "cells": cells_of(self.game, before, action)}
        picture = described(self.game.describe(after))
        self._tell({"live": {"seat": self._seat, "ply": self._ply, "picture": picture, "last": last}})


def told_record(game: Game, pairing: Pairing, record: GameRecord) -> dict[str, Any]:
    """The moves from the match's first position on, those of the opening included, and how the game ended."""
    opening = opening_texts(game, pairing.path)
    told = {"moves": [*opening, *record.texts()], "opening": " ".join(opening), "result": record.result}
    return {**told, "ending": record.ending, "fault": one_line(record.fault)}
