"""The kernel of MCTS: the book's UCT where it is plain, and the same compiled and interpreted with every part."""

from __future__ import annotations

import math

import pytest
from conftest import random_position
from naive import uct

import zermelo
from zermelo.bits import fraction, mix, step
from zermelo.search.mcts.search import MCTS

SMALL = ["tic-tac-toe", "nim:stones=12", "connect-four:columns=4,rows=4", "breakthrough:rows=5,columns=4"]
PARTS = [  # each once; a kernel takes seconds to compile
    {},
    {"selection": "ucb1-tuned", "urgency": 0.6, "mast": True, "rave": 100, "epsilon": 0.1, "solver": False},
    {"transpositions": True, "decisive": False, "patience": 3, "exploration": 0.3},
    {"prior": 8, "bias": 0.5, "implicit": 0.4, "longest": 2},
]


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


@pytest.mark.long
@pytest.mark.parametrize("options", PARTS, ids=str)
def test_every_part_runs_the_same_compiled_and_interpreted(options):
    game = zermelo.load("connect-four:columns=4,rows=4")
    fast = MCTS(sims=600, seed=5, compiled=True, **options).analyse(game)
    slow = MCTS(sims=600, seed=5, compiled=False, **options).analyse(game)
    assert fast.candidates == slow.candidates
    assert (fast.action, fast.stopped, fast.nodes, fast.parts) == (slow.action, slow.stopped, slow.nodes, slow.parts)
