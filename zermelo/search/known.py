"""What databases and tables say about a position, as an analysis: no search is needed there."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from zermelo.evaluate import expert_of
from zermelo.game import Game
from zermelo.search.analysis import Analysis, Candidate, Variation
from zermelo.search.task import Task
from zermelo.solve.known import Known, KnownAction

LONGEST_LINE = 40  # plies: a longer one would take longer than to search
HELP = "endgame databases: auto uses those that are built, none uses none; else the folder that they are in"
TABLES_HELP = "a folder of Syzygy tables (.rtbw and .rtbz) to play endings by"


def open_tables(game: Game, path: str | None) -> Known | None:
    """The tables in a folder that an option names; None: none, or the game has no such tables. Raises ZermeloError."""
    make = expert_of(game).tables
    return _opened(make, Path(path)) if path and make else None


@lru_cache(maxsize=4)
def _opened(make: Callable[[Path], Known], path: Path) -> Known:
    return make(path)


def known_analysis(source: Known | None, task: Task, lines: int = 1) -> Analysis | None:
    """The analysis of a position whose actions are all known to a source; None: it must be searched.

    lines: how many of the best actions get a line of their own.
    An end that may come too late, because the game is drawn after many quiet plies, is not called exact.
    """
    known = source.known_actions(task.state, task.limits.only) if source is not None else None
    if source is None or not known:
        return None
    game = source.game

    def utility(one: KnownAction) -> float:
        return game.middle + one.outcome * (game.reach or 1.0)

    ranked = sorted(known, key=lambda one: one.merit, reverse=True)
    variations = tuple(
        Variation(
            utility(one),
            (one.action, *source.line(game.result(task.state, one.action), LONGEST_LINE - 1)),
            one.distance,
            one.decided,
            True,
        )
        for one in ranked[: max(lines, 1)]
    )
    best = variations[0]
    analysis = task.found(
        Candidate(ranked[0].action, best.value, line=best.line),
        [Candidate(one.action, utility(one), decided=one.decided, distance=one.distance) for one in known],
        exact=best.decided,
        depth=1,
        nodes=1 + len(known),
        compiled=True,
        distance=best.distance,
        in_utilities=True,
        variations=variations,
        stopped=f"the position is in {source.name}",
    )
    task.tell(analysis)
    return analysis
