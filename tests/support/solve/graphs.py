"""Random games on graphs with an indexing: cycles, several materials, players who move twice, nodes without a number.

A node of number n in a material is n + 1000 × material. A node without a number is like the base that it belongs to,
with more moves, all into other materials, as a chess position is in which a pawn can be taken en passant.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, NamedTuple

from zermelo.game import Game, game_from_fill
from zermelo.solve.indexing import Indexing, Material

STEP, BARE = 1000, 100_000


class NodeState(NamedTuple):
    node: int


@dataclass(frozen=True)
class Graph:
    """The nodes of a random game."""

    moves: dict[int, list[int]]
    mover: dict[int, int]
    utility: dict[int, float]  # to player 0, of the nodes without moves
    sizes: tuple[int, ...]


def random_graph(seed: int) -> Graph:
    """Materials of growing size; the moves of each lead to itself and to those before it."""
    noise = random.Random(seed)
    sizes = (6, 18, 30)
    moves: dict[int, list[int]] = {}
    for material, size in enumerate(sizes):
        lower = [node for node in moves if node < BARE]
        own = [material * STEP + i for i in range(size)]
        for node in own:
            inner = noise.sample(own, noise.choice([0, 0, 1, 1, 2, 3]))
            outer = noise.sample(lower, min(len(lower), noise.choice([0, 0, 0, 1, 2])))
            moves[node] = inner + outer
        bases = noise.sample(own, size // 3) if lower else []
        for base in bases:
            more = noise.sample(lower, noise.choice([1, 2]))
            moves[base + BARE] = moves[base] + [node for node in more if node not in moves[base]]
            for before in noise.sample(sorted(set(own) - set(bases)), 2):
                moves[before] = [*moves[before], base + BARE]
    mover = {node: noise.randrange(2) for node in moves if node < BARE}
    mover |= {node: mover[node - BARE] for node in moves if node >= BARE}
    utility = {node: noise.choice([-1.0, -1.0, 0.0, 1.0, 1.0]) for node in moves}
    return Graph(moves, mover, utility, sizes)


def graph_game(graph: Graph) -> Game:
    """The game; it starts at the last node."""

    def fill(state, buffer):
        for place, target in enumerate(graph.moves[state.node]):
            buffer[place] = target
        return len(graph.moves[state.node])

    return game_from_fill(
        fill,
        initial=lambda: NodeState(max(node for node in graph.moves if node < BARE)),
        to_move=lambda state: graph.mover[state.node],
        result=lambda state, target: NodeState(target),
        is_terminal=lambda state: not graph.moves[state.node],
        utility=lambda state, player: graph.utility[state.node] * (1 - 2 * player),
        max_actions=16,
        best_utility=1.0,
        compiles=False,
        name="graph",
    )


def graph_indexing(graph: Graph, retraces: bool = True) -> Indexing:
    """The indexing. retraces: with unmoves."""
    names = [f"m{number}" for number in range(len(graph.sizes))]
    materials = [
        Material(names[number], number, number, number, (("all", size),), (number * STEP,), tuple(names[:number]))
        for number, size in enumerate(graph.sizes)
    ]
    before: dict[int, list[int]] = {node: [] for node in graph.moves}
    for node, targets in graph.moves.items():
        for target in targets if node < BARE else ():
            sure = target < BARE
            before[target % BARE].append(node + 1 if sure else -node - 1)

    def unmoves(state, buffer):
        found = [code for code in before[state.node] if (abs(code) - 1) // STEP == state.node // STEP]
        for place, code in enumerate(found):
            buffer[place] = code
        return len(found)

    return Indexing(
        version=1,
        materials=lambda pieces: [material for material in materials if material.pieces <= pieces],
        usual=2,
        most=2,
        patience=None,
        material=lambda state: -1 if state.node >= BARE else state.node // STEP,
        rank=lambda words, at, state, key: state.node - words[at],
        unrank=lambda words, at, number: NodeState(words[at] + number),
        is_legal=lambda words, at, state: True,
        unmoves=unmoves if retraces else None,
        unplay=(lambda state, code: NodeState(abs(code) - 1)) if retraces else None,
        most_unmoves=200,
    )


def naive_values(graph: Graph) -> dict[int, int]:
    """The value of every node as a number, by going through all of them again and again."""
    values: dict[int, int] = {}
    for node, targets in graph.moves.items():
        if not targets:
            worth = graph.utility[node] * (1 - 2 * graph.mover[node])
            values[node] = 1 if worth > 0 else -1 if worth < 0 else 0
    for distance in range(1, 3 * len(graph.moves)):
        for node, targets in graph.moves.items():
            if node in values or not targets:
                continue
            seen = [(_seen(graph, values, node, target)) for target in targets]
            if any(value == distance for value in seen):
                values[node] = distance + 1
            elif all(value is not None and value < 0 for value in seen) and max(-value for value in seen) == distance:
                values[node] = -distance - 1
    return {node: values.get(node, 0) for node in graph.moves}


def _seen(graph: Graph, values: dict[int, int], node: int, target: int) -> Any:
    """The value of a move's target to the player of the node; None while it is not known."""
    if target not in values:
        return None
    return values[target] if graph.mover[target] == graph.mover[node] else -values[target]
