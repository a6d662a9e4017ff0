"""Alpha-beta as the book has it: minimax without the branches that cannot change its decision."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile.memory import new_memory
from zermelo.compile.rules import Rules
from zermelo.game import MAX
from zermelo.search.textbook.leaf import visitor
from zermelo.search.textbook.steps import BACK, PRUNE, UPDATE


@lru_cache(maxsize=2)
def kernel_for(strict: bool) -> Callable[[Rules], Any]:
    """The kernel's factory: value(state, depth, alpha, beta, memory), which is for MAX, and a bound outside the window.

    strict: a branch is cut at v > β only, as some courses do, not at v ≥ β.
    MAX and MIN have a loop each: one loop that asks at every child whose turn it is makes 5% fewer nodes per second.
    """

    def kernel(rules: Rules) -> Any:
        to_move, actions, result = rules.to_move, rules.actions, rules.result
        remember, note, visit = rules.remember, rules.note, visitor(rules)

        @rules.jit
        def inside(state, depth, alpha, beta, memory):
            """v for MAX: exact inside (alpha, beta), a lower bound at v ≥ beta, an upper bound at v ≤ alpha.

            alpha is what MAX is sure of on the way here, beta what MIN is sure of. The state is not a leaf.
            """
            if to_move(state) == MAX:
                best = -math.inf
                for action in actions(state, depth, memory):
                    child = result(state, action)
                    leaf, v = visit(child, depth - 1, alpha, beta, MAX, memory)
                    if not leaf:
                        v = inside(child, depth - 1, alpha, beta, memory)
                    best = max(best, v)
                    if best > beta or (best == beta and not strict):
                        note(PRUNE, state, depth, alpha, beta, best)
                        return best
                    if best > alpha:
                        alpha = best
                        remember(state, action, depth, memory)
                    note(UPDATE, state, depth, alpha, beta, best)
            else:
                best = math.inf
                for action in actions(state, depth, memory):
                    child = result(state, action)
                    leaf, v = visit(child, depth - 1, alpha, beta, MAX, memory)
                    if not leaf:
                        v = inside(child, depth - 1, alpha, beta, memory)
                    best = min(best, v)
                    if best < alpha or (best == alpha and not strict):
                        note(PRUNE, state, depth, alpha, beta, best)
                        return best
                    if best < beta:
                        beta = best
                        remember(state, action, depth, memory)
                    note(UPDATE, state, depth, alpha, beta, best)
            note(BACK, state, depth, alpha, beta, best)
            return best

        @rules.jit
        def value(state, depth, alpha, beta, memory):
            leaf, v = visit(state, depth, alpha, beta, MAX, memory)
            return v if leaf else inside(state, depth, alpha, beta, memory)

        return value

    return kernel


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return 1, -math.inf, math.inf, new_memory(compiled, 1)
