"""Optimal play in games whose exact values are in a table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from zermelo.evaluate import exact_values, expert_of
from zermelo.game import CHANCE, Game, State
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Opener, Session
from zermelo.search.options import switch
from zermelo.search.task import Task


@dataclass(frozen=True)
class Optimal(Opener):
    """Plays perfectly, by a table of exact values, the games that have one: Pig and Yahtzee.

    The table is filled when it is first needed and kept in the cache folder.

    >>> import zermelo
    >>> analysis = zermelo.Optimal().analyse(zermelo.load("pig:goal=20"))
    >>> analysis.exact
    True
    """

    compiled: bool = switch(True, "false: the table is filled in plain Python, which is slow")

    name: ClassVar[str] = "optimal"
    values_chance: ClassVar[bool] = True

    def refusal(self, game: Game) -> str | None:
        if expert_of(game).exact is not None:
            return None
        return f"optimal needs a table of exact values, and there is none for {game.title}: try auto"


class OptimalSession(Session, of=Optimal):
    """The table of a game."""

    algorithm: Optimal
    is_parallel = False

    def __init__(self, algorithm: Optimal, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        values = exact_values(game, algorithm.compiled)
        assert values is not None
        self.value = values

    def search(self, task: Task) -> Analysis:
        game, state = self.game, task.state
        mover = game.to_move(state)
        player = max(mover, 0)
        if mover == CHANCE:
            shares = dict(game.outcomes(state))
            moves = list(shares)
        else:
            shares = {}
            moves = task.actions()
        candidates = tuple(
            Candidate(
                move,
                self._value(game.result(state, move), player),
                decided=True,
                line=(move,),
                probability=shares.get(move),
            )
            for move in moves
        )
        best = None if mover == CHANCE else max(candidates, key=lambda candidate: candidate.value)
        value = best.value if best else sum(shares[one.action] * one.value for one in candidates)
        return task.found(
            best,
            candidates,
            value=value,
            exact=True,
            depth=1,
            nodes=1 + len(candidates),
            values=() if game.is_duel else (value,),
            compiled=self.algorithm.compiled,
            reason="" if self.algorithm.compiled else "asked to interpret",
            in_utilities=True,
        )

    def _value(self, state: State, player: int) -> float:
        game = self.game
        return float(game.utility(state, player) if game.is_terminal(state) else self.value(state, player))
