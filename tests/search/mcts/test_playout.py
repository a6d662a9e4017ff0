"""Playouts in MCTS: policies, epsilon and what MAST learns."""

from __future__ import annotations

import numpy as np
from search.mcts.grown import grown_of

import zermelo
from zermelo.bits import mix
from zermelo.compile.memory import new_memory
from zermelo.compile.rules import interpreted_rules
from zermelo.players.player import as_player
from zermelo.search.mcts.parts import EPSILON
from zermelo.search.mcts.playout import NOISE, playouts
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import new_workspace


def test_mast_prefers_what_has_won():
    """Taking three of Nim's stones at 3 wins at once: MAST's playouts learn to do so."""
    game = zermelo.load("nim:stones=9")
    search = as_player(MCTS(sims=400, mast=True, solver=False, seed=1, early=False, compiled=False))
    search.analyse(game)
    workspace = grown_of(search).workspaces[0]
    assert workspace.learnt_visits.sum() > 400
    assert np.all(np.abs(workspace.learnt_total) <= workspace.learnt_visits)


def test_a_policy_and_its_epsilon():
    game = zermelo.load("nim:stones=7")

    def one(state, fraction):
        return 1

    always = MCTS(sims=1, seed=1, playout=one, compiled=False).analyse(game)
    assert always.candidates[0].value == 1.0
    mixed = MCTS(sims=400, seed=1, playout=one, epsilon=1.0, solver=False, compiled=False).analyse(game)
    assert abs(mixed.candidates[0].value) < 1


def test_mast_plays_what_has_done_best():
    """Unless epsilon says otherwise; what was never seen comes first."""
    game = zermelo.load("tic-tac-toe")
    parts, knobs = MCTS(mast=True, epsilon=0.5, solver=False).parts(game)
    workspace, memory, rules = new_workspace(False, parts, 512, 1), new_memory(False, 1), interpreted_rules(game)
    workspace.knobs[list(knobs)] = list(knobs.values())
    finish, state = playouts(rules, parts), game.initial()
    first, best, unseen = [rules.slot(action) for action in (0, 4, 7)]

    def begins_with(epsilon):
        """The first moves of a hundred playouts."""
        workspace.knobs[EPSILON] = epsilon
        moves = []
        for i in range(100):
            memory[NOISE] = mix(i)
            finish(state, memory, workspace, 0)
            moves.append(int(workspace.trail[0]) >> 4)
        return moves

    workspace.learnt_visits[:] = 10
    workspace.learnt_total[[first, best]] = 5, 9
    assert set(begins_with(0.0)) == {best}
    assert 40 < begins_with(0.5).count(best) < 75
    assert len(set(begins_with(1.0))) == 9
    workspace.learnt_visits[unseen] = 0
    assert set(begins_with(0.0)) == {unseen}
