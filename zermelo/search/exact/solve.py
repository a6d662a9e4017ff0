"""Solving a position of an open game: which method fits, and working by it until the value is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from zermelo.game import Game, State, ZermeloError, brief
from zermelo.laws.trial import require_laws
from zermelo.search.base import check_choice
from zermelo.search.exact.finding import Finding
from zermelo.search.exact.graph import GraphWork
from zermelo.search.exact.known import DatabaseWork, OwnWork, find_endgames, has_own_solver
from zermelo.search.exact.proof import ProofWork
from zermelo.search.exact.table import TableWork
from zermelo.search.exact.work import Work
from zermelo.search.solver.solver import can_solve
from zermelo.search.time.deadline import Deadline
from zermelo.solve.graph import can_value
from zermelo.solve.proof import can_prove

AUTO = "auto"
METHODS = (AUTO, DatabaseWork.name, OwnWork.name, GraphWork.name, TableWork.name, ProofWork.name)
MEGABYTES = 256.0
ASKED = "it was asked for"

Watch = Callable[[Work, Finding], None]


class Solving:
    """One or two methods at work on a position, in turns; the first that finds the value ends it."""

    def __init__(
        self,
        game: Game,
        state: State,
        method: str = AUTO,
        compiled: bool | None = None,
        megabytes: float = MEGABYTES,
    ) -> None:
        """megabytes: what the tables may take, all together.

        Raises ZermeloError if nothing is left to solve there, the game breaks a law, or the method cannot solve it.
        """
        require_laws(game)
        if game.has_hidden:
            raise ZermeloError(f"{game.title} hides something: it has equilibria rather than a value")
        check_choice(game, state, or_chance=True)
        if method not in METHODS:
            raise ZermeloError(f"no method is called '{brief(method)}'; there are {', '.join(METHODS)}")
        refusal = None if method == AUTO else refused(game, state, method)
        if refusal:
            raise ZermeloError(refusal)
        self.game, self.state, self.method = game, state, method
        self._compiled, self.megabytes = compiled, megabytes
        self.works = list(self._chosen())
        self.turn = 0

    def run(self, deadline: Deadline, watch: Watch | None = None) -> Finding:
        """Works until the value is known, no method can find it, or the deadline. watch: called after every step."""
        best: Finding | None = None
        tried = list(self.works)
        while True:
            work = self.works[self.turn % len(self.works)]
            _open(work, deadline)
            found = work.step(deadline)
            best = found if best is None or found.is_solved else _narrowed(best, found)
            if watch:
                watch(work, best)
            if found.is_solved and work.is_over:
                return best
            if work.is_over and not deadline.is_over:  # else it may have been cut short, and can be tried again
                self.works.remove(work)
            elif not found.is_solved:  # once solved, the same method finds the distance
                self.turn += 1
            if not self.works or deadline.is_over:
                if best.is_solved:
                    return best
                nodes, seconds = sum(one.nodes for one in tried), sum(one.seconds for one in tried)
                return replace(best, nodes=nodes, seconds=seconds)

    def _chosen(self) -> Iterator[Work]:
        """The methods that are tried, in turns. The first few are decisive if they fit."""
        game, state, method = self.game, self.state, self.method
        is_auto, limits = method == AUTO, (self._compiled, self.megabytes / (2 if method == AUTO else 1))
        endgames = find_endgames(game, state) if method in (AUTO, DatabaseWork.name) else None
        if endgames is not None:
            yield DatabaseWork(game, state, "the position is in the endgame databases", endgames)
            return
        if method == OwnWork.name or (is_auto and has_own_solver(game)):
            yield OwnWork(game, state, "this game has a solver of its own", *limits)
            return
        if method == GraphWork.name:
            yield GraphWork(game, state, ASKED, self._compiled)
            return
        if is_auto and refused(game, state, GraphWork.name) is None:
            yield GraphWork(game, state, "there are few enough states to list them all", self._compiled, is_brief=True)
        proves = refused(game, state, ProofWork.name) is None and game.points is None
        if method == TableWork.name or (is_auto and can_solve(game)):
            why = "every line ends, and a table of bounds has room for what matters"
            yield TableWork(game, state, why if is_auto else ASKED, *limits)
        if method == ProofWork.name or (is_auto and proves):
            why = "the game is won or lost, and a proof needs few of its lines"
            yield ProofWork(game, state, why if is_auto else ASKED, *limits)


def refused(game: Game, state: State, method: str) -> str | None:
    """Why a method cannot solve a game, in one sentence; None: it can try."""
    if method == DatabaseWork.name and find_endgames(game, state) is None:
        return f"no endgame database has {game.state_text(state)}: see zermelo database list {game.title}"
    if method == OwnWork.name and not has_own_solver(game):
        return f"{game.title} has no solver of its own: try auto"
    if method == GraphWork.name:
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


def _open(work: Work, deadline: Deadline) -> None:
    """Compiles what a work needs, and gives it the time that this took."""
    begin = deadline.elapsed
    work.open()
    deadline.grant(deadline.elapsed - begin)


def _narrowed(one: Finding, other: Finding) -> Finding:
    """What two unfinished findings prove together."""
    lows = [low for low in (one.low, other.low) if low is not None]
    highs = [high for high in (one.high, other.high) if high is not None]
    return replace(
        other,
        low=max(lows, default=None),
        high=min(highs, default=None),
        remarks=other.remarks or one.remarks,
    )


def solve_position(
    game: Game,
    state: State | None = None,
    method: str = AUTO,
    seconds: float | None = None,
    megabytes: float = MEGABYTES,
) -> Finding:
    """The value of a position (by default the initial one), or what could be proved within some seconds.

    Raises ZermeloError if the method cannot solve the game, it breaks a law, or there is nothing left to solve.
    """
    solving = Solving(game, game.initial() if state is None else state, method, megabytes=megabytes)
    return solving.run(Deadline(None, seconds))
