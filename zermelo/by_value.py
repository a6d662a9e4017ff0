"""Values compared by what they are made of: states, views and actions of any kind.

A value that compares itself (numbers, texts, tuples of those, a class with its own `__eq__` and `__hash__`) is taken as
it is. What cannot be hashed (lists, dictionaries, arrays, most dataclasses) and what Python compares by identity (an
object whose class says nothing about equality) is compared by its content.
"""

from __future__ import annotations

import ast
import dataclasses
import random
import sys
from collections import deque
from collections.abc import Hashable, Iterator
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

from zermelo.numerals import read_numbers

PLAIN = frozenset((bool, int, float, complex, str, bytes, type(None), range, Fraction, Decimal))
THEMSELVES: Any = type | FunctionType | BuiltinFunctionType | ModuleType  # equal only to themselves
GENERATED = "<string>"  # where the `__eq__` that `dataclass` writes says that it comes from


def hashable(value: Any) -> Any:
    """A value that can be hashed, equal for equal values: the value itself where that compares itself.

    Raises TypeError where something in it can neither be hashed nor looked into.
    """
    return value if is_value(value) else content(value)


def same(one: Any, other: Any) -> bool:
    """Are two values equal, as Python compares them or by their content?"""
    try:
        return bool(_as_python_has_it(hashable(one)) == _as_python_has_it(hashable(other)))
    except TypeError:
        return bool(one == other)


def _as_python_has_it(value: Any) -> Any:
    """A value without NumPy's numbers, which compare themselves with each item of a tuple."""
    if isinstance(value, tuple):
        return tuple(map(_as_python_has_it, value)) if type(value).__eq__ is tuple.__eq__ else value
    return value.item() if hasattr(value, "dtype") and hasattr(value, "item") and not value.shape else value


def written(value: Any) -> str:
    """A text that tells a value from others; NumPy's own leaves out the middle of a large array."""
    try:
        return repr(hashable(value))
    except TypeError:
        return repr(value)


def is_value(thing: Any) -> bool:
    """Can a thing be hashed, and does it compare itself, with all that it is made of?"""
    kind: Any = type(thing)
    if kind in PLAIN:
        return True
    if isinstance(thing, tuple | frozenset) and _compares_as_container(kind):
        return all(type(part) in PLAIN or is_value(part) for part in thing)
    if kind is object or isinstance(thing, Enum | THEMSELVES):
        return True
    compared = compared_fields(kind)
    if compared is not None:
        return kind.__hash__ is not None and all(is_value(getattr(thing, name)) for name in compared)
    return _compares_itself(kind) and _has_hash(thing)


def has_no_equality(kind: Any) -> bool:
    """Does a class say nothing about equality, so that Python compares its objects by identity?"""
    return kind.__eq__ is object.__eq__


@lru_cache(maxsize=1024)
def compared_fields(kind: Any) -> tuple[str, ...] | None:
    """The fields by which a dataclass compares its objects; None for other classes, and for an `__eq__` of its own."""
    if not dataclasses.is_dataclass(kind) or has_no_equality(kind):
        return None
    code = getattr(kind.__eq__, "__code__", None)
    if code is None or code.co_filename != GENERATED:
        return None
    return tuple(field.name for field in dataclasses.fields(kind) if field.compare)


@lru_cache(maxsize=1024)
def _compares_as_container(kind: Any) -> bool:
    """Is it a tuple's or a frozenset's class that compares as those do? A NamedTuple is."""
    return kind.__eq__ in (tuple.__eq__, frozenset.__eq__) and kind.__hash__ in (tuple.__hash__, frozenset.__hash__)


@lru_cache(maxsize=1024)
def _compares_itself(kind: Any) -> bool:
    """Does a class say how its objects are compared and hashed, both in one place?"""
    for base in kind.__mro__:
        if "__eq__" in vars(base):
            return base is not object and vars(base).get("__hash__") is not None
    return False


def _has_hash(thing: Any) -> bool:
    try:
        hash(thing)
    except TypeError:  # it holds something that cannot be hashed
        return False
    return True


