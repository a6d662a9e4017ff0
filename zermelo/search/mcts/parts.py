"""The parts of Monte Carlo tree search that the kernel is compiled for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.memory import Words
from zermelo.search.sampling.memory import SAMPLING
from zermelo.search.sampling.workspace import SimulationParts
from zermelo.solve.indexing import Indexing

# words of a thread's memory: why it stopped; where the databases' directory is
WHY, DATABASES = Words("WHY", "DATABASES", after=SAMPLING)


@dataclass(frozen=True)
class MctsParts(SimulationParts):
    """The parts that are on in one game; see MctsOptions for what each does."""

    tuned: bool = False
    urgent: bool = False
    bias: bool = False
    priors: bool = False
    prior: Callable[..., Any] | None = None  # (state, action) -> (mean, visits); None: priors come from the evaluation
    implicit: bool = False
    solver: bool = False
    decisive: bool = False
    transpositions: bool = False
    open_loop: bool = False
    shared: bool = False
    indexing: Indexing | None = None  # of the endgame databases that the solver probes

    @property
    def family(self) -> int:
        """Room for children that a node gets in an open loop; 0: only for those that it has."""
        return self.most if self.open_loop else 0

    @property
    def looks_ahead(self) -> bool:
        """Is the state of each new child computed when the child is made?"""
        return self.decisive or self.implicit or (self.priors and self.prior is None)

    def words(self) -> tuple[str, ...]:
        """The names of the parts that are on."""
        said = {
            "UCB1-Tuned": self.tuned,
            "UCB1": not self.tuned,
            "first-play urgency": self.urgent,
            "priors": self.priors,
            "progressive bias": self.bias,
            "RAVE": self.rave,
            "implicit minimax": self.implicit,
            "MAST": self.mast,
            "playout policy": self.playout is not None,
            "cut playouts": self.cut,
            "solver": self.solver,
            "decisive moves": self.decisive,
            "transpositions": self.transpositions,
            "open loop": self.open_loop,
            "endgame databases": self.indexing is not None,
        }
        return tuple(word for word, is_on in said.items() if is_on)
