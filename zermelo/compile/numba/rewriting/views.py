"""Tuples that are read at an index which is computed: their items lie on the stack meanwhile.

Numba keeps a tuple in registers, and jumps to the code of one of them for every index.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from zermelo.compile.numba.rewriting.scope import MARK, Scope, call, name

READ = ("Name", "Attribute", "Subscript", "Tuple")
MADE = (ast.Subscript, ast.Call, ast.Tuple)  # what has no name, and is read once


def with_views(scope: Scope, node: ast.FunctionDef, is_generator: bool) -> None:
    """Changes a definition so that it reads its tuples through views."""
    if is_generator:  # a view is gone when it goes on after a yield
        _ItemByItem(scope).visit(node)
        return
    reader = _ByView(scope, node)
    reader.visit(node)
    _Making(reader.views).visit(node)
    own = [argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)]
    node.body[:0] = [made for root in own for made in _made(reader.views, root, node.body[0])]


def _path(node: ast.AST) -> list[str]:
    """`state.board` as its parts; empty for anything that is not a name or an attribute of one."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Attribute):
        root = _path(node.value)
        return [*root, node.attr] if root else []
    return []


class _Reader(ast.NodeTransformer):
    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def _is_computed(self, node: ast.Subscript) -> bool:
        """Is it read at an index that is not a constant?"""
        if not isinstance(node.ctx, ast.Load) or isinstance(node.slice, ast.Tuple):
            return False
        if isinstance(node.slice, ast.Slice):
            bounds = (node.slice.lower, node.slice.upper, node.slice.step)
            return any(bound is not None and self._scope.number(bound) is None for bound in bounds)
        known = self._scope.number(node.slice)
        if known is not None:
            node.slice = ast.copy_location(ast.Constant(known), node.slice)
        return not isinstance(node.slice, ast.Constant)

    def _is_local(self, path: list[str]) -> bool:
        return bool(path) and path[0] in self._scope.locals and not path[0].startswith(MARK)


class _ItemByItem(_Reader):
    """For generators: each item is read from a copy of the tuple."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        is_item = self._is_computed(node) and not isinstance(node.slice, ast.Slice)
        if not is_item or not (self._is_local(_path(node.value)) or isinstance(node.value, MADE)):
            return node
        return ast.copy_location(call(MARK + "item", node.value, node.slice), node)


class _ByView(_Reader):
    """Reads from views, and notes which it needs."""

    def __init__(self, scope: Scope, node: ast.FunctionDef) -> None:
        super().__init__(scope)
        self.views: dict[tuple[str, ...], str] = {}
        self._changed = {  # lists and arrays, which need no view
            tuple(_path(part.value))
            for part in ast.walk(node)
            if isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load)
        }
        self._made = {  # what is a list anyway
            part.targets[0].id
            for part in ast.walk(node)
            if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and _is_ours(part.value)
        }

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if not self._is_computed(node):
            return node
        path = _path(node.value)
        if self._is_local(path):
            node.value = self._view(node.value, path)
        elif isinstance(node.value, MADE) and not isinstance(node.slice, ast.Slice):
            return ast.copy_location(call(MARK + "item", node.value, node.slice), node)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._gone_over(node.iter)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for i, (operator, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(operator, ast.In | ast.NotIn) and not isinstance(other, ast.Tuple):
                node.comparators[i] = self._gone_over(other)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        is_part = isinstance(node.func, ast.Name) and node.func.id == MARK + "part"
        if is_part and self._is_local(_path(node.args[0])):
            node.args[0] = self._view(node.args[0], _path(node.args[0]))
        return node

    def _gone_over(self, node: ast.expr) -> ast.expr:
        """What a loop goes over, with views of tuples. They are the loop's own: the names may be set in it."""
        if isinstance(node, ast.Call) and self._scope.is_builtin(node.func, "enumerate", "zip"):
            node.args = [self._gone_over(argument) for argument in node.args]
            return node
        if type(node).__name__ not in READ or (isinstance(node, ast.Name) and node.id in self._made):
            return node
        return ast.copy_location(call(MARK + "view", node), node)

    def _view(self, node: ast.expr, path: list[str]) -> ast.expr:
        if tuple(path) in self._changed or path[0] in self._made:
            return node
        made = self.views.setdefault(tuple(path), f"{MARK}view_{len(self.views)}")
        return ast.copy_location(name(made), node)


def _is_ours(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id.startswith(MARK)


class _Making(ast.NodeTransformer):
    """Makes the views where the names are set that they are of."""

    def __init__(self, views: dict[tuple[str, ...], str]) -> None:
        self._views = views

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.body[:0] = [made for root in _stored(node.target) for made in _made(self._views, root, node)]
        return node

    def _followed(self, node: ast.stmt) -> list[ast.stmt]:
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]  # type: ignore[attr-defined]
        roots = dict.fromkeys(root for target in targets for root in _stored(target))
        return [node, *(made for root in roots for made in _made(self._views, root, node))]

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        return self._followed(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> list[ast.stmt]:
        return self._followed(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> list[ast.stmt]:
        return self._followed(node) if node.value else [node]


def _stored(target: ast.expr) -> Iterator[str]:
    for part in ast.walk(target):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id


def _made(views: dict[tuple[str, ...], str], root: str, like: ast.stmt) -> Iterator[ast.stmt]:
    """Statements that make all views of what a name holds."""
    for path, made in views.items():
        if path[0] != root:
            continue
        value: ast.expr = name(root)
        for attribute in path[1:]:
            value = ast.Attribute(value, attribute, ast.Load())
        statement = ast.Assign([ast.Name(made, ast.Store())], call(MARK + "view", value))
        for part in ast.walk(statement):
            ast.copy_location(part, like)
        yield statement
