"""Expectiminimax: minimax with chance nodes, whose outcomes are weighted by their probabilities."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import CUTOFFS, LIMIT, new_memory
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.compile.kernel.rules import Rules
from zermelo.evaluate import in_utilities
from zermelo.game import CHANCE, MAX, Game, State
from zermelo.search.base import needs_no_secrets, needs_two_players
from zermelo.search.depth_first.iteration import Root
from zermelo.search.textbook.leaf import visitor
from zermelo.search.textbook.lookahead import Lookahead, max_sign
from zermelo.search.textbook.minimax import example
from zermelo.search.textbook.steps import BACK, UPDATE
from zermelo.search.time.budget import UNLIMITED
from zermelo.search.time.deadline import Deadline


def kernel(rules: Rules) -> Any:
    """value(state, depth, memory): the expectiminimax value for MAX; a chance node is a ply of its own."""
    to_move, actions, result, chances = rules.to_move, rules.actions, rules.result, rules.chances
    remember, note, visit = rules.remember, rules.note, visitor(rules)

    @rules.jit
    def inside(state, depth, memory):
        player = to_move(state)
        if player == CHANCE:
            best = 0.0
            for outcome, probability in chances(state):
                child = result(state, outcome)
                leaf, v = visit(child, depth - 1, 0.0, 0.0, MAX, memory)
                if not leaf:
                    v = inside(child, depth - 1, memory)
                best += probability * v
                note(UPDATE, state, depth, 0.0, 0.0, best)
        else:
            best = -math.inf if player == MAX else math.inf
            for action in actions(state, depth, memory):
                child = result(state, action)
                leaf, v = visit(child, depth - 1, 0.0, 0.0, MAX, memory)
                if not leaf:
                    v = inside(child, depth - 1, memory)
                if v > best if player == MAX else v < best:
                    best = v
                    remember(state, action, depth, memory)
                note(UPDATE, state, depth, 0.0, 0.0, best)
        note(BACK, state, depth, 0.0, 0.0, best)
        return best

    @rules.jit
    def value(state, depth, memory):
        leaf, v = visit(state, depth, 0.0, 0.0, MAX, memory)
        return v if leaf else inside(state, depth, memory)

    return value


@dataclass(frozen=True)
class TextbookExpectiminimax(Lookahead):
    """MAX, MIN and chance nodes. The line ends where chance first moves."""

    values_chance: ClassVar[bool] = True

    def refusal(self, game: Game) -> str | None:
        is_alone = game.players == 1  # MAX against chance
        return needs_no_secrets(game, self.name) or (None if is_alone else needs_two_players(game, self.name))

    def factory(self, game: Game) -> Callable[[Rules], Any]:
        return kernel

    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        return example

    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        return max_sign(root.player) * float(root.kernel.run(child, depth, root.memory))


def value(game: Game, state: State | None = None, depth: int | None = None) -> float:
    """The expectiminimax value of any state, including a chance node, for MAX (player 0)."""
    search = TextbookExpectiminimax(depth)
    search.check_served(game)
    state = game.initial() if state is None else state
    plies, kernel = search.plan(game)[0], search.kernel(game)
    memory = new_memory(kernel.compiled, plies, kernel.buffer)
    memory[LIMIT] = UNLIMITED
    found: list[float] = []
    allow_recursion(plies)
    Deadline().run(
        lambda: found.append(float(kernel.run(kernel.state(state), plies, memory))), [memory], kernel.compiled
    )
    evaluator = search.evaluator(game)
    if memory[CUTOFFS] > 0 and not in_utilities(evaluator):
        return found[0]
    return found[0] / (evaluator.win if evaluator else 1.0) + game.middle
