"""What each part of MCTS does to the tree is pinned, interpreted, so that a change of behaviour is noticed at once.

A new number here is right only when the search was meant to change; the message of that commit says so.
"""

from __future__ import annotations

import pytest
from conftest import random_position

import zermelo
from zermelo.search.mcts.search import MCTS

PINNED = [
    (
        "tic-tac-toe",
        {},
        ([13, 16, 16, 24, 27, 18, 52, 9, 16], 382, 3, 0.538462),
        ([27, 55, 19, 28, 26, 45], 292, 5, -0.309091),
    ),
    (
        "tic-tac-toe",
        {"plain": True, "longest": 3, "exploration": 1.2},
        ([28, 23, 22, 23, 18, 18, 26, 20, 22], 578, 3, 0.143214),
        ([27, 34, 23, 23, 46, 47], 231, 5, -0.08517),
    ),
    (
        "tic-tac-toe",
        {"threads": 2, "early": False},
        ([13, 16, 16, 24, 27, 18, 52, 18, 16], 410, 3, 0.538462),
        ([39, 57, 18, 26, 26, 34], 306, 5, -0.245614),
    ),
    (
        "tic-tac-toe",
        {"urgency": 0.4, "selection": "ucb1-tuned", "solver": False},
        ([127, 0, 0, 0, 0, 0, 0, 0, 0], 136, 9, 0.330709),
        ([127, 0, 0, 0, 0, 0], 43, 6, 0.173228),
    ),
    (
        "connect-four:columns=4,rows=4",
        {"selection": "ucb1-tuned", "urgency": 0.6, "mast": True, "rave": 100, "epsilon": 0.1, "solver": False},
        ([15, 0, 110, 2], 235, 10, 0.327273),
        ([4, 115, 2, 6], 214, 9, 0.208696),
    ),
    (
        "connect-four:columns=4,rows=4",
        {"transpositions": True, "decisive": False, "patience": 3, "exploration": 0.3},
        ([3, 7, 7, 110], 84, 8, 0.072727),
        ([31, 3, 92, 65], 115, 7, 0.0),
    ),
    (
        "connect-four:columns=4,rows=4",
        {"prior": 8, "bias": 0.5, "implicit": 0.4, "longest": 2, "early": False},
        ([48, 58, 47, 47], 364, 5, 0.020345),
        ([46, 47, 53, 54], 337, 4, -0.003194),
    ),
    (
        "connect-four:columns=4,rows=4",
        {"mast": True, "early": False},
        ([67, 28, 77, 28], 300, 5, 0.142857),
        ([11, 67, 56, 66], 308, 5, 0.074627),
    ),
    (
        "breakthrough:rows=5,columns=4",
        {},
        ([96, 9, 2, 20, 0, 0, 0, 0, 0, 0], 301, 7, 0.0625),
        ([3, 119, 3, 60, 0, 2, 2, 1, 0, 0, 1], 533, 8, -0.042017),
    ),
    (
        "breakthrough:rows=5,columns=4",
        {"bias": 0.3, "threads": 2, "epsilon": 0.2, "early": False},
        ([12, 182, 3, 3, 0, 0, 0, 0, 0, 0], 431, 6, -0.043956),
        ([3, 93, 3, 93, 0, 2, 2, 2, 0, 0, 2], 405, 7, -0.010753),
    ),
    (
        "breakthrough:rows=5,columns=4",
        {"playout": "random", "prior": 0, "early": False},
        ([10, 4, 25, 27, 4, 37, 17, 5, 38, 33], 384, 3, 0.315789),
        ([3, 157, 3, 16, 3, 3, 3, 3, 3, 3, 3], 395, 4, 0.235669),
    ),
    (
        "breakthrough:rows=5,columns=4",
        {"prior": 3, "early": False},
        ([5, 7, 2, 186, 0, 0, 0, 0, 0, 0], 609, 11, 0.139785),
        ([3, 108, 3, 86, 0, 0, 0, 0, 0, 0, 0], 620, 11, -0.12963),
    ),
    (
        "go:size=3",
        {"early": False},
        ([4, 0, 1, 1, 0, 194, 0, 0, 0, 0], 383, 12, 0.886598),
        ([0, 2, 0, 194, 0, 4, 0], 302, 12, 1.0),
    ),
    ("pig:goal=20", {"early": False}, ([200], 333, 8, 0.26), ([143, 57], 319, 7, 0.386946)),
    ("pig:goal=20", {"longest": 4, "rave": 20, "mast": True}, ([127], 211, 7, 0.072638), ([112, 15], 200, 7, 0.249464)),
    (
        "pig:goal=20",
        {"open_loop": True, "rave": 20, "selection": "ucb1-tuned"},
        ([127], 116, 16, 0.275591),
        ([104, 23], 188, 21, 0.384615),
    ),
    ("coin-flip", {"open_loop": True, "early": False}, ([46, 154], 105, 11, 0.025974), ([91, 109], 44, 8, 0.504587)),
    ("coin-flip", {"early": False}, ([54, 146], 236, 9, 0.006849), ([23, 28], 68, 6, 0.5)),
    ("pig:goal=20", {"implicit": 0.4, "prior": 3, "early": False}, ([200], 331, 8, 0.27), ([198, 2], 314, 8, 0.377666)),
    ("castles", {}, ([129, 62], 43, 6, 1.209302), ([127], 2, 2, -1.0)),
    (
        "castles",
        {"mast": True, "rave": 50, "selection": "ucb1-tuned"},
        ([109, 18], 39, 6, 1.174312),
        ([127], 2, 2, -1.0),
    ),
    ("nim:stones=15", {"transpositions": True}, ([30, 41, 41], 84, 8, 1.0), ([21, 21, 14], 51, 5, 1.0)),
    ("othello:size=4", {"early": False}, ([2, 2, 81, 115], 314, 13, -3.788246), ([181, 19], 247, 10, -7.915387)),
    ("random-tree:depth=5", {"early": False}, ([32, 43, 52], 204, 4, 28.0), ([2, 2, 2], 12, 1, -43.0)),
    (
        "tic-tac-toe",
        {"decisive": False, "early": False, "exploration": 0.3},
        ([15, 11, 5, 5, 69, 2, 50, 20, 23], 378, 5, 0.463768),
        ([73, 66, 10, 10, 12, 29], 249, 6, -0.205479),
    ),
    ("nim:stones=9", {"decisive": False, "early": False}, ([58, 13, 11], 88, 5, 1.0), ([4, 3, 2], 9, 2, -1.0)),
    (
        "tic-tac-toe",
        {"decisive": False, "threads": 2, "early": False},
        ([13, 16, 16, 24, 27, 18, 52, 18, 16], 410, 3, 0.538462),
        ([27, 27, 35, 23, 39, 49], 276, 6, -0.346939),
    ),
]


@pytest.mark.parametrize("number", range(len(PINNED)))
def test_the_tree_of_each_part_is_pinned(number):
    """From the start, and from a position some plies on: visits, nodes, plies, and the value of the choice."""
    spec, options, *pinned = PINNED[number]
    game = zermelo.load(spec)
    for state, (visits, nodes, depth, value) in zip((game.initial(), random_position(game, 8, 9)), pinned, strict=True):
        found = MCTS(sims=200, seed=5, compiled=False, **options).open(game).analyse(state)
        assert [candidate.visits for candidate in found.candidates] == visits
        assert (found.nodes, found.depth) == (nodes, depth)
        assert found.value == pytest.approx(value, abs=1e-6)
