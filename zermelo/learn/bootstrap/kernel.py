"""Games that alpha-beta plays against itself, whole in compiled code, and what is kept of their positions.

A game begins with random plies, after which a lopsided position is dropped. Then each side searches to a soft limit of
nodes and plays the best move, until the rules end the game, the search proves its result, or it is adjudicated. A
position is kept if it is quiet: the mover need not answer a threat, the best move is quiet, and the value is not clear.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.memory import Words, new_words, pointed
from zermelo.compile.kernel.rules import Rules, about_action
from zermelo.search.depth_first.layout import MASK
from zermelo.search.depth_first.ordering import condition
from zermelo.search.depth_first.table import new_table
from zermelo.search.pvs.inside import deepener
from zermelo.search.pvs.kernel import KernelPlan
from zermelo.search.pvs.layout import layout_for

LONGEST = 320  # plies of a game; one that is not over then counts as drawn
SURE = 5  # plies running that a value is beyond DECIDED before the game is given to that side
LEVEL_FROM, LEVEL_FOR = 80, 12  # from which ply on, and for how many plies, a level game is watched and then drawn

# Whole numbers that the kernel is given, and counts
WHOLE = Words("TASK", "NOISE", "GAMES", "SOFT", "HARD", "OPENING", "KEPT", "FINISHED", "PLIES", "PLY", "MOVE", "WON")
TASK, NOISE, GAMES, SOFT, HARD, OPENING, KEPT, FINISHED, PLIES, PLY, MOVE, WON = WHOLE
PLAY, CHOOSE = 0, 1  # tasks
# Values, in the evaluation's units: beyond which an opening is lopsided, a game decided, a position clear; below which
# it is level. Infinite, and 0, where the evaluation says nothing.
LOPSIDED, DECIDED, CLEAR, LEVEL = REAL = Words("LOPSIDED", "DECIDED", "CLEAR", "LEVEL")


@dataclass(frozen=True)
class Seen:
    """What is kept of a position: the numbers of the network's inputs that are active, and its bucket."""

    write: Callable[..., Any]  # (state, seat, buffer) -> how many inputs are active as this seat sees the board
    bucket: Callable[..., Any]  # (state) -> which row of output weights serves it
    inputs: int  # how many there are; also the number that fills up a record
    most: int  # active ones, as one seat sees them


