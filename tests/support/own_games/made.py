"""Games of one's own, made by a program: a random graph of positions, and states of many kinds that stand for them.

`made(seed)` gives the source of a file as a user would write it, and the graph, whose values are worked out by brute
force in `truth.py`. What differs from game to game is how the positions are joined (a tree, with and without chance,
for one to three players; a graph with loops, with and without chance; hidden cards) and what a state is (integers of 10
to 300 bits, texts, nested tuples, dictionaries, lists, dataclasses, classes with and without `__eq__`, arrays).
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import pairwise

CHANCE = -1
SHAPES = ("tree", "chance tree", "sum tree", "three", "alone", "loops", "chance loops", "hidden")
KINDS = (
    *("numbers", "nested", "frozen", "array", "int", "large int", "text", "tuple of texts", "dict", "list"),
    *("class with eq", "class without eq", "poor hash"),
)
COMPILED = ("numbers", "nested", "frozen", "array")


@dataclass
class Graph:
    """Positions by number; the game begins at 0."""

    shape: str
    players: int
    movers: list[int] = field(default_factory=list)
    moves: list[list[int]] = field(default_factory=list)  # [position] where its actions lead; none: it is over
    chances: list[list[float]] = field(default_factory=list)
    utilities: list[list[float]] = field(default_factory=list)
    views: list[list[int]] = field(default_factory=list)  # [position][player] what it sees; empty: everything

    def add(self, mover: int) -> int:
        """A new position, without moves."""
        self.movers.append(mover)
        self.moves.append([])
        self.chances.append([])
        self.utilities.append([0.0] * self.players)
        return len(self.movers) - 1


def made_graph(seed: int, shape: str) -> Graph:
    """A random graph of one shape."""
    noise = random.Random(f"{seed} {shape}")
    players = {"three": 3, "alone": 1}.get(shape, 2)
    graph = Graph(shape, players)
    if shape == "hidden":
        return _hidden(noise, graph)
    if shape in ("loops", "chance loops"):
        return _loops(noise, graph, shape == "chance loops")
    return _tree(noise, graph, shape in ("chance tree", "alone", "three"), shape in ("sum tree", "three"))


def _tree(noise: random.Random, graph: Graph, has_chance: bool, any_sum: bool) -> Graph:
    """Layers of positions that lead to the next layer, where several ways meet again."""
    movers = [*range(graph.players), *([CHANCE] if has_chance else [])]
    layers = [[graph.add(0)]]
    for depth in range(noise.randint(3, 5)):
        layers.append([graph.add(noise.choice(movers)) for _ in range(noise.randint(2, 6) + depth)])
    for layer, following in pairwise(layers):
        for position in layer:
            if position == 0 or noise.random() < 0.85:
                targets = noise.sample(following, min(len(following), noise.randint(1, 3)))
                graph.moves[position] = targets
    _finish(noise, graph, any_sum)
    return graph


def _loops(noise: random.Random, graph: Graph, has_chance: bool) -> Graph:
    """Positions that lead anywhere. With chance, every position may end the game, so that it does sooner or later."""
    count = noise.randint(6, 14)
    for _ in range(count):
        graph.add(noise.choice([0, 1, CHANCE] if has_chance else [0, 1]))
    graph.movers[0] = 0
    ends = [graph.add(0) for _ in range(4)]
    for position in range(count):
        targets = noise.sample(range(count), noise.randint(1, 3))
        if has_chance:
            graph.movers[position] = CHANCE if position % 2 else noise.choice([0, 1])
            odd, even = range(1, count, 2), range(0, count, 2)
            targets = noise.sample(odd, 2) if position % 2 == 0 else [*noise.sample(even, 2), noise.choice(ends)]
        elif noise.random() < 0.5:
            targets = [*targets, noise.choice(ends)]
        graph.moves[position] = targets
    graph.movers[0] = 0
    _finish(noise, graph, False)
    return graph


def _hidden(noise: random.Random, graph: Graph) -> Graph:
    """Chance deals each of two a card, and they say yes or no in turn, without seeing the other's card."""
    plies = noise.randint(2, 3)
    root = graph.add(CHANCE)
    graph.views = [[0, 0]]
    cards = [(a, b) for a in range(2) for b in range(2)]
    weights = [noise.randint(1, 4) for _ in cards]

    def grow(deal: tuple[int, int], said: tuple[int, ...]) -> int:
        position = graph.add(len(said) % 2)
        code = 1 + sum((word + 1) * 3**place for place, word in enumerate(said))
        graph.views.append([1 + deal[0] + 10 * code, 1 + deal[1] + 10 * code])
        over = len(said) == plies or (len(said) > 0 and said[-1] == 0 and noise_by_code[code])
        if not over:
            graph.moves[position] = [grow(deal, (*said, word)) for word in range(2)]
            graph.chances[position] = [1.0, 1.0]
        return position

    noise_by_code = {code: noise.random() < 0.4 for code in range(100)}
    graph.moves[root] = [grow(deal, ()) for deal in cards]
    graph.chances[root] = [weight / sum(weights) for weight in weights]
    for position, moves in enumerate(graph.moves):
        if not moves:
            worth = float(noise.randint(-3, 3))
            graph.utilities[position] = [worth, -worth]
    return graph


