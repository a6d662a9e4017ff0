"""Dots and Boxes: the boxes owned, those that can be closed at once, and who will have to give boxes away.

While there are lines that give nothing away, players draw these. Who has to draw next when there are none left opens
the first chain, and the other takes it.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from zermelo.bits import count
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.linear import Feature, Linear
from zermelo.evaluate.odds import Odds
from zermelo.games.dots_and_boxes import paper

READY, TURN = 0.5, 0.7  # in boxes: what a box that can be closed is worth, and the right parity


def evaluator(rows: int, columns: int) -> Linear:
    """In boxes, which are the game's utility."""
    word, _, lines, boxes, sides, missing = paper(rows, columns)
    all_lines = word((1 << lines) - 1)

    def lead(state, player):
        return float(state.lead if player == 0 else -state.lead)

    def ready(state, player):
        """Boxes that the player to move can close."""
        _, three, _ = sides(state.lines)
        found = count(three)
        return float(found if state.player == player else -found)

    def last_free(state, player):
        """Has the player to move the last of the lines that give nothing away? As if every line took one of them.

        Only where boxes are left, and none is to be closed at once.
        """
        two, three, four = sides(state.lines)
        if three | four == boxes or count(three):
            return 0.0
        free = count(all_lines & ~(state.lines | missing(state.lines, two)))
        return 1.0 if (free & 1 == 1) == (state.player == player) else -1.0

    return Linear(
        (
            Feature("lead in boxes", 1.0, lead),
            Feature("boxes to close", READY, ready),
            Feature("the last free line", TURN, last_free),
        )
    )


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(evaluator=partial(evaluator, **parameters), odds=Odds(lead=2.81, drawn=0.545))
