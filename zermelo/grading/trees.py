"""Small random trees on which a search is tried, and the cases made of them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from zermelo.game import CHANCE
from zermelo.numerals import plain

LARGE = 50_000.0  # the largest utility, which a search whose "infinity" is a small number takes for more than that
LETTERS = "abcdefghijklmnopqrstuvwxyz"
COMPASS = ("North", "East", "South", "West", "NorthEast", "SouthEast", "SouthWest", "NorthWest")


@dataclass(frozen=True)
class Node:
    """A node of a tree. Leaves have no children."""

    mover: int  # 0 (MAX), 1 (MIN) and further opponents, or CHANCE; at a leaf: who would move
    worth: float  # to player 0: the utility of a leaf, the evaluation of any other node
    children: tuple[Node, ...] = ()
    chances: tuple[float, ...] = ()  # the children's probabilities, where chance moves

    @property
    def leaves(self) -> int:
        """How many leaves are below it, or 1 for a leaf."""
        return sum(child.leaves for child in self.children) if self.children else 1

    @property
    def height(self) -> int:
        """Plies to the farthest leaf."""
        return 1 + max(child.height for child in self.children) if self.children else 0

    def at(self, path: tuple[int, ...]) -> Node:
        """The node that is reached by these children."""
        return self.children[path[0]].at(path[1:]) if path else self


@dataclass(frozen=True)
class Case:
    """A tree and what is asked about it."""

    root: Node
    depth: int | None = None  # how far to look: plies, or rounds of all agents; None: to the end
    agents: int = 2  # how many players take turns
    rounds: bool = False  # is a depth counted in rounds, as in the Berkeley course?
    shared: bool = False  # are equal subtrees one state, as where two orders of moves lead to the same position?

    @property
    def plies(self) -> float:
        """How far to look, in plies."""
        if self.depth is None:
            return float("inf")
        return self.depth * self.agents if self.rounds else self.depth

    def to_json(self) -> dict[str, Any]:
        """The case as it is sent to the process that runs the search."""
        return {
            "root": _packed(self.root),
            "depth": self.depth,
            "agents": self.agents,
            "rounds": self.rounds,
            "shared": self.shared,
        }


def _packed(node: Node) -> list[Any]:
    return [node.mover, node.worth, [_packed(child) for child in node.children], list(node.chances)]


def read_case(record: dict[str, Any]) -> Case:
    """The case that `Case.to_json` described."""

    def unpacked(part: list[Any]) -> Node:
        return Node(part[0], part[1], tuple(map(unpacked, part[2])), tuple(part[3]))

    rest = {name: record[name] for name in ("depth", "agents", "rounds", "shared")}
    return Case(unpacked(record["root"]), **rest)


def leaf_paths(node: Node, path: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """The paths of all leaves, from left to right."""
    if not node.children:
        yield path
    for number, child in enumerate(node.children):
        yield from leaf_paths(child, (*path, number))


# --- how trees and places in them are written -------------------------------------------------------------------------


def as_text(case: Case) -> str:
    """The tree in a notation that every verb takes: nested lists, or objects where chance moves.

    What lies beyond the case's depth is left out; a node there is its evaluation.
    """
    by_turns = _takes_turns(case.root)

    def text(node: Node, plies: float) -> str:
        if not node.children or plies <= 0:
            return plain(node.worth)
        below = f"[{', '.join(text(child, plies - 1) for child in node.children)}]"
        if by_turns:
            return below
        if node.mover == CHANCE:
            likely = ", ".join(map(plain, node.chances))
            return f'{{"player": "chance", "probabilities": [{likely}], "children": {below}}}'
        return f'{{"player": "{"min" if node.mover else "max"}", "children": {below}}}'

    return text(case.root, case.plies)


def _takes_turns(node: Node) -> bool:
    """Do two players move in turns, without chance, so that nested lists say it all?"""
    return node.mover != CHANCE and all(
        not child.children or (child.mover == 1 - node.mover and _takes_turns(child)) for child in node.children
    )


def path_words(path: tuple[int, ...], names: tuple[str, ...] = tuple(LETTERS)) -> str:
    """A path as the actions that lead along it: "b, a"."""
    return ", ".join(names[number] for number in path) if path else "the root"


def drawn(case: Case, marks: dict[tuple[int, ...], str] | None = None, names: tuple[str, ...] = ()) -> list[str]:
    """The tree as indented lines, one per node. marks: what stands beside a node, by its path."""
    words, names = marks or {}, names or tuple(LETTERS)
    players = ("MAX", "MIN") if case.agents == 2 else tuple(f"agent {number}" for number in range(case.agents))

    def lines(node: Node, path: tuple[int, ...], label: str) -> Iterator[str]:
        is_cut_off = len(path) >= case.plies
        who = "chance" if node.mover == CHANCE else players[node.mover]
        if not node.children:
            told = plain(node.worth)
        else:
            told = f"{who}, evaluated {plain(node.worth)}" if is_cut_off or case.depth is not None and path else who
        mark = f"   ← {words[path]}" if path in words else ""
        yield f"{'  ' * len(path)}{label}{told}{mark}"
        for number, child in enumerate(node.children):
            chance = f" (probability {plain(node.chances[number])})" if node.mover == CHANCE else ""
            yield from lines(child, (*path, number), f"{names[number]}{chance}: ")

    return list(lines(case.root, (), ""))


# --- random trees -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shape:
    """What random trees look like."""

    agents: int = 2
    plies: int = 3  # at most
    most: int = 3  # children
    early: float = 0.15  # how often a branch ends before the last ply
    chance: str = ""  # "after": chance after every move; "for all": in the place of every opponent; "mixed": anywhere
    rounds: bool = False


def grown_tree(noise: random.Random, shape: Shape, worths: list[float], first: int = 0) -> Node:
    """A tree in which the players take turns."""

    def worth() -> float:
        return noise.choice(worths)

    def grown(mover: int, ply: int, rolls: bool) -> Node:
        if ply >= shape.plies or (ply > 0 and noise.random() < shape.early and not rolls):
            return Node(mover, worth())
        count = noise.randint(1 if ply else 2, shape.most)
        if ply and count == 1 and noise.random() < 0.6:
            count = 2
        if rolls:
            return Node(
                CHANCE,
                worth(),
                tuple(grown(mover, ply + 1, False) for _ in range(count)),
                _probabilities(noise, count),
            )
        following = (mover + 1) % shape.agents
        if shape.chance == "for all":
            return Node(mover, worth(), tuple(grown(following, ply + 1, following != first) for _ in range(count)))
        dice = {"after": 1.0, "mixed": 0.5}.get(shape.chance, 0.0)
        return Node(
            mover,
            worth(),
            tuple(grown(following, ply + 1, ply + 1 < shape.plies and noise.random() < dice) for _ in range(count)),
        )

    if shape.chance == "for all":
        return _alternating_with_chance(grown(first, 0, False), first)
    return grown(first, 0, False)


def _alternating_with_chance(node: Node, first: int) -> Node:
    """The same tree in which whoever is not chance is the first player: it alone decides."""
    children = tuple(_alternating_with_chance(child, first) for child in node.children)
    return replace(node, mover=node.mover if node.mover == CHANCE else first, children=children)


def _probabilities(noise: random.Random, count: int) -> tuple[float, ...]:
    """Eighths that add up to 1, seldom all the same."""
    if count == 1:
        return (1.0,)
    cuts = sorted(noise.sample(range(1, 8), count - 1))
    return tuple((after - before) / 8 for before, after in zip([0, *cuts], [*cuts, 8], strict=True))


def worths_for(noise: random.Random, number: int) -> list[float]:
    """Utilities to draw from: few (so that ties are frequent), many, of one sign, with fractions, or large."""
    kinds: list[list[float]] = [
        [float(value) for value in range(-9, 10)],
        [-1.0, 0.0, 1.0],
        [float(value) for value in range(1, 15)],
        [float(-value) for value in range(1, 15)],
        [0.0, 1.0, 2.0, 3.0],
        [value / 4 for value in range(-20, 21)],
        [float(value) for value in range(-99, 100)],
        [-LARGE, -LARGE / 2 - 1, -LARGE / 3, -1200.0] if noise.random() < 0.5 else [1200.0, LARGE / 3, LARGE],
    ]
    return kinds[number % len(kinds)]
