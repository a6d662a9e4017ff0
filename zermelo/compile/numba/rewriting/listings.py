"""A function that lists things, in the two forms that kernels take: a generator, or one that fills a buffer.

What it returns or yields comes in the same order in both.
"""

from __future__ import annotations

import ast
import inspect

from zermelo.compile.numba.rewriting.scope import MARK, Scope, names_in, parents_in, statements

BUFFER, COUNT, EACH, MADE = (MARK + word for word in ("buffer", "count", "each", "made"))


def to_generator(scope: Scope, node: ast.FunctionDef) -> bool:
    """Makes a generator of a definition that returns a list; False, and it is of no more use, where it cannot be."""
    if is_generator(node):
        return True
    growing = _growing(scope, node)
    if growing is None and not all(_is_plain(scope, part.value) for part in _returns(node)):
        return False
    _Listing(scope, growing, f"yield E\n{COUNT} += 1" if _counts(node, growing) else "yield E", "return").change(node)
    return True


def to_fill(scope: Scope, node: ast.FunctionDef) -> bool:
    """Makes of a definition one that takes a buffer, puts the items there and returns how many there are.

    False, and it is of no more use, where it cannot be.
    """
    yields = [part for part in ast.walk(node) if isinstance(part, ast.Yield | ast.YieldFrom)]
    parents = parents_in(node)
    if not all(isinstance(parents[part], ast.Expr) for part in yields):
        return False
    growing = None if yields else _growing(scope, node)
    put = f"{BUFFER}[{COUNT}] = E\n{COUNT} += 1"
    _Listing(scope, growing, put, f"return {COUNT}").change(node)
    node.args.args.append(ast.copy_location(ast.arg(BUFFER), node))
    node.body += statements(f"return {COUNT}", node.body[-1])
    return True


def to_list(scope: Scope, node: ast.FunctionDef) -> bool:
    """Makes of a generator's definition one that returns a list; False where it cannot be."""
    parents = parents_in(node)
    yields = [part for part in ast.walk(node) if isinstance(part, ast.Yield | ast.YieldFrom)]
    if not yields or not all(isinstance(parents[part], ast.Expr) for part in yields):
        return False
    _Listing(scope, None, f"{MADE}.append(E)", f"return {MADE}").change(node)
    node.body[:0] = statements(f"{MADE} = []", node.body[0])
    node.body += statements(f"return {MADE}", node.body[-1])
    return True


def is_generator(node: ast.FunctionDef) -> bool:
    """Does it yield?"""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))


def _returns(node: ast.FunctionDef) -> list[ast.Return]:
    return [part for part in ast.walk(node) if isinstance(part, ast.Return)]


def _is_plain(scope: Scope, value: ast.expr | None) -> bool:
    """Is it something that a generator can go over without holding a list?"""
    if isinstance(value, ast.IfExp):
        return _is_plain(scope, value.body) and _is_plain(scope, value.orelse)
    if _is_choice(value):
        return all(_is_plain(scope, part) for part in value.values)  # type: ignore[union-attr]
    given = scope.call_of(value, "list", "tuple") if value else None
    if given is not None:
        return _is_plain(scope, given)
    if isinstance(value, ast.List | ast.Tuple):
        return not any(isinstance(item, ast.Starred) for item in value.elts)
    if isinstance(value, ast.ListComp | ast.GeneratorExp):
        return True
    if not isinstance(value, ast.Call):
        return False
    return scope.is_builtin(value.func, "range") or inspect.isgeneratorfunction(scope.value(value.func))


def _is_choice(value: ast.expr | None) -> bool:
    """Is it `these or those`?"""
    return isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and len(value.values) == 2


def _growing(scope: Scope, node: ast.FunctionDef) -> str | None:
    """The one list that is made empty, only grows, and is what the function returns from then on; None: none is."""
    made: dict[str, list[ast.Assign | ast.AnnAssign]] = {}
    for part in ast.walk(node):
        if isinstance(part, ast.Assign | ast.AnnAssign):
            target = part.targets[0] if isinstance(part, ast.Assign) else part.target
            is_empty = isinstance(part.value, ast.List) and not part.value.elts
            if isinstance(target, ast.Name) and is_empty:
                made.setdefault(target.id, []).append(part)
    if len(made) != 1:
        return None
    ((name, first),) = made.items()
    parents = parents_in(node)
    uses = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == name]
    targets = [statement.targets[0] if isinstance(statement, ast.Assign) else statement.target for statement in first]
    if len(first) != 1 or parents[first[0]] is not node:
        return None
    if not all(part in targets or _is_growth(scope, part, parents) for part in uses):
        return None
    for returned in _returns(node):
        is_it = name in names_in(returned) if returned.value else False
        if not is_it and (returned.lineno > first[0].lineno or not _is_plain(scope, returned.value)):
            return None
    return name


