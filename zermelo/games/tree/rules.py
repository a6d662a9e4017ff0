"""Any game tree that a lecture draws, as a game: however it is written, or a file that holds it."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo.game import CHANCE, Game
from zermelo.games._named import named
from zermelo.games.tree.layout import Laid, Layout, laid_out
from zermelo.games.tree.numbers import short
from zermelo.games.tree.objects import sketch_of
from zermelo.games.tree.text import read_tree
from zermelo.games.tree.written import Sketch
from zermelo.picture import Annotations, Node, Tree


class TreeState(NamedTuple):
    node: int  # in preorder; the root is 0


def tree(text: str = "[[3,12,8],[2,4,6],[14,5,2]]", first: str = "max", players: int = 0) -> Game:
    """A tree that is written out: players choose at its nodes, and a leaf is worth what it says.

    text: `[[3,12],[2,4]]`, leaves for several players as `[[(1,2,6),(4,3,3)]]`; JSON or Python objects
        `{"player": "max", "children": …}`; a mermaid `graph TD`, alone or in a Markdown text; indented lines; or the
        path of a .json, .mmd, .md or .txt file with one of these. docs/trees.md has examples of all.
    first: who moves at the root where the tree does not say: max, min or chance.
    players: 0 for as many as the leaves say. With more than two, a list of numbers is a leaf.
    """
    return tree_game(read_tree(text), first, players)


def tree_game(value: Any, first: str = "max", players: int = 0) -> Game:
    """The game of a tree that was read, or is made of numbers, lists, tuples and dicts.

    A number is a leaf: its utility for MAX, the negative for MIN. A list is a node and holds its children; the levels
    alternate MAX, MIN, or rotate through the players. With several players' utilities a leaf is a tuple of numbers.
    A dict is a node {"player", "children", "probabilities", "evaluation", "name", "wins", "visits"} or a leaf {"value",
    "name", "wins", "visits"}. Children are a list, or a dict by the names of the actions. A chance node has
    "probabilities", or children {"heads": [0.5, child], …}; where there are none, all outcomes are equally likely.
    `Game.annotations` has the names, the counts, and remarks on how the tree was understood.
    Raises ValueError with one line that names the place: "at 2.1: …".
    """
    return _game_of(laid_out(value if isinstance(value, Sketch) else sketch_of(value), first, players))


def _game_of(layout: Layout) -> Game:
    """The rules over a finished layout."""
    nodes, by_path = tuple(layout.nodes), layout.by_path
    leaves = [node.utilities for node in nodes if not node.children]
    two = layout.players == 2
    total = sum(leaves[0]) if two else 0.0
    best = max(max(leaf) for leaf in leaves)
    judged = max((abs(worth) for node in nodes for worth in node.evaluation), default=0.0)
    constant = all(abs(sum(leaf) - total) < 1e-9 for leaf in leaves)

    def initial():
        return TreeState(0)

    def to_move(state):
        return nodes[state.node].mover

    def actions(state):
        node = nodes[state.node]
        if node.mover != CHANCE:
            yield from range(len(node.children))

    def result(state, action):
        return TreeState(nodes[state.node].children[action])

    def is_terminal(state):
        return not nodes[state.node].children

    def utility(state, player):
        return nodes[state.node].utilities[player]

    def evaluation(state, player):
        worths = nodes[state.node].evaluation
        return worths[player] if worths else 0.0

    def chances(state):
        yield from enumerate(nodes[state.node].probabilities)

    def format_action(state, action):
        return nodes[state.node].actions[action]

    def parse_action(state, text):
        return _child(nodes, nodes[state.node], text)

    def format_state(state):
        return nodes[state.node].path

    def parse_state(text):
        return TreeState(_found(nodes, by_path, text.strip() or "root"))

    def picture(state):
        return Tree(_drawn(layout, 0, "", state.node))

    return Game(
        chances=chances if any(node.mover == CHANCE and node.children for node in nodes) else None,
        name="tree",
        label="Typed tree",
        summary=f"a game tree with {len(leaves)} {'leaf' if len(leaves) == 1 else 'leaves'}",
        players=layout.players,
        zero_sum=constant,
        total=total if constant and abs(total) >= 1e-9 else 0.0,
        max_actions=max(1, *(len(node.children) for node in nodes)),
        max_plies=layout.height,
        best_utility=judged + 1 if judged and judged >= best else best,  # evaluations lie below it, or are cut down
        points="",
        compiles=False,
        player_names=("MAX", "MIN") if two and constant else (),
        evaluate=evaluation if any(node.evaluation for node in nodes) else None,
        annotations=Annotations(
            name=lambda state: nodes[state.node].name,
            counts=lambda state: nodes[state.node].counts,
            remarks=tuple(layout.remarks),
        ),
        **named(initial, to_move, actions, result, is_terminal, utility),
        **named(format_action, parse_action, format_state, parse_state, picture),
    )


def _child(nodes: tuple[Laid, ...], node: Laid, text: str) -> int | None:
    """The place of the child that an action's name, its number or the child's own name means."""
    if text in node.actions:
        return node.actions.index(text)
    names = [nodes[child].name for child in node.children]
    if text and names.count(text) == 1:
        return names.index(text)
    return int(text) - 1 if text.isdecimal() and 1 <= int(text) <= len(node.children) else None


def _found(nodes: tuple[Laid, ...], by_path: dict[str, int], path: str) -> int:
    """The node with a path, or with this name. Raises ValueError."""
    if path in by_path:
        return by_path[path]
    named = [index for index, node in enumerate(nodes) if node.name == path]
    if len(named) == 1:
        return named[0]
    here = 0
    for step in path.split("."):
        place = _child(nodes, nodes[here], step.strip())
        if place is None:
            node = nodes[here]
            below = ", ".join(nodes[child].path for child in node.children)
            raise ValueError(f"give the actions from the root; below {node.path} there is {below or 'nothing'}")
        here = nodes[here].children[place]
    return here


def _drawn(layout: Layout, index: int, edge: str, current: int) -> Node:
    """The picture of a node and all below it."""
    node, two = layout.nodes[index], layout.players == 2
    state = "current" if index == current else ""
    counts = "{}/{}".format(*map(short, node.counts)) if node.counts else ""
    if not node.children:
        worth = node.utilities[:1] if two and not layout.in_pairs else node.utilities
        label = short(worth[0]) if len(worth) == 1 else f"({', '.join(map(short, worth))})"
        return Node("leaf", label, edge, state, note=" ".join(filter(None, (node.name, counts))))
    kind = "chance" if node.mover == CHANCE else ("max", "min")[node.mover] if two else f"player {node.mover}"
    word = "chance" if node.mover == CHANCE else ("MAX", "MIN")[node.mover] if two else f"player {node.mover + 1}"
    below = zip(node.children, node.edges, strict=True)
    drawn = tuple(_drawn(layout, child, text, current) for child, text in below)
    worth = node.evaluation if layout.in_pairs or not two else node.evaluation[:1]
    judged = f"eval {', '.join(map(short, worth))}" if worth else ""
    return Node(kind, node.name or word, edge, state, drawn, note=" ".join(filter(None, (counts, judged))))
