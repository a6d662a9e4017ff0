"""The parts of Monte Carlo tree search: each does what it says, and what is proved is true."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from conftest import random_position
from naive import minimax, uct

import zermelo
from zermelo.bits import fraction, mix, step
from zermelo.compile.memory import LIMIT, NODES, new_memory
from zermelo.compile.rules import interpreted_rules
from zermelo.game import CHANCE
from zermelo.search.mcts.kernel import kernel_for
from zermelo.search.mcts.parts import BIAS, EPSILON, EXPLORATION, IMPLICIT, PATIENCE, RAVE, URGENCY
from zermelo.search.mcts.playout import NOISE, playouts
from zermelo.search.mcts.proof import proofs
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.select import selectors
from zermelo.search.mcts.tree import MOST, USED, new_shared, new_tree, new_workspace, prune

SMALL = ["tic-tac-toe", "nim:stones=12", "connect-four:columns=4,rows=4", "breakthrough:rows=5,columns=4"]
PARTS = [  # each once; a kernel takes seconds to compile
    {},
    {"selection": "ucb1-tuned", "urgency": 0.6, "mast": True, "rave": 100, "epsilon": 0.1, "solver": False},
    {"transpositions": True, "decisive": False, "patience": 3, "exploration": 0.3},
    {"prior": 8, "bias": 0.5, "implicit": 0.4, "longest": 2},
]


def tree_of(search):
    """The only tree of a search's last analysis."""
    return search._memory["last"].trees[0]


def families(tree, node=0):
    """(node, its children) for all nodes that have some."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if tree.count[here] > 0:
            children = list(range(int(tree.first[here]), int(tree.first[here]) + int(tree.count[here])))
            yield here, children
            waiting += children


def random_fractions(seed):
    """The kernel's random sequence."""
    word = mix(seed)
    while True:
        word = step(word)
        yield fraction(mix(word))


@pytest.mark.parametrize(("spec", "compiled"), [*((spec, False) for spec in SMALL), ("tic-tac-toe", True)])
def test_plain_is_the_book_s_uct(spec, compiled):
    game = zermelo.load(spec)
    for seed in range(3):
        state = random_position(game, seed)
        if game.is_terminal(state):
            continue
        root = uct(game, state, 300, math.sqrt(0.5), random_fractions(seed).__next__)
        found = MCTS(sims=300, seed=seed, plain=True, compiled=compiled).analyse(game, state)
        assert [child.visits for child in root.children] == [c.visits for c in found.candidates]
        means = [child.total / max(1, child.visits) for child in root.children]
        assert [c.value for c in found.candidates] == pytest.approx(means)


@pytest.mark.parametrize("options", PARTS, ids=str)
def test_every_part_runs_the_same_compiled_and_interpreted(options):
    game = zermelo.load("connect-four:columns=4,rows=4")
    fast = MCTS(sims=600, seed=5, compiled=True, **options).analyse(game)
    slow = MCTS(sims=600, seed=5, compiled=False, **options).analyse(game)
    assert fast.candidates == slow.candidates
    assert (fast.action, fast.stopped, fast.nodes, fast.parts) == (slow.action, slow.stopped, slow.nodes, slow.parts)


# --- the solver ---


@pytest.mark.parametrize("options", [{}, {"decisive": False}, {"transpositions": True}, {"rave": 200}], ids=str)
@pytest.mark.parametrize(("stones", "value"), [(15, 1), (16, -1)])
def test_the_solver_proves_nim(stones, value, options):
    game = zermelo.load(f"nim:stones={stones}")
    analysis = MCTS(sims=20_000, seed=1, early=False, compiled=False, **options).analyse(game)
    assert analysis.value == value or analysis.stopped == "no other action can be better"
    assert analysis.simulations < 20_000


def test_the_solver_proves_tic_tac_toe():
    analysis = MCTS(sims=1_000_000, seed=1, early=False).analyse(zermelo.load("tic-tac-toe"))
    assert (analysis.exact, analysis.value, analysis.stopped) == (True, 0, "the value is proved")
    graph = MCTS(sims=40_000, seed=1, early=False, transpositions=True, compiled=False)
    assert graph.analyse(zermelo.load("tic-tac-toe")).exact


