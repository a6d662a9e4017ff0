"""A visitor's open game: its start, the moves played, and the ply shown."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.arena.play import draw, is_repeated
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.show.described import described
from zermelo.show.touch import touches
from zermelo.web.messages import MOST_PLIES
from zermelo.web.reports import cells_of, final_share, result_words
from zermelo.web.workers.jobs import can_pass

MOST_ACTIONS = 2000  # sent per state; any others can only be typed


@dataclass
class OpenGame:
    """A game in progress, with the ply that the page shows: any of those played, not only the last."""

    name: str  # of the game in the catalogue
    parameters: dict[str, Any]
    game: Game
    start: str | None  # text of the first position; None: the game's initial state
    states: list[State] = field(init=False)
    played: list[int] = field(default_factory=list)  # [ply] index of the legal action, or of the outcome of chance
    texts: list[str] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)  # [ply] who played it; CHANCE: an outcome
    cells: list[list[list[int]]] = field(default_factory=list)
    ply: int = 0

    def __post_init__(self) -> None:
        first = self.game.initial() if self.start is None else self.game.read_state(self.start)
        self.states = [first]

    @property
    def state(self) -> State:
        """The state at the ply shown."""
        return self.states[self.ply]

    def go_to(self, ply: int) -> None:
        if not 0 <= ply < len(self.states):
            raise ZermeloError(f"the game has plies 0 to {len(self.states) - 1}, not {ply}")
        self.ply = ply

    def read(self, texts: Sequence[str]) -> None:
        """Plays moves given as text. Raises ZermeloError at an illegal one; the moves before it stay."""
        for number, text in enumerate(texts, 1):
            try:
                self.play(self.game.read_action(self.state, text))
            except ZermeloError as error:
                raise ZermeloError(f"move {number}: {error}") from None

    def play(self, action: Action) -> None:
        """Plays from the ply shown; later moves are dropped."""
        state, game = self.state, self.game
        if self.ending(self.ply):
            raise ZermeloError("the game is over")
        if self.ply >= MOST_PLIES:
            raise ZermeloError(f"a game has at most {MOST_PLIES:,} plies here")
        choices = game.moves(state)
        index = choices.index(action)
        after = game.result(state, action)
        text, cells = game.action_text(state, action), cells_of(game, state, action)
        for kept in (self.played, self.texts, self.movers, self.cells):
            del kept[self.ply :]
        del self.states[self.ply + 1 :]
        self.played.append(index)
        self.texts.append(text)
        self.movers.append(int(game.to_move(state)))
        self.cells.append(cells)
        self.states.append(after)
        self.ply += 1

    def play_index(self, index: int) -> None:
        """Plays the action with this index, which is how a worker names it."""
        self.play(self.game.moves(self.state)[index])

    def roll(self) -> None:
        """Plays a random outcome of chance."""
        if self.ending(self.ply) or self.game.to_move(self.state) != CHANCE:
            raise ZermeloError("there is nothing to roll here")
        self.play(draw(self.game, self.state, random.Random()))

    def ending(self, ply: int) -> str:
        """Why the game is over at a ply: "over" (by its rules) or "repetition"; "" if it is not over."""
        state = self.states[ply]
        if self.game.is_terminal(state):
            return "over"
        if self.game.reversible and ply:
            since = min(int(self.game.reversible(state)), ply)
            keys = [self.game.state_key(earlier) for earlier in self.states[ply - since : ply + 1]]
            if is_repeated(self.game, state, keys):
                return "repetition"
        return ""

    def request(self) -> dict[str, Any]:
        """What a worker needs to reconstruct the state shown."""
        return {"parameters": self.parameters, "start": self.start, "played": self.played[: self.ply]}

    def share_at_end(self, ply: int) -> float:
        """Player 0's share at a ply where the game is over."""
        return final_share(self.game, self.states[ply]) if self.ending(ply) == "over" else 0.5

    def report(self) -> dict[str, Any]:
        """The message `position`."""
        game, state = self.game, self.state
        ending = self.ending(self.ply)
        mover = None if ending else game.to_move(state)
        actions: list[dict[str, Any]] = []
        outcomes: list[dict[str, Any]] = []
        utilities = None
        if ending:
            utilities = [float(game.utility(state, p)) if ending == "over" else 0.0 for p in range(game.players)]
        elif mover == CHANCE:
            outcomes = [
                {"text": game.action_text(state, outcome), "probability": float(probability)}
                for outcome, probability in game.outcomes(state)
            ]
        else:
            legal = game.legal(state)[:MOST_ACTIONS]
            places = touches(game, state)
            actions = [
                {"text": game.action_text(state, action), "cells": [list(cell) for cell in cells]}
                for action, cells in zip(legal, places, strict=False)
            ]
        last = None
        if self.ply:
            at = self.ply - 1
            last = {"text": self.texts[at], "mover": self.movers[at], "cells": self.cells[at]}
        return {
            "type": "position",
            "game": self.name,
            "title": game.title,
            "parameters": {k: v for k, v in game.parameters.items() if isinstance(v, bool | int | float | str)},
            "ply": self.ply,
            "plies": len(self.played),
            "moves": self.texts,
            "movers": self.movers,
            "start": self.start,
            "position": game.state_text(state),
            "picture": described(game.describe(state)),
            "players": [game.player_name(player) for player in range(game.players)],
            "mover": mover,
            "actions": actions,
            "outcomes": outcomes,
            "result": result_words(game, utilities, ending) if utilities else "",
            "utilities": utilities,
            "last": last,
            "can_pass": can_pass(game, state),
        }
