"""The Connect Four solver: the score of any position, of every move, and the best line."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from zermelo.compile.cache.tables import compiled_kernel, interpreted, is_compiled
from zermelo.compile.kernel.memory import LIMIT, NODES
from zermelo.experts.connect_four.perfect.kernel import SHIFT, Shape, new_memory, scorer
from zermelo.experts.connect_four.perfect.openings import OpeningTable
from zermelo.experts.connect_four.perfect.table import new_table
from zermelo.game import Game, State, ZermeloError
from zermelo.solve.solver import PositionSolver

MEGABYTES = 64
UNLIMITED = 1 << 62


class ConnectFourSolver(PositionSolver):
    """Scores positions of Connect Four of any size exactly.

    A score tells who wins and how soon: 1 if the player to move wins with its last disc, 2 if with the last but one,
    and so on; negative if the opponent wins, 0 for a draw (Pascal Pons's convention). What is found out about one
    position is kept for the next. Several solvers may share one table in threads of their own: see `beside`.
    """

    def __init__(
        self,
        game: Game,
        compiled: bool = True,
        megabytes: float = MEGABYTES,
        openings: OpeningTable | None = None,
    ) -> None:
        """openings: scores that need no search. Raises ZermeloError if the game or the table is of another kind."""
        if game.name != "connect-four" or game.origin:
            raise ZermeloError(f"this solver is for connect-four, not for {game.title}")
        self.game, self.shape, self.compiled = game, Shape(**game.parameters), compiled
        if openings is not None and openings.shape != self.shape:
            raise ZermeloError(f"the opening table is for another board than {game.title}")
        self.openings = openings
        self._table, shift = new_table(compiled, megabytes)
        self.memory = new_memory(compiled, self.shape)  # memory[NODES]: visited so far; memory[LIMIT] = 0 stops it
        self.memory[SHIFT], self.memory[LIMIT] = shift, UNLIMITED
        self.memories = [self.memory]
        self._run = _kernel(self.shape, compiled)

    def beside(self) -> ConnectFourSolver:
        """Another solver for another thread, which shares what is found out."""
        other = object.__new__(ConnectFourSolver)
        other.__dict__.update(self.__dict__)
        other.memory = new_memory(self.compiled, self.shape)
        other.memory[SHIFT], other.memory[LIMIT] = self.memory[SHIFT], UNLIMITED
        other.memories = [other.memory]
        return other

    def score(self, state: State) -> int | None:
        """The score for the player to move; None if memory[LIMIT] stopped the search."""
        return self._search(state, -self.shape.cells, self.shape.cells)

    def ended(self, state: State) -> int:
        won = self.game.utility(state, (state.ply & 1) ^ 1) > 0
        return -((self.shape.cells + 2 - state.ply) // 2) if won else 0

    def distance(self, state: State, score: int) -> int:
        """Plies from a state to the end of the game that its score stands for."""
        cells, ply = self.shape.cells, state.ply
        if score == 0:
            return int(cells - ply)
        last = cells + 1 - 2 * abs(score)  # the discs before the winning one is played, or one more than that
        wins_at = last if (last - ply) % 2 == (score < 0) else last - 1
        return int(wins_at + 1 - ply)

    @property
    def is_stopped(self) -> bool:
        """Has the node budget run out?"""
        return bool(self.memory[NODES] > self.memory[LIMIT])

    def action_worth(self, state: State, wanted: int) -> int | None:
        for action in self.game.legal(state):
            after = self.game.result(state, action)
            over = self.game.is_terminal(after)
            value = self.ended(after) if over else self._search(after, -wanted, 1 - wanted)
            if value is None:
                return None
            if value == -wanted:
                return int(action)
        raise AssertionError("no action has the score of the position")

    def _search(self, state: State, low: int, high: int) -> int | None:
        """The score if it lies between these, else a bound beyond them; None if stopped."""
        known = self.openings.score(state) if self.openings is not None else None
        if known is not None:
            return known
        found = self._run(state.mine, state.full, state.ply, low, high, self.memory, self._table)
        return None if self.is_stopped else int(found)


def is_ready(game: Game) -> bool:
    """Can a solver for this game be made without compiling anything?"""
    shape = Shape(**game.parameters)
    return is_compiled(scorer(shape), *_example(shape), lone=True)


@lru_cache(maxsize=32)
def _kernel(shape: Shape, compiled: bool) -> Any:
    if not compiled:
        return interpreted(scorer(shape))
    return compiled_kernel("connect-four", "solving", scorer(shape), *_example(shape), lone=True)


def _example(shape: Shape) -> tuple[Any, ...]:
    """Arguments of the kernel."""
    return 0, 0, 0, 0, 0, new_memory(True, shape), new_table(True, 0)[0]