def positions(spec, count, seed):
    """Random positions that are not over."""
    game = zermelo.load(spec)
    found = (random_position(game, seed + i) for i in itertools.count())
    return game, list(itertools.islice((state for state in found if not game.is_terminal(state)), count))


@pytest.mark.parametrize(
    ("spec", "count"), [("tic-tac-toe", 80), ("nim:stones=17", 20), ("connect-four:columns=4,rows=4", 100)]
)
def test_a_proof_is_never_worse_than_minimax(spec, count):
    game, states = positions(spec, count, 1000)
    known = zermelo.Minimax(evaluate="none")
    proved = 0
    for number, state in enumerate(states):
        found = MCTS(sims=1500, seed=number, early=False).analyse(game, state)
        truth = known.analyse(game, state)
        values = {c.action: c.value for c in truth.candidates}
        for candidate in found.candidates:
            assert not candidate.decided or candidate.value == values[candidate.action]
        if found.exact:
            proved += 1
            assert found.value == truth.value
        if found.exact or found.stopped == "no other action can be better":
            assert values[found.action] == truth.value
    assert proved > count / 3


def test_connect_four_endings_are_proved():
    """The last dozen plies of the full board, against alpha-beta's exact values."""
    game = zermelo.load("connect-four")
    exact = zermelo.AlphaBeta(exact=True)
    proved = 0
    for seed in range(40):
        state = game.initial()
        noise = np.random.default_rng(seed)
        for _ in range(28):
            legal = game.legal(state)
            if not legal:
                break
            state = game.result(state, legal[int(noise.integers(len(legal)))])
        if game.is_terminal(state):
            continue
        found = MCTS(sims=200_000, seed=seed, early=False).analyse(game, state)
        truth = exact.analyse(game, state)
        assert truth.exact
        if found.exact:
            proved += 1
            assert found.value == truth.value
            after = game.result(state, found.action)
            reply = (
                -exact.analyse(game, after).value
                if not game.is_terminal(after)
                else game.utility(after, game.to_move(state))
            )
            assert reply == truth.value
    assert proved >= 5


@pytest.mark.parametrize(("spec", "text"), [("tic-tac-toe", "x../.o./..x"), ("nim:stones=9", "9,0")])
def test_every_bound_in_the_tree_is_true(spec, text):
    game = zermelo.load(spec)
    start = game.read_state(text)
    for seed in range(3):
        search = MCTS(sims=300, seed=seed, early=False, compiled=False)
        search.analyse(game, start)
        tree = tree_of(search)
        states = {0: start}
        for node, children in families(tree):
            for action, child in zip(game.actions(states[node]), children, strict=True):
                states[child] = game.result(states[node], action)
        tightened = 0
        for node, state in states.items():
            assert tree.low[node] <= minimax(game, state) <= tree.high[node]
            tightened += tree.low[node] > -1 or tree.high[node] < 1
        assert tightened > 10


def test_chance_nodes_are_proved_on_average():
    game = zermelo.load("coin-flip:turns=2")
    truth = zermelo.Expectiminimax().analyse(game)
    found = MCTS(sims=3000, seed=2, early=False, compiled=False).analyse(game)
    assert found.exact
    assert found.value == pytest.approx(truth.value)
    assert found.action == truth.action


def test_a_choice_can_be_proved_before_its_value():
    """Three in a column: every reply but one loses, and the search need not know what that one is worth."""
    game = zermelo.load("connect-four")
    state = game.read_state("12121")
    analysis = MCTS(sims=100_000, seed=1, early=False).analyse(game, state)
    assert analysis.stopped == "no other action can be better"
    assert game.action_text(state, analysis.action) == "1"
    assert not analysis.exact
    lost = {game.action_text(state, c.action): c.decided and c.value == -1 for c in analysis.candidates}
    assert lost == {column: column != "1" for column in "1234567"}


# --- what is learnt of moves ---


