"""What is known about backgammon: see docs/architecture.md."""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.backgammon.evaluator import fitted, of_outcomes
from zermelo.experts.backgammon.inputs import TRAINED_AS, inputs, judge
from zermelo.experts.backgammon.network import evaluator
from zermelo.experts.backgammon.outcomes import Outcomes

__all__ = ["Outcomes", "expert", "of_outcomes"]


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=partial(evaluator, **parameters),
        fitted=partial(fitted, **parameters),
        inputs=partial(inputs, **parameters),
        judge=partial(judge, **parameters),
        trained_as=TRAINED_AS,
    )
