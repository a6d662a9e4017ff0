"""Lists that a loop fills, as comprehensions: those have room for as many items as the loop can give them.

`found = []`, `for card in hand: if card > top: found.append(card)` is `found = [card for card in hand if card > top]`.
"""

from __future__ import annotations

import ast

from zermelo.compile.rewriting.scope import names_in


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
        """Are the names that the loop sets used nowhere else?"""
        own = {part.id for part in ast.walk(loop) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        inside = {id(part) for part in ast.walk(loop)}
        others = (part for part in ast.walk(self._whole) if id(part) not in inside)
        used = {
            part.id if isinstance(part, ast.Name) else part.arg
            for part in others
            if isinstance(part, ast.Name | ast.arg)
        }
        return not own & used


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
