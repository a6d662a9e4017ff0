"""Policies: the best action in every state that can arise, from values that are backed up once per state.

With chance it is expectiminimax, and with more than two players, or other interests than opposed ones, max^n.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.by_value import hashable
from zermelo.compile.kernel.recursion import PLIES, allow_recursion
from zermelo.game import CHANCE, Action, Game, State, ZermeloError

Watch = Callable[[int], None]  # told how many states have a value so far
EVERY = 1000  # states between two calls of it


class BackedUp:
    """The value of states for each player, kept by state."""

    def __init__(self, game: Game, most: int | None = None, watch: Watch | None = None) -> None:
        """most: states after which it gives up. Raises ZermeloError if the game has hidden information."""
        if game.has_hidden:
            raise ZermeloError(f"{game.title} hides information, and minimax needs all of it: try zermelo solve")
        self.game, self.most, self.watch = game, most, watch
        self._known: dict[Any, tuple[float, ...] | None] = {}  # None: it is being valued
        allow_recursion(game.max_plies or PLIES)

    def values(self, state: State) -> tuple[float, ...]:
        """What a state is worth to each player if all play best.

        Raises ZermeloError where a line returns to a position, or where there are too many states.
        """
        name = hashable(state)
        if name in self._known:
            known = self._known[name]
            if known is None:
                raise ZermeloError(f"{self.game.title} can return to a position, and minimax never ends: try solve")
            return known
        self._known[name] = None
        self._count()
        try:
            self._known[name] = found = self._found(state)
        except RecursionError:
            raise ZermeloError(f"{self.game.title} has lines too long for every state to be valued") from None
        return found

    def best(self, state: State) -> list[Action]:
        """All actions that are best for the player to move, in the game's order."""
        game, mover = self.game, self.game.to_move(state)
        worth = [(action, self.values(game.result(state, action))[mover]) for action in game.actions(state)]
        top = max(value for _, value in worth)
        return [action for action, value in worth if value == top]

    def _found(self, state: State) -> tuple[float, ...]:
        game = self.game
        if game.is_terminal(state):
            return tuple(float(game.utility(state, player)) for player in range(game.players))
        mover = game.to_move(state)
        if mover == CHANCE:
            parts = [(share, self.values(game.result(state, outcome))) for outcome, share in game.outcomes(state)]
            return tuple(sum(share * values[player] for share, values in parts) for player in range(game.players))
        below = [self.values(game.result(state, action)) for action in game.actions(state)]
        return max(below, key=lambda values: values[mover])  # the first of the best

    def _count(self) -> None:
        count = len(self._known)
        if self.most is not None and count > self.most:
            raise ZermeloError(
                f"{self.game.title} has more than {self.most:,} states from here: begin later, or allow more states"
            )
        if self.watch and count % EVERY == 0:
            self.watch(count)


def choices(values: BackedUp, player: int, state: State) -> Iterator[tuple[State, int, list[Action]]]:
    """Every state in which a player may have to choose while it follows the policy, its ply, and the best actions.

    The player plays the first of the best, the others anything. By ply.
    """
    game = values.game
    waiting = deque([(state, 0)])
    seen = {hashable(state)}
    while waiting:
        here, ply = waiting.popleft()
        if game.is_terminal(here):
            continue
        following = game.moves(here)
        if game.to_move(here) == player:
            best = values.best(here)
            yield here, ply, best
            following = best[:1]
        for move in following:
            after = game.result(here, move)
            name = hashable(after)
            if name not in seen:
                seen.add(name)
                waiting.append((after, ply + 1))


def policy(game: Game, player: int, state: State | None = None) -> dict[State, Action]:
    """The minimax policy of one side: its best action in every state that can arise while it follows the policy.

    The game must be small enough to value every state. States that hold arrays are known by what
    `zermelo.by_value.hashable` makes of them. Raises ZermeloError where a line returns to a position.
    """
    start = game.initial() if state is None else state
    return {hashable(here): best[0] for here, _, best in choices(BackedUp(game), player, start)}
