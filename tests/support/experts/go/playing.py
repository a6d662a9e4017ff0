"""Whole playouts by Go's policy, compiled and interpreted."""

from __future__ import annotations

import numpy as np

from zermelo.bits import fraction, mix, step
from zermelo.compile.kernel.prepare import prepare
from zermelo.evaluate import advice


def playout_kernel(policy):
    """A kernel that plays to the end by a policy, and writes down the actions."""

    def factory(rules):
        is_terminal, play, choose = rules.is_terminal, rules.result, rules.register(policy)

        @rules.jit
        def run(state, actions, noise):
            count = 0
            while not is_terminal(state):
                noise = step(noise)
                action = choose(state, fraction(mix(noise)))
                actions[count] = action
                count += 1
                state = play(state, action)
            return count

        return run

    return factory


def room_for_actions(compiled):
    return np.zeros(3 * 361, np.int64), 1


def playouts(game, games, compiled):
    """The actions of so many playouts."""
    kernel = prepare(game, playout_kernel(advice(game).playout), room_for_actions, label="playouts", compiled=compiled)
    assert kernel.compiled == compiled
    start = kernel.state(game.initial())
    for seed in range(games):
        actions, _ = room_for_actions(compiled)
        count = kernel.run(start, actions, mix(seed))
        yield [int(action) for action in actions[:count]]
