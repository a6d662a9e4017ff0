"""The solver's kernel for two players, of whom one loses what the other wins: alpha-beta to the end, with a table.

There is no evaluation: a value comes from the rules alone, or there is none. Chance nodes are averaged. Where the
game does not end (a position comes up again on the way) or the line gets too long, the kernel stops and says why.

Lines may be 1,000 plies long, so actions lie on a stack, not in rows by ply as in `depth_first/layout.py`: hence an
ordering of its own, of the parts that `depth_first/ordering.py` has.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.bits import as_float, as_word
from zermelo.compile.kernel.memory import LIMIT, NODES, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.game import CHANCE, MAX
from zermelo.search.depth_first.layout import SLOTS
from zermelo.search.depth_first.ordering import index_of, nudge, pack
from zermelo.search.depth_first.table import NO_MOVE
from zermelo.search.solver import layout
from zermelo.search.solver.layout import compared_ply, effort_of, give_up, note_progress
from zermelo.search.solver.table import VALUES, new_table, table_functions

TABLE, KILLER = 1 << 40, 1 << 36  # urgencies above any history


@cache
def kernel_for(has_chance: bool) -> Callable[[Rules], Any]:
    """The kernel's factory: value(state, ply, mark, top, alpha, beta, memory, table) -> player 0's utility."""

    def kernel(rules: Rules) -> Any:
        to_move, is_terminal, utility = rules.to_move, rules.is_terminal, rules.utility
        mark_of = (
            rules.symmetric_mark or rules.mark
        )  # a path to a mirror image can go on for ever, as one back to itself
        fill, play, chances, result, buffer = rules.fill, rules.play, rules.chances, rules.result, rules.buffer
        slot, effort = rules.slot, rules.register(effort_of)
        stop, compared, progress = map(rules.register, (give_up, compared_ply, note_progress))
        packed, indexed, nudged = map(rules.register, (pack, index_of, nudge))
        find, claim = table_functions(rules, 2)

        @rules.jit
        def value(state, ply, mark, top, alpha, beta, memory, table):
            """Player 0's utility: exact inside (alpha, beta), a lower bound from beta on, an upper bound up to alpha.

            mark: an earlier ply of the path, to notice repetition; top: where memory is free for actions.
            """
            # Step 1. The end of the game, of the budget or of the room
            memory[NODES] += 1
            if memory[NODES] > memory[LIMIT]:
                return 0.0
            if is_terminal(state):
                return utility(state, MAX)
            if ply >= memory[layout.DEEPEST] or top > memory[layout.ROOM]:
                stop(layout.TOO_DEEP, memory)
                return 0.0
            if ply > memory[layout.DEEP]:
                memory[layout.DEEP] = ply

            # Step 2. Does the path come back to where it was?
            key, check = mark_of(state)
            mark = compared(key, ply, mark, memory)
            if mark < 0:
                stop(layout.REPEATS, memory)
                return 0.0

            # Step 3. What the table knows
            high, first = as_float(memory[layout.REACH]), NO_MOVE
            low = -high
            place = find(table, memory[layout.MASK], key, check)
            if place >= 0:
                low, high = as_float(table[place + VALUES]), as_float(table[place + VALUES + 1])
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
                first = table[place + 1] & NO_MOVE
                alpha, beta = max(alpha, low), min(beta, high)
            before = memory[NODES]
            player = to_move(state)
            choice, answer = NO_MOVE, 0.0

            # Step 4. Chance: every outcome's value must be exact
            if has_chance and player == CHANCE:
                total, seen = 0.0, 0.0
                for outcome, probability in chances(state):
                    progress(ply, seen, probability, memory)
                    after = result(state, outcome)
                    total += probability * value(after, ply + 1, mark, top, -math.inf, math.inf, memory, table)
                    if memory[NODES] > memory[LIMIT]:
                        return 0.0
                    seen += probability
                answer = low = high = total

            # Step 5. A player: the promising actions first, until one is good enough
            else:
                count = fill(state, buffer(memory, top))
                if count == 0:
                    stop(layout.NO_ACTIONS, memory)
                    return 0.0
                scores, history = top + count, layout.HISTORY + player * SLOTS
                for i in range(count):
                    move = memory[top + i]
                    urgency = memory[history + slot(move)]
                    if i == first:
                        urgency = TABLE
                    elif move == memory[layout.KILLERS + ply]:
                        urgency = KILLER
                    memory[scores + i] = packed(urgency, i)
                first_alpha, first_beta = alpha, beta
                best = -math.inf if player == MAX else math.inf
                for i in range(count):
                    at = i  # not `take_best`: two passes over few moves make the kernel about 7% slower
                    for j in range(i + 1, count):
                        if memory[scores + j] > memory[scores + at]:
                            at = j
                    index = indexed(memory[scores + at])
                    memory[scores + at] = memory[scores + i]
                    move = memory[top + index]
                    progress(ply, i / count, 1.0 / count, memory)
                    v = value(play(state, move), ply + 1, mark, scores + count, alpha, beta, memory, table)
                    if memory[NODES] > memory[LIMIT]:
                        return 0.0
                    if player == MAX:
                        if v > best:
                            best, choice = v, index
                        alpha = max(alpha, best)
                    else:
                        if v < best:
                            best, choice = v, index
                        beta = min(beta, best)
                    if alpha >= beta:
                        memory[layout.KILLERS + ply] = move
                        bonus = effort(memory[NODES] - before) ** 2 + 1
                        nudged(history + slot(move), bonus, memory)
                        break
                if best <= first_alpha:
                    high = min(high, best)
                elif best >= first_beta:
                    low = max(low, best)
                else:
                    low = high = best
                answer = best

            # Step 6. Remember
            place = claim(table, memory[layout.MASK], key, check, choice, effort(memory[NODES] - before))
            table[place + VALUES] = as_word(low)
            table[place + VALUES + 1] = as_word(high)
            return answer

        return value

    return kernel


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return 1, 1, layout.STACK, -math.inf, math.inf, new_words(compiled, layout.STACK), new_table(compiled, 0.001, 2)[0]
