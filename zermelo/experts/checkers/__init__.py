"""What is known about checkers.

evaluator   what positions are worth
indexing    how positions of endings are numbered
"""

from __future__ import annotations

from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.odds import Odds
from zermelo.experts._draughts import guide
from zermelo.experts.checkers.evaluator import evaluator
from zermelo.experts.checkers.indexing import indexing


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        solved="a draw",
        evaluator=evaluator,
        odds=Odds(lead=1.07, drawn=0.429),
        guide=guide,
        indexing=indexing,
    )
