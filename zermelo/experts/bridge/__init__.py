"""What is known about bridge.

double_dummy    all cards open: the tricks of every card, tables of deals, par
commentary      what the calls of an auction mean
bidding         a system as a table: calls chosen and read; sampling: deals that fit what is known
open_cards      positions solved with all cards open
gib, rivals     players: GIB's, and those to measure others by; tricks: what they share; engines: their list
"""

from __future__ import annotations

from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.experts.bridge.commentary import commentary
from zermelo.experts.bridge.open_cards import solver


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(commentary=commentary, solver=solver, usual="gib")
