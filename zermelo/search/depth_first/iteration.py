"""The position at the root of a tree search, what a search to one depth finds there, and the analysis of that."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, NODES
from zermelo.compile.kernel.prepare import Kernel
from zermelo.evaluate import Evaluator, Term, in_utilities
from zermelo.game import CHANCE, MAX, Action, Game, State
from zermelo.search.analysis import Analysis, Candidate
from zermelo.search.task import Task
from zermelo.search.time.budget import UNLIMITED, is_stopped


@dataclass(frozen=True)
class Root:
    """The position to search, and everything that a search to one depth needs.

    Where chance is to move, the children are its outcomes, and values are for player 0.
    """

    game: Game
    state: State
    kernel: Kernel
    memory: Any
    player: int  # whose values are told
    children: tuple[tuple[Action, State], ...]  # each action and the state after it, as the kernel takes it
    evaluator: Evaluator | None
    values: Any = None  # a second memory, for an algorithm whose states have a value per player
    shares: tuple[float, ...] = ()  # the probabilities of the children, if they are outcomes of chance

    @property
    def win(self) -> float:
        """What a utility of 1 is worth inside the kernel."""
        return self.evaluator.win if self.evaluator else 1.0


class Searched(NamedTuple):
    """An action at the root and its value in the kernel's units, for the root's player.

    It is decided if no state below it was evaluated, or if its value is that of a won or lost game, which no evaluation
    has (see `opinion_limit`).
    """

    action: Action
    value: float
    bound: str  # see Candidate
    decided: bool
    line: tuple[Action, ...] = ()  # the action and what follows it, if the search tells


@dataclass(frozen=True)
class Iteration:
    """What a search to one depth found. Values are in the kernel's units, for the root's player."""

    depth: int
    choice: int | None  # index of the best child; None: chance is to move
    value: float
    searched: tuple[Searched, ...]
    line: tuple[Action, ...]
    leaves: int
    complete: bool
    exact: bool
    values: tuple[float, ...] = ()


def root_at(game: Game, state: State, kernel: Kernel, memory: Any, evaluator: Evaluator | None) -> Root:
    """The root with its children."""
    mover = game.to_move(state)
    shares = tuple(share for _, share in game.outcomes(state)) if mover == CHANCE else ()
    children = tuple((move, kernel.state(game.result(state, move))) for move in game.moves(state))
    player = MAX if mover == CHANCE else mover
    return Root(game, state, kernel, memory, player, children, evaluator, shares=shares)


def averaged(
    root: Root,
    depth: int,
    value_of: Callable[[State], float],
    is_decided: Callable[[int], bool],
    values_of: Callable[[], tuple[float, ...]] = tuple,
) -> Iteration:
    """The iteration at a root where chance is to move: every outcome is searched by value_of(child), in order.

    is_decided(evaluations before it): is the outcome just searched decided? values_of(): its value for each player, if
    the algorithm knows them.
    """
    searched, values, memory = list[Searched](), list[tuple[float, ...]](), root.memory
    for outcome, child in root.children:
        evaluated = memory[CUTOFFS]
        value = value_of(child)
        if is_stopped(memory):
            break
        searched.append(Searched(outcome, value, "exact", is_decided(evaluated)))
        values.append(values_of())
    complete = len(searched) == len(root.children)
    left = [Searched(outcome, math.nan, "stopped", False) for outcome, _ in root.children[len(searched) :]]
    every = (*searched, *left)

    def average(numbers: Iterable[float]) -> float:
        return sum(share * number for share, number in zip(root.shares, numbers, strict=True))

    return Iteration(
        depth=depth,
        choice=None,
        value=average(one.value for one in every),
        searched=every,
        line=(),
        leaves=root.memory[LEAVES],
        complete=complete,
        exact=complete and all(one.decided for one in every),
        values=tuple(average(column) for column in zip(*values, strict=True)) if complete else (),
    )


def report(
    task: Task, root: Root, iteration: Iteration, distance: int | None = None, most_nodes: int | None = None
) -> Analysis:
    """An iteration in the game's own units: a utility if the value is decided, else the evaluation's units.

    distance: plies to a forced end, if the value stands for one. most_nodes: the node budget, which the kernel's own
    count passes by one.
    """
    game, evaluator = root.game, root.evaluator
    are_utilities = in_utilities(evaluator)
    best = None if iteration.choice is None else iteration.searched[iteration.choice]
    is_decided = iteration.exact if best is None else best.decided

    def units(value: float, decided: bool) -> float:
        return value / root.win + game.middle if decided or are_utilities else value

    def reported(index: int, one: Searched) -> Candidate:
        known = one.bound == "stopped" or one.decided or evaluator is not None
        return Candidate(
            one.action,
            units(one.value, one.decided),
            one.bound,
            decided=one.decided,
            line=one.line,
            distance=distance if one is best else None,
            known=known and not (one is best and one.bound == "stopped"),
            probability=root.shares[index] if root.shares else None,
        )

    candidates = [reported(index, one) for index, one in enumerate(iteration.searched)]
    return task.found(
        None if iteration.choice is None else candidates[iteration.choice],
        candidates,
        value=units(iteration.value, is_decided),
        exact=iteration.exact,
        line=iteration.line,
        depth=iteration.depth,
        nodes=min(root.memory[NODES], most_nodes or UNLIMITED),
        leaves=iteration.leaves,
        values=tuple(units(value, is_decided) for value in iteration.values),
        terms=_terms(root, iteration, units(iteration.value, is_decided)),
        ran=root.kernel,
        distance=distance,
        in_utilities=are_utilities,
        units=evaluator.units if evaluator else "",
    )


def _terms(root: Root, iteration: Iteration, value: float) -> tuple[Term, ...]:
    """The evaluation's terms at the end of the line, if the value, in the units of a report, comes from there."""
    game, end = root.game, root.state
    if not root.evaluator or len(iteration.line) != iteration.depth:
        return ()
    for action in iteration.line:
        end = game.result(end, action)
    if game.is_terminal(end):
        return ()
    terms = root.evaluator.terms(end, root.player)
    total = sum(term.share for term in terms)
    if game.to_move(end) == CHANCE and not math.isclose(total, value, rel_tol=1e-5, abs_tol=1e-5):
        return ()  # the value is the mean of what may be rolled there
    return terms
