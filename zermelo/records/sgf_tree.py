"""Games of Go with their variations, as SGF has them."""

from __future__ import annotations

from zermelo.game import ZermeloError
from zermelo.records import sgf
from zermelo.records.tree import GameTree, TreeDraft

NAMES = {"PB": "Black", "PW": "White", "RE": "Result", "EV": "Event", "DT": "Date"}


def read_tree(root: sgf.SgfNode) -> GameTree:
    """The game of a tree with all variations. Raises ZermeloError where a move is not legal."""
    begun: sgf.SgfGame = sgf.read_game(
        sgf.SgfNode({**root.properties}, [sgf.SgfNode(node.properties) for node in root.children[:1]])
    )
    draft, (rows, columns) = TreeDraft(begun.game, begun.start), sgf.board_size(root)
    waiting = [(root, 0)]
    while waiting:
        node, at = waiting.pop()
        if node is not root and any(name in node.properties for name in sgf.STONES):
            raise ZermeloError("SGF: stones are set up after the first node; only that may do so")
        for player, name in enumerate(sgf.SIDES):
            for value in node.properties.get(name, []):
                number = len(draft.states)
                action = sgf.action_of(begun.game, draft.states[at], player, value, rows, columns, number)
                at = draft.play(at, action)
        draft.say(at, node.comment)
        waiting += [(child, at) for child in reversed(node.children)]
    tags = {name: root.value(short) for short, name in NAMES.items() if root.value(short)}
    return draft.finish(tags)


def tree_node(tree: GameTree) -> sgf.SgfNode:
    """The root of the tree of a game of Go."""
    states, nodes = tree.states(), [sgf.position_node(tree.game, tree.start)]
    for short, name in NAMES.items():
        if tree.tags.get(name):
            nodes[0].properties[short] = [tree.tags[name]]
    for before, action in tree.moves:
        side = sgf.SIDES[tree.game.to_move(states[before])]
        nodes.append(sgf.SgfNode({side: [sgf.point_of(tree.game, states[before], action)]}))
        nodes[before].children.append(nodes[-1])
    for place, text in tree.comments.items():
        nodes[place].properties["C"] = [text]
    return nodes[0]
