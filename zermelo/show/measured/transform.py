"""Decisions under two utilities, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.experiments.transform import Transformed, in_words
from zermelo.game import CHANCE, Action
from zermelo.numerals import signed
from zermelo.show.reports.report import table
from zermelo.show.words import title_of


def transform_text(found: Transformed) -> str:
    """What `zermelo transform` prints."""
    game, effect = found.game, found.effect
    known = "" if effect.is_complete else " (those that random games met)"
    is_chance = game.to_move(found.state) == CHANCE
    rows = [[game.action_text(found.state, one.action), signed(one.before), signed(one.after)] for one in found.actions]
    lines = [
        f"{title_of(game)}, x becomes {found.formula}",
        f"utilities{known}: {in_words(effect.pairs)}",
        str(effect),
        "",
        *table(["outcome" if is_chance else "action", "before", "after"], rows),
        "",
        f"worth {signed(found.value_before)} before and {signed(found.value_after)} after to "
        f"{game.player_name(found.player)}",
    ]
    if not is_chance:
        lines.append(_decision(found))
    return "\n".join(lines)


def _decision(found: Transformed) -> str:
    before, after = (_named(found, best) for best in (found.best_before, found.best_after))
    if found.best_before == found.best_after:
        return f"the decision stays: {before}"
    if set(found.best_before) <= set(found.best_after):
        return f"the decision stays best: {before}; now as good: {after}"
    return f"the decision changes: {before} before, {after} after"


def _named(found: Transformed, actions: Sequence[Action]) -> str:
    return " or ".join(found.game.action_text(found.state, action) for action in actions)
