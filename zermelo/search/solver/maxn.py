"""The solver's kernel for games of any number of players: max^n to the end, with a table.

Every state has a value for each player. A player with several best actions takes the first, so the values depend on
the state alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.bits import as_float, as_word
from zermelo.compile.kernel.memory import LIMIT, NODES, new_numbers, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.depth_first.table import NO_MOVE
from zermelo.search.solver import layout as at
from zermelo.search.solver.layout import compared_ply, effort_of, give_up, note_progress
from zermelo.search.solver.table import VALUES, new_table, table_functions


@cache
def kernel_for(players: int) -> Callable[[Rules], Any]:
    """The kernel's factory: solve(state, ply, mark, top, memory, values, table) -> the value for the player to move.

    It sets values[ply * players + p] for each player p.
    """

    def kernel(rules: Rules) -> Any:
        # Not the symmetric key: which of two equally good actions comes first decides what the others get
        to_move, is_terminal, utility, mark_of = rules.to_move, rules.is_terminal, rules.utility, rules.mark
        fill, play, chances, result, buffer = rules.fill, rules.play, rules.chances, rules.result, rules.buffer
        effort = rules.register(effort_of)
        stop, compared, progress = map(rules.register, (give_up, compared_ply, note_progress))
        find, claim = table_functions(rules, players)

        @rules.jit
        def solve(state, ply, mark, top, memory, values, table):
            # Step 1. The end of the game, of the budget or of the room
            here, below = ply * players, (ply + 1) * players
            memory[NODES] += 1
            if memory[NODES] > memory[LIMIT]:
                return 0.0
            if is_terminal(state):
                for p in range(players):
                    values[here + p] = utility(state, p)
                return values[here]
            if ply >= memory[at.DEEPEST] or top > memory[at.ROOM]:
                stop(at.TOO_DEEP, memory)
                return 0.0
            if ply > memory[at.DEEP]:
                memory[at.DEEP] = ply

            # Step 2. Does the path come back to where it was?
            key, check = mark_of(state)
            mark = compared(key, ply, mark, memory)
            if mark < 0:
                stop(at.REPEATS, memory)
                return 0.0

            # Step 3. What the table knows
            place = find(table, memory[at.MASK], key, check)
            if place >= 0:
                for p in range(players):
                    values[here + p] = as_float(table[place + VALUES + p])
                return values[here]
            before, choice, mover = memory[NODES], NO_MOVE, to_move(state)

            # Step 4. Chance
            if mover == CHANCE:
                seen = 0.0
                for p in range(players):
                    values[here + p] = 0.0
                for outcome, probability in chances(state):
                    progress(ply, seen, probability, memory)
                    solve(result(state, outcome), ply + 1, mark, top, memory, values, table)
                    if memory[NODES] > memory[LIMIT]:
                        return 0.0
                    for p in range(players):
                        values[here + p] += probability * values[below + p]
                    seen += probability

            # Step 5. A player takes what is best for it
            else:
                count = fill(state, buffer(memory, top))
                if count == 0:
                    stop(at.NO_ACTIONS, memory)
                    return 0.0
                best = -math.inf
                for i in range(count):
                    progress(ply, i / count, 1.0 / count, memory)
                    solve(play(state, memory[top + i]), ply + 1, mark, top + count, memory, values, table)
                    if memory[NODES] > memory[LIMIT]:
                        return 0.0
                    if values[below + mover] > best:
                        best, choice = values[below + mover], i
                        for p in range(players):
                            values[here + p] = values[below + p]

            # Step 6. Remember
            place = claim(table, memory[at.MASK], key, check, choice, effort(memory[NODES] - before))
            for p in range(players):
                table[place + VALUES + p] = as_word(values[here + p])
            return values[here]

        return solve

    return kernel


@cache
def example_for(players: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        table, _ = new_table(compiled, 0.001, players)
        return 1, 1, at.STACK, new_words(compiled, at.STACK), new_numbers(compiled, 2 * players), table

    return example
