"""One game from start to end between players."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from zermelo.game import CHANCE, Action, Game, State, Strategy, ZermeloError

LONGEST = 10_000  # plies; a game that goes on longer is a draw


@dataclass(frozen=True)
class Record:
    """A game that was played: every action and outcome of chance, the last state, and what each player got."""

    game: Game
    start: State
    actions: tuple[Action, ...]
    end: State
    utilities: tuple[float, ...]

    def texts(self) -> list[str]:
        """The actions as the players write them."""
        texts, state = [], self.start
        for action in self.actions:
            texts.append(self.game.action_text(state, action))
            state = self.game.result(state, action)
        return texts


Watcher = Callable[[State, int, Action, State], None]


def play(
    game: Game,
    players: Sequence[Strategy],
    state: State | None = None,
    seed: int | None = None,
    watch: Watcher | None = None,
) -> Record:
    """Plays until the game is over; nature draws by the game's chances.

    players: one strategy(game, state) -> action a player, in order.
    watch(before, mover, action, after): is told of every ply.
    Raises ZermeloError when a player chooses what is not legal.
    """
    if len(players) != game.players:
        raise ZermeloError(f"{game.name} has {game.players} players, not {len(players)}")
    nature = random.Random(seed)
    start = state = game.initial() if state is None else state
    actions: list[Action] = []
    while not game.is_terminal(state) and len(actions) < LONGEST:
        mover = game.to_move(state)
        if mover == CHANCE:
            outcomes, chances = zip(*game.outcomes(state), strict=True)
            action = nature.choices(outcomes, chances)[0]
        elif mover not in range(game.players):
            raise ZermeloError(f"{game.name}: to_move says {mover!r} at {game.state_text(state)}, which is no player")
        else:
            action = players[mover](game, state)
            if action not in game.legal(state):
                raise ZermeloError(f"{players[mover]} chose {action!r}, which is not legal at {game.state_text(state)}")
        after = game.result(state, action)
        if watch:
            watch(state, mover, action, after)
        actions.append(action)
        state = after
    if game.is_terminal(state):
        utilities = tuple(float(game.utility(state, p)) for p in range(game.players))
    else:
        utilities = (0.0,) * game.players
    return Record(game, start, tuple(actions), state, utilities)


def seeded(player: Any, seed: int) -> Any:
    """The player with its randomness fixed, and nothing remembered from the last game."""
    if hasattr(player, "__dataclass_fields__"):
        return replace(player, seed=seed) if "seed" in player.__dataclass_fields__ else replace(player)
    return player
