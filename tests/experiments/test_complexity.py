"""How large trees are: counted, and by the formulas."""

from __future__ import annotations

import math
from dataclasses import replace

import naive
import pytest

import zermelo as z
from zermelo import ZermeloError, complexity, load
from zermelo.experiments.outline import as_listed, outline, visited
from zermelo.show.measured.complexity import complexity_svg, power


@pytest.mark.parametrize("branching", [2, 3])
def test_a_uniform_tree_is_what_the_formulas_say(branching):
    found = complexity(load(f"random-tree:branching={branching},depth=6,values=1000000"))
    assert (found.is_whole, found.branching, found.mean_length) == (True, pytest.approx(branching), 6)
    for level in found.levels:
        assert level.leaves == level.formula == pytest.approx(branching**level.depth)
        assert level.best == pytest.approx(level.formula_best)  # Knuth and Moore's least
        assert level.best <= level.random <= level.worst <= level.leaves
        assert level.memory == 1 + branching * level.depth
    assert [found.tree_digits, found.estimated_digits] == pytest.approx([6 * math.log10(branching)] * 2)


def test_the_leaves_are_those_that_alpha_beta_visits():
    for seed in range(5):
        game = load(f"random-tree:branching=3,depth=5,seed={seed}")
        tree = outline(game, game.initial(), None, 10_000)
        assert visited(tree, 5, as_listed) == len(naive.alphabeta_leaves(game, game.initial(), 5)[1])
        for depth in (3, 5):
            assert tree.leaves(depth) == naive.leaves(game, game.initial(), depth)


def test_the_two_ply_tree():
    level = complexity(load("[[3,12,8],[2,4,6],[14,5,2]]")).levels[-1]
    assert (level.leaves, level.best, level.listed) == (9, 5, 7)


def test_the_tree_fits_what_is_allowed():
    game = load("tic-tac-toe")
    found = complexity(game, nodes=1000, games=3)
    assert [level.leaves for level in found.levels] == [9, 72, 504]
    assert (found.is_whole, found.evaluated) == (False, "evaluation")
    assert complexity(game, depth=2, games=1).levels[-1].depth == 2
    assert complexity(load("nim:stones=30"), depth=4, games=1).evaluated == "random numbers"


def test_games_that_alpha_beta_does_not_serve():
    for spec in ("pig:goal=10", "kuhn-poker"):
        found = complexity(load(spec), depth=3, games=3)
        assert {level.best for level in found.levels} == {None}
        assert "alpha-beta cuts in games of two players" in str(found)


def test_the_same_seed_is_the_same_experiment():
    one, other = (complexity(load("tic-tac-toe"), depth=3, games=5, seed=7).to_json() for _ in range(2))
    assert one == other


def test_what_is_wrong_is_told():
    game = load("tic-tac-toe")
    with pytest.raises(ZermeloError, match="complexity: depth is at least 1, not 0"):
        complexity(game, depth=0)
    tree = load("[1,2]")
    with pytest.raises(ZermeloError, match="the game is over at"):
        complexity(tree, tree.result(tree.initial(), tree.legal(tree.initial())[0]))


def test_in_words_and_as_a_drawing():
    found = complexity(load("random-tree:branching=2,depth=4"), games=2)
    text = str(found)
    assert "b^m = 2^4 = 16" in text
    assert "depth first holds at most 9 states at depth 4 (b·m = 8)" in text
    assert text.count("│") > 10
    drawing = complexity_svg(found)
    assert drawing.startswith("<svg")
    assert drawing.count("<polyline") == 7
    assert (power(2.0), power(120.4)) == ("100", "10^120.4")


def test_the_public_names():
    assert z.complexity is complexity


def test_the_best_order_doubles_the_depth_within_reach():
    found = complexity(load("random-tree:branching=10,depth=2"))
    reach = found.reach(10**6)
    assert (reach.minimax, reach.random, reach.best) == (6, 8, 12)
    assert "1,000,000 leaves reach 6 plies by minimax, 8 by alpha-beta in random order and 12 in the best" in str(found)
    assert found.to_json()["reach"][1]["best"] == 20
    assert complexity(load("[[[1]]]")).reach(10**6) is None


def test_where_nothing_is_cut_no_evaluation_is_asked():
    """One may take milliseconds, as backgammon's network does, and there are 100,000 nodes."""

    def asked(state, player):
        raise AssertionError("nobody needs this value")

    found = complexity(replace(load("pig"), evaluate=asked), depth=3, games=1)
    assert (found.levels[-1].best, found.evaluated) == (None, "")
