"""What is known about Go: advice to Monte Carlo searches, and who lives and owns what at the end."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.go.guide import guide


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        guide=partial(guide, **parameters),
    )
