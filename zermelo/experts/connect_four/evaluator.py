"""Connect Four: rows of four that are still open, by how many discs they hold, and the middle of the board."""

from __future__ import annotations

from zermelo.bits import count
from zermelo.evaluate.linear import Feature, Linear


def evaluator(columns: int, rows: int, connect: int) -> Linear:
    """Threats (one disc short), pairs (two short) and the middle columns, each mine minus theirs."""
    height = rows + 1
    board = sum(((1 << rows) - 1) << (column * height) for column in range(columns))
    middle = sum(((1 << rows) - 1) << (column * height) for column in {(columns - 1) // 2, columns // 2})

    def holes(discs, free):
        """Free cells that would complete a row of `connect` discs."""
        found = 0
        for shift in (1, height - 1, height, height + 1):
            for gap in range(connect):
                row = free
                for place in range(connect):
                    if place < gap:
                        row &= discs << ((gap - place) * shift)
                    elif place > gap:
                        row &= discs >> ((place - gap) * shift)
                found |= row
        return found

    def discs_of(state, player):
        return state.mine if state.ply & 1 == player else state.full ^ state.mine

    def threats(state, player):
        mine = discs_of(state, player)
        free = board & ~state.full
        return float(count(holes(mine, free)) - count(holes(state.full ^ mine, free)))

    def in_the_middle(state, player):
        mine = discs_of(state, player)
        return float(count(mine & middle) - count((state.full ^ mine) & middle))

    return Linear((Feature("threats", 1.0, threats), Feature("in the middle", 0.25, in_the_middle)), win=100.0)
