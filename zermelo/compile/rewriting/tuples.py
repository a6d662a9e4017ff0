"""What Python's tuples can do and Numba's cannot: repeating one."""

from __future__ import annotations

import ast
import copy

from zermelo.compile.rewriting.scope import Scope

MOST = 256  # items of a tuple that is written out


class Tuples(ast.NodeTransformer):
    """Writes them so that they compile."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.is_changed = False

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
