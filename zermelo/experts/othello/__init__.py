"""What is known about Othello.

evaluator   what positions are worth; lines, counts: lines of discs with fitted weights, and what players count
commentary  what a move does wrong
endgames    a solver that values the last positions exactly
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.othello.commentary import commentary, odds
from zermelo.experts.othello.endgames.solver import solver
from zermelo.experts.othello.evaluator import evaluator, guide


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=partial(evaluator, **parameters),
        odds=odds(**parameters),
        commentary=partial(commentary, **parameters),
        guide=partial(guide, **parameters),
        solver=solver,
    )
