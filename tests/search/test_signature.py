"""The node counts of fixed searches are pinned, so that a change of behaviour is noticed at once.

A new number here is right only when the search was meant to change; the message of that commit says so.
"""

from __future__ import annotations

import pytest

import zermelo

SIGNATURES = {
    ("tic-tac-toe", "minimax"): 549_946,
    ("tic-tac-toe", "alphabeta"): 18_297,
    ("tic-tac-toe", "alphabeta:strict=true"): 146_120,
    ("tic-tac-toe", "alphabeta:depth=4"): 492,
    ("connect-four", "alphabeta:depth=8"): 10_620,
    ("connect-four", "alphabeta:depth=10,evaluate=none"): 55_026,
    ("chess", "alphabeta:depth=9,evaluate=fitted"): 14_348,
    ("nim:stones=12", "minimax"): 2_031,
    ("castles", "maxn"): 46,
    ("coin-flip", "expectiminimax"): 1_457,
    ("pig:goal=20", "expectiminimax:depth=6"): 457,
    ("pig:goal=20", "expectiminimax:depth=6,plain=false"): 6_967,
    ("tic-tac-toe", "expectimax:depth=4"): 3_610,
    ("nim:stones=30", "auto:nodes=100000"): 169,
    ("coin-flip", "auto:nodes=5000"): 378,
    ("castles", "auto:nodes=5000"): 32,
}


@pytest.mark.parametrize(
    ("game", "engine"),
    [
        pytest.param(
            *names, marks=[pytest.mark.long] if names[1].startswith("auto") or "plain=false" in names[1] else []
        )
        for names in SIGNATURES
    ],
)
def test_nodes_are_pinned(game, engine):
    assert zermelo.engine(engine).analyse(zermelo.load(game)).nodes == SIGNATURES[game, engine]


def test_the_tree_of_mcts_is_pinned():
    analysis = zermelo.MCTS(sims=2000, seed=1, plain=True).analyse(zermelo.load("connect-four"))
    assert ([c.visits for c in analysis.candidates], analysis.nodes) == ([1592, 78, 11, 80, 56, 172, 11], 3955)
    grown = zermelo.MCTS(sims=2000, seed=1).analyse(zermelo.load("connect-four"))
    assert ([c.visits for c in grown.candidates], grown.nodes) == ([919, 48, 10, 77, 54, 161, 10], 2632)
