"""Playouts: how a simulation continues below the tree."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.trust.borders import NO_LEGAL
from zermelo.game import CHANCE
from zermelo.search.mcts.parts import CUT, EPSILON, MctsParts
from zermelo.search.mcts.tree import SLOTS

NOISE = 6  # word of a thread's memory: the state of its random generator


def draw(memory):
    """A random fraction, 0 ≤ f < 1."""
    memory[NOISE] = step(memory[NOISE])
    return fraction(mix(memory[NOISE]))


def drawn_outcome(memory, weights, count):
    """The index of a random outcome, drawn by the weights."""
    threshold, i = draw(memory), 0
    while i < count - 1:
        threshold -= weights[i]
        if threshold < 0:
            break
        i += 1
    return i


def playouts(rules: Rules, parts: MctsParts) -> Callable[..., Any]:
    """finish(state, memory, workspace, length) -> the last state, whether the game is over there, and the new length.

    length: plies of the simulation so far. Moves are recorded in workspace.trail if RAVE or MAST is on.
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
    actions, guarded = rules.actions, parts.guarded

    @rules.inner
    def move_by_mean(memory, workspace, count, mover):
        """MAST: the index of the move with the best mean for this player; an unseen move comes first."""
        start = int(random(memory) * count)
        best, chosen = -math.inf, start
        for j in range(count):
            i = start + j if start + j < count else start + j - count
            at = mover * SLOTS + slot(workspace.moves[i])
            seen = float(workspace.learnt_visits[at])
            if seen == 0:
                return i
            mean = float(workspace.learnt_total[at]) / seen
            if mean > best:
                best, chosen = mean, i
        return chosen

    @rules.inner
    def by_moves(state, mover, memory, workspace, length):
        """Plays a uniformly random action, or mostly MAST's choice; returns the state, and whether none was legal."""
        count = fill(state, workspace.moves)
        if count == 0:
            return state, True
        if mast and random(memory) >= workspace.knobs[EPSILON]:
            move = workspace.moves[move_by_mean(memory, workspace, count, mover)]
        else:
            move = workspace.moves[int(random(memory) * count)]
        if trails:
            workspace.trail[length] = slot(move) * 16 + mover
        return play(state, move), False

    def by_drawing(state, mover, memory, workspace, length):
        """Plays a uniformly random action without listing the actions."""
        move = pick(state, random(memory))
        if trails:
            workspace.trail[length] = slot(move) * 16 + mover
        return play(state, move), False

    def is_listed(state, action, memory, workspace):
        """Is an action legal? For moves that are actions."""
        for i in range(fill(state, workspace.moves)):
            if workspace.moves[i] == action:
                return True
        return False

    def is_among(state, action, memory, workspace):
        """Is an action legal? For actions of any kind."""
        for other in actions(state, 0, memory):
            if other == action:
                return True
        return False

    is_legal = rules.inner(is_listed if rules.action_of is None else is_among)

    def by_policy(state, mover, memory, workspace, length):
        """Plays the policy's action, or with probability epsilon a random one."""
        if workspace.knobs[EPSILON] > 0.0 and random(memory) < workspace.knobs[EPSILON]:
            return any_move(state, mover, memory, workspace, length)
        action = policy(state, random(memory))
        if guarded and not is_legal(state, action, memory, workspace):
            raise ValueError(NO_LEGAL)
        if trails:
            workspace.trail[length] = slot(action) * 16 + mover
        return result(state, action), False

    any_move = by_moves if pick is None else rules.inner(by_drawing)
    ply = any_move if policy is None else rules.inner(by_policy)

    @rules.inner
    def finish(state, memory, workspace, length):
        for _ in range(int(workspace.knobs[CUT])):
            if is_over(state):
                return state, True, length
            mover = to_move(state)
            if has_chance and mover == CHANCE:
                count = fill_chances(state, workspace.moves, workspace.weights)
                state = play_chance(state, workspace.moves[outcome(memory, workspace.weights, count)])
                if trails:
                    workspace.trail[length] = -1
            else:
                state, ended = ply(state, mover, memory, workspace, length)
                if ended:
                    return state, True, length
            length += 1
        return state, is_terminal(state), length

    return finish
