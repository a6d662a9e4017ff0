"""Max-n: what two-player searches may conclude and it may not."""

from __future__ import annotations

from typing import NamedTuple

import zermelo


def test_with_three_players_the_best_utility_proves_nothing():
    class Step(NamedTuple):
        node: int
        ply: int

    def actions(state):
        yield 0
        if state.node < 2:
            yield 1

    def result(state, move):
        if state.node == 0:
            return Step(1 + move, 1)
        return Step(3 + move, 2) if state.node == 1 else Step(5, 3)

    def utility(state, player):
        if state.node == 2:
            return 1.0 - player
        winner = 0 if state.node == 3 else 1
        return 2.0 if player == winner else -1.0

    game = zermelo.Game(
        lambda: Step(0, 0),
        lambda state: 1 if state.node == 1 else 0,
        actions,
        result,
        lambda state: state.node in (2, 3, 5),
        utility,
        players=3,
        max_plies=3,
        best_utility=2.0,
        evaluate=lambda state, player: -1.5 if player == 1 else 0.5,
    )
    deepened, straight = (search.analyse(game) for search in (zermelo.MaxN(time=5.0), zermelo.MaxN()))
    assert (deepened.action, deepened.value) == (straight.action, straight.value) == (1, 1.0)
