"""Advice about a game to a Monte Carlo search: what to play in a playout, and which moves look good before any."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.game import Action, State, ZermeloError, brief


@dataclass(frozen=True)
class Guide:
    """Advice to Monte Carlo tree search; each part may be missing. It is compiled together with the game.

    >>> import zermelo
    >>> guide = zermelo.Guide(prior=lambda state, action: (0.6, 3.0))  # worth three simulations
    >>> guide.prior((), 0)
    (0.6, 3.0)
    """

    # playout(state, fraction) -> action: what to play in a playout, given a random fraction, 0 ≤ f < 1.
    playout: Callable[[State, float], Action] | None = None
    # prior(state, action) -> (mean, visits): what the player to move may expect of an action, 0 (lost) … 1 (won), and
    # how many simulations that counts as. (0.5, 0.0): nothing is known.
    prior: Callable[[State, Action], tuple[float, float]] | None = None
    # rave: simulations at which a move's own mean weighs as much as its mean over all later plies (RAVE); 0: RAVE is
    # off, because a move is worth something else at each position.
    rave: float = 0.0
    # decisive: can a move end the game by surprise, so that it pays to look for one?
    decisive: bool = True
    # longest: plies after which a playout is cut and evaluated; None: playouts go on to the end.
    longest: int | None = None
    # trust: simulations that the evaluation of a new node counts as, where there is no `prior`.
    trust: float = 0.0


def as_guide(value: Any) -> Guide:
    """The value, if it is a guide. Raises ZermeloError where it is none."""
    if not isinstance(value, Guide):
        raise ZermeloError(f"a guide is a Guide(playout=…, prior=…, …); not {brief(repr(value))}")
    for part in ("playout", "prior"):
        if not (getattr(value, part) is None or callable(getattr(value, part))):
            raise ZermeloError(f"a guide's {part} is a function; not {brief(repr(getattr(value, part)))}")
    return value
