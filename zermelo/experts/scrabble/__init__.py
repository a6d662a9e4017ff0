"""What is known about Scrabble.

turns, judging          the turn that is worth most, in compiled code, and its face in Python
bounds                  what a play scores at most at a square, so that few are looked at
leaves                  what tiles are worth that are kept, as it is saved and read
games                   whole games of compiled players; learning: leaves learned from them
guessing                what the last play of the other tells about its rack
simulation, ending      what follows a turn; endings solved; following: a deal's answers, in compiled code
commentary              what a turn does wrong, in words
wordsmith, engines      the engine that plays Scrabble
"""

from __future__ import annotations

from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.odds import Odds
from zermelo.experts.scrabble.commentary import commentary

ODDS = Odds(lead=45.0)  # games of equals end 92 ± 4 points apart (one deviation); half of that is left in their middle
LEVELS = {  # who is weaker knows shorter words, and notices fewer plays: there is no free list of common words
    "beginner": {"style": "static", "longest": 4, "look": 0.15},
    "easy": {"style": "static", "longest": 5, "look": 0.4},
    "medium": {"style": "static", "longest": 7, "look": 0.8},
}


def expert(**parameters: Any) -> Expert:
    """All that is known about the game: which engine plays it."""
    return Expert(usual="wordsmith", odds=ODDS, commentary=commentary, levels=LEVELS)
