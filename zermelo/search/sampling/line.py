"""The line of most visited actions."""

from __future__ import annotations

from typing import Any

from zermelo.game import CHANCE, Action, Game, State

LONGEST_LINE = 200


def line_of(game: Game, state: State, tree: Any, node: int, by_number: bool) -> tuple[Action, ...]:
    """The line of most visited actions below a node, up to a chance node.

    by_number: are the tree's moves the actions themselves? Otherwise they are indices in the list of legal actions.
    """
    line: list[Action] = []
    while len(line) < LONGEST_LINE:
        count, first = tree.count.item(node), tree.first.item(node)
        if count <= 0 or tree.mover.item(node) == CHANCE:
            break
        visits = tree.visits[first : first + count].tolist()  # short: a list is faster
        most = max(visits)
        if most == 0:
            break
        index = visits.index(most)
        node = first + index
        if by_number:
            line.append(tree.move.item(node))
        else:
            line.append(game.legal(state)[index])
            state = game.result(state, line[-1])
    return tuple(line)
