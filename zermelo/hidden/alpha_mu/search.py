"""The α-μ search (Cazenave and Ventos): the plan that is best on average over deals, without seeing which it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.evaluate import expert_of
from zermelo.game import Action, Game, State
from zermelo.hidden.alpha_mu.fronts import Fronts, Stopped
from zermelo.hidden.dealer import Dealer
from zermelo.hidden.deals import Deal
from zermelo.hidden.determinized import Determinized, open_game, read_search
from zermelo.knowledge import known_by
from zermelo.numerals import counted
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Algorithm, Opener, Session, needs_secrets
from zermelo.search.known import open_solver
from zermelo.search.options import seconds, thing, whole
from zermelo.search.task import Task
from zermelo.search.time.deadline import Deadline

SOLVER_MEGABYTES = 16
SLICE = 0.25  # seconds, after which whoever watches is told what was found so far


@dataclass(frozen=True)
class AlphaMu(Opener):
    """Plays the plan that is best on average over deals that fit, where a plan may not depend on which deal it is.

    Unlike determinized it neither plays differently in deals that it cannot tell apart, nor takes the opponents to
    choose one branch in all deals. They are taken to see everything, and partners to see what it sees. It looks one own
    choice further each time; after that the cards are open, and so they are before chance with more than six outcomes.
    With one choice it is determinized.
    """

    deals: int = whole(20, "deals to plan for", 1, 10**5, visitor=100)
    moves: int = whole(3, "own choices that a plan makes before the cards are taken to be open", 1, 100, visitor=10)
    search: Any = thing(
        None,
        "the engine for a deal that is seen, as of determinized; by default the game's own exact solver, if it has one",
        read=read_search,
        accepts=lambda value: isinstance(value, Algorithm) and value.explains,
        allowed="an engine that analyses",
    )
    nodes: int = whole(100_000, "groups of deals to look at, from the second own choice on", 1, visitor=10**6)
    time: float | None = seconds("seconds to think")
    seed: int | None = whole(None, "makes the deals repeatable", None)

    name: ClassVar[str] = "alphamu"

    def inner(self, game: Game) -> Algorithm:
        """The search for a deal that is seen."""
        return Determinized(search=self.search, seed=self.seed).inner(game)

    def refusal(self, game: Game) -> str | None:
        refusal = needs_secrets(game, self.name)
        return refusal if refusal or self.is_solved(game) else self.inner(game).refusal(open_game(game))

    def is_solved(self, game: Game) -> bool:
        """Does the game's own solver value deals that are seen?"""
        return self.search is None and expert_of(game).solver is not None

    def wanted(self, game: Game) -> dict[str, Any] | None:
        return None if self.is_solved(game) else self.inner(game).wanted(open_game(game))


class AlphaMuSession(Session, of=AlphaMu):
    """What is needed to draw deals, and to value those that are seen."""

    algorithm: AlphaMu
    is_parallel = False

    def __init__(self, algorithm: AlphaMu, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        is_solved = algorithm.is_solved(game)
        self.inner = None if is_solved else algorithm.inner(game).open(open_game(game), megabytes)
        self.dealer = Dealer(game, algorithm.seed)
        self.solver = open_solver(game, True, SOLVER_MEGABYTES, insists=False) if is_solved else None

    def new_game(self) -> None:
        if self.inner is not None:
            self.inner.new_game()
        self.dealer.forget()

    def open_value(self, state: State, player: int) -> float:
        """What a state is worth to a player if all see everything."""
        game, values = self.game, None
        if self.solver is not None:
            score = self.solver.score(state)
            assert score is not None  # nobody stops it
            value = game.middle + self.solver.utility(score)
        else:
            assert self.inner is not None
            found = self.inner.analyse(state)
            value, values = found.value, found.values
        if values:
            return float(values[player])
        sides = game.sides or tuple(range(game.players))
        is_same = sides[game.to_move(state)] == sides[player]
        return float(value if is_same else 2 * game.middle - value)

    def search(self, task: Task) -> Analysis:
        game, search, deadline = self.game, self.algorithm, task.deadline
        deadline.shorten(search.time)
        deadline.end_at_soft()
        player, legal = game.to_move(task.state), task.actions()
        knowledge = known_by(game, player, task.state, task.past)
        fronts = Fronts(game, player, lambda state: self.open_value(state, player))
        deals: Sequence[Deal] = ()
        for deals in self._valued(fronts, self.dealer.draw(knowledge, search.deals), legal, deadline):
            fronts.nodes, fronts.was_cut = 0, False  # however often it was told
            found, depth = self._report(task, legal, fronts, deals, 1), 1
            task.tell(found)
        fronts.deadline, fronts.most = deadline, fronts.nodes + search.nodes
        while fronts.was_cut and depth < search.moves and not deadline.is_over:
            depth += 1
            fronts.was_cut = False
            try:
                found = self._report(task, legal, fronts, deals, depth)
            except Stopped:
                break
            task.tell(found)
        return found

    def _valued(
        self, fronts: Fronts, deals: Sequence[Deal], legal: Sequence[Action], deadline: Deadline
    ) -> Iterator[Sequence[Deal]]:
        """The first deals, more and more of them, in which every action has its value with open cards.

        In the end all, or as many as the time allows, but one at least.
        """
        told = deadline.elapsed
        for number, deal in enumerate(deals, 1):
            for action in legal:
                fronts.value(self.game.result(deal.state, action))
            is_last = number == len(deals) or deadline.is_over
            if is_last or deadline.elapsed - told > SLICE:
                yield deals[:number]
                told = deadline.elapsed
            if is_last:
                break

    def _report(
        self, task: Task, legal: Sequence[Action], fronts: Fronts, deals: Sequence[Deal], depth: int
    ) -> Analysis:
        """What plans with so many own choices, this one included, are worth."""
        states, candidates = [deal.state for deal in deals], list[Candidate]()
        weight = sum(deal.weight for deal in deals)
        for action in legal:
            front = fronts.of_action(states, action, depth - 1)
            means = [sum(deal.weight * v for deal, v in zip(deals, plan, strict=True)) / weight for plan in front]
            candidates.append(Candidate(action, max(means)))
        best = max(candidates, key=lambda one: one.value)
        choices = "choice" if depth == 1 else "choices"
        seen = f", then cards open after {depth} {choices}" if fronts.was_cut else ""
        return task.found(
            best,
            tuple(candidates),
            depth=depth,
            nodes=fronts.nodes,
            reason="the α-μ search is not compiled",
            in_utilities=True,
            model=f"one plan for {counted(str(len(deals)), 'deals')} against opponents who see everything{seen}",
            stopped="" if fronts.was_cut else "the end of the game is reached in every plan",
        )
