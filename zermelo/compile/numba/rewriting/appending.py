"""Lists that a loop fills, as comprehensions: those have room for as many items as the loop can give them.

`found = []`, `for card in hand: if card > top: found.append(card)` is `found = [card for card in hand if card > top]`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from zermelo.compile.numba.rewriting.scope import COMPREHENSIONS, names_in


class Appending(ast.NodeTransformer):
    """Writes them so."""

    def __init__(self, node: ast.FunctionDef) -> None:
        self._whole = node
        self.is_changed = False

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Looks at every block of statements."""
        super().generic_visit(node)
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list):
                setattr(node, field, self._changed(block))
        return node

    def _changed(self, block: list[ast.stmt]) -> list[ast.stmt]:
        made: list[ast.stmt] = []
        for statement in block:
            listed = _filled(made[-1], statement) if made else None
            if listed is None or not self._is_apart(statement):
                made.append(statement)
                continue
            first = made[-1]
            assert isinstance(first, ast.Assign | ast.AnnAssign)
            first.value = ast.copy_location(listed, statement)
            self.is_changed = True
        return made

    def _is_apart(self, loop: ast.stmt) -> bool:
        """Does nothing else read the names that the loop sets, unless it sets them itself?"""
        own = _stored(loop)
        inside = set(ast.walk(loop))
        read = [
            part
            for part in ast.walk(self._whole)
            if part not in inside and isinstance(part, ast.Name) and part.id in own and isinstance(part.ctx, ast.Load)
        ]
        return all(any(part.id in names and part in region for names, region in self._set_regions()) for part in read)

    def _set_regions(self) -> Iterator[tuple[set[str], set[ast.AST]]]:
        """The names that each loop or comprehension of the function sets, and what it does with them."""
        for node in ast.walk(self._whole):
            if isinstance(node, ast.For):
                yield _stored(node.target), {part for statement in node.body for part in ast.walk(statement)}
            elif isinstance(node, COMPREHENSIONS):
                outermost = set(ast.walk(node.generators[0].iter))
                yield _stored(node), set(ast.walk(node)) - outermost


def _stored(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _filled(first: ast.stmt, loop: ast.stmt) -> ast.ListComp | None:
    """What a list that is made empty and filled by the loop after it is; None: it is something else."""
    target = first.targets[0] if isinstance(first, ast.Assign) and len(first.targets) == 1 else None
    if isinstance(first, ast.AnnAssign):
        target = first.target
    value = getattr(first, "value", None)
    if not isinstance(target, ast.Name) or not isinstance(value, ast.List) or value.elts:
        return None
    generators: list[ast.comprehension] = []
    while isinstance(loop, ast.For | ast.If):
        if loop.orelse or len(loop.body) != 1:
            return None
        if isinstance(loop, ast.For):
            generators.append(ast.comprehension(loop.target, loop.iter, [], 0))
        elif not generators:
            return None
        else:
            generators[-1].ifs.append(loop.test)
        loop = loop.body[0]
    item = _appended(loop, target.id)
    if item is None or not generators:
        return None
    made = ast.ListComp(item, generators)
    return None if target.id in names_in(made) else made


def _appended(statement: ast.stmt, name: str) -> ast.expr | None:
    """The item of `name.append(item)`; None: it is something else."""
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or call.keywords or len(call.args) != 1:
        return None
    method = call.func
    is_it = isinstance(method, ast.Attribute) and method.attr == "append" and isinstance(method.value, ast.Name)
    is_plain = not any(isinstance(part, ast.Yield | ast.YieldFrom | ast.Starred) for part in ast.walk(call))
    return call.args[0] if is_it and is_plain and method.value.id == name else None  # type: ignore[attr-defined]
