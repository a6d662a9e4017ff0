"""Users' functions as they are compiled: the same in meaning, written so that Numba makes fast code of them.

source          a function's definition in its file, and functions made of changed ones
scope           what the names in it mean
appending       lists that a loop fills, as comprehensions
listings        functions that return or yield a list, as generators or as ones that fill a buffer
comprehensions  comprehensions and generator expressions as loops
lists           lists on the stack (see intrinsics/lists); tables: constant tuples and lists
long            where integers of more than 64 bits come from
tuples          what Python's tuples can do and Numba's cannot
views           tuples that are read at an index which is computed

A function whose source is not known, or has something that is not understood, is compiled as it is. What is
interpreted is always the user's own function.
"""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from zermelo.compile.cache.codes import FORM
from zermelo.compile.numba.rewriting.appending import Appending
from zermelo.compile.numba.rewriting.listings import is_generator, to_fill, to_generator, to_list
from zermelo.compile.numba.rewriting.lists import GeneratorsToLists, ListsOnStack, is_users
from zermelo.compile.numba.rewriting.long import Long
from zermelo.compile.numba.rewriting.scope import MARK, Scope, is_understood, names_in
from zermelo.compile.numba.rewriting.source import build, definition
from zermelo.compile.numba.rewriting.tuples import Assignments, Tuples
from zermelo.compile.numba.rewriting.views import with_views

MOST_KEPT = 1024  # functions
HARMLESS = {MARK + "packed"}  # returns what it gets, if that is no list
ROOMS = ("room_for_all", "room_for_some", "room_of_all", "room_of_some")
MADE = ("small_list", "growing", "repeated", *ROOMS)
LISTS = (*MADE, "view", "part", "row", "ordered", "backwards")  # no generator can keep one

Function = Callable[..., Any]


@lru_cache(maxsize=MOST_KEPT)
def rewritten(function: Any, views: bool = True, bits: int = 0) -> Any:
    """The function as it is compiled; itself where nothing is to be changed.

    views: are its tuples read through views? They are of no use for arrays, and keep a reference to them.
    bits: of the game's integers that have more than 64; 0: it has none.
    """
    form: Callable[[Function, bool, int], _Form | None] | None = getattr(function, FORM, None)
    if form is not None:
        found = form(function.__wrapped__, views, bits)
    else:
        found = _rewritten(function, None, views, bits) if is_users(function) else None
    return found.function if found else function


@lru_cache(maxsize=MOST_KEPT)
def iterated(function: Function) -> Function:
    """What gives the same items as a function that lists them.

    Compiled it is a generator, or returns a list if a generator would have to keep one.
    """
    generator = _as_generator(function) if is_users(function) else None
    is_one = inspect.isgeneratorfunction(function)
    if generator is None or is_one and not generator.has_lists:
        return function

    def each(state: Any) -> Any:
        return function(state)

    form = _as_list if is_one and _as_list(function) else _as_generator
    return _formed(each, function, form)


@lru_cache(maxsize=MOST_KEPT)
def filled(function: Function) -> Function:
    """fill(state, buffer) for a function that lists the integers of a state."""

    def fill(state: Any, buffer: Any) -> int:
        count = 0
        for item in function(state):
            buffer[count] = item
            count += 1
        return count

    return _formed(fill, function, _as_fill) if is_users(function) else fill


def is_better_filled(function: Function, views: bool = True) -> bool:
    """Should integers that a function lists go into a buffer? A generator can keep no list, and no view of a tuple."""
    if not isinstance(function, types.FunctionType) or inspect.isgeneratorfunction(function) and not is_users(function):
        return False
    fill, generator = _as_fill(function, views), _as_generator(function)
    if generator is None:
        return not inspect.isgeneratorfunction(function)
    return fill is not None and fill.has_lists


def yields(function: Function) -> bool:
    """Is it a generator function when it is compiled?"""
    return inspect.isgeneratorfunction(rewritten(function))


