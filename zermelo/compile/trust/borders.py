"""What a user's functions give to a kernel, checked at the border: a breach is an error and never a wild memory access.

The rules of this package are trusted, and cost nothing here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.failures import involves_user
from zermelo.compile.trust.users import is_users
from zermelo.game import CHANCE, Game

MOST_KEPT = 256  # games whose checked functions are kept
LARGEST = 1.7e308  # what is beyond, or not a number, is not finite
TOO_LIKELY = 1.0 + 1e-6

NO_PLAYER = "to_move gives a number that is no player"
NO_CHANCE = "chances gives a probability that is not between 0 and 1"
NO_UTILITY = "utility gives a number that is not finite"
NO_COUNT = "fill gives a negative number of actions"
NO_OPINION = "evaluate gives a number that is not finite"
NO_PRIOR = "the guide's prior gives a mean that is not between 0 and 1, or a number of visits that is none"
NO_LEGAL = "the guide's playout gives an action that is not legal"
BREACHES = (NO_PLAYER, NO_CHANCE, NO_UTILITY, NO_COUNT, NO_OPINION, NO_PRIOR, NO_LEGAL)


def checked(game: Game) -> Game:
    """The game as kernels get it: a user's functions checked, those of this package as they are.

    The messages are constant, since a text that is made when the kernel runs would take a second to compile.
    """
    return _checked(game) if is_users(game) else game


def checked_opinion(evaluate: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """The evaluation as kernels get it."""
    return _checked_opinion(evaluate) if evaluate is not None and involves_user(evaluate) else evaluate


def checked_prior(prior: Callable[..., Any] | None) -> Callable[..., Any] | None:
    """A guide's prior as kernels get it."""
    return _checked_prior(prior) if prior is not None and involves_user(prior) else prior


@lru_cache(maxsize=MOST_KEPT)
def _checked(game: Game) -> Game:
    return replace(
        game,
        to_move=_checked_mover(game.to_move, CHANCE if game.has_chance else 0, game.players),
        utility=_checked_number(game.utility, NO_UTILITY),
        chances=_checked_chances(game.chances) if game.chances else None,
        fill=_checked_fill(game.fill) if game.fill else None,
    )


def _checked_mover(given, least, end):
    def to_move(state):
        mover = given(state)
        if mover < least or mover >= end:
            raise ValueError(NO_PLAYER)
        return mover

    return to_move


def _checked_number(given, message):
    def number(state, player):
        value = given(state, player)
        if not -LARGEST < value < LARGEST:
            raise ValueError(message)
        return value

    return number


def _checked_chances(given):
    from zermelo.compile.numba.rewriting import iterated, yields

    each = iterated(given)

    def generated(state):
        for outcome, probability in each(state):
            if not 0.0 <= probability <= TOO_LIKELY:
                raise ValueError(NO_CHANCE)
            yield outcome, probability

    def returned(state):
        # Asked twice: a compiled generator cannot hold a list, and an iterator can be gone through only once.
        for _, probability in given(state):
            if not 0.0 <= probability <= TOO_LIKELY:
                raise ValueError(NO_CHANCE)
        return given(state)

    return generated if yields(each) else returned


def _checked_fill(given):
    def fill(state, buffer):
        count = given(state, buffer)
        if count < 0:
            raise ValueError(NO_COUNT)
        return count

    return fill


@lru_cache(maxsize=MOST_KEPT)
def _checked_opinion(given):
    return _checked_number(given, NO_OPINION)


@lru_cache(maxsize=MOST_KEPT)
def _checked_prior(given):
    def prior(state, action):
        mean, visits = given(state, action)
        if not (0.0 <= mean <= 1.0 and 0.0 <= visits < LARGEST):
            raise ValueError(NO_PRIOR)
        return mean, visits

    return prior
