"""Traces: in notebooks, and what is known about a value at every step."""

from __future__ import annotations

import naive
import pytest

import zermelo
from zermelo.games.tree.rules import tree_game
from zermelo.search.trace.recorder import TooLarge

TREE = "[[3,12,8],[2,4,6],[14,5,2]]"


def test_numbers_are_places_in_preorder():
    shown = zermelo.trace(zermelo.load(TREE))
    nodes = shown.nodes()
    assert [node.number for node in nodes] == list(range(13))
    for node in nodes[1:]:
        assert nodes[node.above].children[node.place] is node
    assert all(nodes[step.index].name == step.node for step in shown.steps)


def test_a_cut_node_is_known_to_be_at_most_so_much():
    shown = zermelo.trace(zermelo.load(TREE))
    cut = next(step for step in shown.steps if step.event == "prune")
    assert (cut.value, cut.bound) == (2, "≤")
    assert [step.bound for step in shown.steps if step.node == "root" and step.value is not None] == ["≥", "≥", "", ""]


def test_depth_zero_judges_and_looks_no_further():
    shown = zermelo.trace(zermelo.load("tic-tac-toe"), "minimax", depth=0)
    assert [step.event for step in shown.steps] == ["depth"]


def test_cut_branches_count_as_nodes():
    wide = f"[[9],[1,{','.join(['5'] * 300)}]]"
    with pytest.raises(TooLarge):
        zermelo.trace(zermelo.load(wide), most=200)


def test_more_is_skipped_than_anyone_counts():
    shown = zermelo.trace(zermelo.load("random-tree:branching=4,depth=6"), most=1500)
    assert not shown.counted
    assert shown.skipped > 1500


CHANCY = {"player": 0, "children": [
    {"player": "chance", "probabilities": [0.25, 0.75], "children": [{"value": [4, 0, 2]}, {"value": [0, 8, 2]}]},
    {"player": 1, "children": [{"value": [2, 1, 0]}, {"value": [9, 0, 0]}]},
]}  # fmt: skip


def test_max_n_tells_a_value_per_player_at_every_step():
    game = tree_game(CHANCY, players=3)
    shown = zermelo.trace(game, "maxn")
    assert shown.values == naive.maxn(game, game.initial()) == (2, 1, 0)
    assert (shown.value, shown.action) == (2, "2")
    assert [step.worth for step in shown.steps if step.node == "1"] == ["", "(1, 0, 0.5)", "(1, 6, 2)", "(1, 6, 2)"]
    assert [node.worth for node in shown.visited_leaves()] == ["(4, 0, 2)", "(0, 8, 2)", "(2, 1, 0)", "(9, 0, 0)"]
    assert {step.player for step in shown.steps} == {"CHANCE", "leaf", *map(game.player_name, range(2))}
    assert shown.to_json()["values"] == [2, 1, 0]
    assert "(2, 1, 0)" in shown._repr_svg_()


@pytest.mark.parametrize("spec", [TREE, "coin-flip:turns=1"])
def test_expectimax_expects_a_random_opponent(spec):
    game = zermelo.load(spec)

    def uniform(game, state, values):
        return [1 / len(values)] * len(values)

    for state in (game.initial(), game.result(game.initial(), game.legal(game.initial())[0])):
        shown = zermelo.trace(game, "expectimax", state)
        mover = game.to_move(state)
        assert shown.value == pytest.approx(naive.expectimax(game, state, mover, uniform))
        assert shown.value == pytest.approx(zermelo.Expectimax(compiled=False).analyse(game, state).value)
    averages = [step.value for step in zermelo.trace(zermelo.load(TREE), "expectimax").steps if step.node == "1"]
    assert averages == [None, 1, 5, pytest.approx(23 / 3), pytest.approx(23 / 3)]


@pytest.mark.parametrize("make", [zermelo.trace, zermelo.trace_mcts])
def test_notebooks_draw_it(make):
    shown = make(zermelo.load(TREE))
    assert shown._repr_svg_().startswith("<svg")
    assert shown._repr_svg_() in shown._repr_html_()


def test_mcts_means_are_told_for_max():
    shown = zermelo.trace_mcts(zermelo.load(TREE), simulations=60)
    by_path = {node.path: node for node in shown.nodes()}
    assert by_path["1", "2"].mean == 12
    assert by_path[()].visits == 60
    assert sum(node.visits for node in by_path.values() if len(node.path) == 1) == 60


def test_a_trace_and_an_analysis_tell_the_same_value():
    game = zermelo.load("tic-tac-toe")
    state = game.read_state("xox/oxo/...")
    for algorithm in ("minimax", "alphabeta"):
        assert zermelo.trace(game, algorithm, state).value == zermelo.AlphaBeta().analyse(game, state).value


def test_expectimax_shows_the_probabilities_of_an_opponent_who_searches_now_and_then():
    game = zermelo.load("figure:opponent-80-20")
    opponent = 0.8 * zermelo.following(zermelo.Minimax(depth=2, compiled=False)) + 0.2 * zermelo.RANDOM
    shown = zermelo.trace(game, algorithm="expectimax", opponent=opponent)
    found = zermelo.Expectimax(opponent=opponent, compiled=False).analyse(game)
    assert shown.value == pytest.approx(found.value) == pytest.approx(9.3)
    assert [node.probability for node in shown.root.children[0].children] == pytest.approx([0.9, 0.1])
    sums = [step.value for step in shown.steps if step.node == "1" and step.event == "update"]
    assert sums == pytest.approx([0.9 * 7, 0.9 * 7 + 0.1 * 30])


@pytest.mark.parametrize(("algorithm", "opponent"), [("minimax", zermelo.BENIGN), ("expectimax", zermelo.BENIGN)])
def test_an_opponent_without_probabilities_is_refused(algorithm, opponent):
    with pytest.raises(zermelo.ZermeloError, match="expectimax"):
        zermelo.trace(zermelo.load("bins"), algorithm=algorithm, opponent=opponent)
