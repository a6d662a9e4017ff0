"""The algorithm `mcts`: Monte Carlo tree search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.game import Game
from zermelo.search.base import Session
from zermelo.search.mcts.defaults import choose
from zermelo.search.mcts.options import MctsOptions
from zermelo.search.mcts.parts import MctsParts
from zermelo.search.mcts.session import MctsSession, wanted_kernel


@dataclass(frozen=True)
class MCTS(MctsOptions):
    """Monte Carlo tree search: plays anything from its rules alone, better with advice.

    The most visited action is the choice; the tree is kept for the next move.

    >>> import zermelo
    >>> analysis = zermelo.MCTS(sims=500, seed=1).analyse(zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]"))
    >>> analysis.line_text()[0]
    '1'
    """

    values_chance: ClassVar[bool] = True

    def open(self, game: Game, megabytes: int | None = None) -> Session:
        self.check_served(game)
        return MctsSession(self, game, megabytes)

    def parts(self, game: Game) -> tuple[MctsParts, dict[str, float]]:
        """The parts that are on for a game, and their numbers."""
        return choose(self, game)

    def wanted(self, game: Game) -> dict[str, Any]:
        """The kernel that serves a game, as arguments of `prepare`."""
        return wanted_kernel(self, game, self.parts(game)[0])
