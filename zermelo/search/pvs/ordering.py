"""Which action first: the table's, then noisy ones that look good, killers, answers, history; losing ones last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.rules import Rules
from zermelo.evaluate import Tactics
from zermelo.search.pvs.layout import LINES_AT, ROW, SLOTS, Layout
from zermelo.search.pvs.table import NO_MOVE

TABLE, NOISY, KILLER, COUNTER, LOSING = 1 << 44, 1 << 40, 1 << 37, 1 << 36, -(1 << 40)  # classes; history lies within
MOST_HISTORY = 16384


def orderer(rules: Rules, advice: Tactics, layout: Layout, learning: bool) -> tuple[Callable[..., Any], ...]:
    """place (scores the listed actions), pick (the best of the rest), learn (after a refutation), extend_line."""
    moves_at, scores_at, killers_at = layout.moves, layout.scores, layout.killers
    history_at, counters_at, played_at, most = layout.history, layout.counters, layout.played, layout.most
    rank = rules.register(advice.rank) if advice.rank else None
    order = rules.register(advice.order) if advice.order else None
    slot = rules.slot

    def answer_place(player, ply, memory):
        """Where the answer to the action on the way here is kept."""
        index = NO_MOVE
        if ply > 0:
            index = memory[played_at + ply - 1]
        if index == NO_MOVE:
            return counters_at + 2 * SLOTS
        return counters_at + player * SLOTS + slot(memory[moves_at + (ply - 1) * most + index])

    answered = rules.register(answer_place)

    def place(state, player, count, ply, table_move, memory):
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
        """Brings the best of the actions from i on to place i: its packed score, and the action."""
        moves, scores = moves_at + ply * most, scores_at + ply * most
        best, at = memory[scores + i], i
        for j in range(i + 1, count):
            if memory[scores + j] > best:
                best, at = memory[scores + j], j
        memory[scores + at] = memory[scores + i]
        memory[scores + i] = best
        return best, memory[moves + NO_MOVE - (best & NO_MOVE)]

    def nudge(place, bonus, memory):
        memory[place] += bonus - memory[place] * abs(bonus) // MOST_HISTORY

    nudged = rules.register(nudge)

    def learn(state, player, move, quiet, tried, ply, depth, memory):
        """An action refuted the other's play: the next time it comes earlier, and those tried before it later."""
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

    def extend_line(move, ply, memory):
        """The best line from here: this action and the line below it."""
        row, below = LINES_AT + ply * ROW, LINES_AT + (ply + 1) * ROW
        length = memory[below]
        memory[row + 1] = move
        for i in range(1, length + 1):
            memory[row + 1 + i] = memory[below + i]
        memory[row] = length + 1

    return rules.register(place), rules.register(pick), rules.register(learn), rules.register(extend_line)
