"""Move ordering: the table's action, good noisy actions, killers, counter-moves, history, and losing actions last.

An action's score is its urgency packed with its index in the list of actions, so that no two scores are equal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from zermelo.compile.kernel.memory import Words
from zermelo.compile.kernel.rules import Rules, about_action
from zermelo.evaluate import Tactics
from zermelo.search.depth_first.layout import SLOTS
from zermelo.search.depth_first.table import NO_MOVE

TABLE, NOISY, KILLER, COUNTER, LOSING = 1 << 44, 1 << 40, 1 << 37, 1 << 36, -(1 << 40)  # classes; history lies within
MOST_HISTORY = 16384


def pack(urgency, index):
    """The score of the action with this index."""
    return (urgency << 16) + NO_MOVE - index


def index_of(score):
    """The index of the action with this score."""
    return NO_MOVE - (score & NO_MOVE)


def take_best(i, count, scores, memory):
    """Moves the best of the scores from place i on to that place, and returns it. scores: where they begin."""
    best, at = memory[scores + i], i
    for j in range(i + 1, count):
        best = max(best, memory[scores + j])  # several at once, without a branch
    while memory[scores + at] != best:
        at += 1
    memory[scores + at] = memory[scores + i]
    memory[scores + i] = best
    return best


def nudge(place, bonus, memory):
    """Raises a history score, or lowers it if the bonus is negative; it stays below MOST_HISTORY."""
    memory[place] += bonus - memory[place] * abs(bonus) // MOST_HISTORY


def orderer(rules: Rules, advice: Tactics, layout: Words, most: int, learning: bool) -> tuple[Callable[..., Any], ...]:
    """take(i, state, player, count, ply, table_move, memory) -> (index, urgency, move), keep_forcing, and learn.

    `take` is called with i = 0, 1, … once `fill` has listed the actions of this ply, and returns them in order. The
    index is the action's place in that list; the urgency tells its class: TABLE, NOISY, …
    `keep_forcing` leaves quiet actions out of what is still to be taken; `learn` is for after a cutoff.
    layout: has the rows of `ordering_rows`. most: actions of a state.
    """
    moves_at, scores_at, killers_at = layout.moves, layout.scores, layout.killers
    history_at, counters_at, played_at = layout.history, layout.counters, layout.played
    rank = about_action(rules, advice.rank) if advice.rank else None
    order = about_action(rules, advice.order) if advice.order else None
    aims_of = rules.register(advice.aims or _no_aims)
    forces = rules.register(_told(rules, advice) if advice.forces else _by_playing(rules, advice))
    slot, is_quiet = rules.slot, rules.register(_is_quiet)
    packed, indexed, best_of, nudged = map(rules.register, (pack, index_of, take_best, nudge))

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
            memory[scores + i] = packed(urgency, i)

    def pick(i, count, ply, memory):
        """Moves the best of the actions from i on to place i; returns its index, its urgency, and the action."""
        best = best_of(i, count, scores_at + ply * most, memory)
        index = indexed(best)
        return index, best >> 16, memory[moves_at + ply * most + index]

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

    def keep_forcing(i, state, count, ply, memory):
        """Leaves out the quiet actions from place i on that force no answer; returns how many actions are left.

        Those left out stay in the list, behind the others.
        """
        moves, scores = moves_at + ply * most, scores_at + ply * most
        aims = aims_of(state)
        at = i
        while at < count:
            score = memory[scores + at]
            if is_quiet(score) and not forces(state, aims, memory[moves + indexed(score)]):
                count -= 1
                memory[scores + at] = memory[scores + count]
                memory[scores + count] = score
            else:
                at += 1
        return count

    def learn(state, player, move, quiet, i, count, listed, ply, depth, memory):
        """After the action at place i caused a cutoff: raises it in the order, and lowers those that came before it.

        Among the latter are those of the listed ones that were left out: their places are from `count` on.
        """
        if not learning or not quiet:
            return
        killers, history = killers_at + 2 * ply, history_at + player * SLOTS
        if memory[killers] != move:
            memory[killers + 1] = memory[killers]
            memory[killers] = move
        memory[answered(player, ply, memory)] = move
        bonus = min(depth * depth * 16, 2000)
        nudged(history + slot(move), bonus, memory)
        if i == 0:
            return
        moves, scores = moves_at + ply * most, scores_at + ply * most
        for j in range(listed):
            score = memory[scores + j]
            if (j < i or (j >= count and score > memory[scores + i])) and is_quiet(score):
                other = memory[moves + indexed(score)]
                nudged(history + slot(other), -bonus, memory)

    return rules.register(take), rules.register(keep_forcing), rules.register(learn)


def _is_quiet(score):
    return LOSING < score >> 16 < NOISY


def _no_aims(state):
    return 0


def _told(rules: Rules, advice: Tactics) -> Callable[..., Any]:
    """Tactics.forces about a move that `fill` wrote."""
    action_of = rules.action_of
    if action_of is None:
        return cast(Callable[..., Any], advice.forces)
    told = rules.register(advice.forces)

    def forces(state, aims, move):
        return told(state, aims, action_of(state, move))

    return forces


def _by_playing(rules: Rules, advice: Tactics) -> Callable[..., Any]:
    """Tactics.forces for a game that does not give it."""
    play, forced = rules.play, condition(rules, advice.forced)

    def forces(state, aims, move):
        return forced(play(state, move))

    return forces


def condition(rules: Rules, asked: Callable[..., Any] | None) -> Callable[..., Any]:
    """A condition of the tactics, for kernels: (state) -> bool. One that is not given never holds.

    Its answers may go to recursive functions, so Numba must not take them for literals: see unliteral_constants.
    """
    asked = rules.register(asked or _never)

    def holds(state):
        return bool(asked(state))

    return rules.register(holds)


def _never(state):
    return False
