"""What is known about Pac-Man.

evaluator   what positions are worth
ghosts      ghosts that wander, chase or search
engines     engines that play this game only
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.pacman.evaluator import evaluator


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=partial(evaluator, **parameters),
    )
