"""What is known about Go.

guide             advice to Monte Carlo searches; playout, prior: what to play, and which moves look good at once
shapes, patterns  eyes, and 3×3 patterns around a point
commentary        whose the points will be, and what a move does wrong
life, ownership   which stones are dead, and who owns what at the end
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.go.commentary import commentary
from zermelo.experts.go.guide import guide


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        commentary=commentary,
        guide=partial(guide, **parameters),
    )
