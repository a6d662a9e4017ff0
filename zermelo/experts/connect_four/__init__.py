"""What is known about Connect Four.

evaluator        what positions are worth, by rows of four
perfect          a solver that scores any position, and a table of its openings
network.learned  what AlphaZero learned, `puct:network=shipped`
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.connect_four.evaluator import evaluator
from zermelo.experts.connect_four.perfect.playing import solver
from zermelo.experts.connect_four.perfect.solver import is_ready

NETWORK = Path(__file__).parent / "network.learned"


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=partial(evaluator, **parameters),
        network=NETWORK,
        solver=solver,
        is_ready=is_ready,
    )
