"""The Star kernel: expectiminimax with alpha-beta at the players' nodes and Ballard's cuts at those of chance.

Values are MAX's. Depth counts plies of choice: chance moves without costing depth. A state without depth left is
evaluated, whoever is to move there.

Rounding cannot add up to a wrong value. A cut compares sums of at most a few hundred numbers with alpha and beta, so
it errs by a few units in the last place of the range; the value of a node then errs by as much, since it lay that
close to the bound, and averages, maxima and minima never enlarge the errors of what they are made of. Averages that are
not cut are added up in the game's order, as the plain algorithm adds them: where no cut was that close, both algorithms
give the same number to the last bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, NODES, array_of, new_numbers, new_words
from zermelo.compile.kernel.recursion import unliteral_constants
from zermelo.compile.kernel.rules import Rules, about_action
from zermelo.evaluate import Tactics
from zermelo.game import CHANCE, MAX
from zermelo.search.depth_first.layout import AGE, LINES_AT, MASK, PLIES, ROW
from zermelo.search.depth_first.leaf import Scale, leaf_functions
from zermelo.search.depth_first.lines import extend_line
from zermelo.search.depth_first.ordering import LOSING, NOISY, TABLE, orderer
from zermelo.search.depth_first.table import EXACT, LOWER, NO_MOVE, UPPER, Found, marker, new_table, table_functions
from zermelo.search.star.bounds import ValueRange
from zermelo.search.star.layout import CUTS, NO_CUTS, SAMPLES, STAR2, USES_TABLE, layout_for, numbers_for, width_for
from zermelo.search.star.outcomes import outcome_functions

PLAIN = Scale(best=0.0, step=0.0, width=0.0)  # averages of chance know no distances


@dataclass(frozen=True)
class StarPlan:
    """All that is fixed when the kernel is compiled."""

    tactics: Tactics
    range: ValueRange
    most: int  # actions in one state


@lru_cache(maxsize=256)
def kernel_for(plan: StarPlan) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, depth, alpha, beta, memory, numbers, weights, table) -> value for MAX.

    The value is exact inside (alpha, beta), a lower bound at or above beta, an upper bound at or below alpha.
    """
    most, advice = plan.most, plan.tactics
    least, greatest, layout, wide = plan.range.low, plan.range.high, layout_for(most), width_for(most)
    moves_at, played_at, outcomes_at, order_at = layout.moves, layout.played, layout.outcomes, layout.order
    weights_at, lows_at, highs_at, low_rests_at, high_rests_at = numbers_for(most)

    def kernel(rules: Rules) -> Any:
        to_move, play, fill, play_chance = rules.to_move, rules.play, rules.fill, rules.play_chance
        is_terminal, buffer_at = rules.is_terminal, rules.buffer
        key_of, mark_of = rules.symmetric_key or rules.whole_key, marker(rules)
        ending, opinion = leaf_functions(rules, PLAIN)
        probe, store, _ = table_functions(rules)
        take, _, learn = orderer(rules, advice, layout, most, True)
        rank = about_action(rules, advice.rank) if advice.rank else None
        list_outcomes, add_up, average = outcome_functions(rules, most, plan.range)
        lengthen, unliteral = rules.register(extend_line), rules.register(unliteral_constants)

        def visit(state, depth, ply, memory):
            """Counts a state: (is it a leaf?, its value for MAX)."""
            memory[NODES] += 1
            if memory[NODES] > memory[LIMIT]:
                return True, 0.0
            if is_terminal(state):
                memory[LEAVES] += 1
                return True, ending(state, MAX, ply)
            if depth == 0 or ply >= PLIES:
                memory[LEAVES] += 1
                memory[CUTOFFS] += 1
                return True, opinion(state, MAX)
            return False, 0.0

        visit = rules.inner(visit)

        @rules.jit
        def node(state, depth, alpha, beta, ply, is_probe, memory, numbers, weights, table):
            """The value of a state that is no leaf; see `kernel_for`.

            is_probe: only the most promising action is searched, which bounds the value from the mover's side. The
            window is open at the other side, so that no bound of the wrong kind is returned.
            """
            _, always, never = unliteral(ply)
            memory[LINES_AT + ply * ROW] = 0
            mover = to_move(state)
            first_alpha, first_beta, leaned = alpha, beta, memory[CUTOFFS]

            # Step 1. What the table knows. A value that no evaluation went into holds at any depth
            found = Found(0, 0, NO_MOVE, 0.0, math.nan, False)
            uses_table = memory[USES_TABLE] != 0 and (mover == CHANCE or depth > 1)
            key = mark = 0 * ply
            if uses_table or (mover == CHANCE and memory[SAMPLES] > 0):
                key = key_of(state)
            if uses_table:
                mark = mark_of(state, key)
                found = probe(table, memory[MASK], key, mark)
                if found.bound and (found.depth == depth or (found.depth < depth and not found.opinion)):
                    is_high = found.bound == LOWER and found.value >= beta
                    is_low = found.bound == UPPER and found.value <= alpha
                    if found.bound == EXACT or is_high or is_low:
                        memory[CUTOFFS] += found.opinion
                        return found.value

            if mover == CHANCE:
                count, used = list_outcomes(state, key, ply, memory, numbers, weights)
                row = ply * wide
                cuts = memory[CUTS]
                memory[played_at + ply] = 0  # the counter-move of the next ply answers the outcome
                bound, value = 0, 0.0

                # Step 2. Star2: one action of each outcome bounds its value from one side, which may suffice for a cut
                probes = cuts == STAR2 and (alpha > least or beta < greatest)
                if probes:
                    rest = 0.0
                    for place in range(used):
                        rest += numbers[weights_at + row + memory[order_at + row + place]]
                    low_sum, high_sum = 0.0, 0.0  # of the outcomes seen
                    for place in range(used):
                        index = memory[order_at + row + place]
                        weight = numbers[weights_at + row + index]
                        rest = max(0.0, rest - weight) if place < used - 1 else 0.0
                        low_rest, high_rest = 0.0, 0.0
                        if rest > 0.0:
                            low_rest, high_rest = rest * least, rest * greatest
                        child = play_chance(state, memory[outcomes_at + row + index])
                        is_leaf, v = visit(child, depth, ply + 1, memory)
                        if is_leaf:
                            numbers[lows_at + row + index] = v
                            numbers[highs_at + row + index] = v
                        else:
                            replier = to_move(child)
                            memory[moves_at + ply * most] = index
                            top = min(greatest, (beta - low_sum - low_rest) / weight)
                            floor = max(least, (alpha - high_sum - high_rest) / weight)
                            if replier == MAX and beta < greatest and top > least:
                                v = node(child, depth, least, top, ply + 1, always, memory, numbers, weights, table)
                                numbers[lows_at + row + index] = min(greatest, max(least, v))
                            elif replier != MAX and replier != CHANCE and alpha > least and floor < greatest:
                                v = node(
                                    child, depth, floor, greatest, ply + 1, always, memory, numbers, weights, table
                                )
                                numbers[highs_at + row + index] = min(greatest, max(least, v))
                        if memory[NODES] > memory[LIMIT]:
                            return 0.0
                        low_sum += weight * numbers[lows_at + row + index]
                        high_sum += weight * numbers[highs_at + row + index]
                        if high_sum + high_rest <= alpha:
                            bound, value = UPPER, high_sum + high_rest
                            break
                        if low_sum + low_rest >= beta:
                            bound, value = LOWER, low_sum + low_rest
                            break

                # Step 3. Star1: an outcome is searched only as far as it can bring the average between alpha and beta
                if bound == 0:
                    add_up(used, ply, memory, numbers)
                    seen = 0.0
                    for place in range(used):
                        index = memory[order_at + row + place]
                        weight = numbers[weights_at + row + index]
                        low, high = numbers[lows_at + row + index], numbers[highs_at + row + index]
                        floor, top = -math.inf, math.inf
                        if cuts != NO_CUTS:
                            floor = (alpha - seen - numbers[high_rests_at + row + place + 1]) / weight
                            top = (beta - seen - numbers[low_rests_at + row + place + 1]) / weight
                        if high <= floor:
                            bound, value = UPPER, alpha
                            break
                        if low >= top:
                            bound, value = LOWER, beta
                            break
                        v = low
                        if low < high or cuts == NO_CUTS:
                            child = play_chance(state, memory[outcomes_at + row + index])
                            is_leaf = False
                            if not probes:
                                is_leaf, v = visit(child, depth, ply + 1, memory)
                            if not is_leaf:
                                memory[moves_at + ply * most] = index
                                below, above = floor, top
                                if cuts != NO_CUTS:
                                    below, above = max(floor, low), min(top, high)
                                    if below >= above:  # alpha and beta are so close that rounding made them meet
                                        below, above = low, high
                                v = node(child, depth, below, above, ply + 1, never, memory, numbers, weights, table)
                                v = min(high, max(low, v))
                            if memory[NODES] > memory[LIMIT]:
                                return 0.0
                        if v <= floor:
                            bound = UPPER
                            value = min(alpha, seen + weight * v + numbers[high_rests_at + row + place + 1])
                            break
                        if v >= top:
                            bound = LOWER
                            value = max(beta, seen + weight * v + numbers[low_rests_at + row + place + 1])
                            break
                        numbers[lows_at + row + index] = v
                        seen += weight * v
                if bound == 0:
                    bound, value = EXACT, average(count, ply, numbers)
                memory[LINES_AT + ply * ROW] = 0  # a line ends where chance moves
                if uses_table:
                    leans = memory[CUTOFFS] != leaned
                    store(table, memory[MASK], key, mark, memory[AGE], depth, bound, NO_MOVE, value, math.nan, leans)
                return value

            # Step 4. A player's actions, the promising ones first
            is_max = mover == MAX
            best = -math.inf if is_max else math.inf
            choice, place_of_best, is_quiet = NO_MOVE, 0, True
            listed = fill(state, buffer_at(memory, moves_at + ply * most))
            tried = 0
            for i in range(listed):
                index, urgency, move = take(i, state, mover, listed, ply, found.move, memory)
                child = play(state, move)
                is_leaf, v = visit(child, depth - 1, ply + 1, memory)
                if not is_leaf:
                    memory[played_at + ply] = index
                    below, above = alpha, beta
                    if memory[CUTS] == NO_CUTS:
                        below, above = -math.inf, math.inf
                    v = node(child, depth - 1, below, above, ply + 1, never, memory, numbers, weights, table)
                if memory[NODES] > memory[LIMIT]:
                    return 0.0
                tried += 1
                if v > best if is_max else v < best:
                    best, choice, place_of_best = v, index, i
                    is_quiet = LOSING < urgency < NOISY
                    if urgency == TABLE and rank is not None:
                        is_quiet = rank(state, move) == 0
                    if v > alpha if is_max else v < beta:
                        if is_max:
                            alpha = v
                        else:
                            beta = v
                        if is_leaf:
                            memory[LINES_AT + (ply + 1) * ROW] = 0
                        lengthen(move, ply, memory)
                if memory[CUTS] != NO_CUTS and alpha >= beta:
                    break
                if is_probe:
                    break

            # Step 5. Remember
            if choice != NO_MOVE:
                move = memory[moves_at + ply * most + choice]
                learn(state, mover, move, is_quiet, place_of_best, listed, listed, ply, depth, memory)
            if uses_table:
                is_partial = tried < listed
                if is_max:
                    bound = LOWER if best >= first_beta or is_partial else EXACT if best > first_alpha else UPPER
                else:
                    bound = UPPER if best <= first_alpha or is_partial else EXACT if best < first_beta else LOWER
                leans = memory[CUTOFFS] != leaned
                store(table, memory[MASK], key, mark, memory[AGE], depth, bound, choice, best, math.nan, leans)
            return best

        @rules.jit
        def search(state, depth, alpha, beta, memory, numbers, weights, table):
            ply = 0 * depth + 1  # the root, at ply 0, is not the kernel's: its children are
            memory[LINES_AT + ply * ROW] = 0
            memory[played_at] = NO_MOVE
            is_leaf, v = visit(state, depth, ply, memory)
            if is_leaf:
                return v
            _, _, never = unliteral(depth)
            return node(state, depth, alpha, beta, ply, never, memory, numbers, weights, table)

        return search

    return kernel


@lru_cache(maxsize=64)
def example_for(most: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        memory, table = new_words(compiled, layout_for(most).end), new_table(compiled, 0.001)[0]
        return 1, -math.inf, math.inf, memory, *outcome_numbers(compiled, most), table

    return example


def outcome_numbers(compiled: bool, most: int) -> tuple[Any, Any]:
    """The kernel's second memory, and an array for the probabilities of one chance node."""
    room = width_for(most) - 1
    return new_numbers(compiled, numbers_for(most).end), array_of(new_numbers(compiled, room))
