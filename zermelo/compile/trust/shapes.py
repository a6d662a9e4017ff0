"""What the states of a user's game look like in trial games: how long their tuples and how large their integers become.

A tuple that has one length in all of them is compiled as such. One that grows and shrinks gets room for the longest
that was seen and some more, or for as many items as the game states (`Game.max_items`). An integer that needs more than
64 bits gets as many as the largest needs.
"""

from __future__ import annotations

import random
import time as clock
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from zermelo.compile.plain.records import field_names, is_record, values_of
from zermelo.compile.trust.bounds import times_grown
from zermelo.compile.trust.users import compiled_parts, is_users
from zermelo.compile.trust.widths import may_be_long, widest_constant
from zermelo.game import Game, State, ZermeloError, brief

STATES = 1000  # that are looked at
PLIES = 300  # of a trial game
SECONDS = 3.0  # at most
SPARE = 2  # items of room beyond the longest that was seen: at least this many, or a quarter of its length
MOST_KEPT = 256  # games
KINDS = (bool, int, float)  # of numbers, each with room for those before it
SHORT, WIDTHS = 63, (128, 256, 384, 512)  # bits of compiled integers; those of the first without the sign


@dataclass(frozen=True)
class Leaf:
    """A value that is not taken apart: a number, a wide word, an array."""

    value: Any  # the first that was seen
    bits: int = 0  # of an integer in compiled code, if 64 are not enough
    needs: int = field(default=0, compare=False)  # the bits of the largest that was seen, without its sign


@dataclass(frozen=True)
class Fixed:
    """A tuple, a NamedTuple or a dataclass that always has as many items."""

    kind: Any
    parts: tuple[Shape, ...]


@dataclass(frozen=True)
class Varying:
    """A tuple whose length varies."""

    item: Shape | None  # what its items look like; None: it was always empty
    longest: int
    room: int = 0  # in compiled code


Shape = Leaf | Fixed | Varying


def shape_of(game: Game) -> Shape:
    """What the states of a game look like: as the initial one does, unless it is a user's and they do not.

    Plays trial games of a user's game, the same in every process; its rules must be known to return.
    """
    seen = _seen(game)
    if not _varies(seen) and most_bits(seen) <= SHORT:
        return seen
    _check_names(game, seen)
    times = 1 << times_grown(game)
    return _with_room(seen, game.max_items, times, _width(times * long_bits(game)))


def _check_names(game: Game, seen: Shape) -> None:
    """Raises ZermeloError if `max_items` names what is no field of the state."""
    if isinstance(game.max_items, Mapping) and isinstance(seen, Fixed) and seen.kind is not tuple:
        known = field_names(seen.kind)
        wrong = [str(name) for name in game.max_items if name not in known]
        if wrong:
            told = f"max_items names {brief(wrong[0])}, and the state has no such field: it has {', '.join(known)}"
            raise ZermeloError(f"{game.name}: {told}")


def long_bits(game: Game) -> int:
    """How many bits the largest integer needs that trial games or the game's functions have; 0: all fit 64."""
    most = max(most_bits(_seen(game)), widest_constant(compiled_parts(game)))
    return most if most > SHORT else 0


def most_bits(shape: Shape | None) -> int:
    """The bits of the largest integer that was seen."""
    if isinstance(shape, Fixed):
        return max(map(most_bits, shape.parts), default=0)
    if isinstance(shape, Varying):
        return most_bits(shape.item)
    return shape.needs if shape else 0


def has_long(shape: Shape) -> bool:
    """Is there an integer in it that has more than 64 bits in compiled code?"""
    if isinstance(shape, Varying):
        return shape.item is not None and has_long(shape.item)
    return shape.bits > 0 if isinstance(shape, Leaf) else any(map(has_long, shape.parts))


def _width(bits: int) -> int:
    """The bits that an integer gets of whose largest value these are known; 0: there is no such width."""
    return next((width for width in WIDTHS if width > bits + 1), 0)


@lru_cache(maxsize=MOST_KEPT)
def _seen(game: Game) -> Shape:
    """What was seen in trial games."""
    start = game.initial()
    found = look(start)
    if not is_users(game):
        return found
    if not _may_vary(start) and most_bits(found) <= SHORT and not may_be_long(compiled_parts(game)):
        return found
    for state in _trial_states(game):
        found = _joined(found, look(state))
    return _levelled(found, is_field=False)


def _may_vary(value: Any) -> bool:
    """Does it hold a tuple that is not a class's?"""
    if type(value) is tuple:
        return True
    return (isinstance(value, tuple) or is_record(value)) and any(map(_may_vary, values_of(value)))


def _trial_states(game: Game) -> Iterator[State]:
    """States of random games; rules that raise end them."""
    noise, deadline, left = random.Random(0), clock.perf_counter() + SECONDS, STATES
    try:
        while left > 0:
            state = game.initial()
            for _ in range(PLIES):
                moves = game.moves(state)
                left -= 1
                if not moves or left < 0 or clock.perf_counter() > deadline:
                    break
                state = game.result(state, noise.choice(moves))
                yield state
            if clock.perf_counter() > deadline:
                return
    except MemoryError:
        raise
    except Exception:  # the comparison and the laws tell
        return


