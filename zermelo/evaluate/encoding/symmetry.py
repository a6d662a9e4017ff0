"""The symmetries of a game, found by trying: which turns and mirrorings of its board leave the rules as they are.

A game may declare the states that are symmetric to one, but not which actions correspond. So each turn of the board is
put to the test: two games are played side by side, one turned, and in every position each action of the one must lead
to the turned image of where some action of the other leads, always the same one.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.memory import new_words, pointed
from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.kernel.prepare import prepare
from zermelo.compile.kernel.rules import Rules
from zermelo.evaluate.encoding.encoding import Encoding, numbers_for
from zermelo.evaluate.encoding.tables import Tables, encoder, indexer
from zermelo.game import Game, State
from zermelo.installed import np

GAMES = 4  # at least so many are played side by side
MOST_POSITIONS = 600  # per symmetry
ON = 2.0  # written as the value of a state where the game goes on


@dataclass(frozen=True, eq=False)
class Symmetries:
    """Symmetries of an encoding; the first is the identity."""

    cells: Any  # [symmetry, cell] the cell whose content comes here
    actions: Any  # [symmetry, place] the place of the turned action

    def __len__(self) -> int:
        return len(self.cells)


def identity(encoding: Encoding) -> Symmetries:
    """No symmetry but the identity."""
    return Symmetries(np.arange(encoding.cells)[None], np.arange(encoding.policy)[None])


def find_symmetries(game: Game, encoding: Encoding, compiled: bool | None = None) -> Symmetries:
    """The turns and mirrorings of the board that are symmetries of the game."""
    grid = np.arange(encoding.cells).reshape(encoding.rows, encoding.columns)
    turned = [grid[:, ::-1], grid[::-1], grid[::-1, ::-1]]
    if encoding.rows == encoding.columns:
        turned += [grid.T, grid.T[:, ::-1], grid.T[::-1], grid.T[::-1, ::-1]]
    found = identity(encoding)
    if encoding.cells == 1:
        return found
    family = _Family(game, encoding, compiled)
    cells, actions = [found.cells[0]], [found.actions[0]]
    for one in turned:
        image = one.reshape(-1)
        mapped = _mapped(game, encoding, family, image)
        if mapped is not None:
            cells.append(image)
            actions.append(mapped)
    return Symmetries(np.ascontiguousarray(np.array(cells)), np.ascontiguousarray(np.array(actions)))


def _mapped(game: Game, encoding: Encoding, family: _Family, image: Any) -> Any:
    """The place of each action after turning; None: the rules are not symmetric."""
    draw = random.Random(0)
    to: dict[int, int] = {}  # place of an action -> place of its counterpart
    back: dict[int, int] = {}
    games, state, twin = 0, game.initial(), game.initial()
    for _ in range(MOST_POSITIONS):
        if games >= GAMES and len(to) >= encoding.policy - 1:
            break
        if game.is_terminal(state):
            games, state, twin = games + 1, game.initial(), game.initial()
        children, twins = family.of(state), family.of(twin)
        if game.is_terminal(twin) or len(children.places) != len(twins.places):
            return None
        where: dict[bytes, list[int]] = {}
        for place, key in enumerate(twins.keys()):
            where.setdefault(key, []).append(place)
        partners = []
        for place, key in enumerate(children.keys(image)):
            partner = where.get(key, [])
            if not partner:
                return None
            partners.append(partner[0])
            if len(partner) > 1:
                continue  # several actions lead to the same position: which corresponds is not seen here
            one, other = int(children.places[place]), int(twins.places[partner[0]])
            if to.setdefault(one, other) != other or back.setdefault(other, one) != one:
                return None
        chosen = draw.randrange(len(partners))
        state = game.result(state, game.legal(state)[chosen])
        twin = game.result(twin, game.legal(twin)[partners[chosen]])
    rest = set(range(encoding.policy)) - set(to)
    if rest != set(range(encoding.policy)) - set(back) or len(rest) > 2:
        return None
    return np.array([to.get(place, place) for place in range(encoding.policy)])


@dataclass(frozen=True)
class _Children:
    planes: Any  # [child, cell, plane]
    places: Any  # [child]
    values: Any  # [child] utility for player 0 if the game is over there, else ON

    def keys(self, image: Any = None) -> list[bytes]:
        """Each child as bytes, turned if an image is given."""
        planes = self.planes if image is None else self.planes[:, image]
        return [planes[i].tobytes() + self.values[i].tobytes() for i in range(len(self.places))]


class _Family:
    """The planes of all children of a state."""

    def __init__(self, game: Game, encoding: Encoding, compiled: bool | None) -> None:
        self.encoding, most = encoding, game.max_actions
        self.kernel = prepare(game, _family_for(game), _family_example(game), label="symmetries", compiled=compiled)
        compiled = self.kernel.compiled
        self.planes = np.zeros(most * encoding.cells * encoding.planes, np.uint8)
        self.places, self.values = np.zeros(most, np.int64), np.zeros(most)
        self.arguments = (
            as_pointers(compiled, encoding.tables),
            new_words(compiled, numbers_for(game)),
            new_words(compiled, most),
            *(pointed(compiled, array) for array in (self.planes, self.places, self.values)),
            encoding.cells * encoding.planes,
        )

    def of(self, state: State) -> _Children:
        count = self.kernel.run(self.kernel.state(state), *self.arguments)
        planes = self.planes.reshape(-1, self.encoding.cells, self.encoding.planes)[:count].copy()
        return _Children(planes, self.places[:count].copy(), self.values[:count].copy())


@lru_cache(maxsize=64)
def _family_for(game: Game) -> Any:
    own_planes, own_index = game.encode, game.action_index

    def kernel(rules: Rules) -> Any:
        write, index, fill, play = encoder(rules, own_planes), indexer(rules, own_index), rules.fill, rules.play
        is_terminal, utility = rules.is_terminal, rules.utility

        @rules.jit
        def family(state, tables, numbers, moves, planes, places, values, size):
            if is_terminal(state):
                return 0
            count = fill(state, moves)
            for i in range(count):
                places[i] = index(state, moves[i], tables, numbers)
                child = play(state, moves[i])
                write(child, tables, numbers, planes, i * size)
                values[i] = utility(child, 0) if is_terminal(child) else ON
            return count

        return family

    return kernel


@lru_cache(maxsize=64)
def _family_example(game: Game) -> Any:
    def example(compiled: bool) -> tuple[Any, ...]:
        tables = Tables(*(np.zeros(1, np.int64) for _ in Tables._fields))
        words = new_words(compiled, 1)
        arrays = np.zeros(1, np.uint8), np.zeros(1, np.int64), np.zeros(1)
        return as_pointers(compiled, tables), words, words, *(pointed(compiled, array) for array in arrays), 1

    return example
