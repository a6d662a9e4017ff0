"""The content of a function: its code and everything that it reaches, as a key for the disk cache.

Numba's own cache forgets closures over other functions and does not see edits in other files, so it can play
yesterday's rules. Here the key covers the function's code, every function and constant that it reaches through closures
and globals, and the versions of Python, NumPy and Numba.
"""

from __future__ import annotations

import enum
import hashlib
import inspect
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

FORMAT = 2  # of what is kept; a new number makes all older files misses

OUTSIDE = ("numpy", "numba", "builtins", "math", "typing", "collections")  # known by their versions


def content_key(function: Callable[..., Any]) -> str:
    """A digest of a function and all it reaches; it changes when anything that could change the result does."""
    digest = hashlib.sha256(f"{FORMAT}|{sys.version}|{np.__version__}|{numba.__version__}".encode())
    for piece in _pieces(function, {}):
        digest.update(piece.encode())
        digest.update(b"\0")
    return digest.hexdigest()


def reached(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The named values that a function's code refers to: its closure and its globals."""
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            yield name, cell.cell_contents
        except ValueError:  # a cell not filled yet: a recursive function still being defined
            continue
    names = sorted(_names(function.__code__))
    for name in names:
        if name not in function.__globals__:
            continue
        yield name, function.__globals__[name]
        yield from _attributes(name, function.__globals__[name], names, set())


def _attributes(name: str, module: Any, names: list[str], seen: set[int]) -> Iterator[tuple[str, Any]]:
    """What a module, and modules inside it, have under any of the names."""
    if not isinstance(module, types.ModuleType) or _is_outside(module.__name__) or id(module) in seen:
        return
    seen.add(id(module))
    for attribute in names:
        if attribute in vars(module):
            value = vars(module)[attribute]
            yield f"{name}.{attribute}", value
            yield from _attributes(f"{name}.{attribute}", value, names, seen)


def _names(code: types.CodeType) -> set[str]:
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= _names(constant)
    return names


def _is_outside(module: str) -> bool:
    return module.split(".")[0] in OUTSIDE


def _pieces(value: Any, seen: dict[int, int]) -> Iterator[str]:
    """The content of a value as a stream of texts; a function met again is known by its number."""
    if isinstance(value, Dispatcher):
        yield repr(sorted((name, repr(option)) for name, option in value.targetoptions.items()))
        value = value.py_func
    if isinstance(value, types.FunctionType):
        if id(value) in seen:
            yield f"again {seen[id(value)]}"
            return
        seen[id(value)] = len(seen)
        yield value.__qualname__
        yield from _code_pieces(value.__code__)
        yield from _pieces(value.__defaults__, seen)
        yield from _pieces(tuple(sorted((value.__kwdefaults__ or {}).items())), seen)
        for name, inner in reached(value):
            yield name
            yield from _pieces(inner, seen)
    elif isinstance(value, np.ndarray):
        yield f"{value.dtype}{value.shape}" + hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
    elif isinstance(value, tuple | list):
        yield f"{type(value).__name__}{len(value)}{getattr(value, '_fields', '')}"
        for item in value:
            yield from _pieces(item, seen)
    elif isinstance(value, bool | int | float | complex | str | bytes | np.generic | type(None)):
        yield f"{type(value).__name__} {value!r}"
    elif isinstance(value, enum.EnumMeta):
        yield f"enum {value.__qualname__} {[(member.name, member.value) for member in value]}"  # type: ignore[var-annotated]
    elif isinstance(value, type):
        yield f"class {value.__module__}.{value.__qualname__} {getattr(value, '_fields', '')}"
    elif isinstance(value, types.ModuleType):
        yield f"module {value.__name__}"
    else:
        yield f"object {type(value).__qualname__} {_source_digest(value)}"


def _code_pieces(code: types.CodeType) -> Iterator[str]:
    yield hashlib.sha256(code.co_code).hexdigest()
    yield repr((code.co_names, code.co_varnames, code.co_freevars))
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _code_pieces(constant)
        else:
            yield f"{type(constant).__name__} {constant!r}"


def _source_digest(value: Any) -> str:
    """For an object we cannot look into (an intrinsic, say): the source file that made it."""
    defined = getattr(value, "_defn", None) or type(value)
    try:
        path = inspect.getfile(defined)
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except (TypeError, OSError):
        return f"{defined!r}"
