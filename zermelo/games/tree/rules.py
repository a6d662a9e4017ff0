"""Any game tree that a lecture draws, as a game: nested lists, JSON, a mermaid graph, or a file with one of them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from numbers import Real
from typing import Any, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.games.tree.numbers import LEVELS, read_probability
from zermelo.games.tree.text import read_tree
from zermelo.picture import Node, Tree

_KEYS = ("player", "children", "probabilities", "value", "name", "line")  # line: where a mermaid node is written
_WORDS = {"max": MAX, "min": MIN, "chance": CHANCE}


class TreeState(NamedTuple):
    node: int  # in preorder; the root is 0


def tree(text: str = "[[3,12,8],[2,4,6],[14,5,2]]", first: str = "max", players: int = 2) -> Game:
    """An explicit game tree.

    text: `[[3,12],[2,4]]` or `(3,12),(2,4)`; JSON objects `{"player": "max", "children": …}`; a mermaid `graph TD`;
        or the path of a .json or .mmd file. `tree_game` says what the parts mean.
    first: who moves at the root where the tree does not say: max, min or chance.
    players: with more than two, a leaf is that many numbers.
    """
    return tree_game(read_tree(text), first, players)


def tree_game(value: Any, first: str = "max", players: int = 2) -> Game:
    """The game of a tree made of numbers, lists and dicts.

    A number is a leaf: its utility for MAX, the negative for MIN. A list is a node and holds its children; the levels
    alternate MAX, MIN, or rotate through the players. With more than two players a leaf is a list of `players` numbers.
    A dict is a node {"player", "children", "probabilities", "name"} or a leaf {"value", "name"}. Children are a list,
    or a dict by the names of the actions. A chance node has "probabilities", or children {"heads": [0.5, child], …};
    where a list of children comes without, all are equally likely.
    Raises ValueError with one line that names the place: "at 2.1: …".
    """
    if not isinstance(players, int) or not 2 <= players <= 16:
        raise ValueError(f"players must be 2 to 16, not {players}")
    if first.lower() not in _WORDS:
        raise ValueError(f"first must be max, min or chance, not '{first}'")
    mover = _WORDS[first.lower()]
    layout = _Layout(players)
    layout.add(value, mover, MAX if mover == CHANCE else mover, "", 0)
    return _game_of(layout)


@dataclass
class _Laid:
    """One node of a layout. Tuples are by child, utilities by player."""

    path: str  # from the root: "2.1"
    name: str = ""
    mover: int = MAX  # at a leaf too
    children: tuple[int, ...] = ()
    actions: tuple[str, ...] = ()
    probabilities: tuple[float, ...] = ()  # of a chance node
    edges: tuple[str, ...] = ()  # what is drawn beside the branches
    utilities: tuple[float, ...] = ()  # of a leaf


@dataclass
class _Layout:
    """The nodes in preorder."""

    players: int
    nodes: list[_Laid] = field(default_factory=list)
    by_path: dict[str, int] = field(default_factory=dict)
    height: int = 0

    def add(self, value: Any, mover: int, waiting: int, path: str, level: int) -> int:
        """Adds a node and all below it; returns its index.

        mover: who moves here if the value does not say. waiting: the next player, should chance move here.
        """
        place = _place(value, path)
        node, index = _Laid(path or "root"), len(self.nodes)
        if level > LEVELS:
            raise ValueError(f"the tree is too high: at most {LEVELS} levels")
        if node.path in self.by_path:
            raise ValueError(f"{place}: two nodes are called '{node.path}'; give their actions other names")
        self.nodes.append(node)
        self.by_path[node.path] = index
        self.height = max(self.height, level)
        spec = self.spec(value, place)
        node.name = str(spec.get("name", ""))
        if "value" in spec:
            node.utilities = self.leaf(spec["value"], place)
            return index
        node.mover = self.player(spec["player"], place) if "player" in spec else mover
        names, below, node.probabilities = _branches(spec, node.mover == CHANCE, place)
        node.actions = node.edges = tuple(name or str(number) for number, name in enumerate(names, 1))
        if node.probabilities:
            pairs = zip(names, node.probabilities, strict=True)
            node.edges = tuple(f"{name} {_short(probability)}".strip() for name, probability in pairs)
        following = waiting if node.mover == CHANCE else (node.mover + 1) % self.players
        node.children = tuple(
            self.add(child, following, following, f"{path}.{name}" if path else name, level + 1)
            for name, child in zip(node.actions, below, strict=True)
        )
        return index

    def spec(self, value: Any, place: str) -> Mapping[str, Any]:
        """A node in its longest form: a dict with a value or with children."""
        if isinstance(value, Mapping):
            strange = [key for key in value if key not in _KEYS]
            if strange:
                raise ValueError(f"{place}: '{strange[0]}' is unknown; a node has {', '.join(_KEYS[:-1])}")
            if ("value" in value) == ("children" in value):
                raise ValueError(f"{place}: a node has children, a leaf has a value; here are both or neither")
            return value
        if isinstance(value, list | tuple):
            is_leaf = self.players > 2 and value and all(_is_number(item) for item in value)
            return {"value": value} if is_leaf else {"children": value}
        return {"value": value}

    def leaf(self, value: Any, place: str) -> tuple[float, ...]:
        """The utilities of a leaf, one per player."""
        numbers = value if isinstance(value, list | tuple) else (value,)
        for number in numbers:
            if not _is_number(number) or not math.isfinite(number):
                raise ValueError(f"{place}: a leaf is worth a number, not {_quoted(number)}")
        if self.players == 2 and _is_number(value):
            return float(value), 0.0 - float(value)
        if self.players == 2 or len(numbers) != self.players or not isinstance(value, list | tuple):
            right = "one number" if self.players == 2 else f"{self.players} numbers"
            shown = f"({', '.join(map(_short, numbers))})" if len(numbers) != 1 else _short(numbers[0])
            hint = f"; did you mean players={len(numbers)}?" if len(numbers) > 2 else ""
            raise ValueError(f"{place}: a leaf for {self.players} players is {right}, not {shown}{hint}")
        return tuple(float(number) for number in numbers)

    def player(self, said: Any, place: str) -> int:
        """The player that a node names: max, min, chance, P1 or player 1 (from 1), or a number (from 0)."""
        word = str(said).lower().strip()
        number = said if isinstance(said, int) and not isinstance(said, bool) else None
        digits = word.removeprefix("player").removeprefix("p").strip()
        if word == "chance" or (word in _WORDS and self.players == 2):
            return _WORDS[word]
        if number is None and digits != word and digits.isdecimal():
            number = int(digits) - 1
        if number is None:
            allowed = "max, min, chance, P1 or P2" if self.players == 2 else f"chance or P1 to P{self.players}"
            raise ValueError(f"{place}: '{said}' is not a player; a tree for {self.players} players has {allowed}")
        if not 0 <= number < self.players:
            raise ValueError(f"{place}: '{said}' is not a player of this tree, which has players={self.players}")
        return number


def _branches(spec: Mapping[str, Any], is_chance: bool, place: str) -> tuple[list[str], list[Any], tuple[float, ...]]:
    """A node's action names ("" where it has none), children, and probabilities if chance moves."""
    children, said = spec["children"], spec.get("probabilities")
    if said is not None and not is_chance:
        raise ValueError(f"{place}: probabilities belong to a chance node")
    if not isinstance(children, list | tuple | Mapping):
        raise ValueError(f"{place}: children are a list or an object, not {_quoted(children)}")
    if not children:
        raise ValueError(f"{place}: the list of children is empty; a leaf is a number")
    if isinstance(children, Mapping):
        names, below = [" ".join(str(name).split()) for name in children], list(children.values())
    else:
        names, below = [""] * len(children), list(children)
    if not is_chance:
        return names, below, ()
    if said is None and not isinstance(children, Mapping):
        return names, below, (1 / len(below),) * len(below)
    if said is None:
        for name, pair in zip(names, below, strict=True):
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise ValueError(f"{place}: the outcome '{name}' of chance should be [probability, child]")
        said, below = [pair[0] for pair in below], [pair[1] for pair in below]
    if not isinstance(said, list | tuple) or len(said) != len(below):
        found = len(said) if isinstance(said, list | tuple) else _quoted(said)
        raise ValueError(f"{place}: {len(below)} children need {len(below)} probabilities, not {found}")
    probabilities = tuple(_probability(word, place) for word in said)
    if abs(sum(probabilities) - 1) > 1e-6:
        raise ValueError(f'{place}: the probabilities add up to {sum(probabilities):.6g}, not 1 (a third is "1/3")')
    return names, below, probabilities


