"""An engine that solves a game with hidden information once, by counterfactual regret, and plays what it found."""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from zermelo.game import Action, Game, State, ZermeloError
from zermelo.hidden.equilibrium.flat import FlatGame, Numbers, TooLarge, lay_out
from zermelo.hidden.equilibrium.solution import ITERATIVE, EquilibriumSolving, Solution
from zermelo.installed import NO_NUMBA, is_installed, np
from zermelo.knowledge import Knowledge, known_by
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.base import Opener, Session, needs_secrets
from zermelo.search.options import choice, seconds, switch, whole
from zermelo.search.task import Task
from zermelo.search.time.clock import Clock

ITERATIONS = {"external": 100_000, "outcome": 500_000}  # by default
OTHERS = 2_000  # of the methods that look at the whole tree
KEPT = 8  # solutions
SMALL = 20_000  # nodes that are laid out within a second, in a slow game
RARE = 1e-12  # the least probability with which others are taken to do something, so that values exist everywhere


@dataclass(frozen=True)
class CFR(Opener):
    """Solves the game by counterfactual regret minimization and plays the average strategy, at random as that says.

    It is for games whose whole tree can be laid out. What it plays depends on what the mover knows and on nothing else.
    """

    method: str = choice("plus", ITERATIVE, "variant: CFR, CFR+, linear, discounted, or Monte Carlo with a sampling")
    iterations: int | None = whole(
        None, "iterations; by default 2,000, with sampling 100,000 or more", 1, visitor=100_000
    )
    time: float | None = seconds("seconds after which solving ends")
    seed: int | None = whole(None, "makes the choices repeatable", None)
    compiled: bool = switch(True, "false: interpreted, which is slow")

    name: ClassVar[str] = "cfr"

    def refusal(self, game: Game) -> str | None:
        return needs_secrets(game, self.name)


class CfrSession(Session, of=CFR):
    """A game that is solved when it is first asked about."""

    algorithm: CFR

    def __init__(self, algorithm: CFR, game: Game, megabytes: int | None = None) -> None:
        super().__init__(algorithm, game)
        self.noise = random.Random(algorithm.seed)
        laid_out(game)  # refuses what is too large before anything is asked

    def choose(self, state: State, past: Sequence[State] = (), clock: Clock | None = None) -> Action:
        """An action drawn from the strategy, as `analyse` draws it, without asking what the actions are worth."""
        game, legal = self.game, self.game.legal(state)
        known = known_by(game, game.to_move(state), state, past)
        shares = self.values.shares(known, len(legal)).tolist()
        return self.noise.choices(legal, shares)[0]

    @property
    def values(self) -> SolutionValues:
        """The solution with its values; the game is solved if that was not done yet."""
        return values_by(self.algorithm.with_options(seed=None), self.game)

    def search(self, task: Task) -> Analysis:
        """What the strategy plays, knowing what the mover knows; the action is drawn from it."""
        game, state, found = self.game, task.state, self.values
        actions = task.actions()
        known = known_by(game, game.to_move(state), state, task.past)
        shares = found.shares(known, len(game.legal(state)))
        values = found.values_of(known, len(shares))
        candidates = tuple(
            Candidate(action, value, line=(action,), share=share)
            for action, share, value in zip(game.legal(state), shares, values, strict=True)
            if action in actions
        )
        weights = [one.share or 0.0 for one in candidates]
        chosen = self.noise.choices(candidates, weights if sum(weights) > 0 else None)[0]
        value = float(np.dot(shares, values))
        solution = found.solution
        return task.found(
            chosen,
            candidates,
            value=value,
            depth=solution.flat.depth,
            nodes=solution.flat.nodes,
            values=() if game.is_duel else found.values_at(known),
            compiled=self.algorithm.compiled and is_installed("numba"),
            reason="asked to interpret" if not self.algorithm.compiled else "" if is_installed("numba") else NO_NUMBA,
            in_utilities=True,
            stopped=f"exploitability {solution.assessment.exploitability:.3g} after {solution.iterations:,} iterations",
        )


