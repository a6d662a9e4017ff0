"""What a small network sees of a state, and whose chances it says.

A game gives its own as `Game.features`, a function features(state, buffer) -> count or `Features`; those of games of
this package are in their files of zermelo.evaluate, `inputs(**parameters) -> Features`; any other game whose state is a
tuple of whole numbers gets `default_features`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.bits import Wide, fraction, mix, step
from zermelo.game import CHANCE, Game, State, ZermeloError

MOST = 4096  # inputs
LOOKED_AT = 2000  # states of random games, to see how large the numbers of a state are
LARGE = 16  # a number above this is a word of bits


def first_player(state):
    """Player 0, whoever is to move."""
    return 0


@dataclass(frozen=True)
class Features:
    """What a network sees of a state, for a game between two.

    write(state, buffer) -> count     writes numbers, best between -1 and 1, and returns how many: always as many
    side(state) -> player             whose chances the network says there: the features are as this player sees them
    outcomes, worth                   how a game can end, and what each outcome is worth to that player: first the wins,
                                      then the same as losses; () for a win and a loss
    settled(state, chances) -> bool   writes player 0's chances of the outcomes where they are known without a network;
                                      with outcomes of its own it must know those of finished games
    """

    write: Callable[[State, Any], int]
    side: Callable[[State], int] = first_player
    outcomes: tuple[str, ...] = ()
    worth: tuple[float, ...] = ()
    settled: Callable[[State, Any], bool] | None = None

    def count(self, game: Game) -> int:
        """How many inputs there are."""
        return int(self.write(game.initial(), [0.0] * MOST))


def as_features(value: Any) -> Features:
    """Features from those or from a plain function. Raises ZermeloError."""
    if isinstance(value, Features):
        return value
    if not callable(value):
        raise ZermeloError("a game's features are a function features(state, buffer) -> count, or Features")
    return Features(value)


@lru_cache(maxsize=64)
def default_features(game: Game) -> Features:
    """The numbers of the state: words bit by bit, small numbers one input per value, and who is to move.

    Which is which is seen in random games, the same in every process. Raises ZermeloError where a state is not a tuple
    of whole numbers, or of such tuples.
    """
    ranges: dict[tuple[int, ...], list[int]] = {}
    for state in _seen(game):
        for place, number in _numbers(game, state, ()):
            low, high = ranges.setdefault(place, [number, number])
            ranges[place] = [min(low, number), max(high, number)]
    write, start = _write_mover(game.to_move), 3
    for place, (low, high) in ranges.items():
        if low == high:
            continue
        read = _reader(place)
        if low < 0 or high <= LARGE:
            write, start = _one_per_value(read, start, low, high - low + 1, write), start + high - low + 1
        else:
            write, start = _bit_by_bit(read, start, high.bit_length(), write), start + high.bit_length()
    if start > MOST:
        raise ZermeloError(f"{game.name} has {start} numbers to look at: give it features, with at most {MOST}")
    return Features(_counted(write, start), _mover_or_first(game.to_move))


def _seen(game: Game) -> list[State]:
    """States of random games."""
    found: list[State] = []
    noise, state = 1, game.initial()
    while len(found) < LOOKED_AT:
        found.append(state)
        if game.is_terminal(state):
            state = game.initial()
            continue
        moves = game.moves(state)
        noise = step(noise)
        state = game.result(state, moves[int(fraction(mix(noise)) * len(moves))])
    return found


def _numbers(game: Game, value: Any, place: tuple[int, ...]) -> list[tuple[tuple[int, ...], int]]:
    """The whole numbers of a state with their places."""
    if isinstance(value, tuple):
        return [found for i, part in enumerate(value) for found in _numbers(game, part, (*place, i))]
    if isinstance(value, bool | int | Wide) or hasattr(value, "__index__"):
        return [(place, int(value))]
    held = "objects as states" if game.origin else f"a {type(value).__name__} in its state"
    raise ZermeloError(f"{game.name} has {held}, which no network can look at: give the game features")


def _reader(place):
    """read(state): the number at a place."""
    if not place:
        return lambda state: state
    first = place[0]
    if len(place) == 1:
        return lambda state: state[first]
    rest = _reader(place[1:])
    return lambda state: rest(state[first])


def _write_mover(to_move):
    """The first three inputs: is player 0 to move, player 1, chance?"""

    def write(state, buffer):
        mover = to_move(state)
        buffer[0] = 1.0 if mover == 0 else 0.0
        buffer[1] = 1.0 if mover == 1 else 0.0
        buffer[2] = 1.0 if mover == CHANCE else 0.0

    return write


def _one_per_value(read, start, low, values, before):
    def write(state, buffer):
        before(state, buffer)
        number = int(read(state)) - low
        for value in range(values):
            buffer[start + value] = 1.0 if number == value else 0.0

    return write


def _bit_by_bit(read, start, bits, before):
    def write(state, buffer):
        before(state, buffer)
        word = read(state)
        for place in range(bits):
            buffer[start + place] = 1.0 if word >> place & 1 else 0.0

    return write


def _counted(write, count):
    def features(state, buffer):
        write(state, buffer)
        return count

    return features


def _mover_or_first(to_move):
    def side(state):
        return 1 if to_move(state) == 1 else 0

    return side
