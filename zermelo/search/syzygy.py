"""What a user's Syzygy tables say about a chess position, as an analysis: no search is needed there."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

from zermelo.game import Action, Game, State
from zermelo.search.analysis import Analysis, Candidate, Variation
from zermelo.search.base import Watch
from zermelo.search.time.deadline import Deadline
from zermelo.solve.syzygy.probe import HUNDRED, Syzygy

HELP = "a folder of Syzygy tables (.rtbw and .rtbz) to play endings of chess by"


def open_syzygy(game: Game, path: str | None) -> Syzygy | None:
    """The tables in a folder that an option names; None: none, or it is not chess. Raises ZermeloError."""
    return None if not path or game.name != "chess" or game.origin else _opened(path)


@lru_cache(maxsize=4)
def _opened(path: str) -> Syzygy:
    return Syzygy(Path(path))


def syzygy_analysis(
    tables: Syzygy | None,
    state: State,
    engine: str,
    only: Collection[Action] | None,
    lines: int,
    deadline: Deadline,
    watch: Watch | None,
) -> Analysis | None:
    """The analysis of a position whose moves are all in the tables; None: it must be searched.

    Moves are ranked by their result, and those with one result by the plies to the next capture or pawn move, so that a
    win is never repeated away; how far the mate is the tables do not tell. only, lines: see `endgame_analysis`.
    """
    if tables is None or (int(state.white) | int(state.black)).bit_count() > tables.pieces:
        return None
    game = tables.game
    actions = [action for action in game.legal(state) if only is None or action in only]
    plies = {action: tables.distance_after(state, action) for action in actions}
    if not actions or None in plies.values():
        return None
    known = {action: found for action, found in plies.items() if found is not None}
    ranked = sorted(known, key=lambda action: _merit(known[action]), reverse=True)

    def utility(action: Action) -> float:
        return game.middle + _outcome(known[action]) * (game.reach or 1.0)

    def is_decided(action: Action) -> bool:
        """Is a capture or pawn move made before the hundredth quiet ply? Distances may be one ply too short."""
        return not _outcome(known[action]) or state.clock + abs(known[action]) < HUNDRED

    variations = tuple(
        Variation(utility(action), (action,), None, is_decided(action), True) for action in ranked[: max(lines, 1)]
    )
    analysis = Analysis(
        game=game,
        state=state,
        engine=engine,
        action=ranked[0],
        value=variations[0].value,
        exact=variations[0].decided,
        line=(ranked[0],),
        depth=1,
        nodes=1 + len(known),
        seconds=deadline.elapsed,
        candidates=tuple(Candidate(action, utility(action), decided=is_decided(action)) for action in known),
        compiled=True,
        in_utilities=True,
        variations=variations,
        stopped="the position is in the Syzygy tables",
    )
    if watch:
        watch(analysis)
    return analysis


def _outcome(plies: int) -> int:
    """1 for a win, -1 for a loss; what takes more than a hundred plies is a draw."""
    return 0 if abs(plies) > HUNDRED or plies == 0 else 1 if plies > 0 else -1


def _merit(plies: int) -> float:
    """Quick wins first, then those drawn by the fifty-move rule, then draws, and slow losses before quick ones."""
    return 1.0 / plies if plies else 0.0