def _formed(made: Function, function: Function, form: Callable[[Function, bool, int], _Form | None]) -> Function:
    made.__wrapped__ = function  # type: ignore[attr-defined]
    setattr(made, FORM, form)
    return made


@dataclass(frozen=True)
class _Form:
    """A function as it is compiled."""

    function: types.FunctionType
    has_lists: bool  # or views of tuples: more than numbers


@lru_cache(maxsize=MOST_KEPT)
def _as_generator(function: Function, views: bool = True, bits: int = 0) -> _Form | None:
    return _rewritten(function, to_generator, views, bits)


@lru_cache(maxsize=MOST_KEPT)
def _as_list(function: Function, views: bool = True, bits: int = 0) -> _Form | None:
    return _rewritten(function, to_list, views, bits)


@lru_cache(maxsize=MOST_KEPT)
def _as_fill(function: Function, views: bool = True, bits: int = 0) -> _Form | None:
    return _rewritten(function, to_fill, views, bits)


def _rewritten(
    function: Any, change: Callable[[Scope, ast.FunctionDef], bool] | None, views: bool, bits: int
) -> _Form | None:
    node = definition(function)
    if node is None or not is_understood(node):
        return None
    scope = Scope(function, node)
    Assignments(scope).visit(node)
    if change is not None and not change(scope, node):
        return None
    try:
        return _build(function, scope, node, change is not None, views, bits)
    except (SyntaxError, RecursionError):
        return None


def _build(
    function: types.FunctionType, scope: Scope, node: ast.FunctionDef, is_changed: bool, views: bool, bits: int
) -> _Form | None:
    is_yielding = is_generator(node)
    long = Long(scope, bits)
    if bits:
        long.visit(node)
    appending = Appending(node)
    appending.visit(node)
    tuples = Tuples(scope)
    tuples.visit(node)
    GeneratorsToLists(scope).visit(node)
    putting = ListsOnStack(scope, node, is_yielding, bits)
    putting.visit(node)
    helpers = putting.lifting.helpers
    for one in (*helpers, node) if views else ():
        with_views(scope, one, is_yielding and one is node)
    used = {name for name in names_in(node, *helpers) if name.startswith(MARK)}
    given = {name: value for name, value in (_ours() | putting.tables.given | long.given).items() if name in used}
    returns_name = any(isinstance(part, ast.Return) and _returns_name(part) for part in ast.walk(node))
    is_changed = is_changed or any(change.is_changed for change in (long, appending, tuples))
    if not is_changed and set(given) <= (set() if returns_name else HARMLESS):
        return None
    parts = [part for one in (*helpers, node) for part in ast.walk(one)]
    heap = (ast.List, ast.ListComp, ast.SetComp, ast.DictComp)
    has_heap = any(isinstance(part, heap) or scope.call_of(part, "list", "sorted") for part in parts)
    has_lists = has_heap or putting.calls_list or any(MARK + name in given for name in LISTS)
    return _Form(build(function, node, helpers, given), has_lists)


def _returns_name(node: ast.Return) -> bool:
    """`return packed(name)`, where the name may be a list that the function was given."""
    return isinstance(node.value, ast.Call) and any(isinstance(part, ast.Name) for part in node.value.args)


@lru_cache(maxsize=1)
def _ours() -> dict[str, Any]:
    """What may be put into a function, by the name that it has there."""
    from zermelo.compile.numba.intrinsics.integers import long
    from zermelo.compile.numba.intrinsics.integers import methods as integers
    from zermelo.compile.numba.intrinsics.lists import consuming, making, tables

    names = (*MADE, "as_tuple", "packed", "unpacked", "no_list", "view", "item", "part")
    found = {name: getattr(making, name) for name in names}
    found |= {
        "table": tables.table,
        "row": tables.row,
        "shifted": long.shifted,
        "short": long.short,
        "ones": integers.ones,
    }
    found |= {function.__name__: function for function in consuming.OVERLOADED}
    return {MARK + name: value for name, value in found.items()}
