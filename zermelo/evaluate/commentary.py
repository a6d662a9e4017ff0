"""What a game's expert can say about a position in words and in more numbers than one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.game import Action, Game, State


class Choice(NamedTuple):
    """One way to decide, with the actions that it consists of, the other player's among them."""

    name: str
    line: tuple[Action, ...]
    value: float  # to the player who decides, in utilities


class Ownership(NamedTuple):
    """Whose the places on the board are likely to be in the end."""

    owners: tuple[tuple[float, ...], ...]  # [row][column] of the picture, from -1 (player 1's) to 1 (player 0's)
    lead: float  # how many points player 0 is ahead by


class Reason(NamedTuple):
    """Something that an action does wrong."""

    kind: str  # a better action may do the same, to a lower degree
    weight: float
    words: str  # to follow the action's name: "loses the knight on e5"


@dataclass(frozen=True)
class Commentary:
    """What is said beside the value of a position; each part may be missing, and each is given the game.

    >>> import zermelo
    >>> zermelo.Commentary().reasons is None
    True
    """

    # endings(game, state) -> the ways in which the game can end for player 0, each with its chance, the first two those
    # of either side to win; () if they are not known.
    endings: Callable[[Game, State], Sequence[tuple[str, float]]] | None = None
    # choices(game, state) -> the ways to decide where that is judged on its own, such as whether to double; else ().
    choices: Callable[[Game, State], Sequence[Choice]] | None = None
    # stake(game, state) -> what it usually matters to win the game from here, in utilities; where the best utility is
    # far from what games bring.
    stake: Callable[[Game, State], float] | None = None
    # ownership(game, state) -> whose the places on the board will be.
    ownership: Callable[[Game, State], Ownership] | None = None
    # reasons(game, states, actions) -> what the first of several actions does wrong, as the others show. There is one
    # more state than there are actions.
    reasons: Callable[[Game, Sequence[State], Sequence[Action]], Sequence[Reason]] | None = None
    # told(game, view) -> what the actions that a player has seen mean by the usual conventions, a line each: bids.
    told: Callable[[Game, Any], Sequence[str]] | None = None
