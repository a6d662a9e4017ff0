"""What a selective search needs to know about moves, beyond how good a state is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.game import State


@dataclass(frozen=True)
class Tactics:
    """An evaluator's advice to a search; every part may be missing, and what needs it is then off.

    A move is an action of the game; `noisy` needs actions that are integers. Everything here is compiled together with
    the game.

    >>> import zermelo
    >>> tactics = zermelo.Tactics(rank=lambda state, move: move % 2, margin=1.0)  # odd moves are captures
    >>> tactics.rank((), 3)
    1
    """

    # rank(state, move) -> int: 0 for a quiet move; above 0 a noisy one that looks good, the best highest; below 0 a
    # noisy one that loses about so much, in the evaluation's units. Noisy: it changes the evaluation at once
    # (captures, promotions).
    rank: Callable[[State, int], int] | None = None
    # order(state, move) -> int: quiet moves are tried in this order, the highest first, until the search knows better.
    order: Callable[[State, int], int] | None = None
    # noisy(state, buffer) -> count: lists the noisy moves only, for quiescence; None: those of `fill` with a rank.
    noisy: Callable[[State, Any], int] | None = None
    # forced(state) -> bool: the player to move must answer something (a check, a capture): no standing pat, no pruning.
    forced: Callable[[State], bool] | None = None
    # forces(state, aims, move) -> bool: forced(result(state, move)) for a quiet move, told without playing it, with the
    # help of aims(state), which is asked once for all moves of a state; None: the move is played.
    aims: Callable[[State], Any] | None = None
    forces: Callable[[State, Any, int], bool] | None = None
    # extends: does a forced answer cost no depth?
    extends: bool = True
    # passed(state) -> state: the same with the other player to move, for null moves; None: no null moves in this game.
    passed: Callable[[State], State] | None = None
    # may_pass(state) -> bool: may a null move be tried? Not where having to move is often a disadvantage (zugzwang), in
    # chess with pawns alone.
    may_pass: Callable[[State], bool] | None = None
    # margin: a quiet move rarely gains more than this, in the evaluation's units; 0: not known.
    margin: float = 0.0
