"""Why a method of learning cannot learn a game, and what serves it."""

from __future__ import annotations

from zermelo.game import Game


def needs_open_duel(game: Game, name: str) -> str | None:
    """The refusal of a method that learns by playing against itself; it names what plays the game without learning."""
    if game.has_hidden:
        return (
            f"{name} learns games in which nothing is hidden, and {game.name} hides something: `zermelo solve` finds "
            "its equilibrium if it is small, and auto plays it"
        )
    if game.players == 1:
        return (
            f"{name} learns to beat an opponent, and {game.name} is a game for one: auto plays it without learning, "
            "and `zermelo solve` finds its value if it is small"
        )
    if game.players != 2:
        return f"{name} learns games for two, and {game.name} has {game.players} players: maxn and mcts play it"
    if not game.zero_sum:
        return (
            f"{name} learns games of constant sum, and {game.name} says zero_sum=False: maxn and mcts play it, or "
            "zermelo check tells if its utilities always add up to the same"
        )
    return None
