"""The options of PUCT."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.evaluate.learned import Learned
from zermelo.evaluate.learned.opinion import read_evaluation
from zermelo.evaluate.learned.shipped import SHIPPED
from zermelo.evaluate.network import Network
from zermelo.game import Game
from zermelo.search.base import Algorithm
from zermelo.search.options import Tuned, compiling, number, seconds, switch, thing, whole

USUAL = 800  # simulations, if no budget is given
FEW = 1000  # the most simulations that are shared by sequential halving, if the network was learned


def read_network(typed: str, engine: Callable[[str], Any]) -> Learned | str:
    """Reads a network that a person typed: `shipped`, or a file that `zermelo learn` wrote. Raises ValueError."""
    return typed if typed == SHIPPED else read_evaluation(typed)


@dataclass(frozen=True)
class PuctOptions(Algorithm):
    """The options of PUCT."""

    network: Network | Learned | str | None = thing(
        None,
        "a learned file, 'shipped' for the one that comes with the game, or a function of states; by default "
        "made from the game's evaluation, or from random playouts",
        read=read_network,
        accepts=lambda value: isinstance(value, Learned) or value == SHIPPED or callable(value),
        allowed=f"a learned file, {SHIPPED}, or a function of a list of states",
    )
    sims: int | None = whole(None, f"simulations; {USUAL} if no budget is given", 1, visitor=10**7)
    time: float | None = seconds("seconds to think")
    nodes: int | None = whole(None, "maximum number of nodes to add to the tree", 1, visitor=10**8)
    batch: int = whole(8, "leaves per call of the network; 1 searches best, more are faster", 1, 10**6)
    threads: int = whole(1, "threads that ask a learned network, each about a part of the batch", 1, 256)
    exploration: float = number(
        1.25,
        "PUCT's constant c: higher explores more",
        above=0,
        visitor=100.0,
        tuned=Tuned(0.2, 6.0, logarithmic=True),
    )
    growth: float = number(19652.0, "simulations after which c has grown by ln 2", above=0)
    halving: bool | None = switch(
        None,
        "share the simulations at the root by sequential halving, and begin each search with a new tree; by default "
        f"where a learned network is asked at most {FEW:,} times",
    )
    solver: bool | None = switch(
        None, "prove wins, losses and draws; by default where neither noise nor temperature is asked for", visitor=True
    )
    reluctance: float = number(
        0.2, "how much worse than its parent's mean an unvisited action counts", 0, 2, tuned=Tuned(0.0, 1.0)
    )
    noise: float = number(0.0, "share of Dirichlet noise in the root's priors; AlphaZero trains with 0.25", 0, 1)
    concentration: float | None = number(None, "α of the Dirichlet noise; by default 10 / number of actions", above=0)
    temperature: float = number(
        0.0, "0: play the most visited action; T: draw one with probability proportional to visits^(1/T)", 0, 100
    )
    megabytes: int = whole(256, "memory for the tree in megabytes", 1, 10**6)
    keep: bool = switch(True, "keep the tree for the next move of the game")
    seed: int | None = whole(None, "seed that makes the search repeatable", None)
    compiled: bool | None = compiling()

    name: ClassVar[str] = "puct"

    def proves(self, game: Game) -> bool:
        """Does it prove what the rules decide? It can in games of two players whose utilities have one sum."""
        usual = self.noise == 0.0 and self.temperature == 0.0
        return game.is_duel and (usual if self.solver is None else self.solver)

    def halves(self, sims: int | None) -> bool:
        """Does a search with this many simulations (None: nobody knows how many) share them by sequential halving?"""
        if sims is None or self.halving is not None:
            return sims is not None and self.halving is True
        return sims <= FEW and isinstance(self.network, Learned | str)
