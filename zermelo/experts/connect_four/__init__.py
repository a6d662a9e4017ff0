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
from zermelo.evaluate.odds import Odds
from zermelo.experts.connect_four.evaluator import evaluator
from zermelo.experts.connect_four.perfect.playing import solver
from zermelo.experts.connect_four.perfect.solver import is_ready

NETWORK = Path(__file__).parent / "network.learned"


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    is_usual = (parameters["columns"], parameters["rows"], parameters["connect"]) == (7, 6, 4)
    return Expert(
        solved="the first player wins" if is_usual else "",
        evaluator=partial(evaluator, **parameters),
        odds=Odds(lead=2.65, drawn=0.357),
        network=NETWORK,
        solver=solver,
        is_ready=is_ready,
    )
