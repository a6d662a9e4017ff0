"""What a sparse network sees of a game: as the game's expert says, else by its pictures."""

from __future__ import annotations

from typing import Any

from zermelo.evaluate import expert_of
from zermelo.evaluate.sparse.drawn import chosen_places
from zermelo.evaluate.sparse.places import Places
from zermelo.game import Game


def places_of(game: Game, **options: Any) -> Places:
    """What a sparse network sees of a game: as its expert says, with these options, else what its pictures show.

    Raises ZermeloError where the game is not for two, its states are not made of numbers, or it knows no such option.
    """
    return chosen_places(game, expert_of(game), options)
