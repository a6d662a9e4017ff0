"""Depth-first search within a bound that grows: by depth in iterative deepening, by cost and estimate in IDA*.

Nothing is kept but the way to the current state. An action that only undoes the one before it is skipped, and so are
circles that cost nothing, which would never leave the bound.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.memory import COUNTERS, CUTOFFS, LIMIT, MOVES, NODES, Words, new_numbers, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.problem import Problem
from zermelo.search.single.frontier import AGAIN, EXPAND, GENERATE, GOAL, NEGATIVE, coster, guesser

DEEPEST = 2000  # actions of a way, at most
OWN = Words("EXPANDED", "LENGTH", after=COUNTERS, PATH=DEEPEST + 1, KEYS=DEEPEST + 1)
EXPANDED, LENGTH, PATH, KEYS = OWN
# EXPANDED: states whose actions were listed   LENGTH: actions of the way that was found, which are at PATH by place
# KEYS: of the states on the way, by depth     CUTOFFS, of all kernels: states too deep to go on
BUFFERS = OWN.end

# the numbers that a kernel works with
COSTS, ESTIMATES, DEPTHS, BOUND, NEXT = range(5)
# COSTS, ESTIMATES, DEPTHS: the factors of a rank, as of best-first searches   BOUND: no rank goes beyond it
# NEXT: the lowest rank that did
WAY = 5  # from here on: what the way costs up to each depth


@lru_cache(maxsize=256)
def kernel_for(problem: Problem) -> Callable[[Rules], Any]:
    """The factory of search(state, memory, numbers): is there a goal within the bound?"""
    goal, price, guess = problem.is_goal, problem.cost, problem.heuristic

    def kernel(rules: Rules) -> Any:
        actions, result, key_of, note = rules.actions, rules.result, rules.whole_key, rules.note
        is_goal = rules.register(goal)
        step_cost, estimate = rules.register(coster(price, rules, None)), rules.register(guesser(guess, rules))

        @rules.inner
        def is_circle(key, cost, depth, memory, numbers):
            """Has the way been in this state before, and paid nothing since?"""
            back = depth
            while back >= 0 and numbers[WAY + back] == cost:
                if memory[KEYS + back] == key:
                    return True
                back -= 1
            return False

        @rules.jit
        def inside(state, cost, depth, memory, numbers):
            """Is there a goal below this state, which is within the bound?"""
            memory[EXPANDED] += 1
            place = 0
            for action in actions(state, depth, memory):
                after = result(state, action)
                key = key_of(after)
                if depth > 0 and key == memory[KEYS + depth - 1]:
                    place += 1
                    continue
                memory[NODES] += 1
                if memory[NODES] > memory[LIMIT]:
                    return False
                step = step_cost(state, action, after)
                if not step >= 0.0:
                    raise ValueError(NEGATIVE)
                total = cost + numbers[COSTS] * step + numbers[DEPTHS]
                guessed = estimate(after)
                rank = total + numbers[ESTIMATES] * guessed
                note(GENERATE, after, place, total, guessed, depth + 1)
                if rank > numbers[BOUND]:
                    note(AGAIN, after, place, total, guessed, depth + 1)
                    if rank < numbers[NEXT]:
                        numbers[NEXT] = rank
                elif total == cost and is_circle(key, cost, depth, memory, numbers):
                    note(AGAIN, after, place, total, guessed, depth + 1)
                else:
                    memory[PATH + depth] = place
                    if is_goal(after):
                        memory[LENGTH] = depth + 1
                        note(GOAL, after, place, total, guessed, depth + 1)
                        return True
                    if depth + 1 == DEEPEST:
                        memory[CUTOFFS] += 1
                    else:
                        memory[KEYS + depth + 1] = key
                        numbers[WAY + depth + 1] = total
                        note(EXPAND, after, place, total, guessed, depth + 1)
                        if inside(after, total, depth + 1, memory, numbers):
                            return True
                        if memory[NODES] > memory[LIMIT]:
                            return False
                place += 1
            return False

        @rules.jit
        def search(state, memory, numbers):
            """One round, from the first state, within numbers[BOUND]; numbers[NEXT] is then the bound of the next."""
            numbers[NEXT] = math.inf
            memory[KEYS] = key_of(state)
            numbers[WAY] = 0.0
            if memory[NODES] == 0:
                memory[NODES] = 1
            guessed = estimate(state)
            note(GENERATE, state, 0, 0.0, guessed, 0)
            if is_goal(state):
                memory[LENGTH] = 0
                note(GOAL, state, 0, 0.0, guessed, 0)
                return True
            rank = numbers[ESTIMATES] * guessed
            if rank > numbers[BOUND]:
                numbers[NEXT] = rank
                return False
            note(EXPAND, state, 0, 0.0, guessed, 0)
            return inside(state, 0.0, 0, memory, numbers)

        return search

    return kernel


def new_deepening(compiled: bool, actions: int) -> tuple[Any, Any]:
    """The memory and the numbers of a search. actions: the words per depth in which the actions are listed."""
    memory = new_words(compiled, BUFFERS + (DEEPEST + 1) * actions)
    memory[MOVES] = BUFFERS
    return memory, new_numbers(compiled, WAY + DEEPEST + 1)


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return new_deepening(compiled, 1)
