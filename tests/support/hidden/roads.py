"""The textbook's two roads as a game, for tests: a heap for certain, or a fork with a mountain and a bus."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import CHANCE, Game

A, B, LEFT, RIGHT, READ = range(5)
HEAP, MOUNTAIN, BUS = 1.0, 10.0, -100.0


class Road(NamedTuple):
    mountain: int  # LEFT or RIGHT; -1: not chosen yet
    place: int  # 0 the start, 1 the fork, 2 the heap, 3 the mountain, 4 under the bus
    has_read: int


def roads(price: float | None = None) -> Game:
    """price: of reading the sign at the fork; None: there is none."""

    def actions(state):
        ways = (A, B) if state.place == 0 else (LEFT, RIGHT)
        return iter(ways if price is None or state.place == 0 or state.has_read else (*ways, READ))

    def result(state, action):
        if state.mountain < 0:
            return Road(action, 0, 0)
        if action == READ:
            return Road(state.mountain, 1, 1)
        place = {A: 2, B: 1}.get(action, 3 if action == state.mountain else 4)
        return Road(state.mountain, place, state.has_read)

    return Game(
        lambda: Road(-1, 0, 0),
        lambda state: CHANCE if state.mountain < 0 else 0,
        actions,
        result,
        lambda state: state.place > 1,
        lambda state, player: (0.0, 0.0, HEAP, MOUNTAIN, BUS)[state.place] - (price or 0.0) * state.has_read,
        chances=lambda state: iter(((LEFT, 0.5), (RIGHT, 0.5))),
        view=lambda state, player: Road(state.mountain if state.has_read else -1, state.place, state.has_read),
        players=1,
        zero_sum=False,
        max_actions=3,
        max_plies=4,
        compiles=False,
        name="roads",
    )


def at_the_start(game: Game) -> list[Road]:
    """The path to the first choice."""
    return [game.initial(), Road(LEFT, 0, 0)]
