"""The grown alpha-beta's kernel: principal-variation search with a table, learnt ordering and selective depth.

Values are for the player to move (negamax), so one function serves both sides; a player who moves twice running keeps
the sign. `PvsParts` says what is on; what is off is not compiled. Moves are as `fill` writes them, and are known to the
table by their index in that list.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.bits import as_word
from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, NODES, new_words
from zermelo.compile.kernel.recursion import unliteral_constants
from zermelo.compile.kernel.rules import Rules, about_action
from zermelo.evaluate import Tactics
from zermelo.search.depth_first.layout import AGE, LINES_AT, MASK, PLIES, ROW
from zermelo.search.depth_first.leaf import Scale
from zermelo.search.depth_first.lines import extend_line
from zermelo.search.depth_first.ordering import LOSING, NOISY, TABLE, condition, orderer
from zermelo.search.depth_first.table import EXACT, LOWER, NO_MOVE, UPPER, Found, new_table, table_functions
from zermelo.search.pvs.endgames import endgame_prober
from zermelo.search.pvs.layout import NO_SKIP, PAST, ROOT_DEPTH, SELECTIVE, layout_for
from zermelo.search.pvs.parts import PvsParts
from zermelo.search.pvs.quiescence import quiescer
from zermelo.search.pvs.scores import scorer
from zermelo.solve.indexing import Indexing

LATE = 64  # rows and columns of the table of reductions
LEAST_SINGULAR = 12  # plies that must be left to look for an only move


@dataclass(frozen=True)
class KernelPlan:
    """All that is fixed when the kernel is compiled."""

    parts: PvsParts
    tactics: Tactics
    scale: Scale
    most: int  # actions in one state
    indexing: Indexing | None = None  # of the endgame databases to probe


def reduction_table() -> Any:
    """How many plies less a late action gets, by depth and by how many came before it."""
    from zermelo.installed import is_installed, np

    rows = [
        [int(0.2 + math.log(depth) * math.log(late) / 2.8) if depth and late else 0 for late in range(LATE)]
        for depth in range(LATE)
    ]
    if not is_installed("numpy"):
        return {(depth, late): less for depth, row in enumerate(rows) for late, less in enumerate(row)}
    return np.array(rows, dtype=np.int64)


@lru_cache(maxsize=256)
def kernel_for(plan: KernelPlan) -> Callable[[Rules], Any]:
    """The kernel's factory: search(state, depth, alpha, beta, memory, table) -> value for the player to move."""
    parts, advice, most = plan.parts, plan.tactics, plan.most
    layout = layout_for(most)
    moves_at, played_at, static_at, path_at = layout.moves, layout.played, layout.statics, layout.path
    root_at, root_values_at = layout.root, layout.root_values
    edge, width, top, step = plan.scale.edge, plan.scale.width, plan.scale.best, plan.scale.step
    margin = advice.margin
    reductions = reduction_table()
    use_table, use_scout, deeper = parts.table, parts.scout, parts.deeper
    use_null, use_reductions, use_futility = parts.null_move, parts.reductions, parts.futility
    use_razoring, use_singular, use_repetition = parts.razoring, parts.singular_extensions, parts.repetition
    use_key, beyond_horizon = parts.table or parts.repetition, parts.quiescence or parts.check_extensions
    extend_forced, knows_static = parts.check_extensions, parts.null_move or parts.futility or parts.razoring
    use_databases = plan.indexing is not None

    def kernel(rules: Rules) -> Any:
        to_move, play, fill = rules.to_move, rules.play, rules.fill
        buffer_at = rules.buffer
        probe, store, expect = table_functions(rules)
        score = scorer(rules, plan.scale)
        is_over, ending, opinion = score.is_over, score.ending, score.opinion
        to_table, from_table, drawn = score.to_table, score.from_table, score.drawn
        take, keep_forcing, learn = orderer(rules, advice, layout, most, parts.learning)
        lengthen, unliteral = rules.register(extend_line), rules.register(unliteral_constants)
        probe_endgame = endgame_prober(rules, plan.indexing, plan.scale)
        quiesce = quiescer(rules, plan.parts, advice, most, score, probe_endgame)
        position_key, table_key, mark_of = score.position_key, score.table_key, score.mark
        rank = about_action(rules, advice.rank) if advice.rank else None
        forced, may_pass = condition(rules, advice.forced), condition(rules, advice.may_pass)
        passed: Any = rules.state_of(advice.passed) if advice.passed else None

        def key_of(state, depth, memory, table):
            """The key of a position that is searched next, to this depth; its place in the table is fetched.

            0 if nobody asks for it: without a table and repetition, and where the horizon only evaluates.
            """
            if not use_key or not (beyond_horizon or depth > 0):
                return unliteral(depth)[0]
            key = position_key(state)
            if use_table:
                expect(table, memory[MASK], key)
            return key

        key_of = rules.register(key_of)

        @rules.jit
        def node(state, key, must, depth, alpha, beta, ply, skip, may_null, memory, table):
            """The value at least so many plies deep: exact inside (alpha, beta), else a bound beyond them.

            key: of the position, see key_of; must: does the player answer a threat? Whoever calls knows both already.
            skip: the index of an action to leave out, or NO_SKIP.
            """
            zero, always, never = unliteral(ply)
            no_skip = zero + NO_SKIP

            # Step 1. The horizon; a forced answer is searched before it
            if extend_forced and must and ply < 2 * memory[ROOT_DEPTH]:
                depth += 1
            if depth <= 0:
                return quiesce(state, key, must, alpha, beta, ply, memory, table)

            # Step 2. The end of the game, of the budget or of the path
            memory[NODES] += 1
            if memory[NODES] > memory[LIMIT]:
                return 0.0
            memory[LINES_AT + ply * ROW] = 0
            player = to_move(state)
            if is_over(state):
                memory[LEAVES] += 1
                return ending(state, player, ply)
            if use_databases and ply > 0:
                known = probe_endgame(state, ply, memory)
                if not math.isnan(known):
                    memory[LEAVES] += 1
                    return known
            if ply >= PLIES:
                memory[CUTOFFS] += 1
                return opinion(state, player)
            if ply > memory[SELECTIVE]:
                memory[SELECTIVE] = ply
            if step and ply > 0 and top - (ply + 1) * step <= alpha:
                return top - (ply + 1) * step  # even a win with the next action would come too late
            is_pv = beta - alpha > 2 * width
            position = key
            if use_repetition:
                memory[path_at + PAST + ply] = key
                if ply > 0 and drawn(state, key, ply, path_at, memory):
                    memory[CUTOFFS] += 1
                    return 0.0

            # Step 3. What the table knows
            first_alpha, leaned, mark = alpha, memory[CUTOFFS], key
            found = Found(0, 0, NO_MOVE, 0.0, math.nan, False)
            if use_table:
                key = table_key(state, key)
                mark = mark_of(state, key)
                if skip == NO_SKIP:
                    found = probe(table, memory[MASK], key, mark)
            known = from_table(found.value, ply)
            if not is_pv and found.bound and (found.depth == depth or (deeper and found.depth > depth)):
                if found.bound == EXACT or (found.bound == LOWER and known >= beta):
                    memory[CUTOFFS] += found.opinion
                    return known
                if found.bound == UPPER and known <= alpha:
                    memory[CUTOFFS] += found.opinion
                    return known

            # Step 4. A first opinion, bettered by the table's
            static, expected, improving = math.nan, 0.0, False
            if knows_static and not must:
                static = found.static
                if math.isnan(static):
                    static = opinion(state, player)
                expected = static
                if (found.bound == LOWER and known > static) or (found.bound == UPPER and known < static):
                    expected = known
                memory[static_at + ply] = int(static * 1024)
                improving = ply >= 2 and memory[static_at + ply] > memory[static_at + ply - 2]
            elif knows_static and ply >= 2:
                memory[static_at + ply] = memory[static_at + ply - 2]
            calm = not must and not is_pv and skip == NO_SKIP and abs(beta) < edge

            # Step 5. Razoring: so far below alpha that only a noisy action could help
            if use_razoring and calm and depth <= 3 and expected + margin * (1.5 + 1.5 * depth * depth) < alpha:
                value = quiesce(state, position, must, alpha, beta, ply, memory, table)
                if value <= alpha:
                    return value

            # Step 6. Futility: so far above beta that the other side will not catch up before the horizon
            ahead = expected - margin * (0.75 * depth - 0.5 * improving)
            if use_futility and calm and depth <= 7 and ahead >= beta and expected < edge:
                memory[CUTOFFS] += 1
                return expected

            # Step 7. Null move: if even passing leaves the mover at or above beta, a real action will too, so a
            # shallower search after a pass may cut the position. Zugzwang is the exception: see Tactics.may_pass
            if use_null and calm and may_null and depth >= 2 and expected >= beta and may_pass(state):
                reduction = 3 + depth // 4 + min(2, int((expected - beta) / (2.0 * max(margin, width))))
                after = passed(state)
                memory[played_at + ply] = NO_MOVE
                less = depth - 1 - reduction
                key_below, forces = key_of(after, less, memory, table), forced(after)
                low, high = -beta, width - beta
                value = -node(after, key_below, forces, less, low, high, ply + 1, no_skip, never, memory, table)
                if memory[NODES] > memory[LIMIT]:
                    return 0.0
                if value >= beta:
                    memory[CUTOFFS] += 1
                    return beta if value >= edge else value

            # Step 8. Singular extension: if the table's action is the only good one, it is searched more deeply
            extension = 0
            trusted = found.move != NO_MOVE and found.bound >= LOWER and found.depth >= depth - 3 and abs(known) < edge
            if use_singular and trusted and depth >= LEAST_SINGULAR and 0 < ply < 2 * memory[ROOT_DEPTH]:
                target = known - 0.02 * margin * depth
                low, half = target - width, (depth - 1) // 2
                value = node(state, position, must, half, low, target, ply, found.move, never, memory, table)
                memory[LINES_AT + ply * ROW] = 0
                if value < target:
                    extension = 1
                elif target >= beta:
                    memory[CUTOFFS] += 1
                    return target
                elif known >= beta:
                    extension = -1
            if use_reductions and depth >= 4 and found.move == NO_MOVE and skip == NO_SKIP and ply > 0:
                depth -= 1  # nothing is known here: a shallower search first

            # Step 9. The actions, the promising ones first
            listed = fill(state, buffer_at(memory, moves_at + ply * most))
            if listed == 0:
                memory[LEAVES] += 1
                return ending(state, player, ply)
            best, choice = -math.inf, NO_MOVE
            tried, quiets, count = 0, 0, listed
            for i in range(listed):
                if i >= count:
                    break
                index, urgency, move = take(i, state, player, count, ply, found.move, memory)
                if index == skip or (ply == 0 and memory[root_at + index] != 0):
                    continue
                quiet = LOSING < urgency < NOISY
                if urgency == TABLE and rank is not None:
                    quiet = rank(state, move) == 0

                # Step 10. Near the horizon, late and hopeless actions are left out, unless they force an answer
                is_hopeless = False
                leaves_out = use_futility and best > -edge and alpha < edge and not (must or is_pv) and ply > 0
                if leaves_out and quiet and depth <= 6:
                    late = quiets >= (3 + depth * depth) // (1 if improving else 2)
                    is_hopeless = late or expected + margin * (1.0 + depth) <= alpha
                    if is_hopeless and count == listed:  # then so are all later ones, as alpha does not fall
                        count = keep_forcing(i + 1, state, count, ply, memory)
                elif leaves_out and urgency < 0 and depth <= 5:
                    is_hopeless = not quiet and urgency - LOSING < -margin * depth
                child = play(state, move)
                key_below = key_of(child, depth - 1, memory, table)
                forces = forced(child)
                if leaves_out and not forces:
                    quiets += quiet
                    if is_hopeless:
                        memory[CUTOFFS] += 1
                        continue

                # Step 11. The first action with the whole window, the others less deeply and only to refute them
                tried += 1
                memory[played_at + ply] = index
                same = to_move(child) == player
                below = depth - 1
                if urgency == TABLE:
                    below += extension
                value = 0.0
                again = True
                if tried > 1 and (use_scout or use_reductions):
                    less = 0
                    if use_reductions and depth >= 3 and tried > 3 + is_pv:
                        if quiet:
                            less = reductions[min(depth, LATE - 1), min(tried, LATE - 1)]
                            less -= is_pv
                            less -= max(-2, min(2, urgency // 5000))
                            less -= must
                        elif urgency < 0:
                            less = 1
                        less -= 3 * forces
                        less = max(0, min(less, below - 1))
                    low = alpha if same else -alpha - width
                    high, shallow = low + width, below - less
                    value = node(child, key_below, forces, shallow, low, high, ply + 1, no_skip, always, memory, table)
                    value = value if same else -value
                    again = value > alpha
                    if again and less > 0:
                        value = node(
                            child, key_below, forces, below, low, high, ply + 1, no_skip, always, memory, table
                        )
                        value = value if same else -value
                        again = value > alpha
                    again = again and value < beta
                if again:
                    low, high = (alpha, beta) if same else (-beta, -alpha)
                    value = node(child, key_below, forces, below, low, high, ply + 1, no_skip, always, memory, table)
                    value = value if same else -value
                if memory[NODES] > memory[LIMIT]:
                    return 0.0
                if ply == 0:
                    memory[root_values_at + 2 * index] = as_word(value)
                    memory[root_values_at + 2 * index + 1] = memory[ROOT_DEPTH]

                # Step 12. Is it the best so far?
                if value > best:
                    best = value
                    if value > alpha:
                        alpha, choice = value, index
                        lengthen(move, ply, memory)
                        if value >= beta:
                            learn(state, player, move, quiet, i, count, listed, ply, depth, memory)
                            break

            # Step 13. Remember
            if tried == 0:
                return alpha if skip != NO_SKIP else best
            if use_table and skip == NO_SKIP and not (ply == 0 and memory[root_at + most] != 0):
                bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
                store(
                    table,
                    memory[MASK],
                    key,
                    mark,
                    memory[AGE],
                    depth,
                    bound,
                    choice,
                    to_table(best, ply),
                    static,
                    memory[CUTOFFS] != leaned,
                )
            return best

        @rules.jit
        def search(state, depth, alpha, beta, memory, table):
            ply, always, _ = unliteral(depth)
            must, key = forced(state), key_of(state, depth, memory, table)
            return node(state, key, must, depth, alpha, beta, ply, ply + NO_SKIP, always, memory, table)

        return search

    return kernel


@lru_cache(maxsize=64)
def example_for(most: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        memory = new_words(compiled, layout_for(most).end)
        return 1, -math.inf, math.inf, memory, new_table(compiled, 0.001)[0]

    return example
