"""Where integers of more than 64 bits come from, in a game whose states have such: shifts, powers of two, constants.

A shift of short integers is a long one there: `1 << cell` has no room in 64 bits.
"""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compile.numba.rewriting.scope import MARK, Scope, call, name
from zermelo.compile.trust.held import LongConstant

LOW, HIGH = -(1 << 63), 1 << 63


class Long(ast.NodeTransformer):
    """Writes them so that they have as many bits as the game's integers."""

    def __init__(self, scope: Scope, bits: int) -> None:
        self._scope, self._bits = scope, bits
        self.given: dict[str, Any] = {}
        self.is_changed = False

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """`a << b`, and `2 ** b`."""
        self.generic_visit(node)
        if isinstance(node.op, ast.LShift):
            return self._shifted(node.left, node.right, node)
        is_power = isinstance(node.op, ast.Pow) and isinstance(node.left, ast.Constant) and node.left.value == 2
        return self._shifted(ast.Constant(1), node.right, node) if is_power else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """`a <<= b`."""
        self.generic_visit(node)
        if not isinstance(node.op, ast.LShift) or not isinstance(node.target, ast.Name):
            return node
        value = self._shifted(name(node.target.id), node.value, node)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def _shifted(self, number: ast.expr, places: ast.expr, like: ast.AST) -> ast.expr:
        self.is_changed = True
        made = call(f"{MARK}shifted", number, places, ast.Constant(self._bits))
        return ast.copy_location(made, like)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """An index is a short integer, whatever it was made of."""
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice | ast.Tuple):
            node.slice = self._short(node.slice)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """So are the bounds of a range."""
        self.generic_visit(node)
        if self._scope.is_builtin(node.func, "range"):
            node.args = [self._short(argument) for argument in node.args]
        return node

    def _short(self, number: ast.expr) -> ast.expr:
        if self._scope.number(number) is not None:
            return number
        return ast.copy_location(call(f"{MARK}short", number), number)

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        """A number that is written down."""
        return self._constant(node.value, node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A number from outside of the function."""
        return self._constant(self._scope.value(node), node) if isinstance(node.ctx, ast.Load) else node

    def _constant(self, value: Any, node: ast.expr) -> ast.AST:
        if type(value) is not int or LOW <= value < HIGH or value.bit_length() >= self._bits:
            return node
        self.is_changed = True
        key = f"{MARK}long_{len(self.given)}"
        self.given[key] = LongConstant(value, self._bits)
        return ast.copy_location(name(key), node)
