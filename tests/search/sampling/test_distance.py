"""How far away a proved end is, read from the tree of MCTS-Solver."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.search.sampling import distance


def plies_to_the_end(game, state, mover):
    """How long the game lasts if the winner hurries and the loser holds out; None: a draw."""
    if game.is_terminal(state):
        return (game.utility(state, mover), 0)
    player = game.to_move(state)
    found = [plies_to_the_end(game, game.result(state, action), mover) for action in game.legal(state)]
    best = (max if player == mover else min)(value for value, _ in found)
    lengths = [plies for value, plies in found if value == best]
    return best, 1 + (min(lengths) if (best > 0) == (player == mover) else max(lengths))


@pytest.mark.parametrize("stones", range(1, 10))
def test_a_proof_tells_how_far_the_end_is(stones):
    game = zermelo.load(f"nim:stones={stones}")
    analysis = zermelo.MCTS(sims=3000, seed=1, compiled=False).analyse(game)
    value, plies = plies_to_the_end(game, game.initial(), 0)
    assert (analysis.exact, analysis.value) == (True, value)
    assert analysis.distance >= plies  # the winner need not have found the shortest way
    assert (analysis.distance - plies) % 2 == 0
    assert f"in {analysis.distance} pl" in str(analysis)
    for one in analysis.candidates:
        if one.decided:
            after = game.result(game.initial(), one.action)
            assert one.distance is None or one.distance >= 1 + plies_to_the_end(game, after, 0)[1]


def test_a_large_proof_is_not_read(monkeypatch):
    monkeypatch.setattr(distance, "MOST_LOOKED_AT", 2)
    analysis = zermelo.MCTS(sims=3000, seed=1, compiled=False).analyse(zermelo.load("nim:stones=9"))
    assert (analysis.exact, analysis.distance) == (True, None)