class SolutionValues:
    """A solution with what its actions are worth at every information set."""

    def __init__(self, solution: Solution) -> None:
        self.solution, flat = solution, solution.flat
        self.numbers = {(known.player, known.key): place for place, known in enumerate(flat.known)}
        self.worth = flat.values(flat.weights(solution.strategy))  # [node, player]
        self.likely = self._likely(flat)
        order = np.argsort(flat.set_of, kind="stable")
        self._nodes = np.split(order, np.searchsorted(flat.set_of[order], np.arange(flat.sets)))[1:]  # of each set

    def shares(self, known: Knowledge, count: int) -> Numbers:
        """The probability of each of `count` actions, given what is known; uniform if play never gets there."""
        flat, sets = self.solution.flat, self.sets_of(known)
        shares = np.zeros(count)
        for one in sets:
            weight = self.likely[self._nodes[one]].sum() if len(sets) > 1 else 1.0
            shares += weight * self.solution.strategy[flat.slots_of(one)]
        return shares / shares.sum() if shares.sum() > 0.0 else np.full(count, 1.0 / count)

    def values_of(self, known: Knowledge, count: int) -> Numbers:
        """What each of `count` actions is worth to the player, given what is known; 0 if play never gets there."""
        flat = self.solution.flat
        values, total = np.zeros(count), 0.0
        for one in self.sets_of(known):
            nodes = self._nodes[one]
            weights = self.likely[nodes]
            values += weights @ self.worth[flat.first[nodes][:, None] + np.arange(count), known.player]
            total += weights.sum()
        return values / max(total, RARE)

    def values_at(self, known: Knowledge) -> tuple[float, ...]:
        """What every player can expect, given what the player to move knows."""
        nodes = np.concatenate([self._nodes[one] for one in self.sets_of(known)] or [np.zeros(0, dtype=np.int64)])
        weights = self.likely[nodes]
        return tuple((weights @ self.worth[nodes] / max(weights.sum(), RARE)).tolist())

    def sets_of(self, known: Knowledge) -> list[int]:
        """The information sets that fit what is known: one, or several for a player who joined later."""
        place = self.numbers.get((known.player, known.key))
        if place is not None and not known.joined:
            return [place]
        flat = self.solution.flat
        mine = [(one, flat.known[one].entries) for one in flat.sets_of(known.player)]
        for entries in (known.entries, known.entries[-1:]):
            fitting = [one for one, theirs in mine if theirs[-len(entries) :] == entries]
            if fitting:
                return fitting
        return []

    def _likely(self, flat: FlatGame) -> Numbers:
        """[node] how likely chance and the players other than the mover lead there."""
        strategy = np.maximum(self.solution.strategy, RARE)
        likely = np.zeros(flat.nodes)
        for player in range(flat.game.players):
            own = strategy.copy()
            own[flat.roots[player] : flat.roots[player + 1]] = 1.0
            mine = flat.mover == player
            likely[mine] = flat.likelihoods(flat.weights(own))[mine]
        return likely


@lru_cache(maxsize=KEPT)
def values_by(algorithm: CFR, game: Game) -> SolutionValues:
    """The solution of a game, kept for the next session with the same options."""
    solving = EquilibriumSolving(laid_out(game), algorithm.method, compiled=algorithm.compiled, lawful=False)
    iterations = algorithm.iterations or ITERATIONS.get(algorithm.method, OTHERS)
    return SolutionValues(solving.run(iterations, algorithm.time))


@lru_cache(maxsize=KEPT)
def laid_out(game: Game) -> FlatGame:
    """The game as arrays, kept for the next session. Raises TooLarge, naming an engine that can play it."""
    try:
        return laid_out_if_small(game) or lay_out(game)
    except TooLarge as error:
        raise TooLarge(f"cfr: {error}, or ismcts") from None


@lru_cache(maxsize=KEPT)
def laid_out_if_small(game: Game) -> FlatGame | None:
    """The game as arrays, kept, if that takes no more than a moment; else None."""
    with suppress(ZermeloError):
        return lay_out(game, SMALL)
    return None
