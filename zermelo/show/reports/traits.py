"""The traits of a game in words."""

from __future__ import annotations

from zermelo.evaluate import opinion
from zermelo.game import Game


def traits(game: Game) -> list[str]:
    """How many players, zero-sum or not, chance, hidden information, and whether there is an evaluation."""
    words = [f"{game.players} {'player' if game.players == 1 else 'players'}"]
    if game.sides:
        words[0] += f" on {len(game.teams)} sides"
    if game.players > 1:
        constant = f"constant sum {game.total:g}" if game.total else "zero-sum"
        words.append(constant if game.zero_sum else "not zero-sum")
    if game.has_chance:
        words.append("chance")
    if game.has_hidden:
        words.append("hidden information")
    if opinion(game) is None:
        words.append("no evaluation")
    return words
