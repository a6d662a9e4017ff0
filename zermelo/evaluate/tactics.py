"""What a selective search wants to know of a game beyond how good a state is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from zermelo.game import State


@dataclass(frozen=True)
class Tactics:
    """An evaluator's advice to a search; every part may be missing, and what needs it is then off.

    Moves are as the game's `fill` writes them. Everything here is compiled together with the game.
    """

    # rank(state, move) -> int: 0 for a quiet move; above 0 a noisy one that looks good, the best highest; below 0 a
    # noisy one that loses something: about so much, in the evaluation's units. Noisy: it changes the evaluation at
    # once (captures, promotions).
    rank: Callable[[State, int], int] | None = None
    # order(state, move) -> int: which quiet move first, before the search has learnt anything about them.
    order: Callable[[State, int], int] | None = None
    # noisy(state, buffer) -> count: lists the noisy moves only, for quiescence; None: those of `fill` with a rank.
    noisy: Callable[[State, Any], int] | None = None
    # forced(state) -> bool: the one to move must answer something (a check, a capture): no standing pat, no pruning.
    forced: Callable[[State], bool] | None = None
    # extends: does a forced answer cost no depth?
    extends: bool = True
    # passed(state) -> state: the same with the other to move, for null moves; None: passing is not harmless here.
    passed: Callable[[State], State] | None = None
    # may_pass(state) -> bool: is passing harmless here? (In chess: not with pawns alone.)
    may_pass: Callable[[State], bool] | None = None
    # margin: what one quiet move can hardly be worth more than, in the evaluation's units; 0: not known.
    margin: float = 0.0
