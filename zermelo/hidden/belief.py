"""Belief-state search: expectimax over what the player knows, and may come to know.

A belief is a set of weighted states that the player cannot tell apart. It chooses one action for all of them; what it
sees afterwards splits the states that follow into the beliefs at its next turn. So an action that only tells something
is worth what the knowledge brings, and no choice depends on what is not known.

The others follow a model. At level 0 each of them plays any action with the same probability. At level 1 each plays
what this search, at level 0 and from its own information set, finds best against such players; and so on. The value is
exact for a player whose opponents play like the model, if the search reaches the end of the game. It is not an
equilibrium: for that, see `cfr`.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.by_value import written
from zermelo.game import CHANCE, Action, Game, State
from zermelo.hidden.dealer import Dealer
from zermelo.hidden.deals import Deal, Model, uniformly
from zermelo.hidden.particles import Particles, add_deal
from zermelo.knowledge import Knowledge, after, known_by
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import LONGEST, Opener, Session, chosen_evaluator, evaluation, needs_secrets
from zermelo.search.options import seconds, whole
from zermelo.search.sampling.scale import as_utility
from zermelo.search.task import Task
from zermelo.search.time.deadline import Deadline

NODES = 20_000  # states that are visited, if no budget is given
CLOSE = 1e-9  # values that are the same
PLIES = 1000  # of a playout in a game that does not say how long it lasts

Belief = dict[Any, Deal]  # states that the player cannot tell apart, with their weights; by state and what others know


@dataclass(frozen=True)
class BeliefSearch(Opener):
    """Expectimax over beliefs: one action for all states that look alike, and knowledge is worth what it brings.

    It looks one own turn further each time, until the budget is used up. For small games: it is interpreted.
    """

    depth: int | None = whole(None, "own turns to look ahead; by default as many as the budget allows", 1, 1000)
    nodes: int | None = whole(
        None, f"maximum number of states to visit; {NODES:,} if no budget is given", 1, visitor=10**6
    )
    time: float | None = seconds("seconds to think")
    level: int = whole(
        0, "how the others are taken to play: 0 uniformly, more: by this search at one level less", 0, 5, visitor=2
    )
    deals: int = whole(1000, "states to begin with, at most, where not all that fit are listed", 1, 10**6)
    evaluate: Any = evaluation(
        "evaluation where the search ends before the game: the game's own by default, else a random playout"
    )
    seed: int | None = whole(None, "makes the search repeatable", None)

    name: ClassVar[str] = "belief"

    def refusal(self, game: Game) -> str | None:
        return needs_secrets(game, self.name)


class BeliefSession(Session, of=BeliefSearch):
    """A session that keeps the states that fit, and what the others were found to play."""

    algorithm: BeliefSearch
    is_parallel = False

    def __init__(self, algorithm: BeliefSearch, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.model = model_of(algorithm, game, algorithm.level)
        self.dealer = Dealer(game, algorithm.seed, self.model)

    def new_game(self) -> None:
        self.dealer.forget()

    def search(self, task: Task) -> Analysis:
        game, search, limits, deadline = self.game, self.algorithm, task.limits, task.deadline
        legal = task.actions()
        nodes = limits.nodes or search.nodes
        if nodes is None and search.time is None and search.depth is None and not task.is_timed and not limits.endless:
            nodes = NODES
        task.allow(search.time, to_soft=True)
        knowledge = known_by(game, game.to_move(task.state), task.state, task.past)
        belief = joined(self.dealer.draw(knowledge, search.deals))
        beliefs = Beliefs(search, game, knowledge.player, self.model, nodes, deadline)
        found = self._report(task, legal, beliefs, beliefs.values(belief, legal, 1), 1)
        depth = 1
        while beliefs.was_cut and depth < min(search.depth or LONGEST, limits.depth or LONGEST):
            depth += 1
            task.tell(found)
            try:
                values = beliefs.values(belief, legal, depth)
            except _BudgetUsedUp:
                break
            found = self._report(task, legal, beliefs, values, depth)
        return found

    def _report(
        self, task: Task, legal: Sequence[Action], beliefs: Beliefs, values: Sequence[float], depth: int
    ) -> Analysis:
        is_whole = not beliefs.was_cut
        candidates = tuple(Candidate(action, value) for action, value in zip(legal, values, strict=True))
        best = max(candidates, key=lambda one: one.value)
        return task.found(
            best,
            candidates,
            depth=depth,
            nodes=beliefs.visited,
            reason="belief-state search is not compiled",
            in_utilities=True,
            model="others who play at random"
            if self.algorithm.level == 0
            else f"others of level {self.algorithm.level}",
            stopped="the end of the game is reached everywhere" if is_whole else "",
        )


class _BudgetUsedUp(Exception):
    """The states that may be visited, or the time, are used up."""


class Beliefs:
    """The values of beliefs for one player, where the others follow a model."""

    def __init__(
        self,
        search: BeliefSearch,
        game: Game,
        player: int,
        model: Model,
        nodes: int | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        """nodes, deadline: the budget. Once used up, a search of one turn ends early; a longer one is given up."""
        self.game, self.player, self.model, self.nodes, self.deadline = game, player, model, nodes, deadline
        evaluator: Any = chosen_evaluator(search.evaluate, game)
        reach = math.inf if game.reach is None else float(game.reach)
        self.evaluate = as_utility(evaluator, reach, game.middle) if evaluator else None
        self.seed = search.seed or 0
        self.visited, self.limit = 0, math.inf
        self.was_cut = False  # did the last search end before the game, somewhere?

    def values(self, belief: Belief, legal: Sequence[Action], depth: int) -> list[float]:
        """What each action is worth to the player, looking so many own turns ahead.

        Raises _BudgetUsedUp where that takes longer than allowed.
        """
        self.was_cut = False
        total, values = sum(one.weight for one in belief.values()), []
        for number_, action in enumerate(legal):
            if self.nodes is not None:  # of one turn, each action gets its share
                self.limit = self.nodes * (number_ + 1) // len(legal) if depth == 1 else self.nodes
            values.append(self._value(belief, action, depth, is_short=depth == 1) / total)
        return values

    def _value(self, belief: Belief, action: Action, depth: int, is_short: bool) -> float:
        """The value of one action, times the weight of the belief."""
        game, value, next_beliefs = self.game, 0.0, dict[Knowledge, Belief]()
        waiting = [_step(game, one, action, 1.0) for one in belief.values()]
        while waiting:
            one = waiting.pop()
            self.visited += 1
            if self._is_over() and not is_short:
                raise _BudgetUsedUp
            if game.is_terminal(one.state):
                value += one.weight * game.utility(one.state, self.player)
                continue
            mover = game.to_move(one.state)
            if mover == self.player:
                add_deal(next_beliefs.setdefault(one.known[mover], {}), one)
                continue
            if self._is_over():
                self.was_cut = True
                value += one.weight * self._estimate(one.state)
                continue
            moves = game.outcomes(one.state) if mover == CHANCE else self.model(game, one.state, one.known[mover])
            waiting += [_step(game, one, move, chance) for move, chance in moves if chance > 0.0]
        if depth == 1:
            self.was_cut = self.was_cut or bool(next_beliefs)
            return value + sum(
                one.weight * self._estimate(one.state) for later in next_beliefs.values() for one in later.values()
            )
        for later in next_beliefs.values():
            legal = game.legal(next(iter(later.values())).state)
            value += max(self._value(later, move, depth - 1, is_short) for move in legal)
        return value

    def _is_over(self) -> bool:
        """Is the budget used up?"""
        return self.visited > self.limit or (self.deadline is not None and self.deadline.is_over)

    def _estimate(self, state: State) -> float:
        """What a state is worth to the player where the search ends: by the evaluation, or by a random playout."""
        game = self.game
        if self.evaluate is not None:
            return float(self.evaluate(state, self.player)) + game.middle
        noise = random.Random(f"{self.seed} {written(state)}")
        for _ in range(game.max_plies or PLIES):
            if game.is_terminal(state):
                return float(game.utility(state, self.player))
            if game.to_move(state) == CHANCE:
                moves, weights = zip(*game.outcomes(state), strict=True)
                state = game.result(state, noise.choices(moves, weights)[0])
            else:
                state = game.result(state, noise.choice(game.legal(state)))
        return float(game.utility(state, self.player)) if game.is_terminal(state) else game.middle


def joined(deals: Sequence[Deal]) -> Belief:
    """A belief of deals."""
    belief: Belief = {}
    for one in deals:
        add_deal(belief, one)
    return belief


def _step(game: Game, one: Deal, action: Action, chance: float) -> Deal:
    """The deal after an action or an outcome of this probability."""
    following = game.result(one.state, action)
    return Deal(following, after(game, one.known, one.state, action, following), one.weight * chance)


def model_of(search: BeliefSearch, game: Game, level: int) -> Model:
    """How the others are taken to play by a search of this level. Several best actions are equally likely."""
    if level == 0:
        return uniformly
    below = model_of(search, game, level - 1)
    found: dict[Knowledge, list[tuple[Action, float]]] = {}

    def model(_: Game, state: State, knowledge: Knowledge) -> list[tuple[Action, float]]:
        if knowledge not in found:
            belief = joined(Particles(game, random.Random(search.seed or 0), below, search.deals).at(knowledge))
            beliefs, legal = Beliefs(search, game, knowledge.player, below, search.nodes or NODES), game.legal(state)
            values, depth = beliefs.values(belief, legal, 1), 1
            while beliefs.was_cut and depth < (search.depth or LONGEST):
                depth += 1
                try:
                    values = beliefs.values(belief, legal, depth)
                except _BudgetUsedUp:
                    break
            best = [action for action, value in zip(legal, values, strict=True) if value >= max(values) - CLOSE]
            found[knowledge] = [(action, 1.0 / len(best)) for action in best]
        return found[knowledge]

    return model
