"""Objects that change, as states: held still, and compared by what they are made of."""

from __future__ import annotations

import random
import sys
from collections import deque
from collections.abc import Hashable, Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from zermelo.game import ZermeloError, brief

SIMPLE = (str, int, float, complex, bytes, bool, type(None), Enum, range)
THEMSELVES = (type, FunctionType, BuiltinFunctionType, ModuleType)  # equal only to themselves


class Held:
    """A state of somebody else's class, hashable, and equal to another with the same content.

    The object is not copied: whoever makes a new state from it copies it first.
    """

    __slots__ = ("_content", "_hash", "object")

    def __init__(self, thing: Any) -> None:
        self.object = thing
        self._content = self.looked_into()
        self._hash = hash(self._content)

    def looked_into(self) -> Hashable:
        """The object's content as it is now."""
        return content(self.object)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Held) and self._hash == other._hash and self._content == other._content

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.object,)  # in another process its content has other numbers: of classes, of texts

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return self

    def __repr__(self) -> str:
        return repr(self.looked_into())  # of now: the law that no state is changed compares these


def held(state: Any) -> Any:
    """A state as searches need it: itself if it is a value that never changes, else held."""
    return state if is_value(state) else Held(state)


def released(state: Any) -> Any:
    """What `held` was given."""
    return state.object if isinstance(state, Held) else state


def is_value(thing: Any) -> bool:
    """Can a thing be hashed, and is it compared by its content?"""
    if isinstance(thing, tuple | frozenset):
        return all(map(is_value, thing))
    return isinstance(thing, SIMPLE) or _compares_itself(thing)


def _compares_itself(thing: Any) -> bool:
    """Has its class said how it is compared and hashed, both in one place? A frozen dataclass has."""
    for kind in type(thing).__mro__:
        if "__eq__" in vars(kind):
            try:
                return kind is not object and vars(kind).get("__hash__") is not None and isinstance(hash(thing), int)
            except TypeError:  # it holds something that cannot be hashed
                return False
    return False


def content(thing: Any) -> Hashable:
    """A hashable value, equal for two things exactly if they are of the same kind and made of equal parts.

    Raises ZermeloError where a part cannot be looked into.
    """
    return _content(thing, {})


def _content(thing: Any, above: dict[int, int]) -> Hashable:
    """above: the things that hold this one, by identity, with their depth; one of them may be a part of it again."""
    if isinstance(thing, SIMPLE):
        return thing
    if isinstance(thing, THEMSELVES):
        return id(thing)
    if id(thing) in above:
        return ("again", above[id(thing)])
    above[id(thing)] = len(above)
    parts = tuple(_parts(thing, above))
    del above[id(thing)]
    return parts if type(thing) is tuple else (type(thing), *parts)


def _parts(thing: Any, above: dict[int, int]) -> Iterator[Hashable]:
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(thing, numpy.ndarray):
        if thing.dtype.hasobject:
            yield from (thing.shape, _content(thing.tolist(), above))
        else:
            yield from (thing.dtype.str, thing.shape, thing.tobytes())
        return
    if numpy is not None and isinstance(thing, numpy.generic):
        yield from (thing.dtype.str, thing.tobytes())
        return
    dice = dice_of(thing)
    if dice is not None:
        yield dice
        return
    if isinstance(thing, tuple | list | deque):
        yield from (_content(part, above) for part in thing)
    elif isinstance(thing, set | frozenset):
        yield frozenset(_content(part, above) for part in thing)
    elif isinstance(thing, dict):
        yield frozenset((_content(key, above), _content(value, above)) for key, value in thing.items())
    attributes = _attributes(thing)
    if attributes:
        yield frozenset((name, _content(value, above)) for name, value in attributes.items())
    elif not isinstance(thing, tuple | list | deque | set | frozenset | dict):
        yield from _opaque(thing, above)


def _attributes(thing: Any) -> dict[str, Any]:
    slots = [name for kind in type(thing).__mro__ for name in _slots(kind) if hasattr(thing, name)]
    return {**{name: getattr(thing, name) for name in slots}, **getattr(thing, "__dict__", {})}


def _slots(kind: type) -> tuple[str, ...]:
    named = vars(kind).get("__slots__", ())
    names = (named,) if isinstance(named, str) else tuple(named)
    return tuple(name for name in names if name not in ("__dict__", "__weakref__"))


def _opaque(thing: Any, above: dict[int, int]) -> Iterator[Hashable]:
    """The parts of an object without attributes: none if its class is written in Python, else those of its pickle."""
    kind: Any = type(thing)
    if kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__:
        if hasattr(thing, "__dict__"):
            return
        raise ZermeloError(f"an object of class {brief(type(thing).__name__)} cannot be compared by its content")
    try:
        made = thing.__reduce_ex__(4)
    except Exception as error:
        name = brief(type(thing).__name__)
        raise ZermeloError(f"an object of class {name} cannot be looked into: {brief(error)}") from None
    yield made if isinstance(made, str) else tuple(_content(part, above) for part in made[1:3])


def dice_of(thing: Any) -> Hashable:
    """What a source of random numbers will give next, as a value; None for anything else."""
    if isinstance(thing, random.Random):
        return thing.getstate()
    numpy: Any = sys.modules.get("numpy")
    if numpy is not None and isinstance(thing, numpy.random.Generator):
        return repr(thing.bit_generator.state)
    if numpy is not None and isinstance(thing, numpy.random.RandomState):
        return repr(thing.get_state(legacy=False))
    return None
