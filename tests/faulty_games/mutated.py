"""A pile of five stones, take one or two. `result` takes the stones from the state that it was given."""

from __future__ import annotations

from dataclasses import dataclass

from zermelo import Game


@dataclass(unsafe_hash=True)
class Pile:
    stones: int
    player: int


def result(state, n):
    state.stones -= n
    state.player = 1 - state.player
    return state


def mutated() -> Game:
    return Game(
        initial=lambda: Pile(5, 0),
        to_move=lambda state: state.player,
        actions=lambda state: iter(range(1, min(2, state.stones) + 1)),
        result=result,
        is_terminal=lambda state: state.stones <= 0,
        utility=lambda state, player: -1.0 if state.player == player else 1.0,
    )