def is_array(value: Any) -> bool:
    """Is it a NumPy array? Asked without importing NumPy."""
    return hasattr(value, "tobytes") and hasattr(value, "dtype") and hasattr(value, "shape") and bool(value.shape)


def array_bytes(array: Any) -> bytes:
    """The content of an array of numbers, the same whatever their width and however they lie in memory.

    Raises TypeError where it holds other things.
    """
    kind = array.dtype.kind
    if kind not in "biuf":
        raise TypeError(f"an array of {array.dtype} cannot be compared by value")
    if kind == "f":
        return b"f" + bytes((array.astype("f8") + 0).tobytes())  # -0.0 + 0 is 0.0
    if kind == "u" and array.dtype.itemsize == 8 and array.size and int(array.max()) >> 63:
        return b"u" + bytes(array.tobytes())  # numbers that no signed integer holds
    return b"i" + bytes(array.astype("i8").tobytes())


def content(thing: Any) -> Hashable:
    """A hashable value, equal for two things exactly if they are of the same kind and made of equal parts.

    Raises TypeError where a part cannot be looked into.
    """
    return _content(thing, {})


def _content(thing: Any, above: dict[int, int]) -> Hashable:
    """above: the things that hold this one, by identity, with their depth; one of them may be a part of it again."""
    if is_value(thing):
        return thing  # type: ignore[no-any-return]
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
        elif thing.dtype.kind in "biuf":
            yield from (thing.shape, array_bytes(thing))
        else:
            yield from (thing.dtype.str, thing.shape, thing.tobytes())
        return
    dice = dice_of(thing)
    if dice is not None:
        yield dice
        return
    kind: Any = type(thing)
    compared = compared_fields(kind)
    if compared is not None:
        yield from (_content(getattr(thing, name), above) for name in compared)
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
    """An object's attributes by name, without what is worked out from the others when it is first needed."""
    kind = type(thing)
    slots = [name for base in kind.__mro__ for name in _slots(base) if hasattr(thing, name)]
    found = {**{name: getattr(thing, name) for name in slots}, **getattr(thing, "__dict__", {})}
    return {name: value for name, value in found.items() if not isinstance(getattr(kind, name, None), cached_property)}


def _slots(kind: type) -> tuple[str, ...]:
    named = vars(kind).get("__slots__", ())
    names = (named,) if isinstance(named, str) else tuple(named)
    return tuple(_mangled(kind, name) for name in names if name not in ("__dict__", "__weakref__"))


def _mangled(kind: type, name: str) -> str:
    """The name under which Python keeps an attribute: that of a private one includes its class."""
    is_private = name.startswith("__") and not name.endswith("__")
    return f"_{kind.__name__.lstrip('_')}{name}" if is_private else name


def _opaque(thing: Any, above: dict[int, int]) -> Iterator[Hashable]:
    """The parts of an object without attributes: none if its class is written in Python, else those of its pickle."""
    kind: Any = type(thing)
    if kind.__reduce_ex__ is object.__reduce_ex__ and kind.__reduce__ is object.__reduce__:
        if hasattr(thing, "__dict__"):
            return
        raise TypeError(f"an object of class {kind.__name__} cannot be compared by its content")
    try:
        made = thing.__reduce_ex__(4)
    except Exception as error:
        raise TypeError(f"an object of class {kind.__name__} cannot be looked into: {error}") from None
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


# --- states as text, for games that have no notation of their own ---------------------------------------------------

LONGEST_STATE = 100_000  # characters that are read


def write_state(state: Any) -> str:
    """The text of a state."""
    return _state_text(state) if _has_arrays(state) else str(state)


