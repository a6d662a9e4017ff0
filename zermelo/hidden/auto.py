"""`auto` as users get it: it also plays games with hidden information."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from zermelo.game import Game
from zermelo.hidden.ismcts.search import ISMCTS
from zermelo.search import auto
from zermelo.search.auto import Choice


@dataclass(frozen=True)
class Auto(auto.Auto):
    """Solves the position if it can, else plays as the search that suits the game; the analysis says which and why.

    Where an evaluation is known, that is a tree search: alphabeta, expectiminimax for games of chance, maxn for more
    than two players. Where none is known, it is mcts. Games with hidden information are played by ismcts.
    """

    def refusal(self, game: Game) -> str | None:
        return None

    def choice(self, game: Game) -> Choice:
        if not game.has_hidden:
            return super().choice(game)
        options = {name: getattr(self, name) for name in ("sims", "evaluate", "seed", "compiled")}
        return choice_for_hidden(game, time=self.seconds, **options)

    def solves(self, game: Game) -> bool:
        return not game.has_hidden and super().solves(game)


def choice_for_hidden(game: Game, **options: Any) -> Choice:
    """The search for a game with hidden information, with those of the options that it has, and why it is chosen."""
    return Choice(ISMCTS().with_options(**options), "players do not see everything, so it searches what they know")
