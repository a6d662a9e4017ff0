"""A game with hidden information that goes on, in the process that runs its rules: what is told of it.

What a viewer is shown is made by `zermelo.show.by_view` from what that player knows. Beside it the server is told what
it needs to go on, and sends to nobody: the numbers of the moves, and whose turn it is. When the game is over everything
is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.game import Action, ZermeloError
from zermelo.hidden.news import SOMEBODY
from zermelo.show.by_view import Sight, Witness
from zermelo.show.described import described
from zermelo.web.secret import NOBODY, NOT_NOW, Seat, curtain_for, is_others_turn, viewer_of
from zermelo.web.worker.open_game import MOST_ACTIONS, OpenGame
from zermelo.web.worker.paths import game_of, keep_path, path_of
from zermelo.web.worker.reports import public_facts
from zermelo.web.worker.tell import Request, Tell


class OpenSecret:
    """Such a game in the process that runs its rules."""

    def __init__(self, request: Request) -> None:
        self.game = game_of(request)
        self.opened = OpenGame(self.game, path_of(self.game, request))
        self.request, self.played = request, list[int](request["played"])
        self.seats: Sequence[Seat] = request["seats"]
        self.reader: int | None = request["reader"]

    @property
    def mover(self) -> int | None:
        """Whose turn it is; None: the game is over."""
        mover: int | None = self.opened.standing()["mover"]
        return mover

    @property
    def viewer(self) -> int | None:
        """Whose view may be told."""
        return viewer_of(self.seats, self.reader, self.mover)

    def check_turn(self) -> None:
        """Raises ZermeloError unless the person at the screen is to move."""
        if self.mover is None or self.viewer != self.mover:
            raise ZermeloError(NOT_NOW)

    def play(self, action: Action) -> None:
        """Plays an action."""
        self.played.append(self.opened.step(action)["index"])

    def watched_by(self, player: int) -> Witness:
        """What a player has seen of the game."""
        states = self.opened.states
        witness = Witness(self.game, player, states[0])
        for ply, index in enumerate(self.played):
            witness.follow(states[ply], self.game.moves(states[ply])[index], states[ply + 1])
        return witness

    def tell(self, tell: Tell) -> None:
        """Tells the position as it may be shown, and the server what it needs."""
        keep_path(self.request, self.played, self.opened.states)
        mover, viewer = self.mover, self.viewer
        about: Request = {"played": self.played, "mover": mover}
        if viewer is None or mover is None:
            opened = OpenGame(self.game, self.opened.states[:1])
            first = opened.standing()
            steps = [opened.step(self.game.moves(opened.state)[index]) for index in self.played]
            tell({**about, "first": first, "steps": steps, "position": opened.report()})
            return
        sight = None if viewer == NOBODY else self.watched_by(viewer).sight(self.opened.state, MOST_ACTIONS)
        secret = {
            "viewer": None if viewer == NOBODY else viewer,
            "curtain": curtain_for(self.seats, self.reader, mover),
            "proceeds": is_others_turn(self.seats, mover),
        }
        tell({**about, "position": {**public_facts(self.game), **_shown(sight, viewer), "secret": secret}})


def _shown(sight: Sight | None, viewer: int) -> dict[str, Any]:
    """What the message `position` holds of the game's course. sight: None for nobody."""
    moves = sight.news if sight else ()
    last = (
        {"text": moves[-1].text, "mover": moves[-1].mover, "cells": _cells(sight.touched)} if sight and moves else None
    )
    return {
        "ply": len(moves),
        "plies": len(moves),
        "moves": [one.text for one in moves],
        "movers": [one.mover for one in moves],
        "last": last,
        "start": None,
        "position": "",
        "picture": described(sight.picture) if sight else {"kind": "lines", "lines": []},
        "mover": viewer if sight and sight.is_turn else SOMEBODY,
        "actions": [{"text": one.text, "cells": _cells(one.cells)} for one in sight.choices] if sight else [],
        "unlisted": sight.unlisted if sight else 0,
        "turns": [],
        "outcomes": [],
        "result": "",
        "utilities": None,
        "can_pass": False,
        "hidden": True,
        "closed": False,
    }


def _cells(cells: Sequence[tuple[int, int]]) -> list[list[int]]:
    return [list(cell) for cell in cells]
