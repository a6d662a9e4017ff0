"""The parts of Monte Carlo tree search: which are on (the kernel is compiled for them), and their numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

EXPLORATION, URGENCY, BIAS, PRIOR, RAVE, IMPLICIT, LOSS, EPSILON, CUT, PATIENCE = range(10)  # the numbers
EARLY = 10  # threads on one tree, where a leader that cannot be overtaken ends the search; else 0


@dataclass(frozen=True)
class MctsParts:
    """What is on in one game; see MCTS for what each is."""

    players: int
    mirrored: bool  # what one player gets the other loses
    chance: bool
    most: int  # actions of a state
    longest: int  # plies of a simulation: no path is longer
    best: float  # no player ever gets more
    tuned: bool = False
    urgent: bool = False
    bias: bool = False
    priors: bool = False
    prior: Callable[..., Any] | None = None  # (state, action) -> (mean, visits); None: the evaluation says it
    rave: bool = False
    mast: bool = False
    playout: Callable[..., Any] | None = None
    implicit: bool = False
    solver: bool = False
    decisive: bool = False
    transpositions: bool = False
    open_loop: bool = False
    shared: bool = False
    cut: bool = False

    @property
    def trails(self) -> bool:
        """Are the moves of a simulation remembered?"""
        return self.rave or self.mast

    @property
    def family(self) -> int:
        """Room for children that a node gets in an open loop; 0: just for those that it has."""
        return self.most if self.open_loop else 0

    @property
    def looks_ahead(self) -> bool:
        """Is each child of a new node looked at when it is made?"""
        return self.decisive or self.implicit or (self.priors and self.prior is None)

    def words(self) -> tuple[str, ...]:
        """What is on, for people."""
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
        }
        return tuple(word for word, is_on in said.items() if is_on)