def _finish(noise: random.Random, graph: Graph, any_sum: bool) -> None:
    """Chances of the moves, and utilities of the ends."""
    for position, moves in enumerate(graph.moves):
        if moves and graph.movers[position] == CHANCE:
            weights = [noise.randint(1, 4) for _ in moves]
            graph.chances[position] = [weight / sum(weights) for weight in weights]
        if not moves:
            if any_sum or graph.players == 1:
                graph.utilities[position] = [noise.uniform(-3, 3) for _ in range(graph.players)]  # without ties
            else:
                worth = float(noise.choice([-1, -1, 0, 1, 1]))
                graph.utilities[position] = [worth, -worth]


def made(seed: int, shape: str, kind: str) -> tuple[str, Graph]:
    """The source of a game of this shape whose states are of this kind, and its graph."""
    graph = made_graph(seed, shape)
    noise = random.Random(f"{seed} {shape} {kind}")
    encode = _encoding(noise, kind, len(graph.movers))
    declared = [f"players={graph.players}"]
    if shape in ("sum tree", "three", "alone"):
        declared.append("zero_sum=False")
    if CHANCE in graph.movers:
        declared.append("chances=chances")
    if graph.views:
        declared.append("view=view")
    source = HEAD + encode + BODY
    names = {"MOVERS": graph.movers, "FIRST": [], "TARGETS": [], "CHANCES": [], "UTILITIES": graph.utilities}
    for moves, chances in zip(graph.moves, graph.chances, strict=True):
        names["FIRST"].append(len(names["TARGETS"]))
        names["TARGETS"] += moves
        names["CHANCES"] += chances or [1.0] * len(moves)
    names["FIRST"].append(len(names["TARGETS"]))
    names["VIEWS"] = graph.views or [[0] * graph.players for _ in graph.movers]
    tables = "".join(f"{name} = {_as_tuples(value)}\n" for name, value in names.items())
    return source.replace("# TABLES\n", tables).replace("DECLARED", ", ".join(declared)), graph


def _as_tuples(value: object) -> str:
    if isinstance(value, list):
        return f"({''.join(f'{_as_tuples(part)}, ' for part in value)})"
    return repr(value)


HEAD = '''"""A game of my own."""
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from zermelo import CHANCE, Game

# TABLES
'''

BODY = """
def mine() -> Game:
    def initial():
        return state_of(0)

    def to_move(state):
        return MOVERS[place_of(state)]

    def actions(state):
        place = place_of(state)
        return list(range(FIRST[place + 1] - FIRST[place]))

    def result(state, move):
        return state_of(TARGETS[FIRST[place_of(state)] + move])

    def is_terminal(state):
        place = place_of(state)
        return FIRST[place + 1] == FIRST[place]

    def utility(state, player):
        return UTILITIES[place_of(state)][player]

    def chances(state):
        place = place_of(state)
        for move in range(FIRST[place + 1] - FIRST[place]):
            yield move, CHANCES[FIRST[place] + move]

    def view(state, player):
        return VIEWS[place_of(state)][player]

    return Game(initial, to_move, actions, result, is_terminal, utility, DECLARED)
"""


