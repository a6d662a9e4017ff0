"""Listing states in plain Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.by_value import hashable
from zermelo.game import CHANCE, Game, State
from zermelo.installed import np
from zermelo.solve.graph.base import Listing
from zermelo.solve.graph.graph import OVER, StateGraph

OFTEN = 64  # states between two looks at the clock


class PlainListing(Listing):
    """In plain Python, for states of any kind; two states are the same if they are equal."""

    def __init__(self, game: Game, state: State, most: int) -> None:
        super().__init__(game, state, most)
        self._states: list[State] = []
        self._numbers: dict[Any, int] = {}
        self._movers: list[int] = []
        self._first, self._targets, self._chances = [0], list[int](), list[float]()
        self._utilities: list[list[float]] = []
        self._number_of(state)

    @property
    def listed(self) -> int:
        return len(self._states)

    @property
    def waiting(self) -> int:
        return len(self._states) - len(self._movers)

    def run(self, is_over: Callable[[], bool]) -> None:
        since = 0
        while self.waiting and not self.is_full:
            if since == OFTEN:
                since = 0
                if is_over():
                    return
            since += 1
            self._look_at(self._states[len(self._movers)])
            self.is_full = len(self._states) > self.most
        self.is_done = not self.is_full

    def _look_at(self, state: State) -> None:
        """Notes what a state is, and the states after it."""
        game, players = self.game, range(self.game.players)
        if game.is_terminal(state):
            mover, utilities = OVER, [float(game.utility(state, player)) for player in players]
        else:
            mover, utilities = int(game.to_move(state)), [0.0] * game.players
            outcomes = game.outcomes(state) if mover == CHANCE else [(action, 1.0) for action in game.actions(state)]
            for move, chance in outcomes:
                self._targets.append(self._number_of(game.result(state, move)))
                self._chances.append(chance)
        self._movers.append(mover)
        self._utilities.append(utilities)
        self._first.append(len(self._targets))

    def _number_of(self, state: State) -> int:
        number = self._numbers.setdefault(hashable(state), len(self._states))
        if number == len(self._states):
            self._states.append(state)
        return number

    def _classes(self) -> int:
        symmetries, counted, count = self.game.symmetries, set[Any](), 0
        if symmetries is None:
            return len(self._states)
        for state in self._states:
            if hashable(state) not in counted:
                counted.update(map(hashable, (state, *symmetries(state))))
                count += 1
        return count

    def graph(self) -> StateGraph:
        return StateGraph(
            self.game,
            np.array(self._movers, np.int64),
            np.array(self._first, np.int64),
            np.array(self._targets, np.int64),
            np.array(self._chances, np.float64),
            np.array(self._utilities, np.float64).reshape(-1, self.game.players),
            self._classes(),
            lambda state: self._numbers.get(hashable(state)),
        )
