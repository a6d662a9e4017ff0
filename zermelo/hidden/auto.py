"""`auto` as users get it: it also plays games with hidden information."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo.game import Game
from zermelo.hidden.equilibrium.cfr import CFR, laid_out_if_small
from zermelo.hidden.ismcts.search import ISMCTS
from zermelo.search import auto
from zermelo.search.auto import Choice


@dataclass(frozen=True)
class Auto(auto.Auto):
    """Solves the position if it can, else plays as the search that suits the game; the analysis says which and why.

    Where an evaluation is known, that is a tree search: alphabeta, expectiminimax for games of chance, maxn for more
    than two players. Where none is known, it is mcts. Games with hidden information are solved by cfr where one loses
    what the other wins and the whole tree is small, and played by ismcts elsewhere.
    """

    def refusal(self, game: Game) -> str | None:
        return None

    def choice(self, game: Game) -> Choice:
        if not game.has_hidden:
            return super().choice(game)
        if self.sims is None and game.is_duel and laid_out_if_small(game) is not None:
            solver = CFR(time=self.seconds, seed=self.seed, compiled=self.compiled is not False)
            return Choice(solver, "the game is small enough to be solved: on average, nobody wins against the solution")
        options = {name: getattr(self, name) for name in ("sims", "evaluate", "seed", "compiled")}
        search = ISMCTS().with_options(time=self.seconds, **options)
        return Choice(search, "players do not see everything, so it searches what they know")

    def solves(self, game: Game) -> bool:
        return not game.has_hidden and super().solves(game)
