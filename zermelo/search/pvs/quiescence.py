"""Quiescence search: beyond the horizon, searches noisy actions until the position is quiet enough to evaluate."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.memory import CUTOFFS, LEAVES, LIMIT, NODES
from zermelo.compile.kernel.rules import Rules, about_action
from zermelo.evaluate import Tactics
from zermelo.search.depth_first.layout import AGE, LINES_AT, MASK, PLIES, ROW
from zermelo.search.depth_first.lines import extend_line
from zermelo.search.depth_first.ordering import condition, index_of, pack, take_best
from zermelo.search.depth_first.table import EXACT, LOWER, NO_MOVE, UPPER, Found, table_functions
from zermelo.search.pvs.layout import SELECTIVE, layout_for
from zermelo.search.pvs.parts import PvsParts
from zermelo.search.pvs.scores import Scorer


def quiescer(
    rules: Rules,
    parts: PvsParts,
    advice: Tactics,
    most: int,
    score: Scorer,
    probe_endgame: Any,
) -> Callable[..., Any]:
    """quiesce(state, key, must, alpha, beta, ply, memory, table) -> value for the player to move.

    key: of the position; must: does the player answer a threat? If the part is off, neither is asked for, and the
    value is the evaluation alone. probe_endgame: see endgames.py; None: no databases.
    """
    to_move, play, fill, buffer_at = rules.to_move, rules.play, rules.fill, rules.buffer
    is_over, ending, opinion = score.is_over, score.ending, score.opinion
    layout = layout_for(most)
    moves_at, scores_at = layout.moves, layout.scores
    to_table, from_table = score.to_table, score.from_table
    position_key, table_key, mark_of = score.position_key, score.table_key, score.mark
    use_table, use_databases = parts.table, probe_endgame is not None
    probe, store, expect = table_functions(rules)
    lengthen, packed, indexed, best_of = map(rules.register, (extend_line, pack, index_of, take_best))

    if not parts.quiescence:
        adjudicates = rules.adjudicated is not None

        @rules.jit
        def horizon(state, key, must, alpha, beta, ply, memory, table):
            memory[NODES] += 1
            if memory[NODES] > memory[LIMIT]:
                return 0.0
            memory[LINES_AT + ply * ROW] = 0
            memory[LEAVES] += 1
            player = to_move(state)
            if is_over(state):
                return ending(state, player, ply)
            if use_databases:
                known = probe_endgame(state, ply, memory)
                if not math.isnan(known):
                    return known
            if adjudicates and fill(state, buffer_at(memory, moves_at + ply * most)) == 0:
                return ending(state, player, ply)
            memory[CUTOFFS] += 1
            return opinion(state, player)

        return horizon

    rank = about_action(rules, advice.rank) if advice.rank else None
    forced = condition(rules, advice.forced)
    noisy = rules.lister(advice.noisy) if advice.noisy else fill
    has_noisy = advice.rank is not None

    @rules.jit
    def quiesce(state, key, must, alpha, beta, ply, memory, table):
        memory[NODES] += 1
        if memory[NODES] > memory[LIMIT]:
            return 0.0
        memory[LINES_AT + ply * ROW] = 0
        player = to_move(state)
        if is_over(state):
            memory[LEAVES] += 1
            return ending(state, player, ply)
        if use_databases:
            known = probe_endgame(state, ply, memory)
            if not math.isnan(known):
                memory[LEAVES] += 1
                return known
        if ply > memory[SELECTIVE]:
            memory[SELECTIVE] = ply
        if ply >= PLIES:
            memory[CUTOFFS] += 1
            return opinion(state, player)
        first_alpha, static, mark = alpha, math.nan, key
        if not must:  # the table knows few of these positions, and its answer takes as long to come as the evaluation
            static = opinion(state, player)
        found = Found(0, 0, NO_MOVE, 0.0, math.nan, False)
        if use_table:
            key = table_key(state, key)
            mark = mark_of(state, key)
            found = probe(table, memory[MASK], key, mark)
            if found.bound:
                known = from_table(found.value, ply)
                if (
                    found.bound == EXACT
                    or (found.bound == LOWER and known >= beta)
                    or (found.bound == UPPER and known <= alpha)
                ):
                    memory[CUTOFFS] += 1
                    return known

        # Step 1. Stand pat, unless the player must answer a threat
        best = -math.inf
        moves, scores = moves_at + ply * most, scores_at + ply * most
        if must:
            count = fill(state, buffer_at(memory, moves))
            if count == 0:
                memory[LEAVES] += 1
                return ending(state, player, ply)
        else:
            memory[LEAVES] += 1
            memory[CUTOFFS] += 1
            best = static
            if best >= beta or not has_noisy:
                if use_table and found.bound == 0:
                    bound = LOWER if best >= beta else EXACT
                    store(table, memory[MASK], key, mark, memory[AGE], 0, bound, NO_MOVE, best, static, True)
                return best
            alpha = max(alpha, best)
            count = noisy(state, buffer_at(memory, moves))

        # Step 2. The good noisy actions, the best first; all actions if a threat must be answered
        kept = 0
        for i in range(count):
            urgency = 0
            if rank is not None:
                urgency = rank(state, memory[moves + i])
            if must or urgency > 0:
                memory[scores + kept] = packed(urgency, i)
                kept += 1
        for i in range(kept):
            move = memory[moves + indexed(best_of(i, kept, scores, memory))]
            child = play(state, move)
            key_below = key
            if use_table:
                key_below = position_key(child)
                expect(table, memory[MASK], key_below)
            forces = forced(child)
            if to_move(child) == player:
                value = quiesce(child, key_below, forces, alpha, beta, ply + 1, memory, table)
            else:
                value = -quiesce(child, key_below, forces, -beta, -alpha, ply + 1, memory, table)
            if memory[NODES] > memory[LIMIT]:
                return 0.0
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    lengthen(move, ply, memory)
                    if value >= beta:
                        break
        if use_table:
            bound = LOWER if best >= beta else EXACT if best > first_alpha else UPPER
            store(table, memory[MASK], key, mark, memory[AGE], 0, bound, NO_MOVE, to_table(best, ply), static, True)
        return best

    return quiesce
