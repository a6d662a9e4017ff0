"""What MCTS tells of its tree: the choice, what is proved, and what is only a mean."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import zermelo
from zermelo.search.mcts.report import RootChildren, _choice, _is_informed
from zermelo.search.mcts.search import MCTS

TOE = zermelo.load("tic-tac-toe")


def choice(visits, means, low=None, high=None):
    count = len(visits)
    low = [-1.0] * count if low is None else low
    high = [1.0] * count if high is None else high
    return _choice(RootChildren(True, *(np.array(values) for values in (visits, means, low, high, [0.5] * count))))


def test_the_most_visited_action_is_chosen():
    assert choice([5, 9, 7], [0.9, 0.1, 0.5]) == 1
    assert choice([9, 9, 7], [0.1, 0.2, 0.5]) == 1, "the better mean of two"
    assert choice([3], [0.0]) == 0


def test_what_is_proved_worse_is_never_chosen():
    assert choice([9, 5], [0.5, 0.1], low=[-1, 0], high=[-1, 1]) == 1
    assert choice([9, 5], [0.5, 0.1], low=[-1, 0], high=[0, 1]) == 1, "at most as good as the other at least is"
    assert choice([9, 5], [0.5, 0.1], low=[-1, 0], high=[0.5, 1]) == 0


def test_a_proved_action_is_taken_if_none_seems_better():
    assert choice([9, 5], [-0.5, 0.0], low=[-1, 0], high=[1, 0]) == 1
    assert choice([9, 5], [0.5, 0.0], low=[-1, 0], high=[1, 0]) == 0, "the unproved one seems better than a draw"
    assert choice([9, 5], [0.0, 0.0], low=[-1, 0], high=[1, 0]) == 1
    assert choice([9, 2, 5], [0.5, 1.0, 1.0], low=[-1, 1, 1], high=[1, 1, 1]) == 2, "won, and visited more"
    assert choice([9, 5, 2], [0.5, 0.1, 0.2], low=[-1, -1, -1], high=[-1, -1, -1]) == 0, "lost in any case"
    assert choice([3, 3], [0.2, 0.4], low=[0, 0], high=[0, 0]) == 1
    assert choice([9, 5], [-0.2, 0.0], low=[0, 0], high=[1, 0]) == 1, "the one whose value is known"


def test_a_proved_loss_is_not_chosen_while_another_action_is_open():
    assert choice([9, 5, 7], [-1.0, -0.9, -0.95], low=[-1, -1, -1], high=[-1, 1, 0]) == 2
    assert choice([9, 1], [-1.0, -1.0], low=[-1, -1], high=[-1, 1]) == 1, "it cannot be worse"
    assert choice([9, 5, 2], [-0.5, -0.9, 0.1], low=[-0.5, -1, -1], high=[-0.5, 1, 1]) == 0, "it can be worse"


def found(text, game=TOE, **options):
    return MCTS(**{"seed": 1, "compiled": False, "sims": 300, **options}).open(game).analyse(game.read_state(text))


@pytest.mark.parametrize("text", ["xx./oo./...", "xx./oo./x.."])
def test_a_proved_win_is_told_for_either_player(text):
    analysis = found(text)
    assert (analysis.value, analysis.exact, analysis.stopped) == (1, True, "the value is proved")
    best = analysis.best
    assert (best.decided, best.known, best.bound, best.line[0]) == (True, True, "exact", analysis.action)
    assert analysis.in_utilities is True


def test_an_action_that_loses_is_decided_for_either_player():
    for text in ("oo./x../x..", "xx./o../..."):
        state = TOE.read_state(text)
        analysis = found(text, sims=3000, early=False)
        truth = zermelo.Minimax(compiled=False, evaluate="none").open(TOE).analyse(state)
        values = {candidate.action: candidate.value for candidate in truth.candidates}
        decided = [candidate for candidate in analysis.candidates if candidate.decided]
        assert decided
        assert all(candidate.value == values[candidate.action] for candidate in decided)
        assert values[analysis.action] == truth.value


def test_means_and_visits_are_those_of_the_tree():
    session = MCTS(sims=200, seed=1, solver=False, early=False, compiled=False).open(TOE)
    analysis = session.analyse()
    tree = session.grown.trees[0]
    first = int(tree.first[0])
    for place, candidate in enumerate(analysis.candidates):
        visits, total = int(tree.visits[first + place]), float(tree.total[first + place])
        assert (candidate.visits, candidate.value) == (visits, pytest.approx(total / visits))
        assert (candidate.decided, candidate.known, candidate.prior) == (False, True, None)
        state = TOE.initial()
        for action in candidate.line:
            assert action in TOE.legal(state)
            state = TOE.result(state, action)
    assert (analysis.exact, analysis.simulations) == (False, 200)
    assert analysis.nodes == session.grown.nodes
    assert len(analysis.line) > 2
    assert analysis.depth >= len(analysis.line)


def test_what_was_never_visited_is_told_as_such():
    analysis = found(".../.../...", sims=3, solver=False)
    assert [candidate.bound for candidate in analysis.candidates] == ["exact"] * 3 + ["stopped"] * 6
    assert [candidate.known for candidate in analysis.candidates] == [True] * 3 + [False] * 6
    assert all(candidate.line == (candidate.action,) for candidate in analysis.candidates[3:])


def test_priors_are_between_0_and_1():
    analysis = found(".../.x./...", prior=5)
    priors = [candidate.prior for candidate in analysis.candidates]
    assert all(0 <= prior <= 1 for prior in priors)
    assert len(set(priors)) > 1
    corners = [c.prior for c in analysis.candidates if TOE.action_text(analysis.state, c.action) in ("a1", "c3")]
    edges = [c.prior for c in analysis.candidates if TOE.action_text(analysis.state, c.action) in ("a2", "b1")]
    assert min(corners) > max(edges)


def test_means_say_nothing_if_every_playout_is_cut_and_nothing_evaluates():
    endless = replace(TOE, max_plies=None)
    session = MCTS(sims=9, seed=1, longest=1, evaluate="none", solver=False, compiled=False).open(endless)
    analysis = session.analyse()
    assert {candidate.known for candidate in analysis.candidates} == {False}
    assert math.isclose(analysis.value, 0.0)
    known = MCTS(sims=9, seed=1, longest=1, evaluate="none", solver=False, compiled=False).open(TOE).analyse()
    assert all(candidate.known for candidate in known.candidates if candidate.visits)
    ends = MCTS(sims=300, seed=1, longest=8, evaluate="none", solver=False, compiled=False).open(endless).analyse()
    assert ends.best.known is True


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-1.0, 0.0), (-1.0, 1.0), (0.0, 0.0)])
def test_means_say_something_once_any_utility_was_seen(low, high):
    session = MCTS(sims=9, seed=1, longest=1, evaluate="none", compiled=False).open(replace(TOE, max_plies=None))
    session.analyse()
    session.grown.workspaces[0].scale[:] = low, high
    assert _is_informed(session.algorithm, session.grown) == (low != high)


def test_the_only_action_is_analysed_like_any_other():
    analysis = found("xox/xoo/ox.", early=False)
    assert len(analysis.candidates) == 1
    assert (analysis.value, analysis.exact, analysis.best.decided) == (0, True, True)
    mean = found("xox/xoo/ox.", solver=False, early=False)
    assert (mean.best.visits, mean.best.bound, mean.value) == (300, "exact", 0)


def test_a_limit_that_was_not_reached_is_not_told():
    assert found(".../.../...", sims=20, nodes=10_000).stopped == "the simulations are used up"


def test_the_middle_of_the_game_is_added():
    halves = replace(TOE, utility=lambda s, p: 0.5 + 0.5 * TOE.utility(s, p), total=1.0, best_utility=1.0)
    state = TOE.read_state("xx./oo./...")
    session = MCTS(sims=300, seed=1, compiled=False, evaluate="none").open(halves)
    assert session.analyse(state).value == 1.0
    lost = session.analyse(TOE.read_state("xx./oo./..x"))
    assert lost.value == 1.0
    start = session.analyse()
    assert all(0 <= candidate.value <= 1 for candidate in start.candidates)
    assert 0.3 < start.value < 0.9
