"""Playouts in MCTS: policies, epsilon and what MAST learns."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import numpy as np
import pytest
from search.mcts.grown import grown_of

import zermelo
from zermelo.bits import mix
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.game import CHANCE, Game
from zermelo.players.player import as_player
from zermelo.search.mcts.search import MCTS
from zermelo.search.sampling.memory import NOISE
from zermelo.search.sampling.playout import playouts
from zermelo.search.sampling.workspace import new_workspace


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
    workspace.knobs.update(**knobs)
    finish, state = playouts(rules, parts), game.initial()
    first, best, unseen = [rules.slot(action) for action in (0, 4, 7)]

    def begins_with(epsilon):
        """The first moves of a hundred playouts."""
        workspace.knobs.epsilon = epsilon
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


class Stairs(NamedTuple):
    step: int
    player: int


def only_step(state, *_):
    """The one action; asking for it at the end of the stairs is an error."""
    if state.step >= 3:
        raise ValueError("the game is over")
    return 7


STAIRS = Game(
    lambda: Stairs(0, 0),
    lambda state: state.player,
    lambda state: iter([7] if state.step < 3 else []),
    lambda state, action: Stairs(state.step + 1, 1 - state.player),
    lambda state: state.step >= 3,
    lambda state, player: 1.0 - 2 * player,
    adjudicated=lambda state: state.step >= 9,  # that there is no action is seen when there is none
    max_actions=1,
    max_plies=20,
)


@pytest.mark.parametrize("trails", [False, True])
@pytest.mark.parametrize("by", ["actions", "pick", "policy", "chance"])
def test_a_playout_ends_where_the_game_does(by, trails):
    game, options = STAIRS, {"rave": 5} if trails else {}
    if by == "pick":
        game = replace(game, pick=only_step)
    elif by == "policy":
        options["playout"] = only_step
    elif by == "chance":
        game = replace(
            game, chances=lambda s: iter([(only_step(s), 1.0)]), to_move=lambda s: CHANCE if s.step == 1 else s.player
        )
    parts, _ = MCTS(solver=False, **options).parts(game)
    rules, memory, workspace = interpreted_rules(game), new_memory(False, 1), new_workspace(False, parts, 8, 1)
    workspace.knobs.cut = 12
    finish = playouts(rules, parts)
    assert finish(game.initial(), memory, workspace, 0) == (Stairs(3, 1), True, 3)
    if trails:
        played = [16 * rules.slot(7) + step % 2 for step in range(3)]
        assert list(workspace.trail[:4]) == [*played[:1], -1 if by == "chance" else played[1], played[2], 0]
    workspace.knobs.cut = 2
    assert finish(game.initial(), memory, workspace, 5) == (Stairs(2, 0), False, 7)
    workspace.knobs.cut = 3
    assert finish(game.initial(), memory, workspace, 5) == (Stairs(3, 1), True, 8)
