"""How the positions of a game's endings are numbered: one file per game, with `indexing() -> Indexing`."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile.failures import involves_user
from zermelo.game import Game
from zermelo.loading import python_name
from zermelo.solve.indexing import Indexing


@lru_cache(maxsize=64)
def indexing_of(game: Game) -> Indexing | None:
    """The indexing that goes with a game: the one in this folder; None where there is none.

    Only for games of this package: a user's game may have the name of one of ours.
    """
    name = python_name(game.name)
    module = f"{__name__}.{name}"
    if (
        game.origin
        or not name.isidentifier()
        or importlib.util.find_spec(module) is None
        or involves_user(game.initial)
    ):
        return None
    make: Callable[[], Any] | None = getattr(importlib.import_module(module), "indexing", None)
    return make(**game.parameters) if make else None