def _is_growth(scope: Scope, node: ast.Name, parents: dict[ast.AST, ast.AST]) -> bool:
    """Is it `moves.append(x)`, `return moves`, `return moves or [x]`, `if moves`, `not moves` or `len(moves)`?"""
    parent = parents[node]
    if isinstance(parent, ast.Attribute) and parent.attr in ("append", "extend"):
        call = parents[parent]
        one = isinstance(call, ast.Call) and len(call.args) == 1 and not call.keywords
        return one and isinstance(parents[call], ast.Expr)
    if isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.Or) and parent.values[0] is node:
        is_last = len(parent.values) == 2 and isinstance(parents[parent], ast.Return)
        return is_last and _is_plain(scope, parent.values[1])
    if isinstance(parent, ast.Call):
        return scope.call_of(parent, "len") is node
    if isinstance(parent, ast.Return):
        return True
    return isinstance(parent, ast.If) or (isinstance(parent, ast.UnaryOp) and isinstance(parent.op, ast.Not))


def _counts(node: ast.FunctionDef, growing: str | None) -> bool:
    """Does it ask how long the growing list is, or whether what it returns is empty?"""
    if any(_is_choice(part.value) for part in _returns(node)):
        return True
    parents = parents_in(node)
    uses = [part for part in ast.walk(node) if isinstance(part, ast.Name) and part.id == growing]
    return any(isinstance(parents[part], ast.Call | ast.BoolOp | ast.If | ast.UnaryOp) for part in uses)


class _Listing(ast.NodeTransformer):
    """Puts each item where it belongs at once."""

    def __init__(self, scope: Scope, growing: str | None, put: str, end: str) -> None:
        """put: statements that take the item E; end: what ends the function."""
        self._scope, self._growing, self._put, self._end = scope, growing, put, end

    def change(self, node: ast.FunctionDef) -> None:
        self._yields = is_generator(node)
        node.body = [made for statement in node.body for made in self._changed(statement)]
        if COUNT in self._put:
            node.body[:0] = statements(f"{COUNT} = 0", node.body[0])

    def _changed(self, node: ast.stmt) -> list[ast.stmt]:
        made = self.visit(node)
        return made if isinstance(made, list) else [made]

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        value = node.value
        if isinstance(value, ast.Yield):
            return self._one(value.value or ast.Constant(None), node)
        if isinstance(value, ast.YieldFrom):
            return self._all(value.value, node)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and self._is_it(value.func.value):
            return (self._one if value.func.attr == "append" else self._all)(value.args[0], node)
        self.generic_visit(node)
        return node

    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        end = statements(self._end, node)
        value = node.value
        if self._yields or value is None or self._is_it(value):
            return end
        if _is_choice(value):
            assert isinstance(value, ast.BoolOp)
            first = [] if self._is_it(value.values[0]) else self._all(value.values[0], node)
            test = ast.parse(f"{COUNT} == 0", mode="eval").body
            return [*first, _if(test, self._all(value.values[1], node), [], node), *end]
        if isinstance(value, ast.IfExp):
            one, other = (ast.copy_location(ast.Return(part), node) for part in (value.body, value.orelse))
            return [_if(value.test, self.visit_Return(one), self.visit_Return(other), node)]
        return [*self._all(value, node), *end]

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if self._is_it(node.targets[0]):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if self._is_it(node.target):
            return ast.copy_location(ast.Pass(), node)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        given = self._scope.call_of(node, "len")
        if given is not None and self._is_it(given):
            return ast.copy_location(ast.Name(COUNT, ast.Load()), node)
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Whether the list is empty."""
        if not self._is_it(node):
            return node
        return ast.copy_location(ast.parse(f"{COUNT} > 0", mode="eval").body, node)

    def _is_it(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self._growing

    def _one(self, item: ast.expr, like: ast.stmt) -> list[ast.stmt]:
        return statements(self._put, like, E=self.visit(item))

    def _all(self, items: ast.expr, like: ast.stmt) -> list[ast.stmt]:
        """Puts all items of something."""
        given = self._scope.call_of(items, "list", "tuple")
        if given is not None:
            return self._all(given, like)
        if isinstance(items, ast.List | ast.Tuple) and not any(isinstance(item, ast.Starred) for item in items.elts):
            return [made for item in items.elts for made in self._one(item, like)] or [
                ast.copy_location(ast.Pass(), like)
            ]
        if isinstance(items, ast.ListComp | ast.GeneratorExp) and not any(part.is_async for part in items.generators):
            body = self._one(items.elt, like)
            for generator in reversed(items.generators):
                for condition in reversed(generator.ifs):
                    body = [_if(self.visit(condition), body, [], like)]
                body = [ast.copy_location(ast.For(generator.target, self.visit(generator.iter), body, []), like)]
            return body
        target = ast.Name(EACH, ast.Store())
        return [
            ast.copy_location(ast.For(target, self.visit(items), self._one(ast.Name(EACH, ast.Load()), like), []), like)
        ]


def _if(test: ast.expr, body: list[ast.stmt], orelse: list[ast.stmt], like: ast.stmt) -> ast.stmt:
    return ast.copy_location(ast.If(test, body, orelse), like)
