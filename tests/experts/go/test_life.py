"""Which chains live, and the score without the dead."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.experts.go.life import judged, settled_lead

SETTLED = [
    ".X.O. .X.O. .X.O. .X.OO .XXO.",
    "..XO. .XXO. X.XOO .XXO. ..XO.",
    "..XO... ..XO... XXXOOO. ..XXXO. ...XOO. .XXXO.. ..XOO..",
    ".X.XX XXXX. .XXXX X.X.X .XXXX",
]


@pytest.mark.parametrize("board", SETTLED)
@pytest.mark.parametrize("scoring", ["area", "territory"])
def test_where_nothing_is_dead_the_score_is_the_plain_count(board, scoring):
    game = zermelo.load("go", size=len(board.split()[0]), scoring=scoring, margin=True)
    state = game.read_state(f"{board} X")
    assert all(chain.status == "alive" for chain in judged(board.split()))
    assert settled_lead(game, state) == game.utility(state, 0)