def test_rave_counts_what_was_played_later():
    """AMAF by its definition, from the moves of each simulation."""
    game = zermelo.load("tic-tac-toe")
    search = MCTS(rave=100, solver=False, early=False, sims=1, compiled=False)
    parts, knobs = search.parts(game)
    tree, workspace = new_tree(False, parts, 20_000), new_workspace(False, parts, 512, 1)
    workspace.knobs[list(knobs)] = list(knobs.values())
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
    assert np.array_equal(visits, tree.amaf_visits)
    assert np.array_equal(total, tree.amaf_total)


def test_mast_prefers_what_has_won():
    """Taking three of Nim's stones at 3 wins at once: MAST's playouts learn to do so."""
    game = zermelo.load("nim:stones=9")
    search = MCTS(sims=400, mast=True, solver=False, seed=1, early=False, compiled=False)
    search.analyse(game)
    workspace = search._memory["last"].desks[0]
    assert workspace.learnt_visits.sum() > 400
    assert np.all(np.abs(workspace.learnt_total) <= workspace.learnt_visits)


def test_implicit_minimax_backs_evaluations_up():
    game = zermelo.load("tic-tac-toe")
    search = MCTS(sims=300, implicit=0.5, solver=False, early=False, seed=1, compiled=False)
    search.analyse(game)
    tree = tree_of(search)
    seen = 0
    for node, children in families(tree):
        best = max if tree.mover[node] == 0 else min
        assert tree.guess[node] == best(tree.guess[child] for child in children)
        seen += 1
    assert seen > 20


def test_what_is_left_open_is_chosen_for_the_game():
    """Less is explored where priors say where to look, still less where RAVE does."""
    chosen = {}
    for spec in ("go:size=5", "breakthrough", "nim"):
        game = zermelo.load(spec)
        parts, knobs = MCTS().parts(game)
        chosen[spec] = parts.rave, parts.prior is not None, knobs[EXPLORATION], knobs[PATIENCE]
        _, knobs = MCTS(exploration=0.3, patience=5).parts(game)
        assert (knobs[EXPLORATION], knobs[PATIENCE]) == (0.3, 5)
    assert chosen == {
        "go:size=5": (True, True, 0.05, 2),
        "breakthrough": (False, True, 0.2, 2),
        "nim": (False, False, math.sqrt(0.5), 1),
    }


def book_bound(tree, node, child, parts, knobs, low, breadth):
    """What a child may be worth to who chooses it, by the formulas as they are published."""
    mover, own = tree.mover[node], int(tree.visits[child])
    visits, total = own, tree.total[child]
    if parts.priors:
        visits, total = visits + tree.prior_visits[child], total + tree.prior_visits[child] * tree.prior_mean[child]
    value, is_known = total / visits if visits else low + knobs[URGENCY] * breadth, visits > 0
    if parts.rave and tree.amaf_visits[child]:
        others = tree.amaf_visits[child]
        weight = others / (others + visits + others * visits / knobs[RAVE])
        value, is_known = (1 - weight) * value + weight * tree.amaf_total[child] / others, True
        if not visits and not parts.urgent:
            value = tree.amaf_total[child] / others
    if not is_known and not parts.urgent:
        return math.inf
    if parts.implicit:
        value = (1 - knobs[IMPLICIT]) * value + knobs[IMPLICIT] * tree.guess[child] * (-1 if mover else 1)
    if parts.bias:
        value += knobs[BIAS] * (tree.prior_mean[child] - low) / (1 + own)
    if not is_known:
        return value
    share = math.log(tree.visits[node]) / max(visits, 1)
    if parts.tuned:
        mean = tree.total[child] / max(own, 1)
        variance = (tree.squares[child] / max(own, 1) - mean**2) / breadth**2
        share *= min(0.25, variance + math.sqrt(2 * share)) * 2  # UCB1 has ½ there
    return value + knobs[EXPLORATION] * breadth * math.sqrt(share)


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
    search = MCTS(sims=sims, seed=4, solver=False, early=False, exploration=0.4, compiled=False, **options)
    search.analyse(game)
    grown = search._memory["last"]
    tree, workspace, parts = grown.trees[0], grown.desks[0], grown.parts
    rules = interpreted_rules(game)
    best_child, *_ = selectors(rules, parts, proofs(rules, parts))
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
    search = MCTS(sims=300, selection="ucb1-tuned", solver=False, early=False, seed=1, compiled=False)
    search.analyse(game)
    tree = tree_of(search)
    assert np.array_equal(
        tree.squares[1 : search._memory["last"].shared[0][USED]],
        tree.visits[1 : search._memory["last"].shared[0][USED]],
    )


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


