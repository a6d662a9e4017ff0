"""Solvers that were written for one game, and what they prove about a position."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo.compile.kernel.memory import NODES
from zermelo.game import Action, Game, State
from zermelo.solve.known import KnownAction


@dataclass(frozen=True)
class Solved:
    """The true value of a position and how it comes about if both sides play perfectly."""

    value: float  # to the player to move, a utility above the game's middle
    distance: int | None  # plies to the end of the game, if that is part of what was proved
    line: tuple[Action, ...]  # best play by both, as far as it was followed
    nodes: int  # that it took
    remarks: tuple[str, ...] = ()  # what else was found


class PositionSolver(ABC):
    """A solver of one game for two: gives positions a score, by searching; so it is a source of what is `Known`.

    A score is a whole number, above 0 if the player wins, more if better, and one player's is the negative of the
    other's. What was not found out when the solver is stopped is None.
    """

    name = "the game's own solver"
    game: Game
    compiled: bool
    memories: Sequence[Any]  # of its threads: memory[NODES] is what they visited so far, memory[LIMIT] = 0 stops them

    @abstractmethod
    def score(self, state: State) -> int | None:
        """What a position that is not over scores for the player to move; None if stopped."""

    @abstractmethod
    def action_worth(self, state: State, score: int) -> Action | None:
        """The first action of this score, which is the best one; None if stopped."""

    def score_of(self, state: State, action: Action) -> int | None:
        """What an action scores for the player who takes it; None if stopped."""
        score = self._score(self.game.result(state, action))
        return None if score is None else -score

    def ended(self, state: State) -> int | None:
        """What a finished game scores for the player whose turn it would be."""
        return _sign(self.game.utility(state, self.game.to_move(state)) - self.game.middle)

    def utility(self, score: int) -> float:
        """The utility that a score stands for, to the player whose score it is, above the game's middle."""
        return _sign(score) * (self.game.reach or 1.0)

    def distance(self, state: State, score: int) -> int | None:
        """Plies from a state to the end of the game that a score stands for; None: it does not tell."""
        return None

    def spread(self, threads: int) -> bool:
        """Lets that many threads share out a position that it can share out. Is there such a position?"""
        return threads == 1

    @property
    def nodes(self) -> int:
        """Nodes visited so far, by all threads."""
        return sum(memory[NODES] for memory in self.memories)

    def scores(self, state: State) -> dict[Action, int] | None:
        """What each legal action scores for the player who takes it, in the game's order; None if stopped."""
        legal = self.game.legal(state)
        found = self._scored(state, legal, {})
        return found if len(found) == len(legal) else None

    def solve(self, state: State) -> Solved | None:
        """The value of a position for the player to move, with best play to the end; None if stopped."""
        before, line = self.nodes, list[Action]()
        score = first = self._score(state)
        while score is not None and not self.game.is_terminal(state):
            action = self.action_worth(state, score)
            if action is None:
                return None
            line.append(action)
            state, score = self.game.result(state, action), -score
        return None if first is None else Solved(self.utility(first), len(line), tuple(line), self.nodes - before)

    def known_actions(self, state: State, only: Collection[Action] | None = None) -> list[KnownAction] | None:
        """See `Known`. If it is stopped when the best action is found, the others are at most as good as that one."""
        legal, line, known = self.game.legal(state), tuple[Action, ...](), dict[Action, int]()
        actions = legal if only is None else [action for action in legal if action in only]
        if only is None:
            solved, best = self.solve(state), self.score(state)
            if solved is None or best is None:
                return None
            line, known = solved.line, {solved.line[0]: best}
        scores = self._scored(state, actions, known)
        if not line:
            if len(scores) < len(actions) or not actions:
                return None
            line = (max(actions, key=scores.__getitem__),)
        most = _sign(scores[line[0]])
        is_lost = most < 0 and self.game.points is None  # then whatever is no better is lost too

        def known_action(action: Action) -> KnownAction:
            score = scores.get(action)
            if score is None:
                return KnownAction(action, most, -math.inf, decided=is_lost, is_bound=not is_lost)
            distance = self.distance(state, score) if score else None
            return KnownAction(action, _sign(score), score, True, distance, line if action == line[0] else (action,))

        return list(map(known_action, actions))

    def line(self, state: State, most: int | None = None) -> Sequence[Action]:
        """See `Known`."""
        solved = self.solve(state)
        return () if solved is None else solved.line[:most]

    def _score(self, state: State) -> int | None:
        return self.ended(state) if self.game.is_terminal(state) else self.score(state)

    def _scored(self, state: State, actions: Sequence[Action], known: Mapping[Action, int]) -> dict[Action, int]:
        """The scores of actions, beside those that are known already, until it is stopped."""
        found = dict(known)
        for action in actions:
            score = found.get(action)
            if score is None:
                score = self.score_of(state, action)
            if score is None:
                break
            found[action] = score
        return found


def _sign(score: float) -> int:
    return (score > 0) - (score < 0)
