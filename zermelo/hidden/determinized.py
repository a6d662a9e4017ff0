"""Determinization, as GIB plays bridge: searches many deals as if each were seen, and plays the best on average.

This is wrong where it matters what will be known later: in every deal the search knows everything, so it never pays for
information, hides nothing, and plays differently in deals that it will not be able to tell apart (strategy fusion).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from zermelo.by_value import hashable
from zermelo.game import Action, Game, State
from zermelo.hidden.dealer import Dealer
from zermelo.hidden.deals import Deal
from zermelo.knowledge import known_by
from zermelo.search.alphabeta import AlphaBeta
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Algorithm, Opener, Session, needs_secrets
from zermelo.search.mcts.search import MCTS
from zermelo.search.options import seconds, thing, whole
from zermelo.search.task import Limits, Task
from zermelo.search.time.deadline import Deadline

DEPTH, SIMULATIONS = 6, 500  # of the search of one deal
OFTEN = 0.3  # seconds between two reports
KEPT = 20_000  # searches that are remembered


def read_search(typed: str, engine: Callable[[str], Any]) -> Any:
    """Reads the engine for each deal; in brackets, if it has several options."""
    return engine(typed[1:-1] if typed.startswith("(") and typed.endswith(")") else typed)


@dataclass(frozen=True)
class Determinized(Opener):
    """Searches many deals as if each were seen, and plays the action that is best on average, as GIB does.

    The deals fit what the player to move knows. Each votes for the action that is best in it.
    """

    deals: int = whole(100, "deals to search", 1, 10**6, visitor=1000)
    search: Any = thing(
        None,
        f"the engine for each deal, such as (mcts:sims=100,rave=0); by default alphabeta:depth={DEPTH} in games of two "
        f"without chance, mcts:sims={SIMULATIONS} in others",
        read=read_search,
        accepts=lambda value: isinstance(value, Algorithm) and value.explains,
        allowed="an engine that analyses",
    )
    time: float | None = seconds("seconds to think about all deals")
    seed: int | None = whole(None, "makes the deals repeatable", None)

    name: ClassVar[str] = "determinized"

    def inner(self, game: Game) -> Algorithm:
        """The search for each deal of a game."""
        if self.search is None:
            plain = game.is_duel and not game.has_chance
            chosen: Algorithm = AlphaBeta(depth=DEPTH) if plain else MCTS(sims=SIMULATIONS)
        else:
            chosen = self.search
        own = getattr(chosen, "seed", None)
        return chosen.with_options(keep=False, seed=self.seed if own is None else own)

    def refusal(self, game: Game) -> str | None:
        return needs_secrets(game, self.name) or self.inner(game).refusal(open_game(game))

    def wanted(self, game: Game) -> dict[str, Any] | None:
        return self.inner(game).wanted(open_game(game))


@lru_cache(maxsize=256)
def open_game(game: Game) -> Game:
    """The game with all cards on the table."""
    return replace(game, view=None, deal=None, scene=None)


class Searched(NamedTuple):
    """What a search found in a deal."""

    values: dict[Action, float]
    nodes: int
    depth: int
    compiled: bool
    reason: str  # why it was not compiled
    in_utilities: bool  # are the values utilities?


class DeterminizedSession(Session, of=Determinized):
    """The inner search's session, what is needed to draw deals, and what was found in them."""

    algorithm: Determinized

    def __init__(self, algorithm: Determinized, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.inner = algorithm.inner(game).open(open_game(game), megabytes)
        self.dealer = Dealer(game, algorithm.seed)
        self.is_parallel = self.inner.is_parallel
        self.searched: dict[Any, Searched] = {}  # by state and actions; a deal may come again, in another game too

    def new_game(self) -> None:
        self.inner.new_game()
        self.dealer.forget()

    def search(self, task: Task) -> Analysis:
        game, legal, deadline = self.game, task.actions(), task.deadline
        deadline.shorten(self.algorithm.time)
        deadline.end_at_soft()
        knowledge = known_by(game, game.to_move(task.state), task.state, task.past)
        deals = self.dealer.draw(knowledge, self.algorithm.deals)
        tally, told = _Tally(legal), 0.0
        if len(self.searched) > KEPT:
            self.searched.clear()
        searched = self.searched if deadline.left is None else {}  # in another time a search finds something else
        for number_, deal in enumerate(deals):
            left = deadline.left
            if number_ and left == 0.0:
                break
            until = None if left is None else Deadline(None, left / (len(deals) - number_))
            key = hashable(deal.state), tuple(legal)  # deals may differ in nothing but what the others know
            if key not in searched:
                searched[key] = self._search(deal.state, legal, until)
            tally.add(deal, searched[key])
            if task.watch and deadline.elapsed - told > OFTEN:
                told = deadline.elapsed
                task.tell(self._report(task, tally, len(deals)))
        return self._report(task, tally, len(deals))

    def _search(self, state: State, legal: Sequence[Action], until: Deadline | None) -> Searched:
        """Searches a deal as if it were seen, for the value of every action."""
        found = self.inner.analyse(state, deadline=until, limits=Limits(lines=len(legal)))
        values = {one.action: one.value for one in found.candidates if one.bound == "exact" and one.known}
        for action in legal:
            if action not in values:  # searched for no value of its own
                values[action] = self.inner.analyse(state, deadline=until, limits=Limits(only=[action])).value
        return Searched(
            {action: values[action] for action in legal},
            found.nodes,
            found.depth,
            found.compiled,
            found.reason,
            found.in_utilities or found.exact,
        )

    def _report(self, task: Task, tally: _Tally, drawn: int) -> Analysis:
        means = tally.means()
        candidates = tuple(Candidate(action, means[action], votes=tally.votes[action]) for action in tally.votes)
        best = max(candidates, key=lambda one: (one.value, one.votes or 0))
        searched = f"{tally.count} of {drawn} deals" if tally.count < drawn else f"{drawn} deals"
        return task.found(
            best,
            candidates,
            depth=tally.depth,
            nodes=tally.nodes,
            ran=tally,
            in_utilities=tally.in_utilities,
            model=f"{searched}, each as if it were seen",
            parts=(str(self.inner.algorithm),),
        )


class _Tally:
    """What was found in the deals so far."""

    def __init__(self, legal: Sequence[Action]) -> None:
        self.votes = dict.fromkeys(legal, 0)
        self.totals = dict.fromkeys(legal, 0.0)
        self.weight, self.count, self.depth, self.nodes = 0.0, 0, 0, 0
        self.compiled, self.reason, self.in_utilities = False, "", True

    def add(self, deal: Deal, found: Searched) -> None:
        """Counts a deal: its vote goes to the best action, the first of several."""
        values = found.values
        self.votes[max(values, key=lambda action: values[action])] += 1
        for action, value in values.items():
            self.totals[action] += deal.weight * value
        self.weight += deal.weight
        self.count, self.nodes = self.count + 1, self.nodes + found.nodes
        self.depth = max(self.depth, found.depth)
        self.compiled, self.reason = found.compiled, found.reason
        self.in_utilities = self.in_utilities and found.in_utilities

    def means(self) -> dict[Action, float]:
        """What each action is worth on average."""
        return {action: total / self.weight for action, total in self.totals.items()}
