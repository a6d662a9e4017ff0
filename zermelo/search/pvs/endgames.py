"""Endgame databases in the PVS kernel: positions that they know are leaves with an exact value."""

from __future__ import annotations

import math
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain.mapped import words_at
from zermelo.search.depth_first.leaf import Scale
from zermelo.search.pvs.layout import DATABASES
from zermelo.solve.databases.directory import prober
from zermelo.solve.databases.values import DRAW, UNKNOWN
from zermelo.solve.indexing import Indexing


def endgame_prober(rules: Rules, indexing: Indexing | None, scale: Scale) -> Any:
    """probe_endgame(state, ply, memory) -> value for the player to move, NaN if unknown; None: there is no database."""
    if indexing is None:
        return None
    probe = prober(rules, indexing)
    top, step = scale.best, scale.step

    def probe_endgame(state, ply, memory):
        number = probe(words_at(memory[DATABASES]), state)
        if number == UNKNOWN:
            return math.nan
        if number == DRAW:
            return 0.0
        value = top - (ply + abs(number) - 1) * step
        return value if number > 0 else -value

    return rules.register(probe_endgame)
