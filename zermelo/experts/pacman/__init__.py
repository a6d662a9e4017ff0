"""What is known about Pac-Man: what positions are worth, and ghosts that chase."""

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
