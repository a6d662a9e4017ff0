"""A game whose actions come in another order: the best first, the worst first, or at random."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from zermelo.experiments.outline import Order, backed_up, best_first, outline, shuffled, worst_first
from zermelo.game import Action, Game, State, ZermeloError, brief
from zermelo.search.trace.recorder import TooLarge

LARGEST = 20_000  # nodes of a tree that is put in order
ORDERS: dict[str, Callable[[int], Order]] = {
    "best": lambda seed: best_first,
    "worst": lambda seed: worst_first,
    "random": shuffled,
}


def ordered(game: Game, order: str, state: State | None = None, depth: int | None = None, seed: int = 1) -> Game:
    """The same game, with its actions in another order: best, worst or random.

    Best and worst are told by minimax of the tree below `state`, by default the initial one, to `depth` plies or to the
    end. Names stay with their actions. For the textbook searches, which are interpreted. Raises TooLarge, a
    ZermeloError, where the tree has too many nodes, and ZermeloError where the game is not one of two opposed players
    without chance.

    >>> import zermelo
    >>> from zermelo.experiments.ordering import ordered
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> [zermelo.trace(ordered(tree, order)).leaves for order in ("best", "worst")]
    [5, 9]
    """
    if order not in ORDERS:
        raise ZermeloError(f"the orders are {', '.join(ORDERS)}, not '{brief(order)}'")
    if not game.is_duel or game.has_chance or game.has_hidden:
        raise ZermeloError(
            f"{game.title} is not one of two opposed players without chance or secrets: leave out the order"
        )
    here = game.initial() if state is None else state
    tree = outline(game, here, depth, LARGEST)
    if not tree.is_whole and tree.depth != depth:
        raise TooLarge(f"more than {LARGEST:,} nodes are too many to put in order: give a smaller depth (--depth)")
    values, arrange = backed_up(tree, tree.depth), ORDERS[order](seed)
    found: dict[int, list[Action]] = {}
    waiting = [(0, here)]
    while waiting:
        node, at = waiting.pop()
        if tree.count[node]:
            moves, first = game.moves(at), tree.first[node]
            found.setdefault(game.state_key(at), [moves[child - first] for child in arrange(tree, node, values)])
            waiting += [(first + place, game.result(at, move)) for place, move in enumerate(moves)]

    def actions(state: State) -> Iterator[Action]:
        return iter(found.get(game.state_key(state)) or list(game.actions(state)))

    return replace(game, actions=actions)
