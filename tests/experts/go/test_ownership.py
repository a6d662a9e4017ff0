"""Who owns each point at the end of random playouts."""

from __future__ import annotations

import pytest

from zermelo.experts.go.ownership import owners


@pytest.mark.parametrize("board", ["..... .XO.. .XO.. ..... .....", ".X. XXO .O.", "....", "."])
def test_playouts_are_the_same_compiled_and_interpreted(board):
    rows = board.split()
    fast, slow = (owners(rows, 20, seed=3, compiled=compiled) for compiled in (True, False))
    assert [share.tolist() for share in fast] == [share.tolist() for share in slow]
