"""What the network thinks of each first move, as it changes in the course of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from zermelo.evaluate.encoding import Encoding
from zermelo.evaluate.encoding.encoding import Encoder
from zermelo.evaluate.learned.wins import for_wins, reach_of
from zermelo.game import Game
from zermelo.learn.alphazero.games import VERDICT
from zermelo.learn.alphazero.group import Answer

MOST = 64  # first moves; a game with more is not watched
GROWTH = 1.08  # games after which they are noted again, as a multiple of those before


class Openings:
    """The first moves of a game, for a run to note their values in its header.

    `openings` of a header: {"actions": [text], "points": [[games, value of each action], …]}; values are the network's,
    from -1 to 1 for the player who makes the first move.
    """

    def __init__(self, game: Game, encoding: Encoding) -> None:
        self.game, self.encoding = game, encoding
        start = game.initial()
        actions = game.legal(start)
        self.is_watched = len(actions) <= MOST
        self.texts = [game.action_text(start, action) for action in actions] if self.is_watched else []
        self._after = [game.result(start, action) for action in actions] if self.is_watched else []

    def noted(self, before: Mapping[str, Any] | None, games: int, answer: Answer) -> dict[str, Any]:
        """The header's entry with one more point, if enough games were played since the last one."""
        points = list(before["points"]) if before else []
        if self.is_watched and (not points or games >= GROWTH * points[-1][0] + 1):
            points.append([games, *(round(value, 3) for value in self.values(answer))])
        return {"actions": self.texts, "points": points}

    def values(self, answer: Answer) -> list[float]:
        """The value of each first move."""
        game, first = for_wins(self.game), self.game.to_move(self.game.initial())
        waiting = [state for state in self._after if not game.is_terminal(state)]
        told = iter(self._asked(waiting, answer))
        found = []
        for state in self._after:
            if game.is_terminal(state):
                found.append((game.utility(state, first) - game.middle) / reach_of(game))
            else:
                value = next(told)
                found.append(value if game.to_move(state) == first else -value)
        return found

    def _asked(self, states: list[Any], answer: Answer) -> list[float]:
        """The network's values for the players to move."""
        if not states:
            return []
        planes, places = Encoder(self.game, self.encoding, compiled=False).encode_many(states)
        table = np.full((len(states), self.game.max_actions), -1, np.int16)
        for row, own in zip(table, places, strict=True):
            row[: len(own)] = own
        told = np.zeros((len(states), self.game.max_actions + VERDICT), np.float32)
        out = told.reshape(-1)
        answer(planes.reshape(-1), table.reshape(-1), out)
        return [float(value) for value in told[:, self.game.max_actions]]
