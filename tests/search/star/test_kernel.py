"""The Star kernel against its slow, obvious twin: the same values with every kind of cut, and fewer leaves."""

from __future__ import annotations

import random
from dataclasses import replace

import naive
import pytest
from conftest import random_position
from hypothesis import given, settings
from hypothesis import strategies as st

import zermelo
from zermelo.bits import mix
from zermelo.evaluate import opinion
from zermelo.games.tree.rules import tree_game

CUTS = ("none", "star1", "star2")
CLOSE = 1e-9  # of values: see the kernel on rounding
LIMIT = 20  # of the leaves of random trees


def star(**options):
    return zermelo.Expectiminimax(plain=False, **options)


def random_tree(seed, plies):
    """A tree for `tree_game`: players and chance in any order, unequal probabilities, some of them tiny."""
    noise = random.Random(seed)

    def node(left):
        if left == 0 or noise.random() < 0.1:
            return noise.randint(-LIMIT, LIMIT)
        children = [node(left - 1) for _ in range(noise.choice([1, 2, 3, 3]))]
        kind = noise.choice(["max", "min", "chance", "chance"])
        if kind != "chance":
            return {"player": kind, "children": children}
        shares = [noise.choice([1e-12, 0.01, 0.2, 1.0, 1.0, 3.0]) for _ in children]
        return {"player": kind, "probabilities": [share / sum(shares) for share in shares], "children": children}

    return {"player": noise.choice(["max", "min", "chance"]), "children": [node(plies) for _ in range(3)]}


TREES = st.builds(random_tree, st.integers(0, 2**32), st.integers(1, 4)).map(
    lambda tree: tree | ({"probabilities": [0.5, 0.3, 0.2]} if tree["player"] == "chance" else {})
)


@settings(max_examples=40)
@given(TREES, st.integers(1, 4), st.sampled_from(["best utility", "reach", "nothing"]))
def test_random_trees(tree, depth, known):
    """Chance and players in any order, with the range of values known from either source, and unknown."""
    game = tree_game(tree)
    most = game.best_utility

    def evaluate(state, player):
        worth = most * (mix(hash(state)) % 2001 / 1000 - 1)
        return worth if player == 0 else -worth

    if known != "best utility":
        game = replace(game, best_utility=None)
    opinions = zermelo.Opinion(evaluate, reach=most if known == "reach" else 0.0)
    state = game.initial()
    twin = naive.expectiminimax(game, state, depth, evaluate, throws=False)
    twin = twin if game.to_move(state) == zermelo.CHANCE else naive.for_mover(game, state, twin)
    for cuts, table in (("none", 0), ("star1", 0), ("star1", 1), ("star2", 0), ("star2", 1)):
        found = star(depth=depth, cuts=cuts, table=table, evaluate=opinions).analyse(game, state)
        assert found.value == pytest.approx(twin, rel=CLOSE, abs=CLOSE), (cuts, table)
        if cuts == "none":
            assert found.leaves == sum(naive.leaves_by_choice(game, state, d) for d in range(1, found.depth + 1))


@pytest.mark.parametrize("spec", ["pig:goal=20", "coin-flip", "random-tree:depth=7,branching=4,outcomes=3"])
def test_interpreted_on_random_positions(spec):
    for cuts, table in (("none", 0), ("star1", 0), ("star2", 1)):
        _compare(spec, range(4), star(cuts=cuts, table=table, compiled=False))


@pytest.mark.long
def test_compiled_on_random_positions():
    for cuts, table in (("none", 0), ("star1", 0), ("star2", 0), ("star2", 1)):
        _compare("pig:goal=20", range(8), star(cuts=cuts, table=table, compiled=True))


@pytest.mark.long
@pytest.mark.parametrize("spec", ["coin-flip", "random-tree:depth=7,branching=4,outcomes=3"])
def test_compiled_games_on_random_positions(spec):
    for cuts, table in (("none", 0), ("star1", 0), ("star2", 0), ("star2", 1)):
        _compare(spec, range(12), star(cuts=cuts, table=table, compiled=True))


@pytest.mark.long
def test_threads_find_the_same():
    """Threads share the table and the root's actions; only how many nodes they visit depends on them."""
    game = zermelo.load("random-tree:depth=7,branching=4,outcomes=3")
    _compare(game.name + ":depth=7,branching=4,outcomes=3", range(12), star(threads=3, compiled=True))
    for seed in range(12):
        state = random_position(game, seed, most=4)
        for lines in (1, 2):
            alone, helped = (star(threads=n, lines=lines, compiled=True).analyse(game, state) for n in (1, 3))
            assert helped.exact == alone.exact
            assert [one.value for one in helped.variations] == pytest.approx([one.value for one in alone.variations])
            best = max(one.value for one in helped.candidates if one.bound == "exact")
            assert all(one.value <= best for one in helped.candidates if one.bound == "upper")
    bounded = star(threads=2, nodes=300, compiled=True).analyse(game)
    assert bounded.depth >= 1
    assert bounded.nodes <= 300 + 2 + 1


def _compare(spec, seeds, search):
    game = zermelo.load(spec)
    evaluator = opinion(game)
    evaluate = evaluator.function if evaluator else lambda state, player: 0.0
    session = search.open(game)  # one session: what the table holds of other positions and depths does no harm
    for seed in seeds:
        state = random_position(game, seed, most=6)
        for depth in (1, 2, 3):
            found = session.analyse(state, limits=zermelo.search.base.Limits(depth=depth))
            twin = naive.for_mover(game, state, naive.expectiminimax(game, state, depth, evaluate, throws=False))
            assert found.value == pytest.approx(twin, rel=CLOSE, abs=CLOSE), (str(search), seed, depth)
            after = naive.expectiminimax(game, game.result(state, found.action), depth - 1, evaluate, throws=False)
            assert naive.for_mover(game, state, after) == pytest.approx(twin, rel=CLOSE, abs=CLOSE)
            assert found.compiled == search.compiled


def test_cuts_visit_fewer_leaves():
    """A player, chance and the other player by turns: the trees that Ballard's cuts were made for."""
    game = zermelo.load("random-tree:depth=7,branching=8,outcomes=6")
    found = {cuts: star(depth=2, cuts=cuts, table=0, compiled=False).analyse(game) for cuts in CUTS}
    assert found["none"].leaves == 8 + 8 * 6 * 8
    assert found["star2"].leaves < 0.5 * found["none"].leaves
    assert found["star2"].leaves < found["star1"].leaves <= found["none"].leaves
    assert len({analysis.value for analysis in found.values()}) == 1


def test_a_value_that_no_evaluation_went_into_is_exact():
    game = zermelo.load("coin-flip:turns=2")
    found = star(compiled=False).analyse(game)
    assert found.exact
    assert found.value == pytest.approx(naive.expectiminimax(game, game.initial()), abs=CLOSE)
    assert all(one.decided for one in found.candidates)


def test_chance_nodes_that_follow_each_other_end():
    """A throw costs no depth, so a throw that may repeat for ever ends at the longest line."""
    again = {"player": "chance", "probabilities": [0.5, 0.5], "children": [2, 4]}
    for _ in range(3):
        again = {"player": "chance", "probabilities": [0.5, 0.5], "children": [again, 0]}
    game = tree_game({"player": "max", "children": [again, 0.25]})
    assert star().analyse(game).value == 3 / 8
