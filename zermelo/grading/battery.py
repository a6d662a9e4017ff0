"""The trees that a search is tried on, by algorithm and by what it can be told."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from zermelo.grading.trees import Case, Node, Shape, grown_tree, worths_for
from zermelo.grading.trial import Candidate
from zermelo.grading.variants.bug import ALPHABETA, EXPECTIMAX, EXPECTIMINIMAX, MINIMAX

TREES = 240  # by default
BASIC, DEPTH, OPPONENT, SHARED = "basic", "depth", "opponent", "shared"
GROUPS = {
    BASIC: "trees to the end",
    OPPONENT: "trees in which MIN moves first",
    DEPTH: "trees with a limit of depth",
    SHARED: "games in which several orders of moves lead to one position",
}


def averages(candidate: Candidate) -> bool:
    """Is it an expectimax that averages over its opponents' actions, rather than over outcomes of chance?"""
    return candidate.algorithm == EXPECTIMAX and (candidate.agent or not candidate.names & {"chances", "probability"})


def battery(candidate: Candidate, seed: int, trees: int = TREES) -> list[tuple[str, Case]]:
    """The cases for a search, each with its group; the same for the same seed."""
    noise = random.Random(f"{seed} {candidate.algorithm}")
    makers: list[tuple[str, Callable[[random.Random, int], Case]]] = []
    if candidate.agent:
        makers = [(DEPTH, _agents_case)]
    else:
        shapes = _shapes(candidate)

        def basic(noise: random.Random, number: int) -> Case:
            return Case(grown_tree(noise, noise.choice(shapes), worths_for(noise, number)))

        def opponent(noise: random.Random, number: int) -> Case:
            return Case(grown_tree(noise, noise.choice(shapes), worths_for(noise, number), first=1))

        def limited(noise: random.Random, number: int) -> Case:
            case = noise.choice((basic, basic, opponent))(noise, number)
            return replace(case, depth=noise.randint(1, max(1, min(3, case.root.height))))

        makers = [(BASIC, basic), (BASIC, basic), (OPPONENT, opponent)]
        if candidate.takes_depth and candidate.algorithm != "mcts":
            makers += [(DEPTH, limited), (DEPTH, limited)]
        if candidate.algorithm in (MINIMAX, ALPHABETA):
            makers += [(SHARED, _shared_case)]
    cases = []
    for number in range(trees):
        group, make = makers[number % len(makers)]
        cases.append((group, make(noise, number // len(makers))))
    return cases


def _shapes(candidate: Candidate) -> list[Shape]:
    if candidate.algorithm == EXPECTIMAX:
        if averages(candidate):
            return [Shape(plies=2), Shape(plies=3), Shape(plies=4, most=2)]
        return [Shape(plies=2, chance="for all"), Shape(plies=4, chance="for all"), Shape(plies=3, chance="for all")]
    if candidate.algorithm == EXPECTIMINIMAX:
        kind = "after" if "probability" in candidate.names or "outcome" in candidate.names else "mixed"
        return [Shape(plies=2, chance=kind), Shape(plies=4, chance=kind), Shape(plies=5, chance=kind, most=2)]
    return [
        Shape(plies=2),
        Shape(plies=3),
        Shape(plies=3, most=2, early=0.0),
        Shape(plies=4, most=2, early=0.05),
        Shape(plies=5, most=2, early=0.1),
        Shape(plies=2, most=5),
    ]


def _agents_case(noise: random.Random, number: int) -> Case:
    """A tree for the Berkeley course's agents: one to three opponents, and a depth in rounds."""
    agents, depth = noise.choice([(2, 1), (2, 2), (2, 2), (3, 1), (3, 2), (4, 1)])
    shape = Shape(agents=agents, plies=min(agents * (depth + 1), 5), most=3 if depth == 1 and agents == 2 else 2)
    return Case(grown_tree(noise, shape, worths_for(noise, number)), depth, agents, rounds=True)


def _shared_case(noise: random.Random, number: int) -> Case:
    """A small game in which different orders of moves meet again: a pile, a walk over numbers, or levels."""
    if number % 4 == 1:
        most = noise.randint(2, 3)
        return Case(_pile(noise.randint(3, 5), most, 0), shared=True)
    if number % 2 == 0:
        return Case(_layers(noise, noise.randint(2, 4)), shared=True)
    size = noise.randint(3, 4)
    numbers = [[float(noise.randint(-4, 4)) for _ in range(size)] for _ in range(size)]
    return Case(_walk(numbers, 0, 0, 0), shared=True)


def _pile(stones: int, most: int, mover: int) -> Node:
    """Who takes the last stone wins."""
    if stones == 0:
        return Node(mover, -1.0 if mover == 0 else 1.0)
    return Node(mover, 0.0, tuple(_pile(stones - taken, most, 1 - mover) for taken in range(1, min(most, stones) + 1)))


def _walk(numbers: list[list[float]], row: int, column: int, mover: int) -> Node:
    """Two players in turn lead one piece down or to the right; the last square's number is the result."""
    size = len(numbers)
    ways = [(row + 1, column), (row, column + 1)]
    below = tuple(_walk(numbers, r, c, 1 - mover) for r, c in ways if r < size and c < size and r + c < 2 * size - 2)
    return Node(mover, numbers[row][column] + row - column / 8, below)


def _layers(noise: random.Random, plies: int) -> Node:
    """A game of a few positions per ply, from each of which several of the next ply can be reached."""
    level = [Node(plies % 2, float(worth)) for worth in noise.sample(range(-9, 10), 4)]
    for ply in reversed(range(1, plies)):
        level = [
            Node(ply % 2, float(noise.randint(-9, 9)), tuple(noise.sample(level, noise.randint(1, min(3, len(level))))))
            for _ in range(3)
        ]
    return Node(0, 0.0, tuple(noise.sample(level, noise.randint(2, 3))))
