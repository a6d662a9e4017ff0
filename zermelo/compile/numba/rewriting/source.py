"""A function's definition in its file, and functions made of changed definitions."""

from __future__ import annotations
import __future__

import ast
import copy
import inspect
import linecache
import types
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from zermelo.compile.cache.codes import code_digest

OUTER, LAMBDA = "zermelo_outer", "zermelo_lambda"
FUTURES = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)


def definition(function: types.FunctionType) -> ast.FunctionDef | None:
    """A copy of a function's definition; None where it is not found, or compiles to something else than the function.

    A file may have been edited since it was imported.
    """
    return copy.deepcopy(_definition(function))


def has_definition(function: types.FunctionType) -> bool:
    """Is a function's definition known?"""
    return _definition(function) is not None


@lru_cache(maxsize=1024)
def _definition(function: types.FunctionType) -> ast.FunctionDef | None:
    code = function.__code__
    linecache.checkcache(code.co_filename)  # it may have been loaded again
    tree = _file(function)
    for node in ast.walk(tree) if tree else ():
        if not isinstance(node, ast.FunctionDef | ast.Lambda) or _first_line(node) != code.co_firstlineno:
            continue
        if getattr(node, "name", "<lambda>") == code.co_name and _compiles_to(copy.deepcopy(node), function):
            return _as_definition(copy.deepcopy(node))
    return None


def _as_definition(node: ast.FunctionDef | ast.Lambda) -> ast.FunctionDef:
    """Without decorators, and with a name."""
    if isinstance(node, ast.FunctionDef):
        node.decorator_list = []
        return node
    (made,) = ast.parse(f"def {LAMBDA}(): pass").body
    assert isinstance(made, ast.FunctionDef)
    made.args, made.body = node.args, [ast.copy_location(ast.Return(node.body), node.body)]
    return ast.copy_location(made, node)


def _compiles_to(node: ast.FunctionDef | ast.Lambda, function: types.FunctionType) -> bool:
    part = ast.Expr(node) if isinstance(node, ast.Lambda) else _as_definition(node)
    try:
        codes = _codes(function, [part], ())
    except (SyntaxError, ValueError):
        return False
    return [_what_it_does(code) for code in codes] == [_what_it_does(function.__code__)]


def _what_it_does(code: types.CodeType) -> str:
    """A digest of code, wherever it is defined."""
    return code_digest(code.replace(co_flags=code.co_flags & ~inspect.CO_NESTED))


def _file(function: types.FunctionType) -> ast.Module | None:
    """The file that a function stands in; None where it is not found."""
    return _parsed("".join(linecache.getlines(function.__code__.co_filename, function.__globals__)))


@lru_cache(maxsize=64)
def _parsed(text: str) -> ast.Module | None:
    try:
        return ast.parse(text) if text else None
    except (SyntaxError, ValueError):
        return None


def _first_line(node: ast.FunctionDef | ast.Lambda) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(decorator.lineno for decorator in decorators)])


def build(
    function: types.FunctionType, changed: ast.FunctionDef, helpers: list[ast.FunctionDef], given: dict[str, Any]
) -> types.FunctionType:
    """The function as its changed definition says, with the helpers that this calls.

    given: values of the names that were put in. All other names mean what they mean to the function.
    """
    names = (*given, *(helper.name for helper in helpers))
    codes = {code.co_name: code for code in _codes(function, [*helpers, changed], names)}
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    cells |= {name: types.CellType(value) for name, value in given.items()}
    cells |= {helper.name: types.CellType() for helper in helpers}
    made = {}
    for name, code in codes.items():
        closure = tuple(cells[free] for free in code.co_freevars)
        made[name] = types.FunctionType(code, function.__globals__, name, closure=closure)
        made[name].__module__ = function.__module__
        made[name].__qualname__ = function.__qualname__ if name == changed.name else f"{function.__qualname__}.{name}"
    for helper in helpers:
        cells[helper.name].cell_contents = made[helper.name]
    if len(changed.args.args) == function.__code__.co_argcount:  # not so if it got a buffer as well
        made[changed.name].__defaults__ = function.__defaults__
        made[changed.name].__kwdefaults__ = function.__kwdefaults__
    return made[changed.name]


@lru_cache(maxsize=64)
def _imports(file: ast.Module | None) -> tuple[ast.stmt, ...]:
    """What a file imports, not in a function: Python compiles a call of something in a module in a way of its own."""
    found: list[ast.stmt] = []
    waiting: list[ast.AST] = [*file.body] if file else []
    for node in waiting:
        if isinstance(node, ast.Import) or (isinstance(node, ast.ImportFrom) and node.module != "__future__"):
            found.append(node)
        elif not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            waiting += ast.iter_child_nodes(node)
    return tuple(found)


def _codes(function: types.FunctionType, nodes: Sequence[ast.stmt], given: tuple[str, ...]) -> list[types.CodeType]:
    """The code of definitions where the function's free names, and those given, are free."""
    (outer,) = ast.parse(f"def {OUTER}({', '.join((*function.__code__.co_freevars, *given))}): pass").body
    assert isinstance(outer, ast.FunctionDef)
    outer.body = [*nodes]
    for part in ast.walk(outer):
        if isinstance(part, ast.FunctionDef):
            part.returns = None
        elif isinstance(part, ast.arg):
            part.annotation = None
        elif isinstance(part, ast.arguments):  # their values are those of the function
            part.defaults = [ast.Constant(None) for _ in part.defaults]
            part.kw_defaults = [ast.Constant(None) if value else None for value in part.kw_defaults]
    tree = ast.fix_missing_locations(ast.Module([*_imports(_file(function)), outer], []))
    flags = function.__code__.co_flags & FUTURES
    whole = compile(tree, function.__code__.co_filename, "exec", flags=flags, dont_inherit=True)
    (inner,) = (constant for constant in whole.co_consts if isinstance(constant, types.CodeType))
    return [code for code in inner.co_consts if isinstance(code, types.CodeType)]
