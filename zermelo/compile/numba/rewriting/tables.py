"""Constant tuples and lists that a function reads, as tables (see intrinsics/lists/tables)."""

from __future__ import annotations

import ast
from typing import Any

from zermelo.compile.numba.rewriting.scope import MARK, MISSING, Scope, call, name

MOST = 4096  # numbers in a table
LOW, HIGH = -(1 << 63), 1 << 63


class Tables:
    """The constants of a function, by the names that they get there."""

    def __init__(self, scope: Scope, bits: int = 0) -> None:
        """bits: of the game's integers that have more than 64; 0: it has none."""
        self._scope, self._bits = scope, bits
        self.given: dict[str, Any] = {}

    def rows(self, node: ast.AST) -> set[int] | None:
        """The lengths of the rows of the constant that a name means, none if it has no rows; None: it is no table."""
        values = frozen(self._scope.value(node), self._bits)
        return None if values is None else {len(row) for row in values if isinstance(row, tuple)}

    def table(self, node: ast.Name) -> ast.expr:
        """The name of the table."""
        from zermelo.compile.numba.intrinsics.lists.tables import Table

        values = frozen(self._scope.value(node), self._bits)
        assert values is not None
        key, numbers = f"{MARK}constant_{node.id}", _numbers(values)
        bits = 0 if all(LOW <= number < HIGH for number in numbers) else self._bits
        self.given[key] = Table(values, isinstance(numbers[0], float), bits)
        return ast.copy_location(name(key), node)

    def items(self, node: ast.Name) -> ast.expr:
        """What gives the items of the table."""
        return ast.copy_location(call(MARK + "table", self.table(node)), node)

    def row(self, node: ast.Name, index: ast.expr) -> ast.expr:
        """What gives a row of the table."""
        return ast.copy_location(call(MARK + "row", self.table(node), index), node)

    def is_list(self, node: ast.AST) -> bool:
        """Is it a constant list, which Numba does not take?"""
        return isinstance(self._scope.value(node), list) and self.rows(node) is not None

    def as_tuple(self, node: ast.Name) -> ast.expr:
        """A constant list as a tuple."""
        key = f"{MARK}tuple_{node.id}"
        self.given[key] = frozen(self._scope.value(node))
        return ast.copy_location(name(key), node)


def frozen(value: Any, bits: int = 0) -> tuple[Any, ...] | None:
    """A tuple or list of numbers of one kind, or of rows of such, as a tuple; None: it is something else.

    bits: that an integer may have, its sign among them, if they are more than 64.
    """
    if value is MISSING or type(value) not in (tuple, list) or not 0 < len(value) <= MOST:
        return None
    rows = tuple(tuple(row) if type(row) in (tuple, list) else row for row in value)
    if len({type(row) is tuple for row in rows}) > 1:
        return None
    numbers = _numbers(rows)
    kinds = {type(number) for number in numbers}
    if not 0 < len(numbers) <= MOST or kinds not in ({int}, {float}):
        return None
    high = max(HIGH, 1 << bits >> 1)
    return rows if all(kinds == {float} or -high <= number < high for number in numbers) else None


def _numbers(rows: tuple[Any, ...]) -> list[Any]:
    return [number for row in rows for number in row] if type(rows[0]) is tuple else list(rows)
