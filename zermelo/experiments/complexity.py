"""How large a game's tree is: branching, length, b^m, and the leaves that alpha-beta visits in each order of moves."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from zermelo.arguments import checked
from zermelo.compile.kernel.recursion import allow_recursion
from zermelo.evaluate import opinion
from zermelo.experiments.outline import (
    Outline,
    as_listed,
    best_first,
    outline,
    shuffled,
    visited,
    widest_path,
    worst_first,
)
from zermelo.game import Game, State, ZermeloError
from zermelo.picture import drawn_by

NODES = 100_000  # of the tree that is counted
GAMES = 20  # that are played at random
LONGEST = 500  # plies of one of them
BUDGETS = (10**6, 10**10)  # leaves, for which the depth within reach is told
SHUFFLES = 3  # of the random order, averaged

Watch = Callable[[str, int, int], None]  # what is done, how much of it is done, and how much there is


@dataclass(frozen=True)
class Level:
    """The leaves of searches to one depth: counted, and by the formulas for a uniform tree."""

    depth: int
    leaves: int  # that minimax visits
    nodes: int
    memory: int  # the most states that depth-first search holds at once
    best: float | None  # leaves that alpha-beta visits, the best action first; None: it does not serve the game
    listed: float | None  # in the game's own order
    random: float | None
    worst: float | None
    formula: float  # b^d
    formula_random: float  # b^(3d/4)
    formula_best: float  # b^⌈d/2⌉ + b^⌊d/2⌋ − 1, for even depths about 2 b^(d/2)
    formula_memory: float  # b·d


@dataclass(frozen=True)
class Reach:
    """The plies that a number of leaves allows in a uniform tree."""

    leaves: int
    minimax: float  # d of b^d
    random: float  # of b^(3d/4): alpha-beta in random order
    best: float  # of b^(d/2): alpha-beta with the best action first


@dataclass(frozen=True)
class Complexity:
    """What was measured of a game's tree. `str` of it is the table and the plot.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> measured = zermelo.complexity(tree)
    >>> measured.branching, measured.mean_length
    (3.0, 2.0)
    """

    game: Game
    state: State
    branching: float  # b: to the power of the depth counted it gives the leaves
    levels: tuple[Level, ...]  # from depth 1 on
    is_whole: bool  # was the whole tree counted?
    evaluated: str  # what leaves at the depth limit are worth: "evaluation", "random numbers", "": nobody asks
    games: int  # that were played at random
    mean_actions: float  # per state in those
    mean_length: float  # m: plies per game
    longest: int
    cut_short: int  # games that were not over after so many plies
    tree_digits: float  # log10 of mean_actions ^ mean_length
    estimated_digits: float  # log10 of the leaves by Knuth's estimate: the mean product of the branching in each game

    @property
    def title(self) -> str:
        """The game as a person names it."""
        return self.game.title

    def reach(self, leaves: int) -> Reach | None:
        """How deep a search gets that may visit so many leaves, by the formulas; None if there is nothing to choose.

        >>> import zermelo
        >>> zermelo.complexity(zermelo.load("random-tree:branching=10,depth=3")).reach(10**6)
        Reach(leaves=1000000, minimax=6.0, random=8.0, best=12.0)
        """
        if self.mean_actions <= 1:
            return None
        plies = round(math.log(leaves) / math.log(self.mean_actions), 9)
        return Reach(leaves, plies, plies * 4 / 3, plies * 2)

    def to_json(self) -> dict[str, Any]:
        """All figures as one object."""
        plain = {name: value for name, value in vars(self).items() if name not in ("game", "state", "levels")}
        named = {"game": self.game.title, "position": self.game.state_text(self.state)}
        reached = [asdict(reach) for leaves in BUDGETS if (reach := self.reach(leaves))]
        return {**named, **plain, "levels": [asdict(level) for level in self.levels], "reach": reached}

    def __str__(self) -> str:
        return drawn_by("complexity_text", self)


@checked
def complexity(
    game: Game,
    state: State | None = None,
    depth: int | None = None,
    nodes: int = NODES,
    games: int = GAMES,
    seed: int = 1,
    watch: Watch | None = None,
) -> Complexity:
    """Measures a game's tree: counts it level by level, and plays random games for its breadth and length.

    state: by default the initial one. depth: plies to count; by default as many as `nodes` nodes allow. The random
    order is averaged over several shuffles. In games with chance, hidden information, or other than two players with
    opposed interests, alpha-beta has no place, and only minimax's leaves are counted. Raises ZermeloError where the
    game is over, or a number makes no sense.

    >>> import zermelo
    >>> tree = zermelo.load("[[3,12,8],[2,4,6],[14,5,2]]")
    >>> measured = zermelo.complexity(tree)
    >>> [(level.leaves, level.best, level.worst) for level in measured.levels]
    [(3, 3.0, 3.0), (9, 5.0, 9.0)]
    """
    here = game.initial() if state is None else state
    if game.is_terminal(here):
        raise ZermeloError(f"the game is over at {game.state_text(here)}: there is no tree below it")
    for name, number, least in (("depth", depth, 1), ("nodes", nodes, 2), ("games", games, 1)):
        if number is not None and number < least:
            raise ZermeloError(f"complexity: {name} is at least {least}, not {number}")
    tell = watch or (lambda what, done, total: None)
    cuts = game.is_duel and not game.has_chance and not game.has_hidden

    def counted_to(level: int, made: int) -> None:
        tell(f"depth {level}", min(made, nodes), nodes)

    tree = outline(game, here, depth, nodes, counted_to, valued=cuts)
    allow_recursion(tree.depth)
    branching = tree.leaves(tree.depth) ** (1 / tree.depth)
    levels = []
    for level in range(1, tree.depth + 1):
        tell("orders", level, tree.depth)
        levels.append(_level(tree, level, branching, cuts, seed))
    played = _random_games(game, here, games, seed, partial(tell, "random games"))
    evaluated = "" if tree.is_whole or not cuts else "evaluation" if opinion(game) else "random numbers"
    return Complexity(game, here, branching, tuple(levels), tree.is_whole, evaluated, games, *played)


def _level(tree: Outline, depth: int, b: float, cuts: bool, seed: int) -> Level:
    best = listed = shuffles = worst = None
    if cuts:
        best, listed, worst = (float(visited(tree, depth, order)) for order in (best_first, as_listed, worst_first))
        shuffles = sum(visited(tree, depth, shuffled(seed + turn)) for turn in range(SHUFFLES)) / SHUFFLES
    return Level(
        depth,
        tree.leaves(depth),
        tree.nodes(depth),
        widest_path(tree, depth),
        best,
        listed,
        shuffles,
        worst,
        b**depth,
        b ** (0.75 * depth),
        b ** math.ceil(depth / 2) + b ** (depth // 2) - 1,
        b * depth,
    )


def _random_games(
    game: Game, start: State, games: int, seed: int, tell: Callable[[int, int], None]
) -> tuple[float, float, int, int, float, float]:
    """Mean actions, mean length, the longest, how many were cut short, and the two estimates of the tree's size."""
    choice = random.Random(seed)
    lengths: list[int] = []
    digits: list[float] = []
    seen = actions = unfinished = 0
    for number in range(games):
        state, plies, size = start, 0, 0.0
        while not game.is_terminal(state) and plies < LONGEST:
            moves = game.moves(state)
            state = game.result(state, choice.choice(moves))
            plies, seen, actions, size = plies + 1, seen + 1, actions + len(moves), size + math.log10(len(moves))
        unfinished += not game.is_terminal(state)
        lengths.append(plies)
        digits.append(size)
        tell(number + 1, games)
    mean, length, top = actions / seen, sum(lengths) / games, max(digits)
    knuth = top + math.log10(sum(10 ** (one - top) for one in digits) / games)
    return mean, length, max(lengths), unfinished, length * math.log10(mean), knuth
