"""The static evaluation of a position in words, with its terms."""

from __future__ import annotations

from zermelo.experiments.static import StaticEvaluation
from zermelo.numerals import percent, plain, signed
from zermelo.show.by_view import seen, viewer_at
from zermelo.show.reports.analysis import term_row
from zermelo.show.reports.report import table
from zermelo.show.text import text
from zermelo.show.worth import amount, sure_amount


def static_text(found: StaticEvaluation) -> str:
    """What `zermelo evaluate` prints: the position, the value, and a row for each term, the weightiest first."""
    game, who = found.game, found.game.player_name(found.player)
    drawn = text(seen(game, found.state, viewer_at(game, found.state)))
    if found.is_over:
        return f"{drawn}\n\nthe game is over: {sure_amount(game, found.value)} for {who}"
    scale = game.scale if found.win == 1.0 else 1.0
    lines = [drawn, "", f"{amount(found.units, found.value, scale)} for {who}, by the evaluation alone"]
    if found.win != 1.0:
        lines.append(f"a won game is worth {plain(found.win * game.scale)} {found.units}".rstrip())
    weight = sum(abs(term.share) for term in found.terms)
    ranked = sorted(found.terms, key=lambda term: -abs(term.share))
    rows = [[*term_row(term), percent(abs(term.share) / weight) if weight else ""] for term in ranked]
    if rows:
        lines += ["", *table(["term", "feature", "weight", "share", "of all"], rows)]
        rest = found.value - sum(term.share for term in found.terms)
        if abs(rest) > 1e-6 * max(1.0, abs(found.value)):
            lines.append(f"the terms add up to {signed(found.value - rest)}; the evaluation makes its value of that")
    return "\n".join(lines)
