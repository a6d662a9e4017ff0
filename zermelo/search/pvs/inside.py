"""Iterative deepening in compiled code, for loops over whole games; deepening.py does it for a person's searches."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.memory import CUTOFFS, LIMIT, NODES
from zermelo.compile.kernel.rules import Rules
from zermelo.search.depth_first.layout import AGE, LINES_AT, ROW, SLOTS
from zermelo.search.depth_first.table import AGES
from zermelo.search.pvs.deepening import FIRST_ASPIRATION
from zermelo.search.pvs.kernel import KernelPlan, kernel_for
from zermelo.search.pvs.layout import BEFORE, PAST, ROOT_DEPTH, SELECTIVE, layout_for

DEEPEST = 60  # plies
FIRST_MOVE = LINES_AT + 1  # where the best move is left, as `fill` writes it


def deepener(rules: Rules, plan: KernelPlan) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """deepen(state, soft, hard, memory, table) -> (value, move, certain), and remember_path(keys, count, memory).

    soft: no depth begins once so many nodes are searched; hard: a depth that needs more is given up, but the first is
    not. value: for the player to move, of the last whole depth. certain: nothing in it is an opinion.
    The path is the keys of the positions before this one, the oldest first.
    """
    search = kernel_for(plan)(rules)
    layout, advice, scale = layout_for(plan.most), plan.tactics, plan.scale
    killers_at, history_at, path_at = layout.killers, layout.history, layout.path
    width = 0.25 * advice.margin if advice.margin else 2.0**20 * scale.width
    widest, edge = 64.0 * advice.margin, scale.edge
    first_aspiration = FIRST_ASPIRATION if plan.parts.aspiration else DEEPEST + 1

    @rules.jit
    def deepen(state, soft, hard, memory, table):
        memory[NODES], memory[LIMIT] = 0, 1 << 60  # one depth is always searched to its end
        memory[AGE] = (memory[AGE] + 1) % AGES
        for i in range(2 * ROW):
            memory[killers_at + i] = 0
        for i in range(2 * SLOTS):
            memory[history_at + i] //= 4
        value, move, certain = 0.0, memory[FIRST_MOVE], False
        for depth in range(1, DEEPEST + 1):
            memory[ROOT_DEPTH], memory[SELECTIVE] = depth, 0
            before = memory[CUTOFFS]
            half, low, high = width, -math.inf, math.inf
            if depth >= first_aspiration:
                low, high = value - half, value + half
            while True:
                memory[LINES_AT] = 0
                seen = search(state, depth, low, high, memory, table)
                if memory[NODES] > memory[LIMIT]:
                    break
                if seen <= low and low > -math.inf:
                    low = seen - half
                elif seen >= high and high < math.inf:
                    high = seen + half
                else:
                    break
                half *= 3.0
                if half > widest:
                    low, high = -math.inf, math.inf
            if memory[NODES] > memory[LIMIT]:
                break
            memory[LIMIT] = hard
            value = seen
            if memory[LINES_AT] > 0:
                move = memory[FIRST_MOVE]
            certain = memory[CUTOFFS] == before
            if certain or abs(value) > edge or memory[NODES] >= soft:
                break
        return value, move, certain

    def remember_path(keys, count, memory):
        before = min(count, PAST)
        memory[BEFORE] = before
        for back in range(1, before + 1):
            memory[path_at + PAST - back] = keys[count - back]

    return deepen, rules.register(remember_path)
