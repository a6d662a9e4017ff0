"""A game in progress, in the process that runs its rules: what can be played, and what the page is told of it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.arena.play import draw
from zermelo.game import CHANCE, Action, Game, State, ZermeloError
from zermelo.numerals import likelihood
from zermelo.records.endings import drawn_utilities, is_repeated
from zermelo.show.by_view import cells_to_touch, foremost, viewer_at
from zermelo.show.described import described
from zermelo.show.steps import HalfTurn, half_turns
from zermelo.show.touch import pieces_put
from zermelo.web.messages import MOST_PLIES
from zermelo.web.worker.reports import can_pass, cells_of, final_share, public_facts

MOST_ACTIONS = 2000  # sent per state, with those that touch no cell; others are typed or laid


@dataclass
class OpenGame:
    """The states from the first to the one that is shown."""

    game: Game
    states: list[State]

    @property
    def state(self) -> State:
        """The state that is shown."""
        return self.states[-1]

    def step(self, action: Action) -> dict[str, Any]:
        """Plays an action, and tells what a score sheet holds of it. Raises ZermeloError if the game is over."""
        state, game = self.state, self.game
        if self.ending():
            raise ZermeloError("the game is over")
        if len(self.states) > MOST_PLIES:
            raise ZermeloError(f"a game has at most {MOST_PLIES:,} plies here")
        index = game.moves(state).index(action)
        text, cells = game.action_text(state, action), cells_of(game, state, action, viewer_at(game, state))
        self.states.append(game.result(state, action))
        return {"index": index, "text": text, "cells": cells, **self.standing()}

    def roll(self) -> dict[str, Any]:
        """Plays a random outcome of chance, as `step` does."""
        if self.ending() or self.game.to_move(self.state) != CHANCE:
            raise ZermeloError("there is nothing to roll here")
        return self.step(draw(self.game, self.state, random.Random()))

    def ending(self) -> str:
        """Why the game is over: "over" (by its rules) or "repetition"; "" if it is not over."""
        state, ply = self.state, len(self.states) - 1
        if self.game.is_terminal(state):
            return "over"
        if self.game.reversible and ply:
            since = min(int(self.game.reversible(state)), ply)
            keys = [self.game.state_key(earlier) for earlier in self.states[ply - since : ply + 1]]
            if is_repeated(self.game, state, keys):
                return "repetition"
        return ""

    def standing(self) -> dict[str, Any]:
        """Who is to move (None: the game is over), and then player 0's share."""
        ending = self.ending()
        if not ending:
            return {"mover": int(self.game.to_move(self.state)), "share": None}
        return {"mover": None, "share": final_share(self.game, self.state) if ending == "over" else 0.5}

    def _result(self, ending: str, utilities: Sequence[float]) -> str:
        """How the game ended at the state shown, in words."""
        if ending == "over":
            return self.game.ending_text(self.state)
        return self.game.result_text(utilities, f"by {ending}")

    def report(self) -> dict[str, Any]:
        """The part of the message `position` that the rules decide, for somebody who may see everything."""
        game, state = self.game, self.state
        ending = self.ending()
        mover = None if ending else int(game.to_move(state))
        actions: list[dict[str, Any]] = []
        outcomes: list[dict[str, Any]] = []
        turns: list[HalfTurn] = []
        utilities, unlisted = None, 0
        if ending:
            utilities = [*drawn_utilities(game)]
            if ending == "over":
                utilities = [float(game.utility(state, p)) for p in range(game.players)]
        elif mover == CHANCE:
            outcomes = [
                {
                    "text": game.action_text(state, outcome),
                    "probability": float(probability),
                    "words": likelihood(probability),
                }
                for outcome, probability in game.outcomes(state)
            ]
        else:
            every = game.legal(state)
            legal = foremost(game, state, every, MOST_ACTIONS, None)
            unlisted = len(every) - len(legal)
            cells_of_all = cells_to_touch(game, state, legal, None)
            actions = [
                {
                    "text": game.action_text(state, action),
                    "cells": [list(cell) for cell in cells],
                    **({"piece": piece} if piece else {}),
                }
                for action, cells, piece in zip(
                    legal, cells_of_all, pieces_put(game, state, legal, cells_of_all), strict=True
                )
            ]
            turns = half_turns(game, state, legal)
        return {
            **public_facts(game),
            "position": game.state_text(state),
            "picture": described(game.describe(state)),
            "mover": mover,
            "actions": actions,
            "unlisted": unlisted,
            "turns": [
                {"action": turn.action, "steps": [[*start, *end, after] for start, end, after in turn.steps]}
                for turn in turns
            ],
            "outcomes": outcomes,
            "result": self._result(ending, utilities) if utilities else "",
            "utilities": utilities,
            "can_pass": can_pass(game, state),
        }
