"""What the names in a function's definition mean."""

from __future__ import annotations

import ast
import builtins
import operator
import types
from collections.abc import Callable, Iterator
from typing import Any

MARK = "zermelo_"  # begins every name that is put into a function
MISSING = object()
NOT_UNDERSTOOD = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.Global, ast.Nonlocal, ast.Try, ast.With),
    *(ast.NamedExpr, ast.Match, ast.Await, ast.AsyncFor, ast.AsyncWith, ast.Delete, ast.Import, ast.ImportFrom),
)
ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
}
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Scope:
    """The names of one function."""

    def __init__(self, function: types.FunctionType, node: ast.FunctionDef) -> None:
        self._function = function
        self.locals = set(bound_names(node))
        free = zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
        self._cells = dict(free)

    def value(self, node: ast.AST) -> Any:
        """What a name from outside the function means; MISSING: it is none, or not known."""
        if not isinstance(node, ast.Name) or node.id in self.locals:
            return MISSING
        if node.id in self._cells:
            try:
                return self._cells[node.id].cell_contents
            except ValueError:
                return MISSING
        return self._function.__globals__.get(node.id, getattr(builtins, node.id, MISSING))

    def is_builtin(self, node: ast.AST, *names: str) -> bool:
        """Is it one of the built-in functions with these names?"""
        value = self.value(node)
        return value is not MISSING and any(value is getattr(builtins, name) for name in names)

    def called(self, node: ast.Call) -> str:
        """The name that Python gives to the function called, whatever it is called here; "": not known."""
        return getattr(self.value(node.func), "__name__", "")

    def call_of(self, node: ast.AST, *names: str) -> ast.expr | None:
        """The argument of a call of one of these functions of Python's with one argument; None: it is no such call."""
        if isinstance(node, ast.Call) and self.is_builtin(node.func, *names) and len(node.args) == 1:
            is_plain = not node.keywords and not isinstance(node.args[0], ast.Starred)
            return node.args[0] if is_plain else None
        return None

    def number(self, node: ast.AST | None) -> int | None:
        """An integer that is written down, that a name from outside has, or a sum of such; None: it is none."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            positive = self.number(node.operand)
            return None if positive is None else -positive
        if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
            one, other = self.number(node.left), self.number(node.right)
            return None if one is None or other is None else ARITHMETIC[type(node.op)](one, other)
        value = node.value if isinstance(node, ast.Constant) else self.value(node) if node else MISSING
        return value if type(value) is int else None


def is_understood(node: ast.FunctionDef) -> bool:
    """Is there nothing in a definition that makes it hard to say what its names mean?"""
    inside = (part for statement in node.body for part in ast.walk(statement))
    return not any(isinstance(part, NOT_UNDERSTOOD) for part in inside) and not any(
        name.startswith(MARK) for name in bound_names(node)
    )


def bound_names(node: ast.FunctionDef) -> Iterator[str]:
    """The function's own names: its parameters, and what it assigns to, also in comprehensions."""
    for part in ast.walk(node):
        if isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def names_in(*nodes: ast.AST) -> set[str]:
    """The names that are read."""
    parts = (part for node in nodes for part in ast.walk(node))
    return {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}


def parents_in(node: ast.AST) -> dict[ast.AST, ast.AST]:
    """The parent of every part of a definition."""
    return {child: parent for parent in ast.walk(node) for child in ast.iter_child_nodes(parent)}


def name(text: str) -> ast.Name:
    """A name that is read."""
    return ast.Name(text, ast.Load())


def call(function: str, *arguments: ast.expr) -> ast.Call:
    """A call by name."""
    return ast.Call(name(function), list(arguments), [])


def statements(text: str, like: ast.AST, **parts: ast.AST) -> list[ast.stmt]:
    """Statements written as text, at the place of another one. `parts` stand for the names in it."""

    class Fill(ast.NodeTransformer):
        def visit_Name(self, node: ast.Name) -> ast.AST:
            return parts.get(node.id, node)

    made = [Fill().visit(statement) for statement in ast.parse(text).body]
    for statement in made:
        for node in ast.walk(statement):
            if isinstance(node, ast.expr | ast.stmt) and node not in parts.values():
                ast.copy_location(node, like)
    return made
