"""NamedTuples and frozen dataclasses: what compiled code knows of a state's class.

Compiled code knows a state by a twin of its class: a NamedTuple of the same fields, whose name tells the content of the
class, since its methods are compiled too.
"""

from __future__ import annotations

import dataclasses
import inspect
import types as python_types
from collections import namedtuple
from functools import cache, lru_cache
from typing import Any

# Compiled code has its own versions of these, as for any tuple; a class that defines them would behave otherwise there.
OPERATORS = tuple(
    f"__{name}__"
    for name in (
        *("eq", "ne", "lt", "le", "gt", "ge", "bool", "len", "iter", "contains", "getitem", "getattr", "getattribute"),
        *("add", "sub", "mul", "and", "or", "xor", "neg", "invert", "lshift", "rshift", "call", "new", "init"),
    )
)


def is_record(value: Any) -> bool:
    """Is it an instance of a dataclass?"""
    return dataclasses.is_dataclass(value) and not isinstance(value, type)


def is_record_class(value: Any) -> bool:
    """Is it a NamedTuple's class, or a frozen dataclass, that can be compiled?"""
    if not isinstance(value, type) or not (dataclasses.is_dataclass(value) or hasattr(value, "_fields")):
        return False
    return not fault_of(value)


def values_of(record: Any) -> tuple[Any, ...]:
    """The fields of a tuple or of a dataclass."""
    if isinstance(record, tuple):
        return record
    return tuple(getattr(record, field.name) for field in dataclasses.fields(record))


def field_names(kind: type) -> tuple[str, ...]:
    """The names of a NamedTuple's or a dataclass's fields."""
    names = getattr(kind, "_fields", None) or (field.name for field in dataclasses.fields(kind))
    return tuple(names)


def defaults_of(kind: type) -> dict[str, Any]:
    """The fields that have a default value, with it."""
    if hasattr(kind, "_field_defaults"):
        return dict(kind._field_defaults)
    return {field.name: field.default for field in dataclasses.fields(kind) if field.default is not dataclasses.MISSING}


@lru_cache(maxsize=256)
def fault_of(kind: Any) -> str:
    """Why states of a class cannot be compiled, and what to write; "": nothing is in the way."""
    name = kind.__name__
    if dataclasses.is_dataclass(kind):
        if not getattr(kind, "__dataclass_params__").frozen:  # noqa: B009  (mypy does not know it)
            return f"its state {name} is a dataclass that can be changed: write @dataclass(frozen=True)"
        if hasattr(kind, "__post_init__"):
            return f"its state {name} has a __post_init__, which compiled code would not call: do that in a function"
        if not all(field.init for field in dataclasses.fields(kind)):
            return f"its state {name} has a field with init=False: give every field to the constructor"
    for operator in OPERATORS:
        if _is_written(kind, operator):
            return f"its state {name} defines {operator}, which compiled code does not call: write a plain method"
    return ""


def _is_written(kind: type, operator: str) -> bool:
    """Has a person written this method, not Python's library?"""
    member = inspect.getattr_static(kind, operator, None)
    if not isinstance(member, python_types.FunctionType):
        return False
    is_made = (member.__module__ or "").startswith(("namedtuple_", "collections"))
    return not is_made and not member.__code__.co_filename.startswith("<")


def twin_of(kind: type) -> Any:
    """The NamedTuple that stands for a class in compiled code: the class itself, if that is a plain NamedTuple."""
    if hasattr(kind, "_fields") and not _members(kind):
        return _twins().setdefault((kind.__name__, field_names(kind)), kind)
    return _twin(kind)


@lru_cache(maxsize=256)
def _twin(kind: type) -> Any:
    from zermelo.compile.cache.content import content_key

    name = f"{kind.__name__}_{content_key(kind)[-16:]}"
    if (name, field_names(kind)) not in _twins():
        twin: Any = namedtuple(name, field_names(kind))  # type: ignore[misc]
        _twins()[name, field_names(kind)] = twin
        _origins()[twin] = kind
    return _twins()[name, field_names(kind)]


def origin_of(twin: Any) -> Any:
    """The class that a twin stands for."""
    return _origins().get(twin, twin)


@cache
def _twins() -> dict[tuple[str, tuple[str, ...]], Any]:
    """The first class of each name and fields; as long-lived as Numba's own memory of them.

    A call finds its compiled code by the name and the fields of a NamedTuple, so all classes that have both in common
    (a user's file that was loaded twice) share the first one's type.
    """
    return {}


@cache
def _origins() -> dict[Any, type]:
    return {}


def member_of(kind: Any, name: str) -> Any:
    """A method, property or constant of a class that a person has written; None: there is none of that name."""
    for base in origin_of(kind).__mro__:
        if base in (object, tuple) or name.startswith("__"):
            return None
        if name in vars(base):
            return vars(base)[name] if name in _members(base) else None
    return None


@lru_cache(maxsize=256)
def _members(kind: type) -> frozenset[str]:
    """The names of what a person has written into a class, other than fields."""
    made = {*field_names(kind)} if hasattr(kind, "_fields") or dataclasses.is_dataclass(kind) else set()
    if issubclass(kind, tuple):  # what namedtuple() puts into each of its classes
        made |= {"_make", "_replace", "_asdict", "_fields", "_field_defaults"}
    return frozenset(
        name
        for base in kind.__mro__
        if base not in (object, tuple)
        for name, value in vars(base).items()
        if not name.startswith("__") and name not in made and not isinstance(value, python_types.MemberDescriptorType)
    )
