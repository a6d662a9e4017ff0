"""What every tree search does when it enters a state: count it, and value it if it is a leaf."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, LINE, LINES, NODES
from zermelo.compile.kernel.rules import Rules
from zermelo.search.textbook.steps import CUT, ENTER, LEAF


def visitor(rules: Rules) -> Callable[..., Any]:
    """visit(state, depth, alpha, beta, player, memory) -> (is it a leaf?, its value for the player).

    Counts the state. A leaf is a terminal state, a state at depth 0, or any state once the node budget is used up.
    Kernels call this for a child before they recurse into it: four of five states are leaves. The call is
    inlined by force (the compiler alone does so on some processors only), which makes a search as fast as one in C++.
    """
    is_terminal, utility, evaluate, note = rules.is_terminal, rules.utility, rules.evaluate, rules.note

    def visit(state, depth, alpha, beta, player, memory):
        memory[NODES] += 1
        if memory[NODES] > memory[LIMIT]:
            return True, 0.0
        if is_terminal(state):
            memory[LEAVES] += 1
            value = utility(state, player)
            note(LEAF, state, depth, alpha, beta, value)
            return True, value
        if depth == 0:
            memory[LEAVES] += 1
            memory[CUTOFFS] += 1
            value = evaluate(state, player)
            note(CUT, state, depth, alpha, beta, value)
            return True, value
        memory[LINES + depth * LINE] = 0
        note(ENTER, state, depth, alpha, beta, 0.0)
        return False, 0.0

    return rules.inner(visit)
