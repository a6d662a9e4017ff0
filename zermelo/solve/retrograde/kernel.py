"""Retrograde analysis, compiled or interpreted: passes over the positions of one material, by distance.

The array of values has a number per position (see databases/values.py). In the pass of distance d all values of a
distance up to d are final, and the others may still fall:

    begin    the value of every position as far as the rules and other materials' tables tell it
    spread   unmoves from each position of distance d: before a loss is a win in d + 1, before a win there may be a loss
    settle   the positions before wins: lost if all their moves lead to final wins of the opponent

Threads work on ranges of positions. What one of them writes in a pass has a distance above d, so that nobody in that
pass takes it for final: the result does not depend on who comes first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.memory import Words, new_words
from zermelo.compile.kernel.rules import Rules
from zermelo.installed import np
from zermelo.solve.databases.directory import PLACE, WORDS, row_of
from zermelo.solve.databases.packing import NOTHING, packed_value
from zermelo.solve.databases.values import DRAW, MOST
from zermelo.solve.indexing import Indexing

BEGIN, SPREAD, SETTLE, CHECK = range(4)  # what a call of the kernel does

# What the array of values holds besides values, while it is computed. OPEN is DRAW: what stays open is a draw
OPEN = DRAW
SAFE = 32_700  # not won so far, and not lost: one of the moves draws
RESTLESS = 32_701  # to be looked at in every pass: what a move is worth is in no table
PENDING = 32_702  # of a move: a win for the opponent whose distance is not final

(HORIZON,) = OWN = Words("HORIZON")  # of a thread's memory: the greatest distance that was given
BUFFER = OWN.end  # where moves are written


@lru_cache(maxsize=16)
def kernel_for(indexing: Indexing, most: int) -> Callable[[Rules], Any]:
    """The factory of run(state, what, now, row, start, end, values, marks, directory, memory) -> count.

    state: any of the game. now: the distance of the pass. row: of the material, in the directory; it needs no values
    there. most: actions of a state. Returns how many positions have a wrong value if it is to CHECK them, else 0.
    """

    def kernel(rules: Rules) -> Any:
        to_move, fill, play, utility = rules.to_move, rules.fill, rules.play, rules.utility
        is_over, buffer_at = rules.adjudicated or rules.is_terminal, rules.buffer
        material, rank = rules.register(indexing.material), rules.register(indexing.rank)
        unrank, is_legal = rules.state_of(_from_tuple(rules, indexing.unrank)), rules.register(indexing.is_legal)
        find, unpack = rules.register(row_of), rules.register(packed_value)
        retraces = indexing.unmoves is not None
        unmoves: Any = rules.register(indexing.unmoves) if indexing.unmoves else None
        unplay: Any = rules.state_of(_of_pair(rules, indexing.unplay)) if indexing.unplay else None

        def ended(state):
            """The value of a finished game."""
            worth = utility(state, to_move(state))
            return 1 if worth > 0 else -1 if worth < 0 else SAFE

        def in_table(child, now, row, values, directory):
            """What a table knows of a position with a number: a final value, SAFE for a certain draw, or OPEN."""
            key = material(child)
            if key < 0:
                return PENDING
            found = find(directory, key)
            if found == row:
                value = values[rank(directory, row + WORDS, child, key)]
                return value if -now - 1 <= value <= now + 1 else OPEN
            if found < 0:
                raise ValueError("a move leads to a material that the indexing does not know")
            value = unpack(directory[found + PLACE], rank(directory, found + WORDS, child, key))
            return SAFE if value == DRAW else value

        in_table = rules.register(in_table)
        ended = rules.register(ended)

        def evaluator(known, buffer):
            """Makes evaluate(state, now, hurried, …): the value as far as it follows from those of the moves.

            hurried: only a loss is of interest. buffer: where in the memory the moves are written.
            """

            def evaluate(state, now, hurried, row, values, directory, memory):
                if is_over(state):
                    return ended(state)
                count = fill(state, buffer_at(memory, buffer))
                if count == 0:
                    return ended(state)
                mover = to_move(state)
                best, worst = MOST, 0
                is_open, is_safe, is_pending = False, False, False
                for i in range(count):
                    child = play(state, memory[buffer + i])
                    value = known(child, mover, now, row, values, directory, memory)
                    if value == OPEN:
                        is_open = True
                    elif value == SAFE:
                        is_safe = True
                    elif value == PENDING:
                        is_pending = True
                    else:
                        if to_move(child) != mover:
                            value = -value
                        if value > 0:
                            best = min(best, value)
                        else:
                            worst = max(worst, -value)
                    if hurried and (is_open or is_safe or is_pending or best < MOST):
                        return OPEN
                if best < MOST:
                    return best + 1
                if is_safe:
                    return SAFE
                if is_pending:
                    return RESTLESS
                return OPEN if is_open else -worst - 1

            return rules.register(evaluate)

        def known_plainly(child, mover, now, row, values, directory, memory):
            return in_table(child, now, row, values, directory)

        look_once_more = evaluator(rules.register(known_plainly), BUFFER + most)

        def known(child, mover, now, row, values, directory, memory):
            """The same for any position: one without a number has the value that its own moves give it."""
            value = in_table(child, now, row, values, directory)
            if value != PENDING:
                return value
            value = look_once_more(child, now, False, row, values, directory, memory)
            if now + 2 < value < MOST and to_move(child) != mover:  # a quicker win may still come
                memory[HORIZON] = max(memory[HORIZON], value - 1)
                return PENDING
            return OPEN if value == RESTLESS else value

        evaluate = evaluator(rules.register(known), BUFFER)

        def note(value, memory):
            """A position that has got a value: its pass will come."""
            if value <= MOST:  # an open one is 0, which changes nothing
                memory[HORIZON] = max(memory[HORIZON], abs(value) - 1)

        note = rules.register(note)

        @rules.jit
        def run(state, what, now, row, start, end, values, marks, directory, memory):
            words = row + WORDS
            wrong = 0
            if what == BEGIN:
                for number in range(start, end):
                    here = unrank((directory, words, number))
                    value = NOTHING
                    if is_legal(directory, words, here) and rank(directory, words, here, material(here)) == number:
                        value = evaluate(here, -2, False, row, values, directory, memory)
                        note(value, memory)
                    values[number] = value
            elif what == CHECK:
                for number in range(start, end):
                    here = unrank((directory, words, number))
                    if is_legal(directory, words, here) and rank(directory, words, here, material(here)) == number:
                        value = evaluate(here, MOST, False, row, values, directory, memory)
                        wrong += values[number] != (DRAW if value > MOST else value)
            elif what == SPREAD and retraces:
                for number in range(start, end):
                    value = values[number]
                    if value != now + 1 and value != -now - 1:
                        continue
                    here = unrank((directory, words, number))
                    mover = to_move(here)
                    count = unmoves(here, buffer_at(memory, BUFFER))
                    for i in range(count):
                        unmove = memory[BUFFER + i]
                        before = unplay((here, unmove))
                        index = rank(directory, words, before, material(before))
                        old = values[index]
                        if old < 0 or 0 < old <= now + 2:  # no position, or a final value
                            continue
                        if unmove < 0:
                            values[index] = RESTLESS
                        elif (value > 0) == (to_move(before) == mover):
                            values[index] = now + 2
                            note(now + 2, memory)
                        elif old == OPEN:
                            marks[index] = 1
            elif what == SETTLE:
                for number in range(start, end):
                    value = values[number]
                    if retraces:
                        if marks[number] == 0 and value != RESTLESS:
                            continue
                        if value != RESTLESS and value != OPEN:
                            marks[number] = 0
                            continue
                    elif value != OPEN and value <= now + 2:
                        continue
                    hurried = retraces and value != RESTLESS
                    marks[number] = 0
                    here = unrank((directory, words, number))
                    value = evaluate(here, now, hurried, row, values, directory, memory)
                    if value == OPEN and hurried:
                        continue
                    values[number] = value
                    note(value, memory)
            return wrong

        return run

    return kernel


def _from_tuple(rules: Rules, unrank: Callable[..., Any]) -> Callable[..., Any]:
    """`unrank` as a function of one argument, which `rules.state_of` takes."""
    unrank = rules.register(unrank)

    def from_tuple(given):
        return unrank(given[0], given[1], given[2])

    return from_tuple


def _of_pair(rules: Rules, unplay: Callable[..., Any]) -> Callable[..., Any]:
    unplay = rules.register(unplay)

    def of_pair(given):
        return unplay(given[0], given[1])

    return of_pair


@lru_cache(maxsize=16)
def example_for(indexing: Indexing, most: int) -> Callable[[bool], tuple[Any, ...]]:
    """Arguments of the kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        values, marks = new_array(compiled, 1, np.int16), new_array(compiled, 1, np.int8)
        return BEGIN, 0, 0, 0, 1, values, marks, new_words(compiled, 1), new_buffers(compiled, indexing, most)

    return example


def new_array(compiled: bool, size: int, kind: Any) -> Any:
    """So many small numbers, all 0, as a kernel takes them."""
    if not compiled:
        return [0] * size
    from zermelo.compile.numba.intrinsics import Memory

    return Memory(np.zeros(size, dtype=kind))


def new_buffers(compiled: bool, indexing: Indexing, most: int) -> Any:
    """The memory of one thread."""
    return new_words(compiled, BUFFER + 2 * max(most, indexing.most_unmoves))
