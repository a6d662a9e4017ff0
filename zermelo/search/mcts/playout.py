"""Playouts: how a simulation goes on below the tree."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.bits import fraction, mix, step
from zermelo.compile.rules import Rules
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import CUT, EPSILON, Parts
from zermelo.search.mcts.tree import SLOTS

NOISE = 6  # word of a thread's memory: where its random sequence stands


def draw(memory):
    """A random fraction, 0 ≤ f < 1."""
    memory[NOISE] = step(memory[NOISE])
    return fraction(mix(memory[NOISE]))


def drawn_outcome(memory, weights, count):
    """Nature's choice among so many outcomes."""
    threshold, i = draw(memory), 0
    while i < count - 1:
        threshold -= weights[i]
        if threshold < 0:
            break
        i += 1
    return i


def playouts(rules: Rules, parts: Parts) -> Callable[..., Any]:
    """finish(state, memory, desk, length) -> the last state, whether the game is over there, and the new length.

    length: plies of the simulation so far; the moves go to desk.trail where something is learnt of them.
    """
    to_move, is_terminal, result = rules.to_move, rules.is_terminal, rules.result
    fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
    slot, random = rules.slot, rules.register(draw)
    outcome = rules.register(drawn_outcome)
    trails, mast, has_chance = parts.trails, parts.mast, parts.chance
    pick: Any = None if mast else rules.pick
    adjudicated = rules.adjudicated if parts.playout is None and pick is None and not parts.chance else None
    is_over = adjudicated if adjudicated is not None else is_terminal
    policy: Any = rules.register(parts.playout) if parts.playout is not None else None

    @rules.inner
    def move_by_mean(memory, desk, count, mover):
        """MAST: the move with which this player has done best; one never seen comes first."""
        start = int(random(memory) * count)
        best, chosen = -math.inf, start
        for j in range(count):
            i = start + j if start + j < count else start + j - count
            at = mover * SLOTS + slot(desk.moves[i])
            seen = float(desk.learnt_visits[at])
            if seen == 0:
                return i
            mean = float(desk.learnt_total[at]) / seen
            if mean > best:
                best, chosen = mean, i
        return chosen

    @rules.inner
    def by_moves(state, mover, memory, desk, length):
        """One ply by any action alike, or mostly by what was learnt. Was there none?"""
        count = fill(state, desk.moves)
        if count == 0:
            return state, True
        if mast and random(memory) >= desk.knobs[EPSILON]:
            move = desk.moves[move_by_mean(memory, desk, count, mover)]
        else:
            move = desk.moves[int(random(memory) * count)]
        if trails:
            desk.trail[length] = slot(move) * 16 + mover
        return play(state, move), False

    def by_drawing(state, mover, memory, desk, length):
        """One ply by any action alike, without a list of them."""
        move = pick(state, random(memory))
        if trails:
            desk.trail[length] = slot(move) * 16 + mover
        return play(state, move), False

    def by_policy(state, mover, memory, desk, length):
        """One ply by the policy, and now and then by any action."""
        if desk.knobs[EPSILON] > 0.0 and random(memory) < desk.knobs[EPSILON]:
            return any_move(state, mover, memory, desk, length)
        action = policy(state, random(memory))
        if trails:
            desk.trail[length] = slot(action) * 16 + mover
        return result(state, action), False

    any_move = by_moves if pick is None else rules.inner(by_drawing)
    ply = any_move if policy is None else rules.inner(by_policy)

    @rules.inner
    def finish(state, memory, desk, length):
        for _ in range(int(desk.knobs[CUT])):
            if is_over(state):
                return state, True, length
            mover = to_move(state)
            if has_chance and mover == CHANCE:
                count = fill_chances(state, desk.moves, desk.weights)
                state = play_chance(state, desk.moves[outcome(memory, desk.weights, count)])
                if trails:
                    desk.trail[length] = -1
            else:
                state, ended = ply(state, mover, memory, desk, length)
                if ended:
                    return state, True, length
            length += 1
        return state, is_terminal(state), length

    return finish


def lessons(rules: Rules, parts: Parts) -> Callable[..., Any]:
    """learn(tree, memory, desk, depth, length): what all moves of a simulation teach, for RAVE and for MAST.

    depth: plies in the tree; length: of the whole simulation.
    """
    slot, mast, rave = rules.slot, parts.mast, parts.rave

    @rules.inner
    def learn(tree, memory, desk, depth, length):
        utilities, trail, stamp = desk.utilities, desk.trail, (memory[0] + 1) * 16
        for i in range(length - 1, -1, -1):
            here, mover = int(trail[i]) >> 4, int(trail[i]) & 15
            if trail[i] >= 0:
                if mast:
                    desk.learnt_visits[mover * SLOTS + here] += 1
                    desk.learnt_total[mover * SLOTS + here] += utilities[mover]
                if rave:
                    desk.seen[here] = stamp + mover
            if not rave or i > depth:
                continue
            node = desk.path[i]
            chooser = tree.mover[node]
            if tree.count[node] <= 0 or chooser == CHANCE:
                continue
            first, wanted = tree.first[node], stamp + chooser
            for child in range(first, first + tree.count[node]):
                if desk.seen[slot(tree.move[child])] == wanted:
                    tree.amaf_visits[child] += 1
                    tree.amaf_total[child] += utilities[chooser]

    return learn
