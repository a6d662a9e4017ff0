"""Depth-first proof-number search (df-pn): can a player, the attacker, force a win, within so many plies or at all?

A state's proof number estimates how many more states must be won to prove it, its disproof number how many lost to
disprove it; the search goes where the least is missing, and comes back when a number reaches a limit. The limits leave
a quarter more room than needed (the 1+ε trick), so that the search stays longer in one place.

Loops: a line that returns to a position of its path is not won. A proof never rests on that, since a shortest win
returns nowhere. A disproof may; it then holds on this path only, is kept under a key that includes the path, and
becomes a disproof of the state itself where the position that it returns to is that state. Bounded searches have no
loops.

Double counting: of several numbers that must all come to 0, the largest counts, and 1 for each of the others, rather
than their sum, since states that are reached in several ways would count several times (weak proof numbers).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.bits import as_float, as_word, mix
from zermelo.compile.kernel.memory import LIMIT, NODES, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.solve.proof import layout as at
from zermelo.solve.proof.table import BY_PATH, NOTE, NUMBERS, PLIES, SHIFT_LEFT, SHIFT_LOST, find, keep, new_table

MOST = at.INFINITE >> 1  # numbers of what is not solved; far below INFINITE, so that limits never get in their way
PATH_PROOF = 1 << 20  # proof number of a state whose disproofs rest on paths
SIDE, CLOCK = 0x5DEECE66D, 0x9E3779B9  # make keys of the attacker, of plies since the last irreversible one, of paths


def key_maker(rules: Rules) -> Callable[[int, Any, int], int]:
    """Makes node_key(position, state, attacker), the key in the table of the question whether a player wins.

    position: the state's key. A state in which a draw by quiet plies comes at another time is another state.
    """
    reversible: Any = rules.reversible

    def plain_key(position, state, attacker):
        return position ^ mix((attacker + 1) * SIDE)

    def timed_key(position, state, attacker):
        return position ^ mix(reversible(state) * CLOCK + (attacker + 1) * SIDE)

    return plain_key if reversible is None else timed_key


def kernel(rules: Rules) -> Any:
    """The kernel: prove(state, ply, left, path, limit_proof, limit_disproof, top, memory, table).

    The numbers that it finds are in memory[PROOF], memory[DISPROOF] and memory[REASON].
    """
    to_move, is_terminal, utility = rules.to_move, rules.is_terminal, rules.utility
    adjudicated: Any = rules.adjudicated
    fill, play, buffer = rules.fill, rules.play, rules.buffer
    mark_of = rules.symmetric_mark or rules.mark
    look_up, save = rules.register(find), rules.register(keep)

    def terminal_replies(state, room):
        return 0 if is_terminal(state) else max(fill(state, room), 1)

    def adjudicated_replies(state, room):
        return 0 if adjudicated(state) else fill(state, room)

    node_key = rules.register(key_maker(rules))
    count_replies = rules.register(terminal_replies if adjudicated is None else adjudicated_replies)  # 0: it is over

    @rules.jit
    def prove(state, ply, left, path, limit_proof, limit_disproof, top, memory, table):
        """Searches a state that is not terminal until one of its numbers reaches its limit, or is 0.

        left: plies within which it must be won, or FOREVER; path: a word of the positions before it;
        top: where memory is free.
        """
        # Step 1. The end of the budget or of the room
        memory[NODES] += 1
        before = memory[NODES]
        if before > memory[LIMIT]:
            return 0
        attacker = memory[at.ATTACKER]
        count = fill(state, buffer(memory, top))
        if ply >= memory[at.DEEPEST] or top > memory[at.ROOM] or count == 0:
            memory[at.WHY] = at.NO_ACTIONS if count == 0 else at.TOO_DEEP
            memory[LIMIT] = 0
            return 0
        here, check = mark_of(state)
        memory[at.PATH + ply] = here
        key, is_ours = node_key(here, state, attacker), to_move(state) == attacker
        place = look_up(table, memory[at.MASK], key, check)
        if place >= 0 and ply > 1:  # it may have been solved elsewhere since the state before it looked
            note = table[place + NOTE]
            if note & PLIES != 0 and note & PLIES <= left:
                memory[at.PROOF], memory[at.DISPROOF], memory[at.REASON] = 0, at.INFINITE, note & PLIES
                return 0
            if (note >> SHIFT_LOST) & PLIES >= left:
                memory[at.PROOF], memory[at.DISPROOF], memory[at.REASON] = at.INFINITE, 0, at.NEVER
                return 0
        path_below, left_below = mix(path ^ here ^ CLOCK), left
        if left != at.FOREVER:
            left_below = left - 1
        proofs, disproofs, reasons, free = top + count, top + 2 * count, top + 3 * count, top + at.CHILD * count

        # Step 2. The states after each move: ended, out of time, seen on the path, in the table, or new
        for i in range(count):
            after = play(state, memory[top + i])
            replies = count_replies(after, buffer(memory, free))
            proof, disproof, reason = at.INFINITE, 0, at.NEVER
            if replies == 0:
                worth = utility(after, attacker)
                if worth > 0.0:
                    proof, disproof, reason = 0, at.INFINITE, 0
                if worth != 0.0 and memory[at.REACH] == 0:
                    memory[at.REACH] = as_word(abs(worth))
                if worth != 0.0 and abs(worth) != as_float(memory[at.REACH]):
                    memory[at.WHY] = at.UNEQUAL
                    memory[LIMIT] = 0
                    return 0
            elif left_below > 0:
                position, check_after = mark_of(after)
                word = node_key(position, after, attacker)
                returns = -1
                if left == at.FOREVER:
                    for q in range(1, ply + 1):
                        if memory[at.PATH + q] == position:
                            returns = q
                            break
                if returns > 0:
                    reason = returns
                else:
                    place = look_up(table, memory[at.MASK], word, check_after)
                    note = 0
                    if place >= 0:
                        note = table[place + NOTE]
                    won, lost = note & PLIES, (note >> SHIFT_LOST) & PLIES
                    on_path = -1
                    if left == at.FOREVER and note & BY_PATH:
                        on_path = look_up(table, memory[at.MASK], word ^ path_below, check_after)
                    if won != 0 and won <= left_below:
                        proof, disproof, reason = 0, at.INFINITE, won
                    elif lost >= left_below:
                        proof, disproof, reason = at.INFINITE, 0, at.NEVER
                    elif on_path >= 0:
                        reason = table[on_path + NOTE] & PLIES
                    elif note != 0 and (note >> SHIFT_LEFT) & PLIES == left_below:
                        proof, disproof = table[place + NUMBERS] >> 32, table[place + NUMBERS] & (2 * at.INFINITE - 1)
                    elif to_move(after) == attacker:
                        proof, disproof = 1, replies
                    else:
                        proof, disproof = replies, 1
            memory[proofs + i] = proof
            memory[disproofs + i] = disproof
            memory[reasons + i] = reason
            if (is_ours and proof == 0 and reason == 0) or (not is_ours and disproof == 0 and reason == at.NEVER):
                count = i + 1  # the others do not matter
                break

        # Step 3. While the limits allow, go on where the least is missing
        proof, disproof, reason = at.INFINITE, 0, at.NEVER
        while True:
            # least, next: of the numbers of which one is enough; most, others: of those that must all come to 0
            least, following, most, others, choice, tie = at.INFINITE, at.INFINITE, 0, 0, 0, at.INFINITE
            deepest, earliest, soonest = 0, at.NEVER, at.NEVER
            returns = 0
            for i in range(count):
                if is_ours:
                    one, each = memory[proofs + i], memory[disproofs + i]
                else:
                    one, each = memory[disproofs + i], memory[proofs + i]
                why = memory[reasons + i]
                if one < least or (one == least and each < tie):
                    following, least, tie, choice = least, one, each, i
                elif one < following:
                    following = one
                if each != 0:
                    others += 1
                    most = max(most, each)
                else:
                    deepest = max(deepest, why)
                    earliest = min(earliest, why)
                if one == 0:
                    soonest = min(soonest, why)
                    returns = max(returns, why)
            total = min(most + max(others - 1, 0), MOST)
            if least == 0:
                total = at.INFINITE
            elif others == 0:
                least = at.INFINITE
            if is_ours:
                proof, disproof = least, total
                reason = soonest + 1 if proof == 0 else earliest
            else:
                proof, disproof = total, least
                reason = deepest + 1 if proof == 0 else returns
            if proof == 0 or disproof == 0 or proof >= limit_proof or disproof >= limit_disproof:
                break
            room = following + max(1, following >> 2)
            if is_ours:
                next_proof, next_disproof = min(limit_proof, room), limit_disproof - (others - 1)
            else:
                next_proof, next_disproof = limit_proof - (others - 1), min(limit_disproof, room)
            after = play(state, memory[top + choice])
            prove(after, ply + 1, left_below, path_below, next_proof, next_disproof, free, memory, table)
            if memory[NODES] > memory[LIMIT]:
                return 0
            memory[proofs + choice] = memory[at.PROOF]
            memory[disproofs + choice] = memory[at.DISPROOF]
            memory[reasons + choice] = memory[at.REASON]

        # Step 4. Remember; a disproof that rests on the path before this state is kept with that path
        work = memory[NODES] - before + 1
        if proof == 0:
            save(table, memory[at.MASK], key, check, left, 0, at.INFINITE, reason, 0, 0, work)
        elif disproof == 0 and reason < ply:
            save(table, memory[at.MASK], key ^ path, check, left, at.INFINITE, 0, reason, 0, 0, work)
            save(table, memory[at.MASK], key, check, left, PATH_PROOF, 1, 0, 0, BY_PATH, work)
        elif disproof == 0:
            reason = at.NEVER
            save(table, memory[at.MASK], key, check, left, at.INFINITE, 0, 0, left, 0, work)
        else:
            save(table, memory[at.MASK], key, check, left, proof, disproof, 0, 0, 0, work)
        memory[at.PROOF], memory[at.DISPROOF], memory[at.REASON] = proof, disproof, reason
        return 0

    return prove


def example(compiled: bool) -> tuple[Any, ...]:
    """Arguments of the kernel after the state."""
    return (
        1,
        at.FOREVER,
        0,
        at.INFINITE,
        at.INFINITE,
        at.STACK,
        new_words(compiled, at.STACK),
        new_table(compiled, 0.001)[0],
    )
