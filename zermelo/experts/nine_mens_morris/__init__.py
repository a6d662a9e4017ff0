"""What is known about nine men's morris.

evaluator   what positions are worth
indexing    how positions of endings are numbered
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.odds import Odds
from zermelo.experts.nine_mens_morris.evaluator import evaluator
from zermelo.experts.nine_mens_morris.indexing import indexing


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        solved="a draw" if parameters["men"] == 9 and parameters["flying"] else "",
        evaluator=partial(evaluator, **parameters),
        odds=Odds(lead=1.64, drawn=0.789),
        indexing=partial(indexing, **parameters),
    )
