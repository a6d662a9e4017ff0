"""Users' games: those whose rules are not from this package, and which are therefore not trusted."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.failures import involves_user
from zermelo.game import Game

MOST_KEPT = 256  # games of which it is remembered


@lru_cache(maxsize=MOST_KEPT)
def is_users(game: Game) -> bool:
    """Is any function of the rules from outside this package, or made of something from outside?"""
    if game.origin:
        return True
    functions = (game.to_move, game.fill or game.actions, game.result, game.is_terminal, game.utility, game.chances)
    extra = (game.initial, game.pick, game.key, game.symmetries, game.counts_on, game.adjudicated, game.reversible)
    return involves_user(*(function for function in (*functions, *extra) if function is not None))


def compiled_parts(game: Game, evaluate: Callable[..., Any] | None = None) -> list[Callable[..., Any]]:
    """The functions of a game, and of an opinion on it, that are compiled into kernels."""
    asked = (game.to_move, game.fill or game.actions, game.result, game.is_terminal, game.utility, game.chances)
    extra = (game.pick, game.key, game.symmetries, game.view, game.counts_on, game.adjudicated, game.reversible)
    return [function for function in (*asked, *extra, evaluate) if function is not None]


def game_key(game: Game, *others: Any) -> str:
    """A content key of all that makes a game what it is, and of other functions and numbers."""
    from zermelo.compile.cache.content import content_key

    return content_key(*((field.name, getattr(game, field.name)) for field in dataclasses.fields(game)), *others)
