"""A rollout as plain text."""

from __future__ import annotations

import math

from zermelo.arena.mean import Mean
from zermelo.arena.rollout import RolledOut, Rollout
from zermelo.numerals import plain, signed
from zermelo.show.reports.report import table
from zermelo.show.words import one_line


def rollout_text(rolled: Rollout) -> str:
    """What `zermelo analyse --rollout` shows below the analysis."""
    game = rolled.game
    has_luck = any(one.mean != one.plain for one in rolled.actions)
    end = "to the end" if rolled.plies is None else f"for {rolled.plies} plies, then evaluated"
    luck = "; luck is subtracted" if has_luck else ""
    headings = ["action", game.points or "utility", "95% interval", *(["as played"] if has_luck else [])]
    rows = [
        [
            game.action_text(rolled.state, one.action),
            *_numbers(one, game.scale),
            *([_short(one.plain, game.scale)] if has_luck else []),
        ]
        for one in rolled.actions
    ]
    title = f"rollout: {rolled.games:,} games of each action by {one_line(rolled.engine)}, {end}{luck}"
    return "\n".join([title, *table(headings, rows)])


def _numbers(one: RolledOut, scale: float) -> tuple[str, str]:
    mean = one.mean
    if not math.isfinite(mean.low):
        return signed(mean.value, scale), "unknown"
    return signed(mean.value, scale), f"{signed(mean.low, scale)} to {signed(mean.high, scale)}"


def _short(mean: Mean, scale: float) -> str:
    """+0.21 ± 0.13."""
    value = signed(mean.value, scale)
    return f"{value} ± {plain(mean.value - mean.low, scale, 2)}" if math.isfinite(mean.low) else value
