"""Values and keys inside the PVS kernel: distances in the table, and repeated positions, which are draws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.search.depth_first.leaf import Scale, leaf_functions
from zermelo.search.depth_first.table import marker
from zermelo.search.pvs.layout import BEFORE, PAST

CROWDED = 60  # reversible plies beyond which the table's key includes their number


@dataclass(frozen=True)
class Scorer:
    """Functions on values and keys, for kernels to call."""

    is_over: Callable[..., Any]  # (state)
    ending: Callable[..., Any]  # (state, player, ply) -> value of a game that is over
    opinion: Callable[..., Any]  # (state, player) -> evaluation of one that is not
    to_table: Callable[..., Any]  # (value, ply)
    from_table: Callable[..., Any]
    position_key: Callable[..., Any]  # (state); what a path keeps, if the game knows repetition, else the table's key
    table_key: Callable[..., Any]  # (state, key) -> the key of its entry, which symmetric positions share
    mark: Callable[..., Any]  # (state, key of its entry) -> what the entry is known by
    drawn: Callable[..., Any]  # (state, key, ply, path, memory) -> did the position come up before?


def scorer(rules: Rules, scale: Scale) -> Scorer:
    """The functions for one game."""
    reversible, symmetric_key = rules.reversible, rules.symmetric_key
    step, edge = scale.step, scale.edge
    ending, opinion = leaf_functions(rules, scale)

    def to_table(value, ply):
        if step:
            if value > edge:
                return value + ply * step
            if value < -edge:
                return value - ply * step
        return value

    def from_table(value, ply):
        if step:
            if value > edge:
                return value - ply * step
            if value < -edge:
                return value + ply * step
        return value

    def table_key(state, key):
        if reversible is not None:
            if symmetric_key is not None:
                key = symmetric_key(state)
            plies = reversible(state)
            if plies > CROWDED:
                return key ^ (plies * 0x5851F42D4C957F2D)
        return key

    def drawn(state, key, ply, path, memory):
        """Did the position come up once below the root, or twice at the root or before it?"""
        if reversible is None:
            return False
        here = path + PAST + ply
        seen = 0
        for back in range(2, min(reversible(state), ply + memory[BEFORE]) + 1):
            if memory[here - back] == key:
                seen += 1
                if back < ply or seen == 2:
                    return True
        return False

    return Scorer(
        is_over=rules.adjudicated or rules.is_terminal,
        ending=ending,
        opinion=opinion,
        to_table=rules.register(to_table),
        from_table=rules.register(from_table),
        position_key=rules.key if reversible is not None else symmetric_key or rules.whole_key,
        table_key=rules.register(table_key),
        mark=marker(rules),
        drawn=rules.register(drawn),
    )
