"""All states that a problem leads to, counted by how many actions away from the start they are."""

from __future__ import annotations

from zermelo.arguments import checked
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import np
from zermelo.problem import Problem
from zermelo.search.single.best_first import BreadthFirst, Frontier
from zermelo.search.single.frontier import Order
from zermelo.search.time.deadline import Deadline

MOST = 50_000_000  # states


@checked
def layers(
    game: Game, state: State | None = None, compiled: bool | None = None, most: int = MOST, seconds: float | None = None
) -> list[int]:
    """How many states are 0, 1, 2, … actions away, by breadth-first search that goes on at goals.

    Raises ZermeloError if the game is no problem, there are more states than `most`, or the seconds are over.

    >>> import zermelo
    >>> zermelo.layers(zermelo.load("route"))[:4]
    [1, 3, 4, 4]
    """
    search = BreadthFirst(compiled=compiled)
    search.check_served(game)
    assert isinstance(game, Problem)
    begin = game.initial() if state is None else state
    frontier = Frontier(game, begin, Order(0.0, 0.0, 1.0, True, True), search.kernel(game))
    deadline = Deadline(None, seconds)
    while not frontier.is_over:
        frontier.run(deadline, most if frontier.reached == 0 else frontier.reached + most)
        if frontier.reached > most or deadline.is_over:
            raise ZermeloError(
                f"{game.name}: not all states were reached: {frontier.reached:,} were, and there are more"
            )
    return [int(count) for count in np.bincount(frontier.room.nodes.depths[: frontier.reached])]
