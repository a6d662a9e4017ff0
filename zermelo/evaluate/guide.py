"""What a Monte Carlo search wants to know of a game: what to play in a playout, and what looks good before any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo.game import Action, State


@dataclass(frozen=True)
class Guide:
    """Advice to Monte Carlo tree search; each part may be missing. It is compiled together with the game."""

    # playout(state, fraction) -> action: what to play in a playout, given a random fraction, 0 ≤ f < 1.
    playout: Callable[[State, float], Action] | None = None
    # prior(state, action) -> (mean, visits): what the player to move may expect of an action, 0 (lost) … 1 (won), as if
    # so many simulations had shown it. (0.5, 0.0): no idea.
    prior: Callable[[State, Action], tuple[float, float]] | None = None
    # rave: simulations at which a move's own mean weighs as much as how it did wherever it was played; 0: a move says
    # little of itself elsewhere.
    rave: float = 0.0
    # decisive: can a move end the game by surprise, so that it pays to look for one?
    decisive: bool = True
    # longest: plies of a playout, where the evaluation then says more than playing on would.
    longest: int | None = None
    # trust: simulations that the evaluation of a new node counts as, where there is no `prior`.
    trust: float = 0.0
