"""Games that are played for points, as a network learns them: to win comes first, and points only then."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

from zermelo.evaluate.encoding.sample import sample_of
from zermelo.game import Game

MARGIN = 0.1  # share of the points in what a finished game is worth


def reach_of(game: Game) -> float:
    """How far the best utility lies above the middle: declared, or else the largest seen in random games."""
    seen = max((abs(value - game.middle) for value in sample_of(game).utilities), default=1.0)
    return float(game.reach or seen or 1.0)


@lru_cache(maxsize=64)
def for_wins(game: Game) -> Game:
    """The game with utilities of the same range in which every win is far above a draw; itself if no points count."""
    if game.points is None:
        return game
    points, middle, reach = game.utility, game.middle, reach_of(game)
    won = (1.0 - MARGIN) * reach

    def utility(state, player):
        above = points(state, player) - middle
        if above > 0.0:
            return middle + won + MARGIN * above
        if above < 0.0:
            return middle - won + MARGIN * above
        return middle

    return replace(game, utility=utility)


def margins(worths: Any) -> Any:
    """By how much of the reach games were won, from -1 to 1; worths: an array of what such games were worth."""
    return worths.sign() * ((worths.abs() - (1.0 - MARGIN)) / MARGIN).clip(0.0, 1.0)
