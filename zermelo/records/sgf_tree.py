"""Games of Go with their variations, as SGF has them."""

from __future__ import annotations

from zermelo.game import ZermeloError
from zermelo.records.sgf import (
    SIDES,
    STONES,
    SgfGame,
    SgfNode,
    action_of,
    board_size,
    point_of,
    position_node,
    read_game,
)
from zermelo.records.tree import GameTree, TreeDraft

NAMES = {"PB": "Black", "PW": "White", "RE": "Result", "EV": "Event", "DT": "Date"}


def read_tree(root: SgfNode) -> GameTree:
    """The game of a tree with all variations. Raises ZermeloError where a move is not legal."""
    begun: SgfGame = read_game(SgfNode({**root.properties}, [SgfNode(node.properties) for node in root.children[:1]]))
    draft, (rows, columns) = TreeDraft(begun.game, begun.start), board_size(root)
    waiting = [(root, 0)]
    while waiting:
        node, at = waiting.pop()
        if node is not root and any(name in node.properties for name in STONES):
            raise ZermeloError("SGF: stones are set up after the first node; only that may do so")
        for player, name in enumerate(SIDES):
            for value in node.properties.get(name, []):
                number = len(draft.states)
                action = action_of(begun.game, draft.states[at], player, value, rows, columns, number)
                at = draft.play(at, action)
        draft.say(at, node.comment)
        waiting += [(child, at) for child in reversed(node.children)]
    tags = {name: root.value(short) for short, name in NAMES.items() if root.value(short)}
    return draft.finish(tags)


def tree_node(tree: GameTree) -> SgfNode:
    """The root of the tree of a game of Go."""
    states, nodes = tree.states(), [position_node(tree.game, tree.start)]
    for short, name in NAMES.items():
        if tree.tags.get(name):
            nodes[0].properties[short] = [tree.tags[name]]
    for before, action in tree.moves:
        side = SIDES[tree.game.to_move(states[before])]
        nodes.append(SgfNode({side: [point_of(tree.game, states[before], action)]}))
        nodes[before].children.append(nodes[-1])
    for place, text in tree.comments.items():
        nodes[place].properties["C"] = [text]
    return nodes[0]
