"""Opinions about positions: one file per game, with `evaluator(**parameters)`, `guide(**parameters)` or both.

A user's game has its own: `Game.evaluate` and `Game.guide`, which `load` also takes from the user's file.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from zermelo.compile.failures import involves_user
from zermelo.evaluate.guide import Guide, as_guide
from zermelo.evaluate.learned.features import Features, as_features, default_features
from zermelo.evaluate.linear import (
    Evaluator,
    Feature,
    Linear,
    Opinion,
    Term,
    Vector,
    as_evaluator,
    centred,
    in_utilities,
)
from zermelo.evaluate.tactics import Tactics
from zermelo.game import Game, State, ZermeloError
from zermelo.loading import load, python_name

__all__ = [
    "Evaluator",
    "Feature",
    "Features",
    "Guide",
    "Linear",
    "Opinion",
    "Tactics",
    "Term",
    "Vector",
    "advice",
    "centred",
    "exact_values",
    "features",
    "fitted_opinion",
    "has_exact_values",
    "in_utilities",
    "opinion",
    "own_judge",
    "trained_game",
]


@lru_cache(maxsize=256)
def opinion(game: Game) -> Evaluator | None:
    """The evaluation that goes with a game: its own, else the one in this folder, else None.

    Raises ZermeloError where the game's own is no evaluation.
    """
    if game.evaluate is not None:
        return as_evaluator(game.evaluate)
    evaluator: Evaluator | None = _made("evaluator", game)
    return evaluator


@lru_cache(maxsize=64)
def fitted_opinion(game: Game) -> Evaluator:
    """The evaluation by fitted weights of a game whose own is a network: from `fitted(**parameters)` of its file here.

    Raises ZermeloError where there is none.
    """
    found: Evaluator | None = _made("fitted", game)
    if found is None:
        raise ZermeloError(f"{game.name} has no fitted evaluation besides its own: leave evaluate=fitted out")
    return found


@lru_cache(maxsize=256)
def advice(game: Game) -> Guide:
    """The advice to Monte Carlo searches that goes with a game: its own, else that in this folder, else an empty one.

    Raises ZermeloError where the game's own is no Guide.
    """
    if game.guide is not None:
        return as_guide(game.guide)
    found: Guide | None = _made("guide", game)
    return found or Guide()


@lru_cache(maxsize=64)
def features(game: Game) -> Features:
    """What a small network sees of a game's states: its own, else that in this folder, else the state's numbers.

    From `inputs(**parameters)` of the game's file here. Raises ZermeloError where the state has no numbers to look at.
    """
    if game.features is not None:
        return as_features(game.features)
    found: Features | None = _made("inputs", game)
    return found or default_features(game)


def trained_game(game: Game) -> Game:
    """The game with which what is learned for this one is trained.

    The game itself, unless the game's file here has TRAINED_AS: parameters that do not matter to what is learned, with
    the values for training.
    """
    fixed = _maker("TRAINED_AS", game)
    return load(game.name, **{**game.parameters, **fixed}) if fixed else game


@lru_cache(maxsize=16)
def exact_values(game: Game, compiled: bool = True) -> Callable[[State, int], float] | None:
    """value(state, player) of a game that is solved: what any state is worth to a player if all play perfectly.

    From `exact(**parameters)` of the game's file in this folder, which may fill a table first; None where the game is
    not solved. compiled: False fills the table in plain Python.
    """
    make = _maker("exact", game)
    return make(**game.parameters, compiled=compiled) if make else None


def has_exact_values(game: Game) -> bool:
    """Has the game's file here an `exact`? Fills no table."""
    return _maker("exact", game) is not None


def own_judge(game: Game) -> Callable[..., Evaluator] | None:
    """judge(shape, weights) of the game's file here, which makes an evaluator of a learned network in its own way."""
    judge = _maker("judge", game)
    return partial(judge, **game.parameters) if judge else None


def _made(maker: str, game: Game) -> Any:
    """What the function of this name in the game's file here returns for its parameters; None where there is none."""
    make = _maker(maker, game)
    return make(**game.parameters) if make else None


def _maker(maker: str, game: Game) -> Any:
    """What has this name in the game's file here; None where there is nothing.

    Only for games of this package: a user's game may have the name of one of ours.
    """
    name = python_name(game.name)
    module = f"{__name__}.{name}"
    if game.origin or not name.isidentifier() or importlib.util.find_spec(module) is None:
        return None
    if involves_user(game.initial):
        return None
    return getattr(importlib.import_module(module), maker, None)
