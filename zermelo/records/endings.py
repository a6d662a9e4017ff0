"""How a game ends that its own rules do not end, and what each player gets then."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import Game, State

OVER, TOO_LONG, REPETITION = "over", "too long", "repetition"  # of a record; any other ending is a player's fault


def is_repeated(game: Game, state: State, keys: Sequence[int]) -> bool:
    """Has the state come up for the third time? keys: those of the whole path, the state's own last."""
    if game.reversible is None:
        return False
    since = min(int(game.reversible(state)), len(keys) - 1)
    return since > 0 and keys[-1 - since : -1].count(keys[-1]) >= 2


def utilities_of(game: Game, state: State) -> tuple[float, ...]:
    """What each player gets where a game is over."""
    return tuple(float(game.utility(state, player)) for player in range(game.players))


def drawn_utilities(game: Game) -> tuple[float, ...]:
    """What each player gets if a game is drawn by repetition or is too long: an equal share of the total."""
    return (game.total / game.players,) * game.players


def forfeited_utilities(game: Game, loser: int) -> tuple[float, ...]:
    """The utilities when one player forfeits: it loses the best utility, which the others share."""
    even = drawn_utilities(game)[0]
    worth = (even + 1.0 if game.best_utility is None else game.best_utility) - even
    others = worth / (game.players - 1) if game.players > 1 else worth
    return tuple(even - worth if player == loser else even + others for player in range(game.players))


def too_long(plies: int) -> str:
    """What is said about a game that was ended after this many plies."""
    return f"not over after {plies:,} plies"
