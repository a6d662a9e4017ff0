"""What users have registered with Numba.

An overload changes what is compiled though no kernel refers to it. Nothing is ever taken out of Numba's registries.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba.core import imputils
from numba.core.typing import templates

from zermelo.compile.cache.libraries import is_installed, is_library

NUMBA = str(Path(numba.__file__).parent)
IMPLEMENTATIONS = ("functions", "getattrs", "setattrs", "casts", "constants")
REACHED = "register_jitable.<locals>.wrap.<locals>.ov_wrap"  # such a function is called by its name, and seen there
OPTIONS = ("prefer_literal", "metadata", "_jit_options", "_strict", "_attr")  # of a template


def of_users() -> list[Any]:
    """Everything registered from outside this package and the libraries, as values whose content says what it does.

    In the order of registration, which decides between two overloads of one function.
    """
    typing, lowering = templates.builtin_registry, imputils.builtin_registry
    lists = (typing.functions, typing.attributes, *(getattr(lowering, name) for name in IMPLEMENTATIONS))
    return [_described(entry, maker) for entry, maker in _entries(*map(len, lists))]


@lru_cache(maxsize=1)
def _entries(*lengths: int) -> list[tuple[Any, Any]]:
    """The users' entries, with the function or class that a user wrote."""
    typing, lowering = templates.builtin_registry, imputils.builtin_registry
    found = [(template, maker) for template in (*typing.functions, *typing.attributes) for maker in _makers(template)]
    for name in IMPLEMENTATIONS:
        found += [(entry, maker) for entry in getattr(lowering, name) for maker in _makers(entry[0])]
    return found


def _makers(entry: Any) -> Iterator[Any]:
    """The functions and classes of users in an entry: itself, what it overloads with, or what Numba wrapped."""
    overload, generic = (vars(entry).get(name) for name in ("_overload_func", "generic"))
    for value in (entry, getattr(overload, "__func__", overload), generic):
        if _is_users(value):
            yield value
        elif isinstance(value, FunctionType) and value.__qualname__ != REACHED and not _is_ours(value):
            cells = (cell.cell_contents for cell in value.__closure__ or ())
            yield from (inner for inner in cells if _is_users(inner))


def _is_ours(value: FunctionType) -> bool:
    """Does this package register it, for a function or class of a user that a kernel refers to? It is seen there."""
    return (value.__module__ or "").startswith("zermelo.")


def _is_users(value: Any) -> bool:
    if not isinstance(value, FunctionType | type):
        return False
    module, code = value.__module__ or "", getattr(value, "__code__", None)
    if module.startswith(("numba.", "zermelo.")):  # nearly all of them
        return False
    is_numbas = code is not None and code.co_filename.startswith(NUMBA)  # made by exec, so without a module
    return not is_numbas and not is_library(module)


def _described(entry: Any, maker: Any) -> Any:
    if isinstance(entry, tuple):  # what it implements, and for which types
        return "implementation", [str(part) for part in entry[1:]], _content(maker)
    key, inline = getattr(entry, "key", None), getattr(entry, "_inline", None)
    name = f"{getattr(key, '__module__', '')}.{getattr(key, '__qualname__', key)}"
    options = {option: getattr(entry, option, None) for option in OPTIONS}
    return "template", name, options, getattr(inline, "value", inline), _content(maker)


def _content(maker: Any) -> Any:
    """What a user wrote; of an installed package, the file that it is in."""
    code = getattr(maker, "__code__", None)
    if code is None or not is_installed(code.co_filename):
        return maker
    try:
        return maker.__qualname__, hashlib.sha256(Path(code.co_filename).read_bytes()).hexdigest()
    except OSError:
        return maker
