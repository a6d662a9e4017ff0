"""What lies below the branches that a search has cut, so that the page can show the whole tree from the start."""

from __future__ import annotations

from zermelo.game import CHANCE, Game, State
from zermelo.numerals import plain, worth
from zermelo.search.trace.recorder import Visited
from zermelo.search.trace.trace import Trace
from zermelo.show.words import proper
from zermelo.web.folding import Report

LEAF = "leaf"


def utility_text(game: Game, state: State) -> str:
    """What a leaf is worth, as it is shown: to MAX, or to every player where there are not two."""
    found = [game.utility(state, player) for player in range(game.players)]
    return worth(found[0], () if game.is_duel or game.players == 1 else found, game.scale)


def with_leaves(shown: Trace, visited: list[Visited], nodes: list[Report], most: int) -> list[Report]:
    """The nodes, every leaf with its `utility`, and below cut branches those that were not searched.

    They come last. A branch whose nodes would be more than `most` together stays as it is.
    """
    game, found = shown.game, list(nodes)
    for node, report in zip(visited, nodes, strict=True):
        if node.kind == LEAF:
            report["utility"] = node.label or utility_text(game, node.state)
    for node in visited:
        if node.status == "cut" and node.kind != LEAF:
            found += _below(shown, node, found, most)
    return found


def _below(shown: Trace, cut: Visited, nodes: list[Report], most: int) -> list[Report]:
    """All nodes below a cut branch, or none where there are too many."""
    game = shown.game
    found: list[Report] = []
    top = nodes[cut.number]
    waiting = [(cut.state, cut.number, top["id"], cut.depth)]
    while waiting:
        state, above, name, depth = waiting.pop()
        if game.is_terminal(state):
            continue
        mover = game.to_move(state)
        moves = game.outcomes(state) if mover == CHANCE else [(action, None) for action in game.actions(state)]
        children = []
        for place, (move, chance) in enumerate(moves):
            after, index = game.result(state, move), len(nodes) + len(found)
            if index >= most:
                return []
            edge = game.action_text(state, move)
            called = game.annotations.name(after) if game.annotations else ""
            edge = "" if edge == called else edge
            shown_edge = edge if chance is None else f"{edge} ({plain(chance, digits=3)})".lstrip()
            kind = _kind(game, after)
            found.append(
                {
                    "id": f"{name}.{place}",
                    "parent": above,
                    "kind": kind,
                    "edge": proper(shown_edge),
                    "depth": depth + 1,
                    "value": None,
                    "bound": "",
                    "label": "",
                    "state": "",
                    "skipped": 0,
                    "opened": False,
                    **({"utility": utility_text(game, after)} if kind == LEAF else {}),
                    **({"name": proper(called)} if called else {}),
                }
            )
            children.append((after, index, found[-1]["id"], depth + 1))
        waiting += reversed(children)
    return found


def _kind(game: Game, state: State) -> str:
    if game.is_terminal(state):
        return LEAF
    return {CHANCE: "chance", 0: "max"}.get(game.to_move(state), "min")