# --- transpositions, memory ---


def test_transpositions_share_what_is_below():
    game = zermelo.load("tic-tac-toe")
    tree, graph = (
        MCTS(sims=8000, seed=1, solver=False, early=False, transpositions=shared, compiled=False).analyse(game)
        for shared in (False, True)
    )
    assert graph.nodes < 0.9 * tree.nodes


def copied(tree, node, least, is_root=True):
    """A tree as nested tuples, without what is below nodes that were visited less."""
    children = ()
    if tree.count[node] > 0 and (is_root or tree.visits[node] >= least):
        first = int(tree.first[node])
        children = tuple(copied(tree, first + i, least, False) for i in range(int(tree.count[node])))
    return int(tree.visits[node]), float(tree.total[node]), tree.move[node], children


@pytest.mark.parametrize("options", [{}, {"transpositions": True}], ids=str)
def test_pruning_keeps_what_it_says(options):
    game = zermelo.load("tic-tac-toe")
    for root, least in ((0, 0), (2, 0), *(() if options else ((0, 5), (3, 10)))):
        search = MCTS(sims=500, seed=1, solver=False, early=False, compiled=False, **options)
        search.analyse(game)
        grown = search._memory["last"]
        tree = grown.trees[0]
        wanted = copied(tree, root, least)
        used = prune(tree, grown.desks[0], root, least)
        assert used <= grown.shared[0][USED]
        assert copied(tree, 0, 0) == wanted


def test_memory_stays_within_its_bound_and_the_search_goes_on():
    game = zermelo.load("breakthrough")
    search = MCTS(sims=60_000, megabytes=1, seed=1, early=False)
    analysis = search.analyse(game)
    assert analysis.simulations == 60_000
    assert sum(candidate.visits for candidate in analysis.candidates) == 60_000


def test_a_proof_whose_moves_were_pruned_is_made_again():
    """The winning reply is known, its own moves are gone: the search must not choose blindly there."""
    game = zermelo.load("nim:stones=8")
    search = MCTS(sims=3000, seed=1, early=False, compiled=False)
    assert search.analyse(game).value == -1
    grown = search._memory["last"]
    tree, workspace = grown.trees[0], grown.desks[0]
    lost = int(tree.first[0])  # one stone taken, seven left: who is to move there takes three and wins
    assert tree.low[lost] == tree.high[lost] == -1
    tree.count[lost] = 0
    grown.shared[0][USED] = prune(tree, workspace, 0, 0)
    found = search.analyse(game, game.read_state("7,1"))
    assert (found.action, found.value, found.exact) == (3, 1, True)


# --- threads ---


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_share_the_work(parallel):
    game = zermelo.load("connect-four")
    search = MCTS(sims=40_001, threads=2, parallel=parallel, seed=1, early=False)
    analysis = search.analyse(game)
    assert analysis.simulations == 40_001
    assert sum(candidate.visits for candidate in analysis.candidates) == 40_001
    grown = search._memory["last"]
    assert len(grown.trees) == (1 if parallel == "tree" else 2)
    for tree in grown.trees:
        assert not tree.pending.any()
        for node, children in families(tree):
            assert tree.visits[node] >= sum(int(tree.visits[child]) for child in children)
    again = search.analyse(game, game.result(game.initial(), analysis.action))
    assert sum(candidate.visits for candidate in again.candidates) > 40_001


@pytest.mark.parametrize("parallel", ["tree", "root"])
def test_threads_prove_the_truth(parallel):
    game = zermelo.load("tic-tac-toe")
    for seed in range(5):
        analysis = MCTS(sims=500_000, threads=2, parallel=parallel, seed=seed, early=False).analyse(game)
        assert (analysis.exact, analysis.value) == (True, 0)


# --- the end of a search ---


