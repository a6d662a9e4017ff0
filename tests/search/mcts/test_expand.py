"""Expansion in MCTS: a new child begins with nothing, whatever its place in the tree held before."""

from __future__ import annotations

import zermelo
from zermelo.compile.kernel.rules import interpreted_rules
from zermelo.search.mcts.expand import expander
from zermelo.search.mcts.search import MCTS
from zermelo.search.mcts.tree import OPEN, new_tree
from zermelo.search.sampling.proof import proofs

OPTIONS = [
    ("pig:goal=20", {"selection": "ucb1-tuned", "rave": 5, "threads": 2, "prior": 3, "implicit": 0.5}),
    ("tic-tac-toe", {"solver": False}),
]


def test_a_new_child_begins_with_nothing():
    """Nodes are not cleared when a tree is made or pruned, only when they become children."""
    wanted = {"count": OPEN, "visits": 0, "total": 0.0, "chance": 0.0, "squares": 0.0, "amaf_visits": 0}
    wanted |= {
        "amaf_total": 0,
        "low": -1.0,
        "high": 1.0,
        "pending": 0,
        "prior_mean": 0.5,
        "prior_visits": 0,
        "guess": 0,
    }
    seen = 0
    for spec, options in OPTIONS:
        game = zermelo.load(spec)
        parts = MCTS(**options).parts(game)[0]
        tree, rules = new_tree(False, parts, 4), interpreted_rules(game)
        for array in tree:
            array[:] = 7
        begin, _ = expander(rules, parts, proofs(rules, parts.solver))
        begin(tree, 2)
        for name, value in wanted.items():
            array = getattr(tree, name)
            if len(array) > 1:
                assert list(array) == [7, 7, value, 7], name
                seen += 1
    assert seen == len(wanted) + 3
