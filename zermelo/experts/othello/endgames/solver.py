"""The Othello endgame solver: the exact difference in discs of a position, of every move, and the best line."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import Any

from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.experts.othello.endgames.kernel import MASK, NUMBER, new_memory, searcher
from zermelo.experts.othello.endgames.table import new_table
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import np
from zermelo.solve.solver import PositionSolver

MEGABYTES = 64
UNLIMITED = 1 << 62


class OthelloSolver(PositionSolver):
    """Values Othello positions exactly, as differences in discs for the player to move.

    What is found out about one position is kept for the next.
    """

    def __init__(
        self,
        game: Game,
        compiled: bool = True,
        megabytes: float = MEGABYTES,
        threads: int = 1,
        to_winner: bool = False,
        outcome_first: bool = False,
    ) -> None:
        """Raises ZermeloError if the game is another one.

        to_winner: squares left empty count for the winner, as in published scores; in the game they count for nobody.
        outcome_first: who wins is found out first, by a narrower search, and only then by how much.
        """
        if game.name != "othello" or game.origin:
            raise ZermeloError(f"this solver is for othello, not for {game.title}")
        self.game, self.compiled, self.outcome_first = game, compiled, outcome_first
        size = game.parameters["size"]
        self._cells = size * size
        self._table, mask = new_table(compiled, megabytes)
        self.memories = [new_memory(compiled, size) for _ in range(threads if compiled else 1)]
        for number, memory in enumerate(self.memories):
            memory[MASK], memory[NUMBER], memory[LIMIT] = mask, number, UNLIMITED
        self._run = _kernel(size, to_winner, compiled)

    @property
    def is_stopped(self) -> bool:
        """Has the node budget of the first thread run out?"""
        return bool(self.memories[0][NODES] > self.memories[0][LIMIT])

    def score(self, state: State) -> int | None:
        """The difference in discs for the player to move; None if memories[0][LIMIT] stopped the search."""
        if self.outcome_first:
            sign = self.outcome(state)
            if sign is None or sign == 0:
                return sign
            low, high = (0, self._cells) if sign > 0 else (-self._cells, 0)
            return self._search(state, low, high)
        return self._search(state, -self._cells, self._cells)

    def outcome(self, state: State) -> int | None:
        """1 if the player to move wins, -1 if it loses, 0 for a draw; None if stopped."""
        value = self._search(state, -1, 1)
        return None if value is None else (value > 0) - (value < 0)

    def ended(self, state: State) -> int | None:
        return self.score(state)

    def utility(self, score: int) -> float:
        return float(score)

    def action_worth(self, state: State, wanted: int) -> int | None:
        for action in self.game.legal(state):
            value = self._search(self.game.result(state, action), -wanted - 1, -wanted + 1)
            if value is None:
                return None
            if value == -wanted:
                return int(action)
        raise AssertionError("no action has the value of the position")

    def _search(self, state: State, alpha: int, beta: int) -> int | None:
        """The value: exact inside (alpha, beta), else a bound beyond them. None if stopped."""
        if len(self.memories) == 1:
            value = self._run_on(state, alpha, beta, self.memories[0])
            return None if self.is_stopped else value
        helpers = [
            threading.Thread(target=self._run_on, args=(state, alpha, beta, memory), daemon=True)
            for memory in self.memories[1:]
        ]
        limits = [memory[LIMIT] for memory in self.memories]
        for helper in helpers:
            helper.start()
        try:
            value = self._run_on(state, alpha, beta, self.memories[0])
        finally:
            for memory in self.memories[1:]:
                memory[LIMIT] = 0
            for helper in helpers:
                helper.join()
            for memory, limit in zip(self.memories[1:], limits[1:], strict=True):
                memory[LIMIT] = limit
        return None if self.is_stopped else value

    def _run_on(self, state: State, alpha: int, beta: int, memory: Any) -> int:
        mine, theirs = np.uint64(state.mine), np.uint64(state.theirs)
        if self.compiled:
            return int(self._run(mine, theirs, alpha, beta, memory, self._table))
        with np.errstate(over="ignore"):  # words wrap around
            return int(self._run(mine, theirs, alpha, beta, memory, self._table))


def solver(game: Game, compiled: bool, megabytes: float, insists: bool) -> OthelloSolver:
    """The solver as searches use it. insists: there is no file that could be damaged."""
    return OthelloSolver(game, compiled, megabytes)


@lru_cache(maxsize=16)
def _kernel(size: int, to_winner: bool, compiled: bool) -> Any:
    if not compiled:
        return interpreted(searcher(size, to_winner))
    example = (np.uint64(0), np.uint64(0), 0, 0, new_memory(True, size), new_table(True, 0)[0])
    return compiled_kernel("othello", "endgames", searcher(size, to_winner), *example, lone=True)
