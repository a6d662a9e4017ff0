"""Playouts: how a simulation continues below the tree, and what it brings to each player."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.rules import Rules
from zermelo.compile.trust.borders import NO_LEGAL
from zermelo.game import CHANCE
from zermelo.search.sampling.draw import draw, drawn_among
from zermelo.search.sampling.workspace import SLOTS, SimulationParts


def playouts(rules: Rules, parts: SimulationParts) -> Callable[..., Any]:
    """finish(state, memory, workspace, length) -> the last state, whether the game is over there, and the new length.

    length: plies of the simulation so far. Moves are recorded in workspace.trail if RAVE or MAST is on.
    """
    to_move, is_terminal, result = rules.to_move, rules.is_terminal, rules.result
    fill, play, fill_chances, play_chance = rules.fill, rules.play, rules.fill_chances, rules.play_chance
    slot, random = rules.slot, rules.register(draw)
    outcome = rules.register(drawn_among)
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
        if mast and random(memory) >= workspace.knobs.epsilon:
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
        if workspace.knobs.epsilon > 0.0 and random(memory) < workspace.knobs.epsilon:
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
        for _ in range(int(workspace.knobs.cut)):
            if is_over(state):
                return state, True, length
            mover = to_move(state)
            if has_chance and mover == CHANCE:
                count = fill_chances(state, workspace.moves, workspace.weights)
                state = play_chance(state, workspace.moves[outcome(memory, workspace.weights, 0, count)])
                if trails:
                    workspace.trail[length] = -1
            else:
                state, ended = ply(state, mover, memory, workspace, length)
                if ended:
                    return state, True, length
            length += 1
        return state, is_terminal(state), length

    return finish


def gains(rules: Rules, parts: SimulationParts) -> Callable[..., Any]:
    """gain(state, over, workspace): writes what each player gets in a simulation's last state into the utilities.

    over: is the game over there? Otherwise the evaluation is asked.
    """
    utility, evaluate = rules.utility, rules.evaluate
    players, mirrored = parts.players, parts.mirrored

    @rules.inner
    def gain(state, over, workspace):
        utilities = workspace.utilities
        for p in range(players):
            if p == 1 and mirrored:
                utilities[1] = 0.0 - utilities[0]
            else:
                utilities[p] = utility(state, p) if over else evaluate(state, p)

    return gain
