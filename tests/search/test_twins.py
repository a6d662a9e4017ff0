"""Every search against its slow, obvious twin, on random trees and random positions, compiled and interpreted."""

from __future__ import annotations

import math

import naive
import pytest
from conftest import is_small, random_position
from hypothesis import given
from hypothesis import strategies as st

import zermelo
from zermelo.evaluate import opinion
from zermelo.games.tree.rules import tree_game
from zermelo.search.textbook import expectiminimax

LEAVES = st.integers(-20, 20)
TREES = st.recursive(LEAVES, lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=40).filter(
    lambda tree: isinstance(tree, list)
)
CHANCE_TREES = st.recursive(
    LEAVES,
    lambda below: st.one_of(
        st.fixed_dictionaries(
            {"player": st.sampled_from(["max", "min"]), "children": st.lists(below, min_size=1, max_size=3)}
        ),
        st.lists(below, min_size=1, max_size=3).map(
            lambda children: {
                "player": "chance",
                "probabilities": [1 / len(children)] * len(children),
                "children": children,
            }
        ),
    ),
    max_leaves=25,
).filter(lambda tree: isinstance(tree, dict))
TWO_PLAYER = ["tic-tac-toe", "connect-four:columns=4,rows=4", "nim:stones=9", "bins", "random-tree"]
COMPILED = ["tic-tac-toe", "connect-four:columns=4,rows=4", "random-tree"]


def depths(game, state):
    """How deep the naive twin can go in a moment."""
    return (1, 2, 3, math.inf) if is_small(game, state) else (1, 2, 3)


def agree(search, game, state, depth, evaluate):
    twin = naive.for_mover(game, state, naive.minimax(game, state, depth, evaluate))
    analysis = search.analyse(game, state)
    assert analysis.action == naive.decision(game, state, depth, evaluate)
    assert analysis.value == pytest.approx(twin)
    return analysis


@given(TREES)
def test_minimax_and_alphabeta_on_random_trees(tree):
    game = tree_game(tree)
    state = game.initial()
    slow = agree(zermelo.Minimax(), game, state, math.inf, None)
    assert slow.exact
    assert slow.nodes == naive.nodes(game, state)
    assert slow.leaves == naive.leaves(game, state)
    for strict in (False, True):
        fast = agree(zermelo.AlphaBeta(strict=strict, count_skipped=True), game, state, math.inf, None)
        twin, seen = naive.alphabeta_leaves(game, state, math.inf, strict=strict)
        assert fast.exact
        assert fast.leaves + fast.skipped == slow.leaves
        trace = zermelo.trace(game, "alphabeta", strict=strict)
        assert trace.value == twin == slow.value
        assert [leaf.state for leaf in trace.visited_leaves()] == seen
        assert trace.leaves + trace.skipped == slow.leaves


@pytest.mark.parametrize("spec", TWO_PLAYER)
@pytest.mark.parametrize("search", [zermelo.Minimax, zermelo.AlphaBeta])
def test_interpreted_on_random_positions(spec, search):
    game = zermelo.load(spec)
    for seed in range(8):
        state = random_position(game, seed)
        for depth in depths(game, state):
            _compare(game, state, depth, search, compiled=False)


@pytest.mark.parametrize("spec", COMPILED)
@pytest.mark.parametrize("search", [zermelo.Minimax, zermelo.AlphaBeta])
def test_compiled_on_random_positions(spec, search):
    game = zermelo.load(spec)
    for seed in range(30):
        state = random_position(game, seed)
        for depth in depths(game, state):
            _compare(game, state, depth, search, compiled=True)


def _compare(game, state, depth, search, compiled):
    evaluator = opinion(game)
    evaluate = (lambda s, p: evaluator.function(s, p) / evaluator.win) if evaluator else (lambda s, p: 0.0)
    options = {"depth": depth} if depth != math.inf else {}
    analysis = search(**options, compiled=compiled).analyse(game, state)
    twin = naive.for_mover(game, state, naive.minimax(game, state, depth, evaluate))
    if not analysis.exact and evaluator:
        twin *= evaluator.win
    assert analysis.value == pytest.approx(twin)
    assert analysis.action == naive.decision(game, state, depth, evaluate)
    assert analysis.compiled == compiled
    _line_holds(analysis)


def _line_holds(analysis):
    """The line starts with the action, is legal, and its end is worth the value."""
    game, state = analysis.game, analysis.state
    mover = game.to_move(state)
    assert analysis.line[0] == analysis.action
    for action in analysis.line:
        assert action in game.legal(state)
        state = game.result(state, action)
    if game.is_terminal(state):
        assert game.utility(state, mover) == pytest.approx(analysis.value)
    elif len(analysis.line) == analysis.depth and analysis.terms:
        assert sum(term.share for term in analysis.terms) == pytest.approx(analysis.value)


@given(CHANCE_TREES)
def test_expectiminimax_on_random_trees(tree):
    game = tree_game(tree)
    assert expectiminimax.value(game) == pytest.approx(naive.expectiminimax(game, game.initial()))
    assert zermelo.trace(game, "expectiminimax").value == pytest.approx(naive.expectiminimax(game, game.initial()))


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("spec", ["coin-flip", "pig:goal=8"])
def test_expectiminimax_on_random_positions(spec, compiled):
    game = zermelo.load(spec)
    evaluator = opinion(game)
    evaluate = evaluator.function if evaluator else lambda s, p: 0.0
    for seed in range(6):
        state = random_position(game, seed, most=8)
        analysis = zermelo.Expectiminimax(depth=5, compiled=compiled).analyse(game, state)
        twin = naive.for_mover(game, state, naive.expectiminimax(game, state, 5, evaluate))
        assert analysis.value == pytest.approx(twin)


