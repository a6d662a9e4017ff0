"""The states that a position leads to and the moves between them, as arrays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.game import Game, State
from zermelo.installed import NDArray, np

OVER = -2  # the mover of a state where the game is over; CHANCE is -1

Numbers = NDArray[np.float64]
Indices = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class StateGraph:
    """The states by number, in the order in which they were found: the position itself is number 0."""

    game: Game
    movers: Indices  # [state] a player, CHANCE or OVER
    first: Indices  # [state + 1] the first of its moves; they follow one another in the game's order
    targets: Indices  # [move] the state that it leads to
    chances: Numbers  # [move] the probability of an outcome of chance; 1 for a player's action
    utilities: Numbers  # [state, player] 0 where the game goes on
    classes: int  # how many states there are if symmetric ones count once
    number_of: Callable[[State], int | None]  # the number of a state; None: it is not in the graph

    def __len__(self) -> int:
        return len(self.movers)

    def moves_of(self, number: int) -> range:
        """The moves of a state."""
        return range(int(self.first[number]), int(self.first[number + 1]))

    @property
    def sources(self) -> Indices:
        """[move] the state that it belongs to."""
        return np.repeat(np.arange(len(self)), np.diff(self.first))