def _encoding(noise: random.Random, kind: str, count: int) -> str:
    """The source of state_of(place) and place_of(state)."""
    if kind in ("int", "large int"):
        size = noise.randint(10, 64) if kind == "int" else noise.randint(65, 300)
        spots = [size - 1, *noise.sample(range(size - 1), 6)]  # the bits of the word in which places are written
        words = [sum((place >> bit & 1) << spot for bit, spot in enumerate(spots)) for place in range(count)]
        return f"""
WORDS = {tuple(words)}
PLACES = { {word: place for place, word in enumerate(words)} }

def state_of(place):
    return WORDS[place]

def place_of(state):
    return PLACES[state]
"""
    return ENCODINGS[kind]


ENCODINGS = {
    "numbers": """
class MadeState(NamedTuple):
    low: int
    high: int

def state_of(place):
    return MadeState(place % 4, place // 4)

def place_of(state):
    return state.low + 4 * state.high
""",
    "nested": """
class Inner(NamedTuple):
    digits: tuple
    sign: int

class MadeNested(NamedTuple):
    inner: Inner
    rest: tuple

def state_of(place):
    return MadeNested(Inner((place % 3, place // 3 % 3), -(place // 9 % 2)), ((place // 18, 0), 7))

def place_of(state):
    return state.inner.digits[0] + 3 * state.inner.digits[1] - 9 * state.inner.sign + 18 * state.rest[0][0]
""",
    "frozen": """
@dataclass(frozen=True)
class MadeFrozen:
    place: int
    twice: int

def state_of(place):
    return MadeFrozen(place, 2 * place)

def place_of(state):
    return state.place
""",
    "array": """
class MadeArray(NamedTuple):
    cells: object
    zero: int

def state_of(place):
    cells = np.zeros(8, np.int64)
    for bit in range(8):
        cells[bit] = place >> bit & 1
    return MadeArray(cells, 0)

def place_of(state):
    place = 0
    for bit in range(8):
        place += state.cells[bit] << bit
    return place
""",
    "text": """
def state_of(place):
    return "".join("xo"[place >> bit & 1] for bit in range(8))

def place_of(state):
    return sum(("xo".index(letter)) << bit for bit, letter in enumerate(state))
""",
    "tuple of texts": """
def state_of(place):
    return tuple("ab"[int(digit)] for digit in f"{place:b}")

def place_of(state):
    return int("".join("01"["ab".index(letter)] for letter in state), 2)
""",
    "dict": """
def state_of(place):
    return {"row": place % 5, "column": {"of": [place // 5]}}

def place_of(state):
    return state["row"] + 5 * state["column"]["of"][0]
""",
    "list": """
def state_of(place):
    return [place % 2, [place // 2 % 2, [place // 4]]]

def place_of(state):
    return state[0] + 2 * state[1][0] + 4 * state[1][1][0]
""",
    "class with eq": """
class Position:
    def __init__(self, place):
        self.row, self.column = divmod(place, 3)

    def __eq__(self, other):
        return (self.row, self.column) == (other.row, other.column)

    def __hash__(self):
        return hash((self.row, self.column))

def state_of(place):
    return Position(place)

def place_of(state):
    return 3 * state.row + state.column
""",
    "class without eq": """
class Bare:
    def __init__(self, place):
        self.row, self.rest = place % 3, [place // 3]

def state_of(place):
    return Bare(place)

def place_of(state):
    return state.row + 3 * state.rest[0]
""",
    "poor hash": """
class Poor:
    def __init__(self, place):
        self.place = place

    def __eq__(self, other):
        return self.place == other.place

    def __hash__(self):
        return self.place % 3

def state_of(place):
    return (Poor(place), 1)

def place_of(state):
    return state[0].place
""",
}
