"""What algorithms for games with hidden information cannot play."""

from __future__ import annotations

from zermelo.game import Game


def needs_secrets(game: Game, name: str) -> str | None:
    """The refusal of an algorithm that is for games with hidden information only."""
    return None if game.has_hidden else f"{name} is for games that hide something, {game.name} hides nothing: try auto"
