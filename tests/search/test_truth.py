"""Examples from lectures and books, to the last printed digit."""

from __future__ import annotations

import csv
import json
import math
from itertools import pairwise

import naive
import pytest

import zermelo
from zermelo.game import MAX, Game
from zermelo.games.tree.rules import tree_game
from zermelo.search.textbook import expectiminimax, minimax

TWO_PLY = "[[3,12,8],[2,4,6],[14,5,2]]"
SIXTEEN = [84, -29, -37, -25, 1, -43, -75, 49, -21, -51, 58, -46, -3, -13, 26, 79]


def binary(values):
    """Pairs of pairs of pairs …"""
    while len(values) > 1:
        values = [list(pair) for pair in zip(values[::2], values[1::2], strict=True)]
    return values[0]


def values_seen(trace):
    return [leaf.value for leaf in trace.visited_leaves()]


def test_two_ply_tree():
    game = zermelo.load(TWO_PLY)
    for search in (zermelo.Minimax(), zermelo.AlphaBeta(count_skipped=True)):
        analysis = search.analyse(game)
        assert (analysis.value, analysis.action, analysis.exact) == (3, 0, True)
    assert (analysis.leaves, analysis.skipped) == (7, 2)
    assert values_seen(zermelo.trace(game)) == [3, 12, 8, 2, 14, 5, 2]


def test_sixteen_leaves():
    game = tree_game(binary(SIXTEEN))
    assert zermelo.Minimax().analyse(game).value == -43
    analysis = zermelo.AlphaBeta(count_skipped=True).analyse(game)
    assert (analysis.value, analysis.leaves, analysis.skipped) == (-43, 10, 6)
    trace = zermelo.trace(game)
    assert values_seen(trace) == [84, -29, -37, 1, -43, -75, -21, -51, 58, -46]
    assert trace.skipped == 6
    entered = [(s.node, s.alpha, s.beta) for s in trace.steps if s.event == "enter"]
    infinity = math.inf
    assert entered == [
        ("root", -infinity, infinity),
        ("1", -infinity, infinity),
        ("1.1", -infinity, infinity),
        ("1.1.1", -infinity, infinity),
        ("1.1.2", -29, infinity),
        ("1.2", -infinity, -29),
        ("1.2.1", -infinity, -29),
        ("1.2.2", -43, -29),
        ("2", -43, infinity),
        ("2.1", -43, infinity),
        ("2.1.1", -43, infinity),
        ("2.1.2", -43, infinity),
    ]
    assert all(step.alpha < step.beta for step in trace.steps if step.event in ("enter", "update"))


def test_three_levels():
    game = zermelo.load("[[[2,3],[5,9]],[[0],[7,4]],[[2,1],[5,6]]]")
    assert zermelo.Minimax().analyse(game).value == 3
    assert values_seen(zermelo.trace(game)) == [2, 3, 5, 0, 2, 1]


def test_the_reason_of_a_cut_is_told_in_words():
    cuts = [step for step in zermelo.trace(zermelo.load(TWO_PLY)).steps if step.event == "prune"]
    assert [cut.reason for cut in cuts] == [
        "MIN can force ≤ 2 here, MAX already has 3 (α-cut-off): the rest is skipped"
    ]


def test_open_lines_two_plies_deep():
    game = zermelo.load("tic-tac-toe")
    analysis = zermelo.Minimax(depth=2).analyse(game)
    values = {game.action_text(game.initial(), c.action): c.value for c in analysis.candidates}
    assert values == {"b2": 1} | dict.fromkeys(("a1", "a3", "c1", "c3"), -1) | dict.fromkeys(
        ("a2", "b1", "b3", "c2"), -2
    )
    assert game.action_text(game.initial(), analysis.action) == "b2"
    assert not analysis.exact
    assert sum(term.share for term in analysis.terms) == analysis.value


def test_tic_tac_toe_by_minimax():
    analysis = zermelo.Minimax().analyse(zermelo.load("tic-tac-toe"))
    assert (analysis.value, analysis.exact) == (0, True)
    assert analysis.nodes == 549_946
    assert analysis.leaves == 255_168


@pytest.mark.parametrize(
    ("opponent", "bin_", "value"),
    [(zermelo.ADVERSARIAL, "B", 1), (zermelo.RANDOM, "C", 5), (zermelo.BENIGN, "A", 50)],
)
def test_bins(opponent, bin_, value):
    game = zermelo.load("bins")
    for compiled in (True, False):
        analysis = zermelo.Expectimax(opponent=opponent, compiled=compiled).analyse(game)
        assert game.action_text(game.initial(), analysis.action) == bin_
        assert analysis.value == value
        assert analysis.exact


def test_travel_times():
    game = tree_game({"player": "chance", "probabilities": [0.25, 0.5, 0.25], "children": [20, 30, 60]})
    assert expectiminimax.value(game) == 35
    assert zermelo.trace(game, "expectiminimax").value == 35


