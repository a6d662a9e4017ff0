"""A search of a game with hidden information traced as if nothing were hidden, with its information sets.

What such a search chooses may differ within one information set, where the player cannot tell the states apart and has
to choose the same in all of them. That is what is wrong with averaging over deals (strategy fusion).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from zermelo.by_value import same
from zermelo.game import CHANCE, Game, State
from zermelo.knowledge import Knowledge, after, at_start
from zermelo.search.textbook.opponents import RANDOM, Opponent
from zermelo.search.trace.pseudocode import VALUE
from zermelo.search.trace.recorder import Visited
from zermelo.search.trace.trace import MOST_NODES, Trace, trace


def trace_open(
    game: Game,
    algorithm: str,
    state: State | None = None,
    depth: int | None = None,
    strict: bool = False,
    most: int = MOST_NODES,
    notation: str = VALUE,
    opponent: Opponent = RANDOM,
) -> Trace:
    """Traces a search as `trace` does; if something is hidden, as if it were not, and with the information sets."""
    shown = trace(replace(game, view=None, scene=None), state, algorithm, depth, strict, most, notation, opponent)
    return replace(shown, game=game, alike=information_sets(game, shown.root) if game.has_hidden else {})


def information_sets(game: Game, root: Visited) -> dict[int, int]:
    """The information sets of two or more nodes in a searched tree: the set's number, from 0, by the node's number."""
    members = defaultdict[Knowledge, list[int]](list)
    waiting = [(root, _known_at(game, root.state))]
    while waiting:
        node, known = waiting.pop()
        if game.is_terminal(node.state):
            continue
        mover, moves = game.to_move(node.state), game.moves(node.state)
        if mover != CHANCE:
            members[known[mover]].append(node.number)
        waiting += [(child, after(game, known, node.state, moves[child.place], child.state)) for child in node.children]
    sets = sorted((sorted(nodes) for nodes in members.values() if len(nodes) > 1), key=lambda nodes: nodes[0])
    return {node: number for number, nodes in enumerate(sets) for node in nodes}


def fusions(shown: Trace) -> list[str]:
    """The information sets in which the search chose different actions, a line for each."""
    chosen = defaultdict[int, dict[str, list[str]]](lambda: defaultdict(list))
    mover: dict[int, str] = {}
    for node in shown.nodes():
        number = shown.alike.get(node.number)
        if number is not None and node.best is not None:
            chosen[number][node.children[node.best].path[-1]].append(node.name)
            mover[number] = shown.game.player_name(shown.game.to_move(node.state))
    return [
        f"⟨{number + 1}⟩ {mover[number]}: "
        + ", ".join(f"{action} at {' and '.join(at)}" for action, at in best.items())
        for number, best in sorted(chosen.items())
        if len(best) > 1
    ]


def _known_at(game: Game, state: State) -> tuple[Knowledge, ...]:
    """What each player knows at the root: if that is not the start, only what it sees there."""
    if same(state, game.initial()):
        return at_start(game)
    return tuple(Knowledge(player, joined=True).seen(game, state) for player in range(game.players))