@pytest.mark.parametrize("compiled", [False, True])
def test_maxn_on_castles(compiled):
    game = zermelo.load("castles")
    for seed in range(6):
        state = random_position(game, seed, most=4)
        analysis = zermelo.MaxN(compiled=compiled).analyse(game, state)
        assert analysis.values == pytest.approx(naive.maxn(game, state))
        assert analysis.value == analysis.values[game.to_move(state)]
        limited = zermelo.MaxN(depth=2, compiled=compiled).analyse(game, state)
        assert limited.values == pytest.approx(naive.maxn(game, state, 2, opinion(game).function))


@given(st.data())
def test_maxn_on_random_three_player_trees(data):
    leaf = st.tuples(*[st.integers(-9, 9)] * 3).map(list)
    shape = st.recursive(
        leaf.map(lambda values: {"value": values}),
        lambda below: st.fixed_dictionaries(
            {"player": st.sampled_from([0, 1, 2]), "children": st.lists(below, min_size=1, max_size=3)}
        ),
        max_leaves=15,
    ).filter(lambda tree: "player" in tree)
    game = tree_game(data.draw(shape), players=3)
    assert zermelo.MaxN().analyse(game).values == naive.maxn(game, game.initial())
    assert zermelo.Minimax().analyse(game).values == naive.maxn(game, game.initial())


def test_two_players_maxn_is_minimax():
    game = zermelo.load("tic-tac-toe")
    state = game.read_state("x.o/.x./..o")
    both = zermelo.MaxN(evaluate="none").analyse(game, state)
    assert both.values[0] == -both.values[1] == naive.minimax(game, state)


def test_the_weaker_lords_stand_together():
    """Red is strong: green and blue both fire at red, and only the alliance keeps red from winning."""
    game = zermelo.load("castles:red=4,green=2,blue=2")
    for player, name in ((1, "green"), (2, "blue")):
        state = game.read_state(f"4,2,2,{player}")
        analysis = zermelo.MaxN().analyse(game, state)
        assert game.action_text(state, analysis.action) == "red", name
        assert analysis.values[0] == -1
    at_each_other = game.result(game.read_state("4,2,2,1"), 2)
    assert zermelo.MaxN().analyse(game, at_each_other).values[1] == -1


MONOTONE = [lambda v: 3 * v + 7, lambda v: v**3, lambda v: math.exp(v / 10), lambda v: math.atan(v)]


@given(TREES, st.sampled_from(MONOTONE))
def test_monotone_transformations_keep_minimax_s_decisions(tree, transform):
    assert zermelo.Minimax()(*_at_root(tree)) == zermelo.Minimax()(*_at_root(_mapped(tree, transform)))
    assert zermelo.AlphaBeta()(*_at_root(tree)) == zermelo.AlphaBeta()(*_at_root(_mapped(tree, transform)))


@given(CHANCE_TREES.filter(lambda tree: tree["player"] != "chance"), st.integers(1, 9), st.integers(-9, 9))
def test_positive_linear_transformations_keep_expectiminimax_s_decisions(tree, factor, shift):
    transformed = _mapped(tree, lambda v: 2.0**factor * v + shift)
    before = zermelo.Expectiminimax().analyse(*_at_root(tree))
    after = zermelo.Expectiminimax().analyse(*_at_root(transformed))
    values = [candidate.value for candidate in before.candidates]
    ties = [v for v in values if abs(v - before.value) < 1e-9]
    if len(ties) == 1:  # rounding may break a tie between equal means
        assert before.action == after.action
    sign = 1 if tree["player"] == "max" else -1
    assert after.value == pytest.approx(2.0**factor * before.value + sign * shift)


def test_a_monotone_transformation_can_change_expectiminimax_s_decision():
    """Which is why the law above asks for linear ones."""

    def lottery(*values):
        return {"player": "chance", "probabilities": [0.5] * 2, "children": list(values)}

    tree = {"player": "max", "children": [lottery(0, 10), lottery(4, 4)]}
    cubed = _mapped(tree, lambda v: math.sqrt(v))
    assert zermelo.Expectiminimax()(*_at_root(tree)) == 0
    assert zermelo.Expectiminimax()(*_at_root(cubed)) == 1


def _at_root(tree):
    game = tree_game(tree)
    return game, game.initial()


def _mapped(tree, transform):
    if isinstance(tree, list):
        return [_mapped(child, transform) for child in tree]
    if isinstance(tree, dict):
        return tree | {"children": [_mapped(child, transform) for child in tree["children"]]}
    return transform(tree)


@pytest.mark.parametrize("spec", [*TWO_PLAYER, "coin-flip", "pig:goal=5", "castles"])
def test_perft(spec):
    game = zermelo.load(spec)
    for seed in range(4):
        state = random_position(game, seed, most=10, choice=False)
        for depth in range(4):
            assert zermelo.perft(game, state, depth, compiled=False).leaves == naive.perft(game, state, depth)