def test_a_leader_that_cannot_be_overtaken_ends_the_search():
    game = zermelo.load("connect-four")
    state = game.read_state("4455")
    whole = MCTS(sims=20_000, seed=3, early=False, solver=False).analyse(game, state)
    short = MCTS(sims=20_000, seed=3, solver=False).analyse(game, state)
    assert short.stopped == "the leader cannot be overtaken any more"
    assert short.simulations < whole.simulations == 20_000
    assert whole.stopped == "the simulations are used up"
    assert short.action == whole.action
    visits = sorted(candidate.visits for candidate in short.candidates)
    assert visits[-1] - visits[-2] > 20_000 - short.simulations


def test_a_clear_leader_ends_a_search_by_time_too():
    game = zermelo.load("connect-four")
    state = game.read_state("4455")
    analysis = MCTS(time=60, seed=3, solver=False).analyse(game, state)
    assert analysis.stopped == "the leader cannot be overtaken any more"
    assert analysis.seconds < 60


def test_time_and_nodes_are_told():
    game = zermelo.load("othello")
    assert MCTS(time=0.2, seed=1, early=False).analyse(game).stopped == "the time is up"
    assert MCTS(nodes=100, seed=1, early=False).analyse(game).stopped == "the nodes are used up"


def test_candidates_have_lines_and_priors():
    game = zermelo.load("othello")
    analysis = MCTS(sims=3000, prior=5, seed=1, early=False).analyse(game)
    for candidate in analysis.candidates:
        assert 0 <= candidate.prior <= 1
        assert candidate.line[0] == candidate.action
        state = game.initial()
        for action in candidate.line:
            assert action in game.legal(state)
            state = game.result(state, action)
    report = analysis.to_json()
    assert report["stopped"] == "the simulations are used up"
    assert "priors" in report["parts"]
    assert all("prior" in candidate for candidate in report["candidates"])


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"selection": "best"}, "selection must be ucb1 or ucb1-tuned, not 'best'"),
        ({"parallel": "leaf"}, "parallel must be tree or root, not 'leaf'"),
        ({"epsilon": 1.5}, "epsilon must be a number of 0 to 1, not 1.5"),
        ({"rave": -1}, "rave must be a number of at least 0, not -1"),
        ({"threads": 0}, "threads must be a whole number of at least 1, not 0"),
        ({"transpositions": True, "threads": 2}, "try parallel=root"),
        ({"transpositions": True, "open_loop": True}, "no transpositions"),
        ({"open_loop": True, "threads": 2}, "open loops need a tree of their own for each thread: try parallel=root"),
        ({"playout": "clever"}, "policies are functions"),
    ],
)
def test_bad_options_are_told(options, words):
    with pytest.raises(zermelo.ZermeloError, match=words):
        MCTS(**options)


def test_three_players_choose_for_themselves():
    """Each takes one or two of seven stones in turn; who takes the last wins all."""
    from typing import NamedTuple

    class TrioState(NamedTuple):
        stones: int
        player: int

    game = zermelo.Game(
        initial=lambda: TrioState(7, 0),
        to_move=lambda state: state.player,
        actions=lambda state: iter(range(1, min(2, state.stones) + 1)),
        result=lambda state, n: TrioState(state.stones - n, (state.player + 1) % 3),
        is_terminal=lambda state: state.stones == 0,
        utility=lambda state, player: 1.0 if (state.player - 1) % 3 == player else 0.0,
        players=3,
        zero_sum=False,
        max_actions=2,
        max_plies=7,
    )
    for options in ({}, {"rave": 50}, {"mast": True}):
        state = TrioState(2, 1)
        assert MCTS(sims=300, seed=1, compiled=False, **options)(game, state) == 2
    assert game.to_move(game.initial()) != CHANCE


def test_a_pick_that_forgets_an_action_is_told():
    from dataclasses import replace

    from zermelo.arena.doctor import examine

    game = zermelo.load("breakthrough:rows=4,columns=2,ranks=1")
    assert all(finding.holds for finding in examine(game, seconds=1).findings)
    lazy = replace(game, pick=lambda state, fraction: game.legal(state)[0])
    broken = [finding.broken for finding in examine(lazy, seconds=1).findings if not finding.holds]
    assert broken == ["pick does not draw each action alike"]
