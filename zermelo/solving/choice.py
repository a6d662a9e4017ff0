"""The methods that solve positions of open games, and which of them fit a position."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.game import Game, State, ZermeloError
from zermelo.installed import is_installed
from zermelo.search.solver.solver import can_solve
from zermelo.solve.graph import can_value
from zermelo.solve.proof import can_prove
from zermelo.solving.graph import GraphWork
from zermelo.solving.known import DatabaseWork, OwnWork, find_endgames, has_own_solver, one_thread
from zermelo.solving.proof import ProofWork
from zermelo.solving.table import TableWork
from zermelo.solving.work import Work

AUTO = "auto"
KINDS: tuple[type[Work], ...] = (DatabaseWork, OwnWork, GraphWork, TableWork, ProofWork)
METHODS = (AUTO, *(kind.name for kind in KINDS))
TITLES = {kind.name: kind.title for kind in KINDS}
ASKED = "it was asked for"


def chosen_works(
    game: Game, state: State, method: str, compiled: bool | None, megabytes: float, threads: int = 1
) -> Iterator[Work]:
    """The works that are to take turns. The first few are decisive if they fit. method: one that is not refused.

    Raises ZermeloError if there are to be several threads, and none of them has a use for those.
    """
    is_auto, limits = method == AUTO, (compiled, megabytes / (2 if method == AUTO else 1))
    endgames = find_endgames(game, state) if method in (AUTO, DatabaseWork.name) else None
    if endgames is not None:
        yield DatabaseWork(game, state, "the position is in the endgame databases", endgames)
        return
    if method == OwnWork.name or (is_auto and has_own_solver(game)):
        yield OwnWork(game, state, "this game has a solver of its own", *limits, threads)
        return
    if threads > 1:
        raise ZermeloError(one_thread(game))
    if method == GraphWork.name:
        yield GraphWork(game, state, ASKED, compiled)
        return
    if is_auto and refused(game, state, GraphWork.name) is None:
        yield GraphWork(game, state, "there are few enough states to list them all", compiled, is_brief=True)
    if method == TableWork.name or (is_auto and can_solve(game)):
        why = "every line ends, and a table of bounds has room for what matters"
        yield TableWork(game, state, why if is_auto else ASKED, *limits)
    if method == ProofWork.name or (is_auto and refused(game, state, ProofWork.name) is None):
        why = "the game is won or lost, and a proof needs few of its lines"
        yield ProofWork(game, state, why if is_auto else ASKED, *limits)


def refused(game: Game, state: State, method: str) -> str | None:
    """Why a method cannot solve a game, in one sentence; None: it can try."""
    if method == DatabaseWork.name and find_endgames(game, state) is None:
        return f"no endgame database has {game.state_text(state)}: see zermelo database list {game.title}"
    if method == OwnWork.name and not has_own_solver(game):
        return f"{game.title} has no solver of its own: try auto"
    if method == GraphWork.name:
        if not is_installed("numpy"):
            return "retrograde needs NumPy, which is not installed here: try alphabeta"
        if not can_value(game):
            return f"retrograde needs one player, or two and a constant sum, unlike {game.title}: try alphabeta"
        if game.reversible is not None:
            return f"retrograde cannot list {game.title}, whose draws depend on the path: try proof"
    if method == ProofWork.name and not can_prove(game):
        return f"proof needs two players, no chance and a constant sum, unlike {game.title}: try alphabeta"
    if method == ProofWork.name and game.points is not None:
        return f"proof finds who wins, and {game.title} is played for points: try alphabeta"
    if method == TableWork.name and not can_solve(game):
        return f"alphabeta cannot keep {game.title} in a table, since draws depend on the path: try proof"
    return None
