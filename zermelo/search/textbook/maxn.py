"""Max^n: minimax for any number of players. Every state has a value for each player, and each maximises its own.

Chance nodes are averaged, so this is also expectimax^n. A player with several best actions takes the first.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, LINE, LINES, NODES, new_memory, new_numbers
from zermelo.compile.kernel.prepare import Kernel
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE, Game, State
from zermelo.search.depth_first.iteration import Root
from zermelo.search.textbook.lookahead import Lookahead
from zermelo.search.textbook.steps import BACK, CUT, ENTER, LEAF, UPDATE


@cache
def kernel_for(players: int) -> Callable[[Rules], Any]:
    """The kernel's factory for this number of players."""

    def kernel(rules: Rules) -> Any:
        to_move, actions, result, chances = rules.to_move, rules.actions, rules.result, rules.chances
        is_terminal, utility, evaluate = rules.is_terminal, rules.utility, rules.evaluate
        remember, note = rules.remember, rules.note

        @rules.jit
        def value(state, depth, memory, values):
            """The value for the player to move; values[depth * players + p] is set to the value for each player p."""
            memory[NODES] += 1
            here, below = depth * players, (depth - 1) * players
            if memory[NODES] > memory[LIMIT]:
                for p in range(players):
                    values[here + p] = 0.0
                return 0.0
            if is_terminal(state):
                memory[LEAVES] += 1
                for p in range(players):
                    values[here + p] = utility(state, p)
                note(LEAF, state, depth, 0.0, 0.0, values[here])
                return values[here]
            if depth == 0:
                memory[LEAVES] += 1
                memory[CUTOFFS] += 1
                for p in range(players):
                    values[here + p] = evaluate(state, p)
                note(CUT, state, depth, 0.0, 0.0, values[here])
                return values[here]
            memory[LINES + depth * LINE] = 0
            note(ENTER, state, depth, 0.0, 0.0, 0.0)
            mover = to_move(state)
            if mover == CHANCE:
                for p in range(players):
                    values[here + p] = 0.0
                for outcome, probability in chances(state):
                    value(result(state, outcome), depth - 1, memory, values)
                    for p in range(players):
                        values[here + p] += probability * values[below + p]
                    note(UPDATE, state, depth, 0.0, 0.0, values[here])
                note(BACK, state, depth, 0.0, 0.0, values[here])
                return values[here]
            best = -math.inf
            for action in actions(state, depth, memory):
                value(result(state, action), depth - 1, memory, values)
                if values[below + mover] > best:
                    best = values[below + mover]
                    for p in range(players):
                        values[here + p] = values[below + p]
                    remember(state, action, depth, memory)
                note(UPDATE, state, depth, 0.0, 0.0, best)
            note(BACK, state, depth, 0.0, 0.0, best)
            return best

        return value

    return kernel


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return 1, new_memory(compiled, 1), new_numbers(compiled, 2)


@dataclass(frozen=True)
class MaxN(Lookahead):
    """Max^n over utility tuples, with chance nodes.

    >>> import zermelo
    >>> zermelo.MaxN(depth=3).analyse(zermelo.load("castles")).action
    1
    """

    name: ClassVar[str] = "maxn"
    values_chance: ClassVar[bool] = True

    def factory(self, game: Game) -> Callable[[Rules], Any]:
        return kernel_for(game.players)

    def arguments(self) -> Callable[[bool], tuple[Any, ...]]:
        return example

    def root(self, game: Game, state: State, kernel: Kernel) -> Root:
        root = super().root(game, state, kernel)
        deepest, _ = self.plan(game)
        return replace(root, values=new_numbers(root.kernel.compiled, (deepest + 1) * game.players))

    def child_value(self, root: Root, child: State, depth: int, best: float) -> float:
        root.kernel.run(child, depth, root.memory, root.values)
        return self.child_values(root, depth)[root.player]

    def child_values(self, root: Root, depth: int) -> tuple[float, ...]:
        row = depth * root.game.players
        return tuple(root.values[row + p] for p in range(root.game.players))