def test_the_lecture_on_chance_nodes():
    coin = {"player": "chance", "probabilities": [0.5, 0.5]}
    left = coin | {"children": [{"player": "min", "children": [2, 4]}, {"player": "min", "children": [7, 4]}]}
    right = coin | {"children": [{"player": "min", "children": [6, 0]}, {"player": "min", "children": [5, -2]}]}
    game = tree_game({"player": "max", "children": [left, right]})
    analysis = zermelo.Expectiminimax().analyse(game)
    assert (analysis.value, analysis.action) == (3, 0)
    assert [candidate.value for candidate in analysis.candidates] == [3, -1]


def course_game(tree) -> Game:
    """A tree of the course: named states, Pac-Man is MAX and all ghosts are MIN."""
    over = {*tree["win"], *tree["lose"]}
    after: dict = {}
    for state, action, successor in tree["succ"]:
        after.setdefault(state, {})[action] = successor
    level = {tree["start"]: 0}
    waiting = [tree["start"]]
    for state in waiting:
        for successor in after.get(state, {}).values():
            if successor not in level:
                level[successor] = level[state] + 1
                waiting.append(successor)

    return Game(
        initial=lambda: tree["start"],
        to_move=lambda state: 0 if level[state] % tree["num_agents"] == 0 else 1,
        actions=lambda state: iter(after[state]),
        result=lambda state, action: after[state][action],
        is_terminal=lambda state: state in over or state not in after,
        utility=lambda state, player: tree["eval"][state] * (1 if player == 0 else -1),
        evaluate=lambda state, player: tree["eval"][state] * (1 if player == 0 else -1),
        name=tree["id"],
    )


class Watched:
    """A game that records the states it generates."""

    def __init__(self, game):
        from dataclasses import replace

        self.generated = {game.initial()}

        def result(state, action):
            after = game.result(state, action)
            self.generated.add(after)
            return after

        self.game = replace(game, result=result)


@pytest.mark.long
@pytest.mark.parametrize("compiled", [pytest.param(False, marks=pytest.mark.slow), None])
def test_course_trees(truth, compiled):
    trees = json.loads(truth("trees/course_game_trees.json").read_text())
    assert len(trees) == 68
    for tree in trees:
        game = course_game(tree)
        plies = tree["depth"] * tree["num_agents"]
        search = {
            "MinimaxAgent": zermelo.Minimax(depth=plies, compiled=compiled),
            "AlphaBetaAgent": zermelo.AlphaBeta(depth=plies, strict=True, compiled=compiled),
            "ExpectimaxAgent": zermelo.Expectimax(depth=plies, opponent=zermelo.RANDOM, compiled=compiled),
        }[tree["alg"]]
        analysis = search.analyse(game)
        assert analysis.action == tree["expected_action"], tree["id"]
        assert analysis.value == pytest.approx(tree["root_value_derived"]), tree["id"]
        if tree["alg"] == "AlphaBetaAgent":
            seen = set(_visited(zermelo.trace(game, "alphabeta", depth=plies, strict=True).root))
            assert seen == set(tree["expected_generated"]), tree["id"]
        else:
            watched = Watched(game)
            search.analyse(watched.game)
            assert watched.generated == set(tree["expected_generated"]), tree["id"]


def _visited(node):
    if node.status == "cut":
        return
    yield node.state
    for child in node.children:
        yield from _visited(child)


def test_the_book_s_figure(truth):
    figure = json.loads(truth("trees/aima_games_asserted.json").read_text())
    nodes = figure["fig_5_2"]

    def build(name):
        if name in nodes["utils"]:
            return nodes["utils"][name]
        player = "min" if name in nodes["min_nodes"] else "max"
        return {"player": player, "children": {a: build(child) for a, child in nodes["succs"][name].items()}}

    game = tree_game(build("A"))
    for search, asserted in ((zermelo.Minimax(), "minmax_decision"), (zermelo.AlphaBeta(), "alpha_beta_search")):
        assert _decision(search, game, game.initial()) == figure["asserted"][asserted]["A"]
        for index, name in enumerate("BCD"):
            below = game.result(game.initial(), index)
            assert _decision(search, game, below) == figure["asserted"][asserted][name]
    assert zermelo.play(game, [zermelo.AlphaBeta()] * 2).utilities[0] == 3


def _decision(search, game, state):
    return game.action_text(state, search(game, state))


def test_all_states_of_tic_tac_toe(truth):
    game = zermelo.load("tic-tac-toe")
    with open(truth("small/tictactoe_all_states.csv")) as lines:
        rows = [row for row in csv.reader(lines) if not row[0].startswith("#")]
    assert len(rows) == 5478
    for board, mover, value, terminal in rows:
        state = game.read_state(board)
        assert game.is_terminal(state) == (terminal == "1")
        if terminal == "1":
            assert game.utility(state, MAX) == int(value)
            continue
        assert "xo"[game.to_move(state)] == mover
        assert naive.for_mover(game, state, int(value)) == zermelo.AlphaBeta().analyse(game, state).value


