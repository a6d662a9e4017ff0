"""Games in which players do not see everything, compiled: as many states, and the same views."""

from __future__ import annotations

import random

import pytest
from compile.test_rules import view_keys

import zermelo
from zermelo.bits import blended
from zermelo.compile.kernel.memory import new_memory
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.trust.compare import Difference, find_difference
from zermelo.search.perft import perft

LEAVES = {  # of three plies
    "road:sign=true": 6,
    "blind-tic-tac-toe": 648,
    "battleship:rows=3,columns=3,ships=21": 1008,
    "dark-chess": 1308,
}
HOLDEM = ["limit-holdem", "no-limit-holdem"]


@pytest.mark.long
@pytest.mark.parametrize(("spec", "leaves"), LEAVES.items())
def test_compiled_rules_count_the_same(spec, leaves):
    game = zermelo.load(spec)
    assert perft(game, depth=3, compiled=True).leaves == perft(game, depth=3, compiled=False).leaves == leaves


@pytest.mark.long
@pytest.mark.parametrize("spec", HOLDEM)
def test_compiled_hold_em_is_the_same_game(spec):
    """At hundreds of positions of random games: who moves, what is legal, what follows, who wins."""
    assert find_difference(zermelo.load(spec), seconds=600.0) == Difference("")


@pytest.mark.long
@pytest.mark.parametrize("spec", [*LEAVES, *HOLDEM])
def test_compiled_views_are_the_same(spec):
    game, noise = zermelo.load(spec), random.Random(1)
    memory = new_memory(True, 1)
    kernel = prepare(game, view_keys, lambda compiled: (new_memory(compiled, 1), 0), label="a test", compiled=True)
    for _ in range(10 if spec in HOLDEM else 1):  # hands may end by a fold
        state = game.initial()
        while not game.is_terminal(state):
            for player in range(game.players):
                assert kernel.run(kernel.state(state), memory, player) == blended(game.view(state, player))
            state = game.result(state, noise.choice(game.moves(state)))
