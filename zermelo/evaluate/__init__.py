"""Opinions about positions: one file per game, with `evaluator(**parameters)`, `guide(**parameters)` or both."""

from __future__ import annotations

import importlib
import importlib.util
from functools import lru_cache
from typing import Any

from zermelo.evaluate.guide import Guide
from zermelo.evaluate.linear import Evaluator, Feature, Linear, Opinion, Term, Vector, centred, in_utilities
from zermelo.evaluate.tactics import Tactics
from zermelo.game import Game

__all__ = [
    "Evaluator",
    "Feature",
    "Guide",
    "Linear",
    "Opinion",
    "Tactics",
    "Term",
    "Vector",
    "advice",
    "centred",
    "in_utilities",
    "opinion",
]


@lru_cache(maxsize=256)
def opinion(game: Game) -> Evaluator | None:
    """The evaluation that goes with a game: its own, else the one in this folder, else None."""
    if game.evaluate is not None:
        return Opinion(game.evaluate)
    evaluator: Evaluator | None = _made("evaluator", game)
    return evaluator


@lru_cache(maxsize=256)
def advice(game: Game) -> Guide:
    """The advice to Monte Carlo searches that goes with a game: the one in this folder, else an empty one."""
    found: Guide | None = _made("guide", game)
    return found or Guide()


def _made(maker: str, game: Game) -> Any:
    """What the function of this name in the game's file here returns for its parameters; None where there is none."""
    module = f"{__name__}.{game.name.replace('-', '_')}"
    if game.origin or not game.name.replace("-", "_").isidentifier() or importlib.util.find_spec(module) is None:
        return None
    make = getattr(importlib.import_module(module), maker, None)
    return make(**game.parameters) if make else None