def test_tic_tac_toe_s_policies():
    game = zermelo.load("tic-tac-toe")
    start = game.read_state("xo./.x./..o")
    first = minimax.policy(game, 0, start)
    assert first
    assert all(game.to_move(state) == 0 for state in first)
    for state, action in first.items():
        assert action == naive.decision(game, state)
    second = minimax.policy(game, 1, start)
    assert all(game.to_move(state) == 1 for state in second)
    assert all(action == naive.decision(game, state) for state, action in second.items())


def test_decision_and_value_functions():
    game = zermelo.load("nim:stones=6")
    assert minimax.decision(game) == 2
    assert minimax.value(game) == 1
    assert minimax.value(game, game.read_state("4,1")) == -1
    assert minimax.value(game, game.read_state("0,1")) == -1


@pytest.mark.parametrize(("branching", "depth"), [(2, 2), (2, 5), (3, 4), (4, 3), (5, 2), (3, 1)])
def test_perfect_ordering_visits_the_fewest_leaves(branching, depth):
    """b^⌈m/2⌉ + b^⌊m/2⌋ - 1 leaves of a uniform tree, when the best action comes first everywhere."""
    tree = _perfectly_ordered(branching, depth, 0.0, 1000.0, maximising=True)
    analysis = zermelo.AlphaBeta(count_skipped=True).analyse(tree_game(tree))
    fewest = branching ** math.ceil(depth / 2) + branching ** (depth // 2) - 1
    assert analysis.leaves == fewest
    assert analysis.skipped == branching**depth - fewest


def _perfectly_ordered(branching, depth, low, high, maximising):
    """A tree with all leaves distinct, in [low, high], and every node's best child first."""
    if depth == 0:
        return (low + high) / 2
    edges = [low + (high - low) * i / branching for i in range(branching + 1)]
    spans = list(pairwise(edges))
    if maximising:
        spans.reverse()
    return [_perfectly_ordered(branching, depth - 1, a, b, not maximising) for a, b in spans]


def test_small_connect_four_boards(truth):
    with open(truth("connect4/small_board_values.csv")) as lines:
        rows = [line.split(",") for line in lines if not line.startswith("#")]
    for width, height, score, *_ in rows:
        if int(width) * int(height) > 20:
            continue
        game = zermelo.load("connect-four", columns=int(width), rows=int(height))
        analysis = zermelo.AlphaBeta(evaluate="none").analyse(game)
        sign = (int(score) > 0) - (int(score) < 0)
        assert (analysis.value, analysis.exact) == (sign, True)


def test_connect_four_endgames(truth):
    """Positions with few moves to go: the sign of the published score is the value."""
    game = zermelo.load("connect-four")
    for line in truth("connect4/Test_L3_R1").read_text().splitlines()[:200]:
        columns, score = line.split()
        state = game.read_state(columns)
        analysis = zermelo.AlphaBeta(evaluate="none").analyse(game, state)
        assert analysis.value == (int(score) > 0) - (int(score) < 0)


def test_pig_s_published_values_solve_our_rules(truth):
    """The table of winning chances is the fixed point of our own actions, chances and results."""
    game = zermelo.load("pig:goal=10")
    chance = {}
    with open(truth("small/pig_goal10_values.csv")) as lines:
        for line in lines:
            if not line.startswith("#"):
                own, other, turn, value = line.split(",")
                chance[int(own), int(other), int(turn)] = float(value)

    def value(state):
        """The first player's chance to win."""
        if game.is_terminal(state):
            return 1.0 if game.utility(state, 0) > 0 else 0.0
        if state.rolling:
            return sum(p * value(game.result(state, pips)) for pips, p in game.chances(state))
        own, other = (state.first, state.second) if state.player == 0 else (state.second, state.first)
        table = 1.0 if own + state.turn >= 10 else chance[own, other, state.turn]
        return table if state.player == 0 else 1 - table

    checked = 0
    for (own, other, turn), published in chance.items():
        if own + turn >= 10:
            continue
        state = game.read_state(f"{own},{other},{turn},0")
        best = max(value(game.result(state, action)) for action in game.actions(state))
        assert best == pytest.approx(published, abs=1e-8)
        checked += 1
    assert checked > 300


def test_counts_of_openspiel(truth):
    """Sequences of n plies, as another library counts them."""
    counts = {
        entry["game"]: entry["nodes_by_ply"] for entry in json.loads(truth("small/perft_openspiel.json").read_text())
    }
    for name, ours in (
        ("tic_tac_toe", "tic-tac-toe"),
        ("connect_four", "connect-four"),
        ("connect_four(rows=4,columns=5)", "connect-four:columns=5,rows=4"),
    ):
        game = zermelo.load(ours)
        assert [zermelo.perft(game, depth=n).leaves for n in range(len(counts[name]))] == counts[name]
