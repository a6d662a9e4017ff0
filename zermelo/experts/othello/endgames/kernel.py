"""The Othello endgame kernel: principal-variation search to the end, exact.

Values are differences in discs for the player to move. Functions share the work by how many squares are empty: `last`,
`pair` and `few` try every empty square, `shallow` looks for moves, `node` has the table, the ordering and the cut-offs.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from zermelo.bits import count, fold, lowest, signed, without_lowest
from zermelo.compile.cache.tables import Filler
from zermelo.compile.kernel.memory import COUNTERS, LIMIT, NODES, Words, new_words
from zermelo.compile.plain.fetching import prefetch
from zermelo.experts.othello.endgames.boards import NONE, ONE, board_functions
from zermelo.experts.othello.endgames.table import BOUND, MIDDLE, MOVE, NOTHING, probe, store
from zermelo.games.othello import SALTS
from zermelo.installed import np

FEW, SHALLOW = 4, 7  # empty squares up to which these functions search
STABLE_FROM = 14  # discs ahead, below which stable discs are not counted: they would hardly ever cut
MASK, NUMBER = OWN = Words("MASK", "NUMBER", after=COUNTERS)  # of the table, and which thread this is
ROWS = OWN.end  # where the moves of the path begin, by the number of empty squares
SQUARE, CAUGHT, KEY, URGENCY = MOVE_WORDS = Words("SQUARE", "CAUGHT", "KEY", "URGENCY")
STRIDE = MOVE_WORDS.end
NO_MOVE = 255
FIRST = 1 << 20  # the urgency of the table's move


@lru_cache(maxsize=16)
def searcher(size: int, to_winner: bool) -> Filler:
    """The kernel's factory: search(mine, theirs, alpha, beta, memory, table) -> value.

    The value is exact inside (alpha, beta), a lower bound from beta on and an upper bound up to alpha. It means nothing
    where memory[NODES] exceeds memory[LIMIT]: the kernel was stopped.
    """
    cells = size * size
    everywhere = np.uint64((1 << cells) - 1)
    corners = np.uint64(1 | 1 << size - 1 | 1 << cells - size | 1 << cells - 1)
    row = STRIDE * cells
    moves, flips, stable, odd, final, last_flips, quarter, near = board_functions(size, to_winner)

    def make(jit: Callable[..., Any]) -> Callable[..., Any]:
        def key_of(mine, theirs):
            return signed(fold(fold(mine ^ SALTS[0], SALTS[1]) ^ theirs, SALTS[2]))

        def last(square, mine, theirs):
            """The value with one empty square."""
            turned = last_flips(square, mine)
            if turned:
                return 2 * (count(mine) + turned + 1) - cells
            turned = last_flips(square, theirs)
            if turned:
                return cells - 2 * (count(theirs) + turned + 1)
            return final(mine, theirs)

        @jit
        def pair(mine, theirs, alpha, beta, memory):
            """The value with two empty squares."""
            memory[NODES] += 1
            empty, best = everywhere & ~(mine | theirs), -2 * cells
            one, other = lowest(empty), lowest(without_lowest(empty))
            if theirs & near[one]:
                caught = flips(one, mine, theirs)
                if caught:
                    memory[NODES] += 1
                    best = -last(other, theirs ^ caught, mine | caught | (ONE << np.uint64(one)))
                    if best >= beta:
                        return best
            if theirs & near[other]:
                caught = flips(other, mine, theirs)
                if caught:
                    memory[NODES] += 1
                    return max(best, -last(one, theirs ^ caught, mine | caught | (ONE << np.uint64(other))))
            if best == -2 * cells:
                if moves(theirs, mine):
                    return -pair(theirs, mine, -beta, -alpha, memory)
                return final(mine, theirs)
            return best

        @jit
        def few(mine, theirs, left, uneven, alpha, beta, memory):
            """The value with three or four empty squares. uneven: the quarters with an odd number of them."""
            memory[NODES] += 1
            empty, best = everywhere & ~(mine | theirs), -2 * cells
            first = empty & uneven
            waiting, others = (first, empty ^ first) if first else (empty, NONE)
            while waiting:
                square = lowest(waiting)
                waiting = without_lowest(waiting)
                if not waiting:
                    waiting, others = others, NONE
                if not theirs & near[square]:
                    continue
                caught = flips(square, mine, theirs)
                if caught:
                    disc = ONE << np.uint64(square)
                    own, other = theirs ^ caught, mine | caught | disc
                    if left == 3:
                        value = -pair(own, other, -beta, -alpha, memory)
                    else:
                        value = -few(own, other, left - 1, uneven ^ quarter[square], -beta, -alpha, memory)
                    if value > best:
                        best = value
                        if best >= beta:
                            return best
                        alpha = max(alpha, best)
            if best == -2 * cells:
                if moves(theirs, mine):
                    return -few(theirs, mine, left, uneven, -beta, -alpha, memory)
                return final(mine, theirs)
            return best

        @jit
        def shallow(mine, theirs, left, uneven, alpha, beta, memory):
            """The value with a few more empty squares: odd quarters first."""
            memory[NODES] += 1
            legal, best = moves(mine, theirs), -2 * cells
            if not legal:
                if moves(theirs, mine):
                    return -shallow(theirs, mine, left, uneven, -beta, -alpha, memory)
                return final(mine, theirs)
            first = legal & uneven
            waiting, others = (first, legal ^ first) if first else (legal, NONE)
            while waiting:
                square = lowest(waiting)
                waiting = without_lowest(waiting)
                if not waiting:
                    waiting, others = others, NONE
                caught = flips(square, mine, theirs)
                own, other = theirs ^ caught, mine | caught | (ONE << np.uint64(square))
                still_uneven = uneven ^ quarter[square]
                if left == FEW + 1:
                    value = -few(own, other, left - 1, still_uneven, -beta, -alpha, memory)
                else:
                    value = -shallow(own, other, left - 1, still_uneven, -beta, -alpha, memory)
                if value > best:
                    best = value
                    if best >= beta:
                        return best
                    alpha = max(alpha, best)
            return best

        @jit
        def node(mine, theirs, key, alpha, beta, memory, table):
            # Step 1. The budget; a pass; the end of the game
            memory[NODES] += 1
            if memory[NODES] > memory[LIMIT]:
                return 0
            before, mask, number = memory[NODES], memory[MASK], memory[NUMBER] & 7
            legal = moves(mine, theirs)
            if not legal:
                if moves(theirs, mine):
                    return -node(theirs, mine, key_of(theirs, mine), -beta, -alpha, memory, table)
                return final(mine, theirs)

            # Step 2. Discs that nobody can turn bound the value
            if alpha >= STABLE_FROM:
                most = cells - 2 * stable(theirs, mine)
                if most <= alpha:
                    return most
                beta = min(beta, most)

            # Step 3. What the table knows
            low, high, favourite = -cells, cells, NO_MOVE
            found = probe(table, key, mask)
            if found != NOTHING:
                low, high = (found & 255) - MIDDLE, (found >> BOUND & 255) - MIDDLE
                favourite = found >> MOVE & 255
                if low >= beta or low == high:
                    return low
                if high <= alpha:
                    return high
                alpha, beta = max(alpha, low), min(beta, high)

            # Step 4. The moves: those that leave the opponent the fewest replies first
            empty = everywhere & ~(mine | theirs)
            left, uneven = count(empty), odd(empty)
            base, listed, waiting = ROWS + left * row, 0, legal
            while waiting:
                square = lowest(waiting)
                waiting = without_lowest(waiting)
                disc = ONE << np.uint64(square)
                caught = flips(square, mine, theirs)
                own, other = theirs ^ caught, mine | caught | disc
                if to_winner and not own:
                    return cells
                below = key_of(own, other)
                prefetch(table, (below & mask) * 4)
                replies = moves(own, other)
                urgency = -(8 * (count(replies) + count(replies & corners)))
                if disc & uneven:
                    urgency += 4
                if disc & corners:
                    urgency += 16
                if square == favourite:
                    urgency = FIRST
                elif number:
                    urgency += below >> 4 * number & 15  # other threads go other ways
                at = base + STRIDE * listed
                memory[at + SQUARE] = square
                memory[at + CAUGHT] = signed(caught)
                memory[at + KEY] = below
                memory[at + URGENCY] = urgency
                listed += 1

            # Step 5. A reply that the table knows to be bad enough
            if left > SHALLOW + 1:
                for i in range(listed):
                    found = probe(table, memory[base + STRIDE * i + KEY], mask)
                    if found != NOTHING and MIDDLE - (found >> BOUND & 255) >= beta:
                        return MIDDLE - (found >> BOUND & 255)

            # Step 6. The first move with the whole window, the others only to refute them
            floor, best, choice = alpha, -2 * cells, NO_MOVE
            for i in range(listed):
                at = base + STRIDE * i
                for j in range(i + 1, listed):
                    other_at = base + STRIDE * j
                    if memory[other_at + URGENCY] > memory[at + URGENCY]:
                        at = other_at
                square, caught, below = memory[at + SQUARE], np.uint64(memory[at + CAUGHT]), memory[at + KEY]
                here = base + STRIDE * i
                memory[at + SQUARE], memory[at + CAUGHT] = memory[here + SQUARE], memory[here + CAUGHT]
                memory[at + KEY], memory[at + URGENCY] = memory[here + KEY], memory[here + URGENCY]
                own, other = theirs ^ caught, mine | caught | (ONE << np.uint64(square))
                if left <= SHALLOW + 1:
                    value = -shallow(own, other, left - 1, uneven ^ quarter[square], -beta, -alpha, memory)
                elif i == 0:
                    value = -node(own, other, below, -beta, -alpha, memory, table)
                else:
                    value = -node(own, other, below, -alpha - 1, -alpha, memory, table)
                    if alpha < value < beta and memory[NODES] <= memory[LIMIT]:
                        value = -node(own, other, below, -beta, -value, memory, table)
                if memory[NODES] > memory[LIMIT]:
                    return 0
                if value > best:
                    best, choice = value, square
                    if best >= beta:
                        break
                    alpha = max(alpha, best)

            # Step 7. Remember
            if best <= floor:
                high = min(high, best)
            elif best >= beta:
                low = max(low, best)
            else:
                low = high = best
            store(table, key, mask, low, high, choice, memory[NODES] - before)
            return best

        @jit
        def search(mine, theirs, alpha, beta, memory, table):
            empty = everywhere & ~(mine | theirs)
            left = count(empty)
            if left > SHALLOW:
                return node(mine, theirs, key_of(mine, theirs), alpha, beta, memory, table)
            if left > FEW:
                return shallow(mine, theirs, left, odd(empty), alpha, beta, memory)
            if left > 2:
                return few(mine, theirs, left, odd(empty), alpha, beta, memory)
            if left == 2:
                return pair(mine, theirs, alpha, beta, memory)
            memory[NODES] += 1
            return last(lowest(empty), mine, theirs) if left else final(mine, theirs)

        return search

    return make


def new_memory(compiled: bool, size: int) -> Any:
    """What the kernel works on."""
    cells = size * size
    return new_words(compiled, ROWS + STRIDE * cells * (cells + 1))
