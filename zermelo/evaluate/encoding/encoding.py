"""The encoding of a game: how large its planes and its policy are, and the tables that kernels read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.compile.kernel.memory import new_words, pointed
from zermelo.compile.kernel.pointers import as_pointers
from zermelo.compile.kernel.prepare import Kernel, prepare
from zermelo.compile.kernel.rules import Rules
from zermelo.compile.plain.numbers import count_numbers
from zermelo.evaluate.encoding.cells import find_cells
from zermelo.evaluate.encoding.checking import check_cells, check_places, check_sizes
from zermelo.evaluate.encoding.sample import sample_of
from zermelo.evaluate.encoding.tables import CELLS, PAIRS, PLANES, POLICY, Tables, encoder, indexer, make_tables
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import np

SPARE = 64  # words for the numbers of an action, at least


@dataclass(frozen=True, eq=False)
class Encoding:
    """How a network sees a game."""

    rows: int
    columns: int
    tables: Tables

    @property
    def cells(self) -> int:
        return int(self.tables.sizes[CELLS])

    @property
    def planes(self) -> int:
        """Planes per cell; the last tells who is to move, unless the game encodes itself."""
        return int(self.tables.sizes[PLANES])

    @property
    def policy(self) -> int:
        """Places of the policy."""
        return int(self.tables.sizes[POLICY])

    @property
    def pairs(self) -> int:
        """Pieces of a player that the other one has, too: the first planes are the mover's, then come the other's.

        0 where that is not known: then no cell is told to be anybody's.
        """
        return int(self.tables.sizes[PAIRS])

    def to_arrays(self) -> dict[str, Any]:
        """The encoding as named arrays, for a file."""
        return {"shape": np.array([self.rows, self.columns], np.int64), **self.tables._asdict()}

    @staticmethod
    def from_arrays(arrays: Mapping[str, Any], game: Game) -> Encoding:
        """The encoding of a game that `to_arrays` wrote.

        Raises KeyError where an array is missing, ValueError where a kernel would read or write beyond one.
        """
        rows, columns = (int(number) for number in arrays["shape"])
        parts = {name: np.ascontiguousarray(arrays[name], np.int64).reshape(-1) for name in Tables._fields}
        if len(parts["sizes"]) == PAIRS:  # in files of earlier versions
            parts["sizes"] = np.append(parts["sizes"], 0)
        found = Encoding(rows, columns, Tables(**parts))
        check_sizes(found.tables, rows, columns)
        if game.encode is None:
            check_cells(found.tables, numbers_for(game))
        elif game.planes != (rows, columns, found.planes):
            raise ValueError("the game has other planes")
        if game.action_index is None:
            check_places(found.tables, SPARE)
        elif game.policy != found.policy:
            raise ValueError("the game has another policy")
        return found


@lru_cache(maxsize=16)
def encoding_of(game: Game) -> Encoding:
    """The game's own encoding, or one worked out from its pictures and its actions in random games.

    Raises ZermeloError where there is none.
    """
    sample = sample_of(game)
    if game.encode is None:
        cells = find_cells(game, sample)
        rows, columns, tables = cells.rows, cells.columns, make_tables(game, cells, sample)
    else:
        if game.planes is None:
            raise ZermeloError(f"{game.name} has encode: say how large the planes are, planes=(rows, columns, planes)")
        rows, columns, depth = game.planes
        tables = make_tables(game, find_cells(game, sample), sample)
        tables.sizes[CELLS], tables.sizes[PLANES], tables.sizes[PAIRS] = rows * columns, depth, 0
    if game.action_index is not None:
        if game.policy is None:
            raise ZermeloError(f"{game.name} has action_index: say how many places the policy has, policy=…")
        tables.sizes[POLICY] = game.policy
    return Encoding(rows, columns, tables)


class Encoder:
    """Planes and places of actions for states in Python, one kernel call per state."""

    def __init__(self, game: Game, encoding: Encoding, compiled: bool | None = None) -> None:
        self.game, self.encoding = game, encoding
        self.kernel: Kernel = prepare(
            game, encoder_for(game), encoder_example(game), label="encoding", compiled=compiled
        )
        compiled = self.kernel.compiled
        self.most = game.max_actions
        self._tables = as_pointers(compiled, encoding.tables)
        self._numbers = new_words(compiled, numbers_for(game))
        self._moves = new_words(compiled, self.most)
        self._planes = np.zeros(encoding.cells * encoding.planes, np.uint8)
        self._places = np.zeros(self.most, np.int64)
        self._arguments = (
            self._tables,
            self._numbers,
            self._moves,
            pointed(compiled, self._planes),
            pointed(compiled, self._places),
        )

    def encode(self, state: State) -> tuple[Any, Any]:
        """The planes of a state [row, column, plane] and the places of its legal actions in the policy."""
        count = self.kernel.run(self.kernel.state(state), *self._arguments)
        shape = self.encoding.rows, self.encoding.columns, self.encoding.planes
        return self._planes.copy().reshape(shape), self._places[:count].copy()

    def encode_many(self, states: Sequence[State]) -> tuple[Any, list[Any]]:
        """The planes of states [state, row, column, plane], and the places of their actions."""
        found = [self.encode(state) for state in states]
        return np.array([planes for planes, _ in found]), [places for _, places in found]


def numbers_for(game: Game) -> int:
    """Words that hold the numbers of any state or action."""
    return count_numbers(game.initial()) + SPARE


@lru_cache(maxsize=64)
def encoder_for(game: Game) -> Any:
    """The factory of the kernel encode(state, tables, numbers, moves, planes, places) -> count of actions."""
    own_planes, own_index = game.encode, game.action_index

    def kernel(rules: Rules) -> Any:
        write, index, fill, is_terminal = (
            encoder(rules, own_planes),
            indexer(rules, own_index),
            rules.fill,
            rules.is_terminal,
        )

        @rules.jit
        def encode(state, tables, numbers, moves, planes, places):
            write(state, tables, numbers, planes, 0)
            if is_terminal(state):
                return 0
            count = fill(state, moves)
            for i in range(count):
                places[i] = index(state, moves[i], tables, numbers)
            return count

        return encode

    return kernel


@lru_cache(maxsize=64)
def encoder_example(game: Game) -> Any:
    """Arguments of that kernel after the state."""

    def example(compiled: bool) -> tuple[Any, ...]:
        tables = Tables(*(np.zeros(1, np.int64) for _ in Tables._fields))
        words = new_words(compiled, 1)
        bytes_, places = pointed(compiled, np.zeros(1, np.uint8)), pointed(compiled, np.zeros(1, np.int64))
        return as_pointers(compiled, tables), words, words, bytes_, places

    return example
