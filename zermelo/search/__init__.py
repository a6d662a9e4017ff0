"""The algorithms: one a file, one call shape. `engines()` knows them by name."""

from __future__ import annotations

from typing import Any


def engines() -> dict[str, type[Any]]:
    """Every algorithm of this folder that plays, by the name that a person types."""
    from zermelo.search.alphabeta import AlphaBeta
    from zermelo.search.mcts.search import MCTS
    from zermelo.search.puct.search import PUCT
    from zermelo.search.textbook.expectimax import Expectimax
    from zermelo.search.textbook.expectiminimax import Expectiminimax
    from zermelo.search.textbook.maxn import MaxN
    from zermelo.search.textbook.minimax import Minimax
    from zermelo.search.uniform import Random

    return {kind.name: kind for kind in (Random, Minimax, AlphaBeta, Expectimax, Expectiminimax, MaxN, MCTS, PUCT)}
