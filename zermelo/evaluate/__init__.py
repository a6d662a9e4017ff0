"""Opinions about positions: one file a game, each with a function `evaluator(**parameters)`."""

from __future__ import annotations

import importlib
import importlib.util
from functools import lru_cache

from zermelo.evaluate.linear import Evaluator, Feature, Linear, Opinion, Term, Vector
from zermelo.evaluate.tactics import Tactics
from zermelo.game import Game

__all__ = ["Evaluator", "Feature", "Linear", "Opinion", "Tactics", "Term", "Vector", "opinion"]


@lru_cache(maxsize=256)
def opinion(game: Game) -> Evaluator | None:
    """The evaluation that goes with a game: its own, else the one in this folder, else None."""
    if game.evaluate is not None:
        return Opinion(game.evaluate)
    module = f"{__name__}.{game.name.replace('-', '_')}"
    if not game.name.replace("-", "_").isidentifier() or importlib.util.find_spec(module) is None:
        return None
    evaluator: Evaluator = importlib.import_module(module).evaluator(**game.parameters)
    return evaluator