def _game_of(layout: _Layout) -> Game:
    """The rules over a finished layout."""
    nodes, by_path = tuple(layout.nodes), layout.by_path
    leaves = [node.utilities for node in nodes if not node.children]
    two = layout.players == 2

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

    def chances(state):
        yield from enumerate(nodes[state.node].probabilities)

    def format_action(state, action):
        return nodes[state.node].actions[action]

    def format_state(state):
        return nodes[state.node].path

    def parse_state(text):
        path = text.strip() or "root"
        if path in by_path:
            return TreeState(by_path[path])
        above = path.rpartition(".")[0]
        above = above if above in by_path else "root"
        below = ", ".join(nodes[child].path for child in nodes[by_path[above]].children)
        raise ValueError(f"give the actions from the root; below {above} there is {below or 'nothing'}")

    def picture(state):
        return Tree(_drawn(layout, 0, "", state.node))

    return Game(
        initial,
        to_move,
        actions,
        result,
        is_terminal,
        utility,
        chances=chances if any(node.mover == CHANCE for node in nodes) else None,
        name="tree",
        summary=f"a game tree with {len(leaves)} {'leaf' if len(leaves) == 1 else 'leaves'}",
        players=layout.players,
        zero_sum=two or all(abs(sum(leaf)) < 1e-9 for leaf in leaves),
        max_actions=max(1, *(len(node.children) for node in nodes)),
        max_plies=layout.height,
        best_utility=max(max(leaf) for leaf in leaves),
        points="",
        compiles=False,
        player_names=("MAX", "MIN") if two else (),
        format_action=format_action,
        format_state=format_state,
        parse_state=parse_state,
        picture=picture,
    )


