"""What is known about chess.

evaluator   what positions are worth by fitted weights; weights: its numbers; plain: material alone
tactics     threats and exchanges; places: what a sparse network sees of a position
endings     how much of an edge can be won
commentary  what a move does wrong
indexing    how positions of endings are numbered
syzygy      tables of endings that others have computed

evaluation.learned is the evaluation by default: a sparse network that alpha-beta learned from games against itself, as
benchmarks/learning.md tells.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.evaluate.expert import Expert
from zermelo.evaluate.odds import Odds
from zermelo.experts.chess.commentary import commentary
from zermelo.experts.chess.endings import tempered
from zermelo.experts.chess.evaluator import evaluator, guide
from zermelo.experts.chess.indexing import indexing
from zermelo.experts.chess.places import places
from zermelo.experts.chess.plain import plain
from zermelo.experts.chess.syzygy.probe import Syzygy

LEARNED = Path(__file__).with_name("evaluation.learned")


def expert(**parameters: Any) -> Expert:
    """All that is known about the game."""
    return Expert(
        evaluator=evaluator,
        fitted=evaluator,
        plain=plain,
        odds=Odds(lead=3.47, drawn=1.39),
        commentary=commentary,
        guide=guide,
        places=places,
        tempered=lambda: tempered,
        learned=LEARNED,
        indexing=indexing,
        tables=Syzygy,
    )
