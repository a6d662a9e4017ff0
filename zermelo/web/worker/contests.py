"""The standings of a tournament on the page, worded and drawn."""

from __future__ import annotations

import math
from typing import Any

from zermelo.arena.tournament.schedules import Bout
from zermelo.arena.tournament.standings import Standing, Tournament
from zermelo.numerals import percent, whole
from zermelo.show.contests.ratings import tournament_svg
from zermelo.show.contests.standings import cross_words, fault_lines, points_words
from zermelo.web.worker.paths import game_of
from zermelo.web.worker.tell import Request, Tell


def standings(request: Request, tell: Tell) -> None:
    """Places with ratings, the cross table in their order, and both as a drawing with the results by opening."""
    game = game_of(request)
    bouts = tuple(_bout(one) for one in request["bouts"])
    found = Tournament(game, tuple(request["names"]), request["kind"], 0, bouts, request["total"], False)
    order = [found.engines.index(one.engine) for one in found.standings]
    tell(
        {
            "places": [_place(one) for one in found.standings],
            "cross": [[cross_words(found, one, other) for other in order] for one in order],
            "remarks": [*found.remarks, *fault_lines(found)],
            "svg": tournament_svg(found),
        }
    )


def _bout(one: dict[str, Any]) -> Bout:
    rows = {name: tuple(one[name]) for name in ("engines", "seats", "utilities")}
    return Bout(**{**one, **rows})


def _place(one: Standing) -> dict[str, Any]:
    is_known = math.isfinite(one.elo.high)
    return {
        "place": one.place,
        "engine": one.engine,
        "points": points_words(one.points),
        "games": one.games,
        "counts": [one.wins, one.draws, one.losses],
        "elo": whole(one.elo.difference),
        "between": f"{whole(one.elo.low)} and {whole(one.elo.high)}" if is_known else "unknown",
        "better": "" if one.superiority is None else percent(one.superiority, 1),
    }
