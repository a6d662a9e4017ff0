"""Exercises on random trees: what is asked about one, and the right answers, which our own searches find."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from zermelo.game import Game, ZermeloError, brief
from zermelo.lessons.question import Choice, Question
from zermelo.loading import load
from zermelo.measures.counts import bounds
from zermelo.numerals import plain
from zermelo.picture import Tree
from zermelo.search.trace.trace import Trace, trace

C = 1.4  # UCB1's constant
DRAWS = 1000  # trees that are tried until one has a single best action


@dataclass(frozen=True)
class Asked:
    """A question in words, with its answer."""

    words: str
    question: Question


@dataclass(frozen=True)
class Exercise:
    """A tree and what is asked about it. `solution` is the tree with all values."""

    algorithm: str
    tree: str  # as `zermelo.load` takes it
    game: Game
    asked: tuple[Asked, ...]
    solution: Tree | None = None  # None where the drawing of counts is the solution


def exercise(algorithm: str, seed: int) -> Exercise:
    """An exercise on an algorithm of EXERCISES; the same for a seed. Raises ZermeloError."""
    if algorithm not in EXERCISES:
        raise ZermeloError(f"there are exercises on {', '.join(EXERCISES)}, not on '{brief(algorithm)}'")
    choice = random.Random(seed)
    for _ in range(DRAWS):
        made = EXERCISES[algorithm](choice)
        if made is not None:
            return made
    raise AssertionError("no tree has a single best action")


def _minimax(choice: random.Random) -> Exercise | None:
    tree = _binary(choice, 3)
    shown = trace(load(tree), algorithm="minimax")
    asked = _value(shown), _action(shown)
    return Exercise("minimax", tree, shown.game, asked, shown.picture()) if _is_clear(shown) else None


def _alphabeta(choice: random.Random) -> Exercise | None:
    tree = _binary(choice, 3)
    game = load(tree)
    shown, everything = trace(game, algorithm="alphabeta"), trace(game, algorithm="minimax")
    if not shown.skipped or not _is_clear(everything):
        return None
    read = [node.label for node in shown.visited_leaves()]
    cut = [node.label for node in everything.visited_leaves() if node.label not in read]
    told = f"It reads {' '.join(read)}."
    asked = (
        _value(shown),
        _given("Which leaves are cut? Give their values.", "leaves", " ".join(cut), told),
        _given("How many leaves does it look at?", "number", str(shown.leaves), told),
    )
    return Exercise("alphabeta", tree, game, asked, shown.picture())


def _expectimax(choice: random.Random) -> Exercise | None:
    leaves = choice.sample(range(-10, 31, 2), 6)
    tree = str([leaves[place : place + 2] for place in (0, 2, 4)])
    shown = trace(load(tree), algorithm="expectimax")
    asked = _value(shown, "The other moves at random, each move equally likely. "), _action(shown)
    return Exercise("expectimax", tree, shown.game, asked, shown.picture()) if _is_clear(shown) else None


def _ucb1(choice: random.Random) -> Exercise | None:
    visits = [choice.randint(5, 60) for _ in range(3)]
    wins = [choice.randint(0, count) for count in visits]
    children = [f"  {name}: MIN {won}/{count}" for name, won, count in zip("abc", wins, visits, strict=True)]
    tree = "\n".join([f"MAX root {sum(visits) - sum(wins)}/{sum(visits)}", *children])
    game = load(tree)
    found = bounds(game, C)
    best = max(found, key=found.__getitem__)
    if sorted(found.values())[-1] - sorted(found.values())[-2] < 0.01:
        return None
    told = "UCB1 is " + ", ".join(f"{bound:.3f} for {name}" for name, bound in found.items()) + "."
    return Exercise("ucb1", tree, game, (_given(f"Which child does UCB1 select at C = {C}?", "branch", best, told),))


EXERCISES: dict[str, Callable[[random.Random], Exercise | None]] = {
    "minimax": _minimax,
    "alphabeta": _alphabeta,
    "expectimax": _expectimax,
    "ucb1": _ucb1,
}


def _binary(choice: random.Random, plies: int) -> str:
    """A binary tree whose leaves all differ, as nested lists."""
    level: list[object] = list(choice.sample(range(-9, 21), 2**plies))
    while len(level) > 1:
        level = [level[place : place + 2] for place in range(0, len(level), 2)]
    return str(level[0])


def _is_clear(shown: Trace) -> bool:
    """Is there a single best action?"""
    return sum(child.value == shown.value for child in shown.root.children) == 1


def _value(shown: Trace, before: str = "") -> Asked:
    told = "The branches are worth " + ", ".join(f"{one.path[-1]}: {one.label}" for one in shown.root.children) + "."
    return _given(f"{before}What is the root worth?", "number", plain(shown.value), told)


def _action(shown: Trace) -> Asked:
    told = f"It is the branch whose value, {plain(shown.value)}, became the root's."
    return _given("Which action does MAX play, the first (1), the second (2), …?", "branch", shown.action or "", told)


def _given(words: str, kind: str, right: str, told: str) -> Asked:
    return Asked(words, Question("", kind, (Choice(right, True, told),), f"It is {right}. {told}"))
