"""A game's actions and outcomes of chance as numbers, for libraries that know nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence

from zermelo.game import CHANCE, Action, Game, State, ZermeloError, brief

TRIED = 3  # random games in which the actions are looked at
FAR = 200  # plies of each


class Numbering:
    """Numbers from 0 to `size` - 1 for the actions of every state.

    Where the actions are whole numbers within that range (squares, columns), each is its own number; otherwise it is
    its place in the list of legal actions, and so are the outcomes of chance.
    """

    def __init__(self, game: Game) -> None:
        self._game, self.size = game, game.max_actions
        self.has_own = all(self._fits(action) for action in _sample(game))

    def numbers(self, state: State) -> dict[int, Action]:
        """The legal actions (or outcomes) by their numbers, in ascending order."""
        moves: Sequence[Action] = self._game.moves(state)
        if not self.has_own or self._game.to_move(state) == CHANCE:
            return dict(enumerate(moves))
        for action in moves:
            if not self._fits(action):
                raise ZermeloError(
                    f"{self._game.name}: the action {brief(action)} is not below max_actions, {self.size}"
                )
        return {int(action): action for action in sorted(moves)}

    def _fits(self, action: Action) -> bool:
        return isinstance(action, int) and not isinstance(action, bool) and 0 <= action < self.size


def _sample(game: Game) -> list[Action]:
    """Actions of a few random games."""
    noise, found = random.Random(0), list[Action]()
    for _ in range(TRIED):
        state = game.initial()
        for _ in range(FAR):
            moves = game.moves(state)
            if not moves:
                break
            if game.to_move(state) != CHANCE:
                found += moves
            state = game.result(state, noise.choice(moves))
    return found
