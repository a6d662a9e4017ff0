"""What Python's tuples and integers can do and Numba's cannot: a tuple repeated, a star inside one, lists, `bin`."""

from __future__ import annotations

import ast
import copy

from zermelo.compile.numba.rewriting.scope import MARK, Scope, call, name, names_in

MOST = 256  # items of a tuple that is written out


class Assignments(ast.NodeTransformer):
    """`board, hit = list(cells), -1` as two statements, so that the list is seen to have one name."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.Assign]:
        """One statement per name, if a list is among the values and none of them reads a name that is set before it."""
        target, value = node.targets[0], node.value
        if len(node.targets) > 1 or not isinstance(target, ast.Tuple) or not isinstance(value, ast.Tuple):
            return node
        names = [part.id for part in target.elts if isinstance(part, ast.Name)]
        if len(names) < len(target.elts) or len(names) != len(value.elts) or not any(map(self._is_list, value.elts)):
            return node
        if any(names_in(one) & set(names[:place]) for place, one in enumerate(value.elts)):
            return node
        pairs = zip(target.elts, value.elts, strict=True)
        return [ast.copy_location(ast.Assign([one], given), node) for one, given in pairs]

    def _is_list(self, node: ast.expr) -> bool:
        return isinstance(node, ast.List | ast.ListComp) or self._scope.call_of(node, "list", "sorted") is not None


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

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """`bin(n).count("1")`, without the text."""
        self.generic_visit(node)
        is_count = isinstance(node.func, ast.Attribute) and node.func.attr == "count" and not node.keywords
        given = self._scope.call_of(node.func.value, "bin") if is_count else None  # type: ignore[attr-defined]
        if given is None or [getattr(one, "value", None) for one in node.args] != ["1"]:
            return node
        self.is_changed = True
        return ast.copy_location(call(f"{MARK}ones", given), node)

    def visit_Tuple(self, node: ast.Tuple) -> ast.AST:
        """`(*hand, card)` as `tuple(hand) + (card,)`."""
        self.generic_visit(node)
        return self._joined(node) if isinstance(node.ctx, ast.Load) else node

    def visit_List(self, node: ast.List) -> ast.AST:
        """`[*hand, card]` as `list(tuple(hand) + (card,))`."""
        self.generic_visit(node)
        made = self._joined(node) if isinstance(node.ctx, ast.Load) and self._means("list") else node
        return node if made is node else ast.copy_location(call("list", made), node)

    def _joined(self, node: ast.Tuple | ast.List) -> ast.expr:
        """What is between the stars, joined; the node itself where there is no star."""
        if not any(isinstance(item, ast.Starred) for item in node.elts) or not self._means("tuple"):
            return node
        parts: list[ast.expr] = []
        for item in node.elts:
            if isinstance(item, ast.Starred):
                parts.append(ast.copy_location(call("tuple", item.value), item))
            elif parts and isinstance(parts[-1], ast.Tuple):
                parts[-1].elts.append(item)
            else:
                parts.append(ast.copy_location(ast.Tuple([item], ast.Load()), item))
        self.is_changed = True
        made = parts[0]
        for part in parts[1:]:
            made = ast.copy_location(ast.BinOp(made, ast.Add(), part), node)
        return made

    def _means(self, builtin: str) -> bool:
        """Is this what Python means by the name here?"""
        return self._scope.is_builtin(name(builtin), builtin)


def _is_plain(node: ast.expr) -> bool:
    """Can it be evaluated again without a difference, and quickly?"""
    if isinstance(node, ast.Tuple):
        return all(map(_is_plain, node.elts))
    return isinstance(node, ast.Constant | ast.Name)
