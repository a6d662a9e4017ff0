"""A sparse network as an evaluation that compiles: summed from nothing at every position.

A kernel knows the weights by the place where they lie, one of a few for each shape of network. Another network of that
shape takes a free place and finds its kernel there, in memory or on disk; nothing is compiled for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from itertools import count as counting
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.compile.plain.lanes import lanes_of, plus, squared_dot
from zermelo.compile.plain.scratch import scratch_words
from zermelo.compile.plain.shared import SharedTable
from zermelo.evaluate.expert import Expert
from zermelo.evaluate.learned.file import Learned, read_learned
from zermelo.evaluate.linear import Evaluator, Term
from zermelo.evaluate.sparse.drawn import kept_places
from zermelo.evaluate.sparse.file import KIND, Measure, is_sparse, read_measure, read_places, read_weights
from zermelo.evaluate.sparse.network import FIRST, LANES, LAST, Shape, Weights, outputs_without
from zermelo.evaluate.sparse.places import Piece, Places
from zermelo.evaluate.tactics import Tactics
from zermelo.game import Game, State, ZermeloError
from zermelo.installed import np

WIN = 1000.0  # what a utility of 1 is worth, in the units of a network's values
MOST = 0.9  # no value is above this share of it
TOGETHER = "how the pieces stand together"
CACHE_LINE = 64  # bytes

Value = Callable[[State, int], float]


# --- where weights lie ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Shelf:
    """A place for the weights of a network of one shape, which lasts as long as the process."""

    shape: Shape
    number: int
    lanes: SharedTable  # the first layer row by row, the bias, the last layer row by row: 16 bits each
    numbers: SharedTable  # what an output of 1 in FIRST × LAST is worth, then the biases of the outputs


@cache
def _shelf(shape: Shape, number: int) -> Shelf:
    size = (shape.inputs + 1 + 2 * shape.buckets) * shape.width
    return Shelf(
        shape,
        number,
        SharedTable(lambda: _zeros(size, np.int16), "sparse network", "lanes", size, number),
        SharedTable(lambda: _zeros(1 + shape.buckets, np.float64), "sparse network", "numbers", shape.buckets, number),
    )


def _zeros(size: int, kind: Any) -> Any:
    """Zeros that begin at a cache line."""
    raw = np.zeros(size * np.dtype(kind).itemsize + CACHE_LINE, np.uint8)
    start = -raw.ctypes.data % CACHE_LINE
    return raw[start : start + size * np.dtype(kind).itemsize].view(kind)


@cache
def _taken() -> dict[Shape, set[int]]:
    """The numbers of the shelves that networks lie on."""
    return {}


def shelved(weights: Weights, scale: float) -> Shelf:
    """The weights on the first free shelf."""
    taken = _taken().setdefault(weights.shape, set())
    number = next(number for number in counting() if number not in taken)
    taken.add(number)
    shelf = _shelf(weights.shape, number)
    parts = (weights.first, weights.bias, weights.last)
    shelf.lanes.array[:] = np.concatenate([part.reshape(-1).astype(np.int16) for part in parts])
    shelf.numbers.array[:] = [scale / (FIRST * LAST), *weights.last_bias]
    return shelf


# --- the evaluation ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def output_for(places: Places, shelf: Shelf, to_move: Callable[[State], int]) -> Callable[[State], float]:
    """output(state): what the network there says of a state to the player to move, times the scale."""
    shape = shelf.shape
    lanes, numbers, most = shelf.lanes, shelf.numbers, places.most
    write, bucket_of, width = _writer(places), _chooser(places), shape.width
    chunk = min(width, LANES)
    chunks, bias, last = width // chunk, shape.inputs * width, (shape.inputs + 1) * width

    def summed(seen, active, at):
        """The lanes of a seat's sums that begin at this one."""
        found = lanes_of(lanes, bias + at, chunk)
        for i in range(active):
            found = plus(found, lanes_of(lanes, seen[i] * width + at, chunk))
        return found

    def output(state):
        first, second = scratch_words(most), scratch_words(most)
        firsts, seconds = write(state, first, second)
        bucket = bucket_of(state, firsts)
        mine = last + 2 * bucket * width
        others = mine + width
        if to_move(state) == 1:
            mine, others = others, mine
        total = 0
        for part in range(chunks):
            at = part * chunk
            total += squared_dot(summed(first, firsts, at), lanes_of(lanes, mine + at, chunk), FIRST)
            total += squared_dot(summed(second, seconds, at), lanes_of(lanes, others + at, chunk), FIRST)
        return (total / FIRST + numbers[1 + bucket]) * numbers[0]

    return output


@lru_cache(maxsize=64)
def _writer(places: Places) -> Callable[[State, Any, Any], tuple[int, int]]:
    """write(state, first, second): the inputs of both seats; returns how many each has."""
    both, write = places.both, places.write
    if both is not None:

        def write_both(state, first, second):
            count = both(state, first, second)
            return count, count

        return write_both

    def write_each(state, first, second):
        return write(state, 0, first), write(state, 1, second)

    return write_each


