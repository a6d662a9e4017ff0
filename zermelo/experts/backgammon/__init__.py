"""What is known about backgammon.

outcomes                  the chances of the six ways in which a game can end
evaluator                 what a state is worth by them; cube, match_equity: with the cube, and in a match
network, inputs           the network that comes with the package, and what it sees; hits, blockade: two of these
contact                   the fitted table for positions with contact, `evaluate=fitted`
race, rolls, bearoff      races: by estimated rolls, and by exact databases
pubeval                   Tesauro's linear opinion, also as a player
commentary                chances, cube decisions and mistakes in words
engines                   engines that play this game only
weights                   what was learned and fitted
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.backgammon.commentary import commentary
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
        commentary=partial(commentary, **parameters),
        inputs=partial(inputs, **parameters),
        judge=partial(judge, **parameters),
        trained_as=TRAINED_AS,
    )
