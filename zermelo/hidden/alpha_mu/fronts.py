"""Plans for all the states that look alike, by what they bring in each: the fronts of the α-μ search.

A search that looks at one deal after the other knows the deal in each of them. So it plays differently in deals that it
cannot tell apart (strategy fusion), and takes the best continuation of each branch without asking in which deals the
opponents will choose that branch (non-locality). Here a plan is a vector: what it brings in each state, if it plays the
same in all that look alike, and the opponents, who see everything, do their best in each. A front holds the plans of
which none is at least as good as another in every state.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Sequence
from operator import ge
from typing import Any

from zermelo.by_value import hashable
from zermelo.game import CHANCE, Action, Game, State
from zermelo.search.time.deadline import Deadline

Vector = tuple[float, ...]  # what a plan brings in each state
Front = list[Vector]
MOST_KEPT = 500_000  # fronts that are remembered
MOST_OUTCOMES = 6  # of chance that a plan goes through: a die, but not a deck of cards


class Stopped(Exception):
    """The time, or the number of nodes, is used up."""


class Fronts:
    """The fronts of one player's plans. Partners are taken to see what it sees, opponents to see everything."""

    def __init__(
        self, game: Game, player: int, open_value: Callable[[State], float], deadline: Deadline | None = None
    ) -> None:
        """open_value: what a state is worth to the player if all is seen from there on. Raises Stopped at its limits.

        Utilities are the game's own.
        """
        self.game, self.player, self.open_value, self.deadline = game, player, open_value, deadline
        sides = game.sides or tuple(range(game.players))
        self.is_ours = tuple(side == sides[player] for side in sides)
        self.nodes, self.was_cut = 0, False
        self.most = sys.maxsize  # nodes
        self._kept: dict[tuple[tuple[Any, ...], int], tuple[Front, bool]] = {}
        self._open: dict[Any, float] = {}

    def of_action(self, states: Sequence[State], action: Action, moves: int) -> Front:
        """The plans that begin with an action, for so many further choices of the player.

        Where those are used up, `was_cut` is set, and the cards are taken to be open from there on.
        """
        return self._joined(states, [(place, action, 1.0) for place in range(len(states))], moves, math.inf, min)

    def best(self, states: Sequence[State], moves: int) -> Front:
        """The plans for states that look alike to the player."""
        game = self.game
        self.nodes += 1
        if self.nodes > self.most or (self.deadline is not None and self.deadline.is_over):
            raise Stopped
        if all(map(game.is_terminal, states)):
            return [tuple(float(game.utility(state, self.player)) for state in states)]
        names = tuple(map(hashable, states))
        key = names, moves
        if key in self._kept:
            front, is_cut = self._kept[key]
            self.was_cut = self.was_cut or is_cut
            return front
        most = tuple(map(self._open_value, states, names))
        if len(states) == 1 or (game.reach is not None and max(most) <= game.middle - game.reach):
            return [most]  # nothing is hidden any more, or nothing can be won
        if moves <= 0:
            self.was_cut = True
            return [most]
        before, self.was_cut = self.was_cut, False
        found = self._searched(states, most, moves)
        if len(self._kept) < MOST_KEPT:
            self._kept[key] = found, self.was_cut
        self.was_cut = self.was_cut or before
        return found

    def _searched(self, states: Sequence[State], most: Vector, moves: int) -> Front:
        game = self.game
        movers = {CHANCE if game.is_terminal(state) else game.to_move(state) for state in states}
        if len(movers) > 1 or any(map(game.is_terminal, states)):
            return self._apart(states, moves)
        (mover,) = movers
        if mover == CHANCE:
            if max(len(game.outcomes(state)) for state in states) > MOST_OUTCOMES:
                self.was_cut = True
                return [most]
            steps = [(place, one, chance) for place, state in enumerate(states) for one, chance in game.outcomes(state)]
            return self._joined(states, steps, moves, 0.0, _plus)
        if not self.is_ours[mover]:
            steps = [(place, action, 1.0) for place, state in enumerate(states) for action in game.legal(state)]
            return self._joined(states, steps, moves, math.inf, min)
        legal = [game.legal(state) for state in states]
        if any(set(one) != set(legal[0]) for one in legal):  # a partner, whose choices tell what it holds
            return self._by_choices(states, legal, moves)
        left, front = moves - (len(legal[0]) > 1), Front()
        for action in legal[0]:
            front = pareto([*front, *self.of_action(states, action, left)])
            if most in front:
                break  # no plan does better than to see everything
        return front

    def _apart(self, states: Sequence[State], moves: int) -> Front:
        """The front of states that the player can tell apart by whose turn it is."""
        groups: dict[int | None, list[int]] = {}
        for place, state in enumerate(states):
            mover = None if self.game.is_terminal(state) else self.game.to_move(state)
            groups.setdefault(mover, []).append(place)
        return self._combined(states, list(groups.values()), moves)

    def _by_choices(self, states: Sequence[State], legal: Sequence[Sequence[Action]], moves: int) -> Front:
        """The front where a partner is to move: states in which it has the same choices stay together."""
        groups: dict[frozenset[Action], list[int]] = {}
        for place, actions in enumerate(legal):
            groups.setdefault(frozenset(actions), []).append(place)
        return self._combined(states, list(groups.values()), moves)

    def _combined(self, states: Sequence[State], groups: Sequence[Sequence[int]], moves: int) -> Front:
        acc: Front = [(math.inf,) * len(states)]
        for places in groups:
            acc = _met(acc, self.best([states[place] for place in places], moves), places, [1.0] * len(places), min)
        return acc

    def _joined(
        self,
        states: Sequence[State],
        steps: Iterable[tuple[int, Action, float]],
        moves: int,
        start: float,
        join: Callable[[float, float], float],
    ) -> Front:
        """The front before moves that are not the player's to choose: a plan has an answer to whatever it sees.

        steps: the place of a state, a move in it and its weight. join: what becomes of the values of several moves.
        """
        game, groups = self.game, dict[Any, dict[Any, tuple[State, list[tuple[int, float]]]]]()
        for place, move, weight in steps:
            after = game.result(states[place], move)
            seen = hashable(game.view(after, self.player)) if game.view else None
            alike = groups.setdefault(seen, {})
            alike.setdefault(hashable(after), (after, []))[1].append((place, weight))
        acc: Front = [(start,) * len(states)]
        for alike in groups.values():
            front = self.best([state for state, _ in alike.values()], moves)
            sources = [source for _, source in alike.values()]
            places = [place for source in sources for place, _ in source]
            weights = [weight for source in sources for _, weight in source]
            spread = [tuple(v for v, source in zip(one, sources, strict=True) for _ in source) for one in front]
            acc = _met(acc, spread, places, weights, join)
        return acc

    def value(self, state: State) -> float:
        """What a state is worth with open cards; it is remembered."""
        return self._open_value(state, hashable(state))

    def _open_value(self, state: State, name: Any) -> float:
        """What a state is worth with open cards; name: the state as a key."""
        if name not in self._open:
            is_over = self.game.is_terminal(state)
            value = self.game.utility(state, self.player) if is_over else self.open_value(state)
            self._open[name] = float(value)
        return self._open[name]


def pareto(vectors: Iterable[Vector]) -> Front:
    """The vectors of which none is at least as great as another one everywhere."""
    kept: Front = []
    for one in sorted(set(vectors), key=sum, reverse=True):
        if not any(all(map(ge, other, one)) for other in kept):
            kept.append(one)
    return kept


def _met(
    acc: Front, front: Front, places: Sequence[int], weights: Sequence[float], join: Callable[[float, float], float]
) -> Front:
    """Every plan of one front with every plan of another, which is about these places of the states."""
    found = set[Vector]()
    for one in acc:
        for other in front:
            values = list(one)
            for place, weight, value in zip(places, weights, other, strict=True):
                values[place] = join(values[place], weight * value)
            found.add(tuple(values))
    return pareto(found)


def _plus(one: float, other: float) -> float:
    return one + other
