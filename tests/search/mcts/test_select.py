"""Selection in MCTS: the bounds of each formula, and the statistics that they read."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest
from search.mcts.grown import families, grown_of, tree_of

import zermelo
from zermelo.bits import mix
from zermelo.compile.kernel.memory import LIMIT, NODES, new_memory
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.players.player import as_player
from zermelo.search.mcts.kernel import kernel_for
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.select import selectors
from zermelo.search.mcts.tree import MOST, USED, new_shared, new_tree
from zermelo.search.sampling.memory import NOISE
from zermelo.search.sampling.proof import proofs
from zermelo.search.sampling.scale import HIGH, LOW, spread
from zermelo.search.sampling.workspace import SMALL, new_workspace


def test_rave_counts_what_was_played_later():
    """AMAF by its definition, from the moves of each simulation."""
    game = zermelo.load("tic-tac-toe")
    search = MCTS(rave=100, solver=False, early=False, sims=1, compiled=False)
    parts, knobs = search.parts(game)
    tree, workspace = new_tree(False, parts, 20_000), new_workspace(False, parts, 512, 1)
    workspace.knobs.update(**knobs)
    memory, shared = new_memory(False, 1), new_shared(False)
    memory[NOISE], shared[USED], shared[MOST] = mix(3), 1, 20_000
    lengths = []

    def note(event, state, depth, *_):
        lengths.append((event, depth, state))

    run = kernel_for(parts)(interpreted_rules(game, note=note))
    visits, total = np.zeros(20_000), np.zeros(20_000)
    for number in range(1, 200):
        memory[LIMIT] = number
        lengths.clear()
        run(game.initial(), tree, memory, shared, workspace)
        depth = lengths[-1][1]
        plies = sum(1 for cell in game.state_text(lengths[-2][2]) if cell in "xo")
        played = [(int(word) >> 4, int(word) & 15) for word in workspace.trail[:plies]]
        for ply in range(min(depth + 1, plies)):
            node = int(workspace.path[ply])
            if tree.count[node] <= 0:
                continue
            for child in range(int(tree.first[node]), int(tree.first[node]) + int(tree.count[node])):
                later = [who for move, who in played[ply:] if move == tree.move[child]]
                if later and later[0] == tree.mover[node]:
                    visits[child] += 1
                    total[child] += workspace.utilities[later[0]]
    assert memory[NODES] == 199
    used = shared[USED]
    assert np.array_equal(visits[:used], tree.amaf_visits[:used])
    assert np.array_equal(total[:used], tree.amaf_total[:used])


def test_implicit_minimax_backs_evaluations_up():
    game = zermelo.load("tic-tac-toe")
    search = as_player(MCTS(sims=300, implicit=0.5, solver=False, early=False, seed=1, compiled=False))
    search.analyse(game)
    tree = tree_of(search)
    seen = 0
    for node, children in families(tree):
        best = max if tree.mover[node] == 0 else min
        assert tree.guess[node] == best(tree.guess[child] for child in children)
        seen += 1
    assert seen > 20


def test_what_is_left_open_is_chosen_for_the_game():
    """Exploration is lower with priors, and lower still with RAVE."""
    chosen = {}
    for spec in ("go:size=5", "breakthrough", "nim"):
        game = zermelo.load(spec)
        parts, knobs = MCTS().parts(game)
        chosen[spec] = parts.rave, parts.prior is not None, knobs["exploration"], knobs["patience"]
        _, knobs = MCTS(exploration=0.3, patience=5).parts(game)
        assert (knobs["exploration"], knobs["patience"]) == (0.3, 5)
    assert chosen == {
        "go:size=5": (True, True, 0.05, 2),
        "breakthrough": (False, True, 0.2, 2),
        "nim": (False, False, math.sqrt(0.5), 1),
    }


def book_bound(tree, node, child, parts, knobs, low, breadth):
    """The bound of a child for the player who chooses, by the published formulas."""
    mover, own = tree.mover[node], int(tree.visits[child])
    visits, total = own, tree.total[child]
    if parts.priors:
        visits, total = visits + tree.prior_visits[child], total + tree.prior_visits[child] * tree.prior_mean[child]
    value, is_known = total / visits if visits else low + knobs.urgency * breadth, visits > 0
    if parts.rave and tree.amaf_visits[child]:
        others = tree.amaf_visits[child]
        weight = others / (others + visits + others * visits / knobs.rave)
        value, is_known = (1 - weight) * value + weight * tree.amaf_total[child] / others, True
        if not visits and not parts.urgent:
            value = tree.amaf_total[child] / others
    if not is_known and not parts.urgent:
        return math.inf
    if parts.implicit:
        value = (1 - knobs.implicit) * value + knobs.implicit * tree.guess[child] * (-1 if mover else 1)
    if parts.bias:
        value += knobs.bias * (tree.prior_mean[child] - low) / (1 + own)
    if not is_known:
        return value
    share = math.log(tree.visits[node]) / max(visits, 1)
    if parts.tuned:
        mean = tree.total[child] / max(own, 1)
        variance = (tree.squares[child] / max(own, 1) - mean**2) / breadth**2
        share *= min(0.25, variance + math.sqrt(2 * share)) * 2  # UCB1 has ½ there
    return value + knobs.exploration * breadth * math.sqrt(share)


@pytest.mark.parametrize(
    ("spec", "sims", "options"),
    [
        ("tic-tac-toe", 600, {"evaluate": "none"}),
        ("tic-tac-toe", 600, {"evaluate": "none", "selection": "ucb1-tuned"}),
        ("nim:stones=12", 5000, {"evaluate": "none", "selection": "ucb1-tuned"}),  # some children hardly vary
        ("tic-tac-toe", 600, {"evaluate": "none", "urgency": 0.7}),
        ("tic-tac-toe", 600, {"evaluate": "none", "rave": 20}),
        ("tic-tac-toe", 600, {"prior": 5}),
        ("tic-tac-toe", 600, {"prior": 2, "bias": 1.5}),
        ("tic-tac-toe", 600, {"prior": 2, "implicit": 0.5}),
    ],
    ids=str,
)
def test_selection_takes_the_greatest_bound(spec, sims, options):
    game = zermelo.load(spec)
    search = as_player(MCTS(sims=sims, seed=4, solver=False, early=False, exploration=0.4, compiled=False, **options))
    search.analyse(game)
    grown = grown_of(search)
    tree, workspace, parts = grown.trees[0], grown.workspaces[0], grown.parts
    rules = interpreted_rules(game)
    best_child, *_ = selectors(rules, parts, proofs(rules, parts.solver))
    low, high = workspace.scale
    seen = 0
    for node, children in families(tree):
        bounds = [book_bound(tree, node, child, parts, workspace.knobs, low, high - low) for child in children]
        chosen = best_child(tree, node, workspace)
        assert bounds[children.index(chosen)] == pytest.approx(max(bounds), abs=1e-6)
        seen += len(set(bounds)) > 1
    assert seen > 20


def test_tuned_keeps_the_squares():
    game = zermelo.load("nim:stones=9")
    search = as_player(MCTS(sims=300, selection="ucb1-tuned", solver=False, early=False, seed=1, compiled=False))
    search.analyse(game)
    tree = tree_of(search)
    assert np.array_equal(
        tree.squares[1 : grown_of(search).shared[0][USED]],
        tree.visits[1 : grown_of(search).shared[0][USED]],
    )


@pytest.mark.parametrize("selection", ["ucb1", "ucb1-tuned"])
def test_the_unit_of_the_utilities_does_not_matter(selection):
    game = zermelo.load("nim:stones=12")
    visits = []
    for unit in (1.0, 0.125):
        scaled = replace(game, utility=lambda s, p, unit=unit: unit * game.utility(s, p), best_utility=unit)
        search = MCTS(sims=2000, seed=1, selection=selection, solver=False, early=False, compiled=False)
        visits.append([candidate.visits for candidate in search.open(scaled).analyse().candidates])
    assert visits[0] == visits[1]


def one_child(visits, total, pending, **options):
    """The bound of the only child of a root, for utilities from -1 to 3, and what `best_child` needs to find it."""
    game = zermelo.load("tic-tac-toe")
    parts, knobs = MCTS(evaluate="none", solver=False, **options).parts(game)
    tree, workspace = new_tree(False, parts, 3), new_workspace(False, parts, 9, 1)
    workspace.knobs.update(**knobs)
    workspace.scale[LOW], workspace.scale[HIGH] = -1.0, 3.0
    tree.visits[1], tree.total[1], tree.first[0], tree.count[0] = visits, total, 1, 1
    if parts.shared:
        tree.pending[1] = pending
    rules = interpreted_rules(game)
    best_child, _, bound_of, reach_of, _ = selectors(rules, parts, proofs(rules, parts.solver))
    low, breadth = spread(workspace.scale)
    assert (low, breadth) == (-1.0, 4.0)
    assert best_child(tree, 0, workspace) == 1
    logarithm = math.log(100)
    reach = reach_of(workspace, breadth, math.sqrt(logarithm))
    return bound_of(tree, 1, workspace, (0, low, breadth, logarithm, reach, -math.inf))


def test_each_thread_in_a_subtree_counts_as_visits_that_were_lost():
    explored = math.sqrt(0.5) * 4 * math.sqrt(math.log(100) / (10 + 2 * 1.5))
    expected = (12.0 - 2 * 1.5) / (10 + 2 * 1.5) + explored
    assert one_child(10, 12.0, 2, threads=2, virtual_loss=1.5) == pytest.approx(expected)
    assert one_child(0, 0.0, 0, threads=2) == math.inf
    assert "loss" in MCTS(threads=2).parts(zermelo.load("tic-tac-toe"))[1]


def test_counts_that_are_too_large_to_look_up_are_computed():
    for visits in (SMALL - 1, SMALL, SMALL + 5):
        expected = 2.0 + math.sqrt(0.5) * 4 * math.sqrt(math.log(100) / visits)
        assert one_child(visits, 2.0 * visits, 0) == pytest.approx(expected)
