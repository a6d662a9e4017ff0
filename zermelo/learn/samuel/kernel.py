"""Self-play under alpha-beta, with weights that are not part of the compiled code, and what is learned from it.

A move is found by a plain alpha-beta search; beyond its depth it follows the moves that the evaluation's tactics call
noisy. The value of a position is that of the position at the end of the best line, its leaf, so it is the leaf's terms
whose weights the position teaches (TD-leaf). In units of the evaluation p = 1 / (1 + exp(-Σ wᵢ fᵢ)) is player 0's
chance to win; a position's should have been its λ-return,

    G(t) = (1 - λ) p(t + 1) + λ G(t + 1),

and the gradient of the cross-entropy between the two, (G - p) fᵢ, is added up over a block of games. Before a move that
was drawn at random the return begins anew.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import exp
from typing import Any

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.memory import Words, pointed
from zermelo.compile.kernel.rules import Rules, about_action
from zermelo.evaluate import Linear, Tactics, Vector
from zermelo.evaluate.learned.opinion import term_names
from zermelo.game import Game
from zermelo.search.depth_first.ordering import condition

LONGEST = 300  # plies of a game; one that is not over then counts as drawn
DEEPEST = 48  # plies of a line, noisy moves included
WON = 40.0  # the value of a won game, in logits: more than any evaluation is believed
SOONER = 0.01  # how much less it is worth per ply

# Whole numbers that the kernel is given, and counts
WHOLE = Words("TASK", "NOISE", "GAMES", "DEPTH", "OPENING", "NODES", "WINS", "DRAWS", "POSITIONS", "KEPT", "MASK")
TASK, NOISE, GAMES, DEPTH, OPENING, NODES, WINS, DRAWS, POSITIONS, KEPT, MASK = WHOLE
LEARN, COMPARE = 0, 1  # tasks
DECAY, EXPLORED = REAL = Words("DECAY", "EXPLORED")  # real numbers that it is given


@lru_cache(maxsize=64)
def kernel_for(game: Game, evaluator: Linear | Vector) -> Callable[[Rules], Any]:
    """The factory of run(state, whole, real, weights, others, sums, moves, leaves, rows, chances, marks, keys, known).

    weights   [term] in logits; others: those of the opponent, when it compares
    sums      [2, term] LEARN adds up the gradient, and the squares of the terms
    moves     [ply, move] buffers; leaves: [ply, 1 + term] whether the leaf of the best line was evaluated, its terms
    rows      [ply, term] of the leaves of the positions of a game; chances, marks: [ply] player 0's, and whether the
              position teaches
    keys, known   [slot] positions that were learned by rote, and player 0's value of each
    """
    tactics, terms, most = evaluator.tactics or Tactics(), len(term_names(evaluator)), game.max_actions
    width, reach = terms + 1, game.reach or 1.0

    def factory(rules: Rules) -> Any:
        to_move, utility, fill, play = rules.to_move, rules.utility, rules.fill, rules.play
        is_terminal, key, at = rules.is_terminal, rules.whole_key, rules.buffer
        is_over, adjudicates = rules.adjudicated or rules.is_terminal, rules.adjudicated is not None
        write = rules.register(terms_of(evaluator))
        rank = about_action(rules, tactics.rank) if tactics.rank else None
        forced, noisy = condition(rules, tactics.forced), rules.lister(tactics.noisy) if tactics.noisy else fill
        has_noisy = tactics.rank is not None

        @rules.jit
        def next_fraction(whole):
            whole[NOISE] = step(whole[NOISE])
            return fraction(mix(whole[NOISE]))

        @rules.jit
        def ended(state, mover, ply, leaves):
            """The value of a game that is over."""
            leaves[ply * width] = 0.0
            won = utility(state, 0) / reach
            value = won * (WON - SOONER * ply)
            return value if mover == 0 else -value

        @rules.jit
        def evaluated(state, mover, ply, whole, weights, leaves, keys, known):
            """The evaluation of a state, whose terms are left in its row of `leaves`; or what was learned by rote."""
            row = ply * width
            if whole[MASK] > 0:
                word = key(state)
                if keys[word & whole[MASK]] == word:
                    leaves[row] = 0.0
                    found = known[word & whole[MASK]]
                    return found if mover == 0 else -found
            leaves[row] = 1.0
            write(state, at(leaves, row + 1))
            total = 0.0
            for i in range(terms):
                total += weights[i] * leaves[row + 1 + i]
            total = min(WON - 1.0, max(1.0 - WON, total))
            return total if mover == 0 else -total

        @rules.jit
        def value(state, depth, alpha, beta, ply, whole, weights, moves, leaves, keys, known):
            """Alpha-beta for the player to move: exact inside (alpha, beta), a bound outside.

            Not the kernel of `search/pvs`: weights are arguments here, and the terms of a leaf go up the best line.
            """
            whole[NODES] += 1
            mover = to_move(state)
            if is_over(state):
                return ended(state, mover, ply, leaves)
            must, best = True, -np.inf
            if ply >= DEEPEST - 1:
                return evaluated(state, mover, ply, whole, weights, leaves, keys, known)
            buffer = at(moves, ply * most)
            if depth <= 0:
                must = forced(state)
                if not must:
                    best = evaluated(state, mover, ply, whole, weights, leaves, keys, known)
                    if best >= beta or not has_noisy:
                        return best
                    alpha = max(alpha, best)
            count = fill(state, buffer) if must else noisy(state, buffer)
            if must and adjudicates and count == 0:
                return ended(state, mover, ply, leaves)
            for i in range(count):
                is_quiet = False
                if rank is not None:
                    is_quiet = not must and rank(state, buffer[i]) <= 0
                if is_quiet:
                    continue
                child = play(state, buffer[i])
                if to_move(child) == mover:
                    found = value(child, depth - 1, alpha, beta, ply + 1, whole, weights, moves, leaves, keys, known)
                else:
                    found = -value(child, depth - 1, -beta, -alpha, ply + 1, whole, weights, moves, leaves, keys, known)
                if found > best:
                    best = found
                    for j in range(width):
                        leaves[ply * width + j] = leaves[(ply + 1) * width + j]
                    alpha = max(alpha, best)
                    if alpha >= beta:
                        break
            return best

        @rules.jit
        def best_move(state, count, depth, whole, weights, moves, leaves, keys, known):
            """The index of the best move; the value is left in leaves[width * DEEPEST], the leaf in the first row.

            The search begins with a move drawn at random, so that equal ones are equally likely.
            """
            mover, best, chosen = to_move(state), -np.inf, 0
            first = int(next_fraction(whole) * count)
            for number in range(count):
                i = (first + number) % count
                child = play(state, moves[i])
                same = to_move(child) == mover
                low = best if same else -np.inf
                high = np.inf if same else -best
                found = value(child, depth, low, high, 1, whole, weights, moves, leaves, keys, known)
                if not same:
                    found = -found
                if found > best:
                    best, chosen = found, i
                    for j in range(width):
                        leaves[j] = leaves[width + j]
            leaves[width * DEEPEST] = best if mover == 0 else -best
            return chosen

        @rules.jit
        def learn_game(length, won, real, sums, rows, chances, marks):
            """Adds the gradient of a game with this result, player 0's chance to have won it."""
            wanted, decay = won, real[DECAY]
            for t in range(length - 1, -1, -1):
                if marks[t] & 2:  # what came after was no fault of this position
                    wanted = chances[t]
                if marks[t] & 1:
                    for i in range(terms):
                        term = rows[t * terms + i]
                        sums[i] += (wanted - chances[t]) * term
                        sums[terms + i] += term * term
                wanted = (1.0 - decay) * chances[t] + decay * wanted  # what the position before it should have had

        @rules.jit
        def play_game(
            state, whole, real, weights, others, sums, moves, leaves, rows, chances, marks, keys, known, seat
        ):
            """One game, with `others` in the seat of the opponent if it compares; returns player 0's utility."""
            learns, length, opening = whole[TASK] == LEARN, 0, whole[OPENING]
            for ply in range(LONGEST):
                if is_terminal(state):
                    break
                count = fill(state, moves)
                if ply < opening:
                    state = play(state, moves[int(next_fraction(whole) * count)])
                    continue
                if learns or to_move(state) == seat:
                    chosen = best_move(state, count, whole[DEPTH] - 1, whole, weights, moves, leaves, keys, known)
                else:
                    chosen = best_move(state, count, whole[DEPTH] - 1, whole, others, moves, leaves, keys, known)
                if learns:
                    found, mark = leaves[width * DEEPEST], 0
                    if leaves[0] > 0.0:
                        mark = 1
                        for i in range(terms):
                            rows[length * terms + i] = leaves[1 + i]
                    chances[length] = 1.0 / (1.0 + exp(-found))
                    if whole[MASK] > 0 and mark:
                        keys[whole[MASK] + 1 + whole[KEPT]] = key(state)
                        known[whole[MASK] + 1 + whole[KEPT]] = found
                        whole[KEPT] += 1
                    if next_fraction(whole) < real[EXPLORED]:
                        chosen, mark = int(next_fraction(whole) * count), mark | 2
                    marks[length] = mark
                    length += 1
                state = play(state, moves[chosen])
            won = utility(state, 0) if is_terminal(state) else 0.0
            if learns:
                learn_game(length, 0.5 + 0.5 * won / reach, real, sums, rows, chances, marks)
                whole[POSITIONS] += length
            return won

        @rules.jit
        def run(state, whole, real, weights, others, sums, moves, leaves, rows, chances, marks, keys, known):
            opening, before = whole[OPENING], whole[NOISE]
            for number in range(whole[GAMES]):
                seat = number & 1
                if seat == 0:  # both games of a pair begin alike
                    before = whole[NOISE]
                elif whole[TASK] == COMPARE:
                    whole[NOISE] = before
                if whole[TASK] == LEARN:
                    whole[OPENING] = int(next_fraction(whole) * (opening + 1))
                points = play_game(
                    state, whole, real, weights, others, sums, moves, leaves, rows, chances, marks, keys, known, seat
                )
                points = points if seat == 0 else -points
                if points > 0.0:
                    whole[WINS] += 1
                elif points == 0.0:
                    whole[DRAWS] += 1
            whole[OPENING] = opening

        return run

    return factory