def read_state(example: Any, text: str) -> Any:
    """The state of a text, made as the example is. Raises ValueError saying what would be right."""
    is_flat = isinstance(example, tuple) and hasattr(example, "_fields") and not set("([{") & set(text)
    if is_flat or not (
        isinstance(example, tuple | list | dict) or dataclasses.is_dataclass(example) or _is_array(example)
    ):
        return read_numbers(example, text)
    try:
        if len(text) > LONGEST_STATE:
            raise ValueError(f"it has more than {LONGEST_STATE:,} characters")
        tree = ast.parse(" ".join(text.split()), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(f"write it as {_shown(example)}") from None
    try:
        return _made(example, tree, "the state")
    except (TypeError, RecursionError):
        raise ValueError(f"write it as {_shown(example)}") from None


def _shown(example: Any) -> str:
    text = write_state(example)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _is_array(value: Any) -> bool:
    return hasattr(value, "dtype") and hasattr(value, "tolist")


def _has_arrays(value: Any) -> bool:
    """Is there an array in it?"""
    if _is_array(value):
        return True
    if isinstance(value, dict):
        return any(map(_has_arrays, value.values()))
    if dataclasses.is_dataclass(value):
        return any(_has_arrays(getattr(value, part.name)) for part in dataclasses.fields(value))
    return isinstance(value, tuple | list) and any(map(_has_arrays, value))


def _state_text(value: Any) -> str:
    if _is_array(value):
        return repr(value.tolist())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        parts = [f"{name}={_state_text(part)}" for name, part in zip(value._fields, value, strict=True)]
        return f"{type(value).__name__}({', '.join(parts)})"
    if dataclasses.is_dataclass(value):
        parts = [f"{part.name}={_state_text(getattr(value, part.name))}" for part in dataclasses.fields(value)]
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {_state_text(part)}" for key, part in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_state_text, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(_state_text, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def _made(example: Any, node: ast.expr, where: str) -> Any:
    """The value of a part of a text, made as the example is."""
    if _is_array(example):
        return _array_of(example, node, where)
    names = getattr(type(example), "_fields", None) if isinstance(example, tuple) else None
    if names is None and dataclasses.is_dataclass(example):
        names = tuple(part.name for part in dataclasses.fields(example))
    if names is not None:
        given = _named_parts(names, node, where, type(example).__name__)
        return type(example)(**{name: _made(getattr(example, name), given[name], name) for name in names})
    if isinstance(example, tuple | list) and isinstance(node, ast.Tuple | ast.List):
        if isinstance(example, tuple) and example and len(example) != len(node.elts):
            raise ValueError(f"{where} has {len(example)} parts, not {len(node.elts)}")
        patterns = [example[min(at, len(example) - 1)] if example else None for at in range(len(node.elts))]
        return type(example)(_made(one, part, where) for one, part in zip(patterns, node.elts, strict=True))
    return _literal_of(example, node, where)


def _array_of(example: Any, node: ast.expr, where: str) -> Any:
    if isinstance(node, ast.Call) and node.args:  # array([…], dtype=…), as NumPy shows it
        node = node.args[0]
    try:
        found = sys.modules["numpy"].array(ast.literal_eval(node), dtype=example.dtype)
    except (ValueError, TypeError, OverflowError):
        raise ValueError(f"{where} should hold numbers in the shape {example.shape}") from None
    if found.shape != example.shape:
        raise ValueError(f"{where} has the shape {example.shape}, not {found.shape}")
    return found


def _named_parts(names: tuple[str, ...], node: ast.expr, where: str, kind: str) -> dict[str, ast.expr]:
    """The parts of a text by name: Kind(a=1, b=2), or (1, 2)."""
    parts = node.args if isinstance(node, ast.Call) else node.elts if isinstance(node, ast.Tuple | ast.List) else []
    given = dict(zip(names, parts, strict=False))
    if isinstance(node, ast.Call):
        given |= {word.arg: word.value for word in node.keywords if word.arg is not None}
    if set(given) != set(names) or len(parts) > len(names):
        raise ValueError(f"{where} should be {kind}({', '.join(f'{name}=…' for name in names)})")
    return given


def _literal_of(example: Any, node: ast.expr, where: str) -> Any:
    """A number, a text, or whatever else Python writes so; of the example's kind."""
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError):
        raise ValueError(f"{where} should be written as {_shown(example)}") from None
    if example is None or type(value) is type(example):
        return value
    if isinstance(value, int | float) and isinstance(example, int | float | complex):
        return type(example)(value)
    raise ValueError(f"{where} should be written as {_shown(example)}")
