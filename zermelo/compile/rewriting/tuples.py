"""What Python's tuples can do and Numba's cannot: `state._replace(…)`, and repeating one."""

from __future__ import annotations

import ast
import copy
from typing import Any

from zermelo.compile.rewriting.scope import MARK, Scope, call

MOST = 256  # items of a tuple that is written out


class Tuples(ast.NodeTransformer):
    """Writes them so that they compile."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.given: dict[str, Any] = {}
        self.is_changed = False

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`state._replace(…)`."""
        self.generic_visit(node)
        names = tuple(keyword.arg or "" for keyword in node.keywords)
        is_replaced = isinstance(node.func, ast.Attribute) and node.func.attr == "_replace" and all(names) and names
        if not is_replaced or node.args or not isinstance(node.func, ast.Attribute):
            return node
        from zermelo.compile.intrinsics.lists.fields import replacing

        key = f"{MARK}replace_{'_'.join(names)}"
        self.given[key] = replacing(names)
        values = ast.Tuple([keyword.value for keyword in node.keywords], ast.Load())
        return ast.copy_location(call(key, node.func.value, ast.copy_location(values, node)), node)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """`(0,) * n`, written out."""
        self.generic_visit(node)
        one, other = (node.left, node.right) if isinstance(node.left, ast.Tuple) else (node.right, node.left)
        times = self._scope.number(other)
        if not isinstance(node.op, ast.Mult) or not isinstance(one, ast.Tuple) or times is None:
            return node
        if not 0 < times * len(one.elts) <= MOST or not all(map(_is_plain, one.elts)):
            return node
        self.is_changed = True
        items = [copy.deepcopy(item) for _ in range(times) for item in one.elts]
        return ast.copy_location(ast.Tuple(items, ast.Load()), node)


def _is_plain(node: ast.expr) -> bool:
    """Can it be evaluated again without a difference, and quickly?"""
    if isinstance(node, ast.Tuple):
        return all(map(_is_plain, node.elts))
    return isinstance(node, ast.Constant | ast.Name)