@lru_cache(maxsize=64)
def buffers_for(game: Game, evaluator: Linear | Vector, kept: int, added: int) -> Callable[[bool], tuple[Any, ...]]:
    """Makes the arguments of the kernel after the state: see `kernel_for`.

    kept: positions learned by rote, a power of two, or 0; added: how many a block can add.
    """
    terms = len(term_names(evaluator))

    def buffers(compiled: bool) -> tuple[Any, ...]:
        def numbers(size: int) -> Any:
            return pointed(compiled, np.zeros(size))

        def integers(size: int) -> Any:
            return pointed(compiled, np.zeros(size, np.int64))

        return (
            integers(WHOLE.end),
            numbers(REAL.end),
            numbers(terms),
            numbers(terms),
            numbers(2 * terms),
            pointed(compiled, np.zeros((DEEPEST - 1) * game.max_actions, np.int64 if compiled else object)),
            numbers((terms + 1) * DEEPEST + 1),
            numbers(LONGEST * terms),
            numbers(LONGEST),
            integers(LONGEST),
            integers(kept + added + 1),
            numbers(kept + added + 1),
        )

    return buffers


@lru_cache(maxsize=64)
def terms_of(evaluator: Linear | Vector) -> Callable[..., Any]:
    """write(state, buffer): the terms of an evaluation, as player 0 sees them."""
    if isinstance(evaluator, Vector):
        return _of_vector(evaluator.features, len(evaluator.names))
    writes = _nothing
    for place, feature in enumerate(evaluator.features):
        writes = _and_feature(writes, feature.value, place)
    return writes


def _nothing(state, buffer):
    pass


def _and_feature(before, value, place):
    def write(state, buffer):
        before(state, buffer)
        buffer[place] = float(value(state, 0))

    return write


def _of_vector(features, count):
    copied = _copied(count - 1)

    def write(state, buffer):
        copied(features(state), buffer)

    return write


def _copied(place):
    """copied(found, buffer): those up to a place. One function per place: compiled tuples need constant places."""

    def last(found, buffer):
        buffer[place] = float(found[place])

    if place == 0:
        return last
    before = _copied(place - 1)

    def copied(found, buffer):
        before(found, buffer)
        buffer[place] = float(found[place])

    return copied
