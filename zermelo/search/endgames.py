"""What the endgame databases say about a position, as an analysis: no search is needed there."""

from __future__ import annotations

from collections.abc import Collection

from zermelo.game import CHANCE, Action, Game, State
from zermelo.search.analysis import Analysis, Candidate, Variation
from zermelo.search.base import Watch
from zermelo.search.time.deadline import Deadline
from zermelo.solve.databases.endgames import Endgames, merit
from zermelo.solve.databases.values import Value

LONGEST_LINE = 40  # plies: a longer one would take longer than to search
HELP = "endgame databases: auto uses those that are built, none uses none; else the folder that they are in"


def endgame_analysis(
    endgames: Endgames | None,
    state: State,
    engine: str,
    only: Collection[Action] | None,
    lines: int,
    deadline: Deadline,
    watch: Watch | None,
) -> Analysis | None:
    """The analysis of a position that is in the databases with all its moves; None: it must be searched.

    only: the actions to choose among; None: all. lines: how many of the best actions get a line of their own.
    An end that may come too late, because the game is drawn after many quiet plies, is not called exact.
    """
    if endgames is None or endgames.game.to_move(state) == CHANCE or endgames.value(state) is None:
        return None
    game = endgames.game
    known = endgames.actions(state)
    actions = {action: worth for action, worth in known.items() if only is None or action in only}
    if not actions or None in actions.values():
        return None
    values: dict[Action, Value] = {action: worth for action, worth in actions.items() if worth is not None}
    ranked = sorted(values, key=lambda action: merit(values[action]), reverse=True)
    variations = tuple(
        Variation(
            _utility(game, values[action]),
            (action, *endgames.line(game.result(state, action), LONGEST_LINE - 1)),
            _distance(endgames, state, values[action]),
            endgames.is_in_time(state, values[action]),
            True,
        )
        for action in ranked[: max(lines, 1)]
    )
    best = variations[0]
    analysis = Analysis(
        game=game,
        state=state,
        engine=engine,
        action=ranked[0],
        value=best.value,
        exact=best.decided,
        line=best.line,
        depth=1,
        nodes=1 + len(values),
        seconds=deadline.elapsed,
        candidates=tuple(
            Candidate(
                action,
                _utility(game, value),
                decided=endgames.is_in_time(state, value),
                distance=_distance(endgames, state, value),
            )
            for action, value in values.items()
        ),
        compiled=True,
        distance=best.distance,
        in_utilities=True,
        variations=variations,
        stopped="the position is in the endgame databases",
    )
    if watch:
        watch(analysis)
    return analysis


def _distance(endgames: Endgames, state: State, value: Value) -> int | None:
    return value.distance if endgames.is_in_time(state, value) else None


def _utility(game: Game, value: Value) -> float:
    """What a value is worth to its player in the game's own units."""
    return game.middle + value.outcome * (game.reach or 1.0)
