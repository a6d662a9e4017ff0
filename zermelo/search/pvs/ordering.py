"""Move ordering: the table's action, good noisy actions, killers, counter-moves, history, and losing actions last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.rules import Rules
from zermelo.evaluate import Tactics
from zermelo.search.pvs.layout import SLOTS, Layout
from zermelo.search.pvs.table import NO_MOVE

TABLE, NOISY, KILLER, COUNTER, LOSING = 1 << 44, 1 << 40, 1 << 37, 1 << 36, -(1 << 40)  # classes; history lies within
MOST_HISTORY = 16384


def orderer(rules: Rules, advice: Tactics, layout: Layout, learning: bool) -> tuple[Callable[..., Any], ...]:
    """take(i, state, player, count, ply, table_move, memory) -> (index, urgency, move), and learn, after a cutoff.

    `take` is called with i = 0, 1, … once `fill` has listed the actions of this ply, and returns them in order. The
    index is the action's place in that list; the urgency tells its class: TABLE, NOISY, …
    """
    moves_at, scores_at, killers_at = layout.moves, layout.scores, layout.killers
    history_at, counters_at, played_at, most = layout.history, layout.counters, layout.played, layout.most
    rank = rules.register(advice.rank) if advice.rank else None
    order = rules.register(advice.order) if advice.order else None
    slot = rules.slot

    def answer_place(player, ply, memory):
        """Where the counter-move to the previous action is kept."""
        index = NO_MOVE
        if ply > 0:
            index = memory[played_at + ply - 1]
        if index == NO_MOVE:
            return counters_at + 2 * SLOTS
        return counters_at + player * SLOTS + slot(memory[moves_at + (ply - 1) * most + index])

    answered = rules.register(answer_place)

    def place(state, player, count, ply, table_move, memory):
        """Scores the listed actions."""
        moves, scores = moves_at + ply * most, scores_at + ply * most
        killers, history = killers_at + 2 * ply, history_at + player * SLOTS
        answer = answered(player, ply, memory)
        for i in range(count):
            move = memory[moves + i]
            urgency = 0
            if i == table_move:
                urgency = TABLE
            else:
                noise = 0
                if rank is not None:
                    noise = rank(state, move)
                if noise > 0:
                    urgency = NOISY + noise
                elif noise < 0:
                    urgency = LOSING + noise
                else:
                    if learning:
                        if move == memory[killers]:
                            urgency = KILLER + 1
                        elif move == memory[killers + 1]:
                            urgency = KILLER
                        elif move == memory[answer]:
                            urgency = COUNTER
                        else:
                            urgency = memory[history + slot(move)]
                    if order is not None:
                        urgency += order(state, move)
            memory[scores + i] = (urgency << 16) + NO_MOVE - i

    def pick(i, count, ply, memory):
        """Moves the best of the actions from i on to place i; returns its index, its urgency, and the action."""
        moves, scores = moves_at + ply * most, scores_at + ply * most
        best, at = memory[scores + i], i
        for j in range(i + 1, count):
            if memory[scores + j] > best:
                best, at = memory[scores + j], j
        memory[scores + at] = memory[scores + i]
        memory[scores + i] = best
        index = NO_MOVE - (best & NO_MOVE)
        return index, best >> 16, memory[moves + index]

    placed, picked = rules.register(place), rules.register(pick)

    def take(i, state, player, count, ply, table_move, memory):
        has_table_move = table_move < count
        if i == 0 and has_table_move:  # it may cause a cutoff, so the others are scored only if a second is needed
            return table_move, TABLE, memory[moves_at + ply * most + table_move]
        if i == 0 or (i == 1 and has_table_move):
            placed(state, player, count, ply, table_move, memory)
            if has_table_move:
                picked(0, count, ply, memory)
        return picked(i, count, ply, memory)

    def nudge(place, bonus, memory):
        memory[place] += bonus - memory[place] * abs(bonus) // MOST_HISTORY

    nudged = rules.register(nudge)

    def learn(state, player, move, quiet, tried, ply, depth, memory):
        """After an action caused a cutoff: raises it in the order, and lowers those tried before it."""
        if not learning or not quiet:
            return
        killers, history = killers_at + 2 * ply, history_at + player * SLOTS
        if memory[killers] != move:
            memory[killers + 1] = memory[killers]
            memory[killers] = move
        memory[answered(player, ply, memory)] = move
        bonus = min(depth * depth * 16, 2000)
        nudged(history + slot(move), bonus, memory)
        for i in range(tried):
            packed = memory[scores_at + ply * most + i]
            if LOSING < packed >> 16 < NOISY:
                other = memory[moves_at + ply * most + NO_MOVE - (packed & NO_MOVE)]
                nudged(history + slot(other), -bonus, memory)

    return rules.register(take), rules.register(learn)