def look(value: Any) -> Shape:
    """What one state looks like."""
    if isinstance(value, tuple) or is_record(value):
        return Fixed(type(value), tuple(map(look, values_of(value))))
    return Leaf(value, needs=value.bit_length() if type(value) is int else 0)


def _joined(one: Shape, other: Shape) -> Shape:
    """What both are; the first where they have nothing in common, which the compiler will tell."""
    if isinstance(one, Leaf) and isinstance(other, Leaf):
        return Leaf(one.value, needs=max(one.needs, other.needs))
    if isinstance(one, Leaf) or isinstance(other, Leaf):
        return one
    if isinstance(one, Fixed) and isinstance(other, Fixed):
        if one.kind is other.kind and len(one.parts) == len(other.parts):
            return Fixed(one.kind, tuple(map(_joined, one.parts, other.parts)))
        if one.kind is not tuple or other.kind is not tuple:
            return one
    return _joined_lengths(_as_varying(one), _as_varying(other))


def _as_varying(shape: Fixed | Varying) -> Varying:
    if isinstance(shape, Varying):
        return shape
    item: Shape | None = None
    for part in shape.parts:
        item = _joined_items(item, part)
    return Varying(item, len(shape.parts))


def _joined_lengths(one: Varying, other: Varying) -> Varying:
    return Varying(_joined_items(one.item, other.item), max(one.longest, other.longest))


def _joined_items(one: Shape | None, other: Shape | None) -> Shape | None:
    """What both are; of two numbers the kind that has room for both."""
    if one is None or other is None:
        return other if one is None else one
    if isinstance(one, Leaf) and isinstance(other, Leaf):
        wider = max(one, other, key=lambda leaf: KINDS.index(type(leaf.value)) if type(leaf.value) in KINDS else -1)
        return Leaf(wider.value, needs=max(one.needs, other.needs))
    return _joined(one, other)


def _levelled(shape: Shape, is_field: bool = True) -> Shape:
    """The shape where tuples side by side in a tuple have one type, so that they can be taken by a computed index.

    is_field: is it a part of the state? The state itself is taken apart by name, or by numbers that are written down.
    """
    if isinstance(shape, Varying):
        return Varying(None if shape.item is None else _levelled(shape.item), shape.longest)
    if not isinstance(shape, Fixed):
        return shape
    if shape.kind is tuple and not shape.parts:
        return Varying(None, 0)
    parts = tuple(_levelled(part, is_field=is_field or shape.kind is not tuple) for part in shape.parts)
    are_tuples = all(isinstance(part, Varying) or (isinstance(part, Fixed) and part.kind is tuple) for part in parts)
    if shape.kind is tuple and parts and are_tuples and (is_field or any(isinstance(p, Varying) for p in parts)):
        common = parts[0]
        for part in parts[1:]:
            common = _joined(common, part)
        parts = (common,) * len(parts)
    return Fixed(shape.kind, parts)


def is_plain(shape: Shape) -> bool:
    """Is there no tuple in it whose length varies, and no integer that does not fit 64 bits?"""
    return not _varies(shape) and not has_long(shape)


def _varies(shape: Shape) -> bool:
    return isinstance(shape, Varying) or (isinstance(shape, Fixed) and any(map(_varies, shape.parts)))


def _with_room(shape: Shape, stated: Any, times: int, bits: int, name: str = "") -> Shape:
    """The shape with the room that each tuple and each integer gets.

    stated: how many items there can be, for all fields or by name. times: as much room as trial games need. bits: that
    an integer gets which does not fit 64.
    """
    if isinstance(shape, Leaf):
        is_long = type(shape.value) is int and times * shape.needs > SHORT
        return Leaf(shape.value, bits if is_long else 0, shape.needs)
    if isinstance(shape, Fixed):
        names = field_names(shape.kind) if shape.kind is not tuple and not name else (name,) * len(shape.parts)
        parts = zip(shape.parts, names, strict=True)
        return Fixed(shape.kind, tuple(_with_room(part, stated, times, bits, name) for part, name in parts))
    item = None if shape.item is None else _with_room(shape.item, stated, times, bits, name)
    most = stated.get(name) if hasattr(stated, "get") else stated
    room = most if most is not None else times * (shape.longest + max(SPARE, shape.longest // 4))
    return Varying(item, shape.longest, max(1, room))


def numbers_in(shape: Shape) -> int:
    """How many numbers of 64 bits a state of this shape takes, at most."""
    if isinstance(shape, Fixed):
        return sum(map(numbers_in, shape.parts))
    if isinstance(shape, Varying):
        return 1 + shape.room * (1 if shape.item is None else numbers_in(shape.item))
    return max(len(getattr(shape.value, "words", (0,))), shape.bits // 64)
