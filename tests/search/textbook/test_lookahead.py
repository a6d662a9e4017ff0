"""What the book's searches share: decided values are marked, and depth is bounded by the game alone."""

from __future__ import annotations

import threading

import pytest
from stones import PileState, pile

import zermelo
from zermelo.search.textbook import expectiminimax


def test_what_is_decided_is_marked():
    game = zermelo.load("tic-tac-toe")
    state = game.read_state("xo./x../...")
    analysis = zermelo.Minimax(depth=2, compiled=False).analyse(game, game.result(state, 4))
    assert {c.decided for c in analysis.candidates} == {True, False}
    assert all(abs(c.value) <= 1 for c in analysis.candidates if c.decided)


@pytest.mark.long
def test_long_chains_and_two_threads():
    def chain(plies):
        def actions(state):
            yield 0

        return pile(
            lambda: PileState(plies, 0),
            actions=actions,
            result=lambda state, n: PileState(state.stones - 1, 1 - state.player),
            max_plies=plies,
            compiles=False,
        )

    assert expectiminimax.value(chain(995)) == pytest.approx(1 if 995 % 2 else -1)
    failures = []

    def search(plies):
        try:
            for _ in range(3):
                zermelo.Minimax().analyse(chain(plies))
        except RecursionError as error:
            failures.append(error)

    threads = [threading.Thread(target=search, args=(plies,)) for plies in (200, 990, 300, 995)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
