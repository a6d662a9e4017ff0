"""What is known about nine men's morris.

evaluator   what positions are worth
indexing    how positions of endings are numbered
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.nine_mens_morris.evaluator import evaluator
from zermelo.experts.nine_mens_morris.indexing import indexing


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=partial(evaluator, **parameters),
        indexing=partial(indexing, **parameters),
    )
