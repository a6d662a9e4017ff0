"""What one thread of a search with playouts works with, and what its kernel is compiled for."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from zermelo.compile.plain.columns import Row
from zermelo.game import Game
from zermelo.installed import is_installed, np, row_of, zeros

SMALL = 1 << 15  # visit counts below this have precomputed logarithms, inverses and roots of both
MARGIN = 32  # numbers on either side: two cache lines at least
SLOTS = 4096  # of the statistics of moves, by `rules.slot`

KNOBS = (
    *("exploration", "urgency", "bias", "prior", "rave", "implicit", "loss", "epsilon", "cut", "patience"),
    "threads",  # that search
    "early",  # the threads on one tree (-1: each has its own), if the search may end once its choice is certain; else 0
)


@dataclass(frozen=True)
class SimulationParts:
    """What a game is like for simulations, and what playouts play."""

    players: int
    mirrored: bool  # is it a two-player zero-sum game?
    chance: bool
    most: int  # the most actions of a state
    longest: int  # the most plies of a simulation
    best: float  # how far the best utility lies above the middle
    playout: Callable[..., Any] | None = None
    guarded: bool = False  # is the playout policy a user's, whose actions must be looked up among the legal ones?
    cut: bool = False
    rave: bool = False
    mast: bool = False

    @property
    def trails(self) -> bool:
        """Are the moves of each simulation recorded?"""
        return self.rave or self.mast


def traits_of(game: Game) -> dict[str, Any]:
    """The fields of `SimulationParts` that a game alone decides."""
    return {
        "players": game.players,
        "mirrored": game.is_duel,
        "chance": game.has_chance,
        "most": game.max_actions,
        "longest": game.max_plies or 1000,
        "best": math.inf if game.reach is None else float(game.reach),
    }


class Workspace(NamedTuple):
    """The working memory of one thread. Arrays that no part needs have one word."""

    moves: Any  # [action]
    weights: Any  # [outcome] probabilities
    path: Any  # [ply] the nodes of a simulation
    trail: Any  # [ply] its moves in the tree and the playout: 16 × slot + player, or -1 for chance
    utilities: Any  # [player]
    scale: Any  # [2] see scale.py
    logs: Any  # [2 × visits] natural logarithm, followed by its square root; 0 for no visits; visits < SMALL
    inverses: Any  # [2 × visits] 1 / visits, followed by its square root
    knobs: Any  # the options that are numbers, by name: see KNOBS
    seen: Any  # [slot] 16 × (simulation + 1) + the player who first played it
    learnt_visits: Any  # [player, slot]
    learnt_total: Any  # [player, slot] utilities of the simulations where the player made the move
    table_key: Any  # [entry] key of a position that has children
    table_first: Any  # [entry] its first child
    table_count: Any  # [entry]
    pages: Any  # [ply] where the page of a simulation's node lies in the ledger; 0: it has none
    ledger: Any  # what a thread on a shared tree notes by itself (see ledger.py)


ARRAYS = ("weights",)  # what stays an array in a kernel: the game's own functions write into it


def new_workspace(compiled: bool, parts: SimulationParts, most: int, table: int = 1, ledger: int = 1) -> Workspace:
    """A workspace for at most `most` actions, `table` transposition entries (a power of two) and `ledger` words.

    What a thread writes at every step lies apart from what others do, so that no cache line has two masters.
    """
    learns = SLOTS * parts.players if parts.mast else 1
    return Workspace(
        moves=_apart([0] * most, np.int64) if compiled else zeros(most, object),
        weights=_apart([1.0] * most),
        path=_apart([0] * (parts.longest + 2), np.int32),
        trail=_apart([0] * (2 * parts.longest + 4 if parts.trails else 1), np.int32),
        utilities=_apart([0.0] * parts.players),
        scale=_apart([math.inf, -math.inf]),
        logs=_logs(),
        inverses=_inverses(),
        knobs=Row(zeros(len(KNOBS)), KNOBS),
        seen=zeros(SLOTS if parts.rave else 1, np.int64),
        learnt_visits=zeros(learns, np.float32),
        learnt_total=zeros(learns, np.float32),
        table_key=zeros(table, np.int64),
        table_first=zeros(table, np.int32),
        table_count=zeros(table, np.int32),
        pages=_apart([0] * (parts.longest + 2), np.int32),
        ledger=zeros(ledger),
    )


def _apart(numbers: Sequence[Any], kind: Any = float) -> Any:
    """These numbers as an array, with room around them that nobody uses; where NumPy is missing, as a list."""
    if not is_installed("numpy"):
        return list(numbers)
    array = np.zeros(len(numbers) + 2 * MARGIN, kind)
    inside: Any = array[MARGIN : MARGIN + len(numbers)]
    inside[:] = numbers
    return inside


@lru_cache(maxsize=1)
def _logs() -> Any:
    """Logarithms by math.log, which compiled code matches to the last bit; NumPy's may differ."""
    return _with_roots([math.log(max(1, visits)) for visits in range(SMALL)])


@lru_cache(maxsize=1)
def _inverses() -> Any:
    return _with_roots([1.0 / max(1, visits) for visits in range(SMALL)])


def _with_roots(numbers: list[float]) -> Any:
    """Each number, followed by its square root."""
    return row_of([part for number in numbers for part in (number, math.sqrt(number))])


def logarithm_of(workspace, visits):
    """The natural logarithm of a number of visits, and its square root."""
    if visits < SMALL:
        return workspace.logs[2 * visits], workspace.logs[2 * visits + 1]
    logarithm = math.log(visits)
    return logarithm, math.sqrt(logarithm)


def inverse_of(workspace, visits):
    """1 / visits, and its square root. Small numbers are looked up: dividing takes three times as long."""
    if visits < SMALL:
        return workspace.inverses[2 * visits], workspace.inverses[2 * visits + 1]
    part = 1.0 / visits
    return part, math.sqrt(part)