@lru_cache(maxsize=64)
def _chooser(places: Places) -> Callable[[State, int], int]:
    """bucket(state, count of the first seat's inputs)."""
    by_count, bucket = places.by_count, places.bucket
    if by_count is not None:
        return lambda state, count: by_count(count)
    return lambda state, count: bucket(state)


def untempered(value, state):
    """The value as the network says it."""
    return value


@lru_cache(maxsize=64)
def value_for(
    output: Callable[[State], float],
    tempered: Callable[[float, State], float],
    to_move: Callable[[State], int],
    limit: float,
) -> Value:
    """evaluate(state, player) of such an output."""

    def value(state, player):
        found = min(limit, max(-limit, tempered(output(state), state)))
        return found if player == (1 if to_move(state) == 1 else 0) else -found

    return value


class Standing(NamedTuple):
    """What a piece adds to an evaluation."""

    piece: Piece
    share: float


@dataclass(frozen=True, eq=False)
class SparseOpinion:
    """The evaluation of a sparse network. It takes a shelf when its function is first asked for."""

    game: Game
    places: Places
    weights: Weights = field(repr=False)
    measure: Measure
    tempered: Callable[[float, State], float]
    tactics: Tactics | None
    win: float = WIN
    reach: float = 0.0

    @property
    def unit(self) -> float:
        return self.measure.unit

    @property
    def units(self) -> str:
        return self.measure.units

    @property
    def function(self) -> Value:
        """evaluate(state, player), which compiles."""
        output, to_move = output_for(self.places, self._shelf, self.game.to_move), self.game.to_move
        return value_for(output, self.tempered, to_move, MOST * self.win)

    @cached_property
    def _shelf(self) -> Shelf:
        return shelved(self.weights, self.measure.scale)

    def release(self) -> None:
        """Gives the shelf back, for the next network of this shape: nothing may use this evaluation any more."""
        if "_shelf" in vars(self):
            _taken()[self.weights.shape].discard(self._shelf.number)

    def terms(self, state: State, player: int) -> tuple[Term, ...]:
        """What each piece adds where it stands, the weightiest first, and what is left: how they stand together."""
        value = float(self.function(state, player))
        found = [Term(one.piece.name, 1.0, one.share) for one in self.standing(state, player)]
        found.sort(key=lambda term: -abs(term.share))
        return (*found, Term(TOGETHER, 1.0, value - sum(term.share for term in found)))

    def standing(self, state: State, player: int) -> list[Standing]:
        """What each piece adds to the evaluation where it stands: the network's value less that without the piece."""
        if self.places.pieces is None:
            return []
        first, second = [0] * self.places.most, [0] * self.places.most
        active, _ = _writer(self.places)(state, first, second)
        mover = 1 if self.game.to_move(state) == 1 else 0
        mine, others = (second, first) if mover else (first, second)
        outputs = outputs_without(self.weights, mine[:active], others[:active], int(self.places.bucket(state)))
        sign = self.measure.scale if player == mover else -self.measure.scale
        return [
            Standing(piece, sign * float(outputs[-1] - output))
            for piece, output in zip(self.places.pieces(state), outputs[:-1], strict=True)
            if piece is not None
        ]


def opinion_around(
    game: Game, expert: Expert, written: Evaluator | None, places: Places, weights: Weights, measure: Measure
) -> SparseOpinion:
    """The evaluation of a network. written: the evaluation of the game that gives its tactics.

    Raises ZermeloError where the network does not fit what is seen of the game.
    """
    shape = weights.shape
    if (shape.inputs, shape.buckets) != (places.inputs, places.buckets):
        raise ZermeloError(
            f"a network of {shape.inputs} inputs and {shape.buckets} outputs does not fit {game.title}, "
            f"which has {places.inputs} and {places.buckets}"
        )
    shape.check()
    tempered = expert.tempered() if expert.tempered else untempered
    return SparseOpinion(game, places, weights, measure, tempered, written.tactics if written else None)


# --- from a file ------------------------------------------------------------------------------------------------------


def held(learned: Learned, game: Game, expert: Expert, written: Evaluator | None) -> SparseOpinion:
    """The evaluation in a file that is for this game. Raises ZermeloError where it does not hold together."""
    options, arrays = read_places(learned)
    try:
        places = kept_places(game, expert, options, arrays)
    except (KeyError, ValueError, TypeError, OverflowError):
        raise ZermeloError(f"{learned} sees what {game.title} does not have: learn it again") from None
    return opinion_around(game, expert, written, places, read_weights(learned, places), read_measure(learned))


def shipped_opinion(path: Path, game: Game, expert: Expert, written: Evaluator | None) -> SparseOpinion:
    """The network that comes with a game as its evaluation. Raises ZermeloError where the file cannot be used.

    Whoever put it there answers for its rules: to try them takes longer than the first answer may.
    """
    learned = read_learned(path)
    if not is_sparse(learned) or learned.header["game"] != game.name:
        raise ZermeloError(f"{learned} holds no {KIND} for {game.name}")
    return held(learned, game, expert, written)