def _drawn(layout: _Layout, index: int, edge: str, current: int) -> Node:
    """The picture of a node and all below it."""
    node, two = layout.nodes[index], layout.players == 2
    state = "current" if index == current else ""
    if not node.children:
        label = _short(node.utilities[0]) if two else f"({', '.join(map(_short, node.utilities))})"
        return Node("leaf", label, edge, state, note=node.name)
    kind = "chance" if node.mover == CHANCE else ("max", "min")[node.mover] if two else f"player {node.mover}"
    word = "chance" if node.mover == CHANCE else ("MAX", "MIN")[node.mover] if two else f"player {node.mover + 1}"
    below = zip(node.children, node.edges, strict=True)
    drawn = tuple(_drawn(layout, child, text, current) for child, text in below)
    return Node(kind, node.name or word, edge, state, drawn)


def _place(value: Any, path: str) -> str:
    if isinstance(value, Mapping) and "line" in value:
        return f"line {value['line']}"
    return f"at {path}" if path else "at the root"


def _probability(said: Any, place: str) -> float:
    probability = float(said) if _is_number(said) else read_probability(said) if isinstance(said, str) else None
    if probability is None or not 0 <= probability <= 1:
        raise ValueError(f"{place}: a probability is a number from 0 to 1, not {_quoted(said)}")
    return probability


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def _quoted(value: Any) -> str:
    text = " ".join(str(value).split())
    return f"'{text[:30]}…'" if len(text) > 30 else f"'{text}'"


def _short(number: float) -> str:
    return f"{number:z.6g}"
