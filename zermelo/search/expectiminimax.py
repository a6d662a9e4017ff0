"""Expectiminimax: minimax with chance nodes, where nature's outcomes are weighed by their probabilities."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from zermelo.game import CHANCE, MAX, Game, State
from zermelo.jit import CUTOFFS, LEAVES, LIMIT, LINE, LINES, NODES, Rules
from zermelo.search.lookahead import Lookahead, Root, max_sign, needs_no_secrets, needs_two_players
from zermelo.search.minimax import example
from zermelo.search.steps import BACK, CUT, ENTER, LEAF, UPDATE


def kernel(rules: Rules) -> Any:
    """value(state, depth, memory): the expectiminimax value for MAX; a chance node is a ply of its own."""
    to_move, actions, result, chances = rules.to_move, rules.actions, rules.result, rules.chances
    is_terminal, utility, evaluate = rules.is_terminal, rules.utility, rules.evaluate
    remember, note = rules.remember, rules.note

    @rules.jit
    def value(state, depth, memory):
        memory[NODES] += 1
        if memory[NODES] > memory[LIMIT]:
            return 0.0
        if is_terminal(state):
            memory[LEAVES] += 1
            v = utility(state, MAX)
            note(LEAF, state, depth, 0.0, 0.0, v)
            return v
        if depth == 0:
            memory[LEAVES] += 1
            memory[CUTOFFS] += 1
            v = evaluate(state, MAX)
            note(CUT, state, depth, 0.0, 0.0, v)
            return v
        memory[LINES + depth * LINE] = 0
        note(ENTER, state, depth, 0.0, 0.0, 0.0)
        player = to_move(state)
        if player == CHANCE:
            best = 0.0
            for outcome, probability in chances(state):
                best += probability * value(result(state, outcome), depth - 1, memory)
                note(UPDATE, state, depth, 0.0, 0.0, best)
        elif player == MAX:
            best = -math.inf
            for action in actions(state, depth, memory):
                v = value(result(state, action), depth - 1, memory)
                if v > best:
                    best = v
                    remember(state, action, depth, memory)
                note(UPDATE, state, depth, 0.0, 0.0, best)
        else:
            best = math.inf
            for action in actions(state, depth, memory):
                v = value(result(state, action), depth - 1, memory)
                if v < best:
                    best = v
                    remember(state, action, depth, memory)
                note(UPDATE, state, depth, 0.0, 0.0, best)
        note(BACK, state, depth, 0.0, 0.0, best)
        return best

    return value


@dataclass(frozen=True)
class Expectiminimax(Lookahead):
    """MAX, MIN and chance nodes. The line ends where chance first moves."""

    name: ClassVar[str] = "expectiminimax"

    def refusal(self, game: Game) -> str | None:
        return needs_no_secrets(game, self.name) or needs_two_players(game, self.name)

    def factory(self, game: Game) -> Callable[[Rules], Any]:
        return kernel

    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        return example

    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        return max_sign(root.player) * float(root.kernel.run(child, depth, root.memory))
