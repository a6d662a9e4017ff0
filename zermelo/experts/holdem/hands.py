"""Many poker hands ranked at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.compile.cache.tables import compiled_kernel, interpreted
from zermelo.games._cards.deck import bit_of
from zermelo.games._cards.ranking import hand_name, strength
from zermelo.installed import np

__all__ = ["hand_name", "strengths"]


def strengths(hands: Any, compiled: bool = True) -> Any:
    """The strengths of many hands. hands: [hand, card], five to seven cards each (see `deck`)."""
    cards = np.ascontiguousarray(hands, np.uint8)
    if cards.ndim != 2 or not 5 <= cards.shape[1] <= 7:
        raise ValueError(f"hands are rows of five to seven cards, not an array of shape {cards.shape}")
    found = np.empty(len(cards), np.int64)
    rank = _compiled_ranker() if compiled else interpreted(_ranker)
    rank(cards, found)
    return found


def _ranker(jit: Callable[..., Any]) -> Callable[..., Any]:
    @jit
    def rank(hands, found):
        for place in range(hands.shape[0]):
            held = 0
            for column in range(hands.shape[1]):
                held |= bit_of(int(hands[place, column]))
            found[place] = strength(held)

    return rank


@cache
def _compiled_ranker() -> Callable[..., Any]:
    return compiled_kernel("poker hands", "ranking", _ranker, np.empty((0, 7), np.uint8), np.empty(0, np.int64))
