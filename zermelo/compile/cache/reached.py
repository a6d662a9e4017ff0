"""What a function's code refers to."""

from __future__ import annotations

import types
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from zermelo.compile.cache.libraries import is_library


def reached(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """The named values that a function's code refers to: its closure, its globals, and what it asks modules for."""
    names = names_in(function.__code__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            value = cell.cell_contents
        except ValueError:  # a cell not filled yet: a recursive function still being defined
            continue
        yield name, value
        yield from _attributes(name, value, names, set())
    for name in names:
        if name not in function.__globals__:
            continue
        yield name, function.__globals__[name]
        yield from _attributes(name, function.__globals__[name], names, set())


def _attributes(name: str, module: Any, names: tuple[str, ...], seen: set[int]) -> Iterator[tuple[str, Any]]:
    """What a module, and modules inside it, have under any of the names."""
    if not isinstance(module, types.ModuleType) or is_library(module.__name__) or id(module) in seen:
        return
    seen.add(id(module))
    for attribute in names:
        if attribute in vars(module) or "__getattr__" in vars(module):
            try:
                value = getattr(module, attribute)
            except Exception:  # its own __getattr__ may raise anything
                continue
            yield f"{name}.{attribute}", value
            yield from _attributes(f"{name}.{attribute}", value, names, seen)


@lru_cache(maxsize=4096)
def names_in(code: types.CodeType) -> tuple[str, ...]:
    """The names that code may look up, also by getattr(module, "name"), sorted."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names.update(names_in(constant))
        elif isinstance(constant, str) and constant.isidentifier():
            names.add(constant)
    return tuple(sorted(names))
