"""Advice on Go for Monte Carlo search: playouts that answer the last move, and which moves look good at once."""

from __future__ import annotations

from typing import Any

from zermelo.evaluate.guide import Guide
from zermelo.experts.go.playout import PlayoutOptions, playout_policy
from zermelo.experts.go.prior import PriorOptions, prior_of
from zermelo.experts.go.shapes import shapes
from zermelo.games.go.boards import boards
from zermelo.games.go.rules import go


def guide(size: int = 9, rows: int = 0, columns: int = 0, **rules: Any) -> Guide:
    """The advice for go(size, rows, columns, …)."""
    return made(size, rows, columns, **rules)


def made(
    size: int = 9,
    rows: int = 0,
    columns: int = 0,
    playout: PlayoutOptions | None = None,
    prior: PriorOptions | None = None,
    **rules: Any,
) -> Guide:
    """The advice with other options."""
    rows, columns = rows or size, columns or size
    game = go(size, rows, columns, **rules)
    result = game.result
    on = boards(rows, columns)
    see = shapes(rows, columns, on)

    def always(state, action):
        return True

    def is_new(state, action):
        return result(state, action).past[0] not in state.past

    fresh = always if rules.get("ko", "simple") == "simple" else is_new
    return Guide(
        playout=playout_policy(on, see, rows * on.stride, fresh, playout or PlayoutOptions()),
        prior=prior_of(on, see, rows, columns, game.utility, prior or PriorOptions()),
        rave=1000.0,
        decisive=False,
    )
