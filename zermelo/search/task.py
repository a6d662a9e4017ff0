"""What one search is asked to do, and how it says what it found: the same for all searches."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from zermelo.game import Action, Game, State, ZermeloError
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.time.deadline import Deadline

Watch = Callable[[Analysis], None]


@dataclass(frozen=True)
class Limits:
    """Limits of one search beyond the algorithm's options; None: as the options say."""

    depth: int | None = None
    nodes: int | None = None
    lines: int | None = None  # how many of the best actions get their own value and line
    only: Collection[Action] | None = None  # the actions to search; None: all
    distance: int | None = None  # stop when a win within this many plies is found
    endless: bool = False  # continue until the deadline even if the result is certain


class Ran(Protocol):
    """What a search ran on: a kernel, say."""

    @property
    def compiled(self) -> bool:
        """Was it compiled?"""

    @property
    def reason(self) -> str:
        """Why it was not."""


@dataclass(frozen=True)
class Task:
    """One search: a position where somebody is to choose, how it was reached, and for how long to think."""

    game: Game
    name: str  # of the algorithm
    engine: str  # the algorithm with its options, as text
    state: State
    past: Sequence[State]  # the states before this one, oldest first
    watch: Watch | None  # is called repeatedly with what was found so far
    deadline: Deadline  # has begun; the algorithm's own time is not in it: see `allow`
    limits: Limits
    is_anytime: bool  # was a deadline given, so that the search must have an answer at any time?
    is_timed: bool  # did that deadline have a limit?

    def allow(self, seconds: float | None, to_soft: bool = False) -> None:
        """Ends the search after the algorithm's own time, unless it is endless; None: it has none.

        to_soft: also ends it at the soft limit, for searches without depths that they could finish.
        """
        if not self.limits.endless:
            self.deadline.shorten(seconds)
            if to_soft:
                self.deadline.end_at_soft()

    def tell(self, found: Analysis) -> None:
        """Tells whoever watches what was found so far."""
        if self.watch:
            self.watch(found)

    def most_nodes(self, own: int | None) -> int | None:
        """The limit on nodes: the algorithm's own, or a lower one of this search; None: none."""
        return least(own, self.limits.nodes)

    def actions(self) -> list[Action]:
        """The legal actions to search, in the game's order. Raises ZermeloError if there is none."""
        return chosen_actions(self.game, self.state, self.limits.only, self.name)

    def found(
        self,
        best: Candidate | None,
        candidates: Sequence[Candidate],
        *,
        depth: int,
        nodes: int,
        ran: Ran | None = None,
        **details: Any,
    ) -> Analysis:
        """The analysis of what was found; see `analysis_of`."""
        seconds = self.deadline.elapsed
        return analysis_of(
            self.game, self.state, self.engine, best, candidates,
            depth=depth, nodes=nodes, seconds=seconds, ran=ran, **details,
        )  # fmt: skip


def analysis_of(
    game: Game,
    state: State,
    engine: str,
    best: Candidate | None,
    candidates: Sequence[Candidate],
    *,
    ran: Ran | None = None,
    **details: Any,
) -> Analysis:
    """The analysis of a search that chose `best`; None: chance is to move, and the value is among the details.

    The action, its value and its line are those of `best`, and the value is not exact, where the details do not say
    otherwise. ran: what says whether it was compiled.
    """
    if best is None:
        chosen: dict[str, Any] = {"action": None, "line": ()}
    else:
        chosen = {"action": best.action, "value": best.value, "line": best.line or (best.action,)}
    if ran is not None:
        chosen |= {"compiled": ran.compiled, "reason": ran.reason}
    known = {"exact": False, **chosen, **details}
    return Analysis(game=game, state=state, engine=engine, candidates=tuple(candidates), **known)


def least(one: int | None, other: int | None) -> int | None:
    """The lower of two limits, either of which may be None: no limit."""
    return min((given for given in (one, other) if given is not None), default=None)


def chosen_actions(game: Game, state: State, only: Collection[Action] | None, name: str) -> list[Action]:
    """The legal actions among `only`, in the game's order. Raises ZermeloError if there is none."""
    legal = game.legal(state)
    chosen = legal if only is None else [action for action in legal if action in only]
    if not chosen:
        raise ZermeloError(f"{name}: none of the actions to search is legal at {game.state_text(state)}")
    return chosen
