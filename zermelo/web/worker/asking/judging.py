"""A position of a game that is reviewed, and the move that was played there, judged at equal depth and parity."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.game import CHANCE, Action, Game, State
from zermelo.numerals import percent, tenths
from zermelo.search.advantage import advantage_of
from zermelo.search.analysis import Analysis
from zermelo.show.worth import outcome
from zermelo.web.messages import finite
from zermelo.web.worker.asking.comparing import has_parity
from zermelo.web.worker.paths import game_of, open_path
from zermelo.web.worker.reports import first_players
from zermelo.web.worker.searching import analysed
from zermelo.web.worker.tell import Request, Tell

LONGER = 4.0  # times the time of the first search, for the one that must reach its depth


def judge(request: Request, tell: Tell) -> None:
    """What a position is worth, and how much of the game the move played there gave away.

    next: the index of that move; None: there is none. Evaluations swing with the side to move: so all positions of a
    game are valued where the same player is to move at the end of the search, and the move that was played is
    searched to the depth of the best one.
    """
    game = game_of(request)
    path = open_path(game, request)
    state, ply = path[-1], len(path) - 1
    seen: list[Analysis] = []
    last = analysed(game, path, request, seen.append)
    best = at_parity([*seen, last], ply)
    share = advantage_of(best)
    mover = game.to_move(state)
    proved = outcome(last)
    report = {
        "share": first_players(game, mover, share),
        "value": finite(best.value) if share is not None else None,
        "even": game.middle if best.is_utility() else 0.0,
        "action": None if best.is_chance else game.action_text(state, best.action),
        "outcome": proved,
        "lost": None,
        "lost_words": "",
    }
    if request.get("next") is not None and mover != CHANCE and share is not None:
        action = game.moves(state)[request["next"]]
        report["lost"], report["lost_words"] = _lost(game, path, request, action, [*seen, last], best)
    tell(report)


def at_parity(found: Sequence[Analysis], ply: int) -> Analysis:
    """The deepest of several analyses at whose depth the first player is to move again, or one that is decided."""
    last = found[-1]
    fitting = [one for one in found if one.best.known and one.depth and (one.depth + ply) % 2 == 0]
    return fitting[-1] if has_parity(last) and fitting else last


def _lost(
    game: Game, path: list[State], request: Request, action: Action, found: Sequence[Analysis], best: Analysis
) -> tuple[float | None, str]:
    """The share of the game by which an action is worse than the best one (None: not known), and the cost in words."""
    if action == best.action:
        return 0.0, ""
    if has_parity(best):
        longer = {**request, "time": LONGER * request["time"]}
        mine = analysed(game, path, longer, None, only=[action], depth=best.depth)
    else:
        mine = analysed(game, path, request, None, only=[action])
    if has_parity(best) and has_parity(mine) and mine.depth != best.depth:
        best = next((one for one in reversed(found) if one.depth == mine.depth), best)
    shares = advantage_of(best), advantage_of(mine)
    if shares[0] is None or shares[1] is None:
        return None, ""
    lost = max(0.0, shares[0] - shares[1])
    points = best.value - mine.value if game.points and best.is_utility() and mine.is_utility() else 0.0
    cost = [percent(-lost), *([f"{tenths(points)} {game.points}"] if points > 0 else [])]
    return lost, ", ".join(cost)