@lru_cache(maxsize=64)
def kernel_for(plan: KernelPlan, seen: Seen, keeps_clear: bool) -> Callable[[Rules], Any]:
    """The factory of run(state, whole, real, memory, table, path, row, active, values, results, facts) -> value.

    PLAY: GAMES games. CHOOSE: one search, with the first PLY words of `path` before it; its move is left in MOVE.
    path      keys of the positions of a game, the oldest first
    row       inputs of one seat, as `write` leaves them
    active    [record, seat, input] the mover's seat first
    values    [record] the search's, for the mover; infinite where it proved the result
    results   [record] what the mover made of it: 1 won, 0.5 drawn, 0 lost
    facts     [record] the bucket; the game's number among those of this call from bit 8 on
    keeps_clear: are positions kept whose result the search has proved?
    """
    moves_at, edge, most = layout_for(plan.most).moves, plan.scale.edge, seen.most
    inputs, both, advice = seen.inputs, 2 * seen.most, plan.tactics

    def factory(rules: Rules) -> Any:
        to_move, utility, fill, play = rules.to_move, rules.utility, rules.fill, rules.play
        is_terminal, key_of, at, reversible = rules.is_terminal, rules.key, rules.buffer, rules.reversible
        write, bucket_of = rules.register(seen.write), rules.register(seen.bucket)
        forced = condition(rules, advice.forced)
        rank = about_action(rules, advice.rank) if advice.rank else None
        deepen, remember_path = deepener(rules, plan)

        @rules.jit
        def next_fraction(whole):
            whole[NOISE] = step(whole[NOISE])
            return fraction(mix(whole[NOISE]))

        def repeated(state, ply, path):
            """Did the position come up twice before in this game?"""
            if reversible is None:
                return False
            times = 0
            for back in range(2, min(ply, reversible(state)) + 1):
                times += path[ply - back] == path[ply]
            return times >= 2

        repeated = rules.register(repeated)

        def is_quiet(state, move):
            if forced(state):
                return False
            if rank is not None:
                return rank(state, move) == 0
            return True

        is_quiet = rules.register(is_quiet)

        def note(state, player, place, row, active):
            """Writes the inputs of a record."""
            for seat in range(2):
                count = write(state, player if seat == 0 else 1 - player, row)
                start = place * both + seat * most
                for i in range(most):
                    active[start + i] = row[i] if i < count else inputs

        note = rules.register(note)

        @rules.jit
        def play_game(state, whole, real, memory, table, path, row, active, values, results, facts):
            """One game; its records are counted in KEPT only if it is not dropped. WON: 1, 0 or -1, for player 0."""
            first = whole[KEPT]
            place, ply, sure, level, won = first, 0, 0, 0, 0
            opening = whole[OPENING] + int(2.0 * next_fraction(whole))
            while ply < LONGEST:
                # Step 1. Is it over?
                if is_terminal(state):
                    worth = utility(state, 0)
                    won = 1 if worth > 0.0 else -1 if worth < 0.0 else 0
                    break
                path[ply] = key_of(state)
                if repeated(state, ply, path):
                    break
                # Step 2. Random plies
                if ply < opening:
                    count = fill(state, at(memory, moves_at))
                    state = play(state, memory[moves_at + int(next_fraction(whole) * count)])
                    ply += 1
                    continue
                # Step 3. Search
                remember_path(path, ply, memory)
                value, move, certain = deepen(state, whole[SOFT], whole[HARD], memory, table)
                proved = certain or abs(value) > edge
                if ply == opening and (proved or abs(value) > real[LOPSIDED]):
                    return False
                player = to_move(state)
                sign = 1 if player == 0 else -1
                # Step 4. A record, if the position is quiet
                if (proved and keeps_clear) or (abs(value) < real[CLEAR] and is_quiet(state, move)):
                    note(state, player, place, row, active)
                    values[place] = value
                    if proved:
                        values[place] = 0.0 if value == 0.0 else value * np.inf
                    results[place] = sign
                    facts[place] = bucket_of(state) | whole[FINISHED] << 8
                    place += 1
                # Step 5. Is it decided?
                if proved:
                    won = sign if value > 0.0 else -sign if value < 0.0 else 0
                    break
                ahead = sign if value > real[DECIDED] else -sign if value < -real[DECIDED] else 0
                sure = sure + ahead if ahead * sure >= 0 else ahead
                sure = sure if ahead else 0
                level = level + 1 if ply >= LEVEL_FROM and abs(value) < real[LEVEL] else 0
                if abs(sure) >= SURE:
                    won = 1 if sure > 0 else -1
                    break
                if level >= LEVEL_FOR:
                    break
                state = play(state, move)
                ply += 1
            if ply <= opening:
                return False
            for i in range(first, place):
                results[i] = 0.5 + 0.5 * won * results[i]
            whole[KEPT] = place
            whole[FINISHED] += 1
            whole[PLIES] += ply
            whole[WON] = won
            return True

        @rules.jit
        def run(state, whole, real, memory, table, path, row, active, values, results, facts):
            if whole[TASK] == CHOOSE:
                remember_path(path, whole[PLY], memory)
                value, move, _ = deepen(state, whole[SOFT], whole[HARD], memory, table)
                whole[MOVE] = move
                return value
            for _ in range(whole[GAMES]):
                play_game(state, whole, real, memory, table, path, row, active, values, results, facts)
            return 0.0

        return run

    return factory


@lru_cache(maxsize=64)
def buffers_for(plan: KernelPlan, seen: Seen, games: int, megabytes: float) -> Callable[[bool], tuple[Any, ...]]:
    """Makes the arguments of the kernel after the state: see `kernel_for`. games: of one call, at most."""
    records = games * LONGEST

    def buffers(compiled: bool) -> tuple[Any, ...]:
        def numbers(size: int, kind: Any) -> Any:
            return pointed(compiled, np.zeros(size, kind))

        memory = new_words(compiled, layout_for(plan.most).end)
        table, memory[MASK] = new_table(compiled, megabytes)
        return (
            numbers(WHOLE.end, np.int64),
            numbers(REAL.end, np.float64),
            memory,
            table,
            numbers(LONGEST + 1, np.int64),
            numbers(seen.most, np.int64),
            numbers(records * 2 * seen.most, np.uint16),
            numbers(records, np.float32),
            numbers(records, np.float32),
            numbers(records, np.int64),
        )

    return buffers
