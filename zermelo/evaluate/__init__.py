"""Opinions about positions, of which games have their own: what all rooms ask about a game beyond its rules.

expert            all that is known about one game, as a record; every field is explained there
linear            evaluations: Eval(s) = Σ wᵢ fᵢ(s)
commentary        what is said beside a value: reasons, ways to end, whose a place is
odds              how often games are won from positions of a value
guide, tactics    advice to Monte Carlo searches, and to selective ones
network           functions that value many states at once
learned           files that `zermelo learn` writes
sparse            small networks for alpha-beta
encoding          games as networks see them

What is known about a game of this package is in `zermelo/experts`. A user's game has its own: `Game.expert`,
`Game.evaluate` and `Game.guide`, which `load` also takes from the user's file.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from functools import lru_cache

from zermelo.compile.kernel.failures import involves_user
from zermelo.evaluate.commentary import Choice, Commentary, Ownership, Reason
from zermelo.evaluate.expert import Expert
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
from zermelo.evaluate.odds import Odds
from zermelo.evaluate.tactics import Tactics
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import is_installed
from zermelo.loading import load, python_name
from zermelo.solve.indexing import Indexing

__all__ = [
    "Choice",
    "Commentary",
    "Evaluator",
    "Expert",
    "Feature",
    "Features",
    "Guide",
    "Linear",
    "Odds",
    "Opinion",
    "Ownership",
    "Reason",
    "Tactics",
    "Term",
    "Vector",
    "advice",
    "centred",
    "commentary_of",
    "exact_values",
    "expert_of",
    "features",
    "fitted_opinion",
    "in_utilities",
    "indexing_of",
    "odds_of",
    "opinion",
    "trained_game",
    "written_opinion",
]


EXPERTS = "zermelo.experts"


@lru_cache(maxsize=256)
def expert_of(game: Game) -> Expert:
    """What is known about a game beyond its rules: its own record, else that in zermelo/experts, else an empty one.

    Only games of this package are looked up there: a user's game may have the name of one of ours.
    """
    if game.expert is not None:
        own: Expert = game.expert
        return own
    name = python_name(game.name)
    module = f"{EXPERTS}.{name}"
    if (
        game.origin
        or not name.isidentifier()
        or importlib.util.find_spec(module) is None
        or involves_user(game.initial)
    ):
        return Expert()
    make: Callable[..., Expert] | None = getattr(importlib.import_module(module), "expert", None)
    return make(**game.parameters) if make else Expert()


@lru_cache(maxsize=256)
def opinion(game: Game) -> Evaluator | None:
    """The evaluation that goes with a game: its own, else the expert's, a network that ships first, else None.

    Raises ZermeloError where the game's own is no evaluation, or the network cannot be read.
    """
    expert, written = expert_of(game), written_opinion(game)
    if game.evaluate is None and expert.learned is not None and _ships(expert):
        from zermelo.evaluate.sparse.evaluator import shipped_opinion  # which needs NumPy

        return shipped_opinion(expert.learned, game, expert, written)
    return written


@lru_cache(maxsize=256)
def written_opinion(game: Game) -> Evaluator | None:
    """The evaluation that was written for a game, where another one may have been learned; None: there is none.

    Raises ZermeloError where the game's own is no evaluation.
    """
    if game.evaluate is not None:
        return as_evaluator(game.evaluate)
    make = expert_of(game).evaluator
    return make() if make else None


def _ships(expert: Expert) -> bool:
    """Does a learned evaluation come with the game?"""
    return expert.learned is not None and expert.learned.exists() and is_installed("numpy")


@lru_cache(maxsize=64)
def commentary_of(game: Game) -> Commentary:
    """What the game's expert can say beside the value of a position; an empty record where there is none."""
    make = expert_of(game).commentary
    return make() if make else Commentary()


def odds_of(game: Game) -> Odds | None:
    """The scale on which a game's values are read as chances: the expert's, else the evaluation's unit, else None."""
    own = expert_of(game).odds
    evaluator = None if own is not None else opinion(game)
    return Odds(evaluator.unit) if evaluator is not None and evaluator.unit > 0 else own


@lru_cache(maxsize=64)
def fitted_opinion(game: Game) -> Evaluator:
    """The evaluation by fitted weights of a game whose own is a network.

    Raises ZermeloError where there is none.
    """
    expert = expert_of(game)
    make = expert.fitted or (expert.evaluator if game.evaluate is None and _ships(expert) else None)
    if make is None:
        raise ZermeloError(f"{game.name} has no fitted evaluation besides its own: leave evaluate=fitted out")
    return make()


@lru_cache(maxsize=256)
def advice(game: Game) -> Guide:
    """The advice to Monte Carlo searches that goes with a game: its own, else the expert's, else an empty one.

    Raises ZermeloError where the game's own is no Guide.
    """
    if game.guide is not None:
        return as_guide(game.guide)
    make = expert_of(game).guide
    return make() if make else Guide()


@lru_cache(maxsize=64)
def features(game: Game) -> Features:
    """What a small network sees of a game's states: its own, else the expert's, else the state's numbers.

    Raises ZermeloError where the state has no numbers to look at.
    """
    if game.features is not None:
        return as_features(game.features)
    make = expert_of(game).inputs
    return make() if make else default_features(game)


def trained_game(game: Game) -> Game:
    """The game with which what is learned for this one is trained: itself, unless the expert names parameters."""
    fixed = expert_of(game).trained_as
    return load(game.name, **{**game.parameters, **fixed}) if fixed else game


@lru_cache(maxsize=16)
def exact_values(game: Game, compiled: bool = True) -> Callable[[State, int], float] | None:
    """value(state, player) of a game that is solved: what any state is worth to a player if all play perfectly.

    A table may be filled first; None where the game is not solved. compiled: False fills it in plain Python.
    """
    make = expert_of(game).exact
    return make(compiled) if make else None


@lru_cache(maxsize=64)
def indexing_of(game: Game) -> Indexing | None:
    """How the positions of a game's endings are numbered; None where they are not."""
    make = expert_of(game).indexing
    return make() if make else None
