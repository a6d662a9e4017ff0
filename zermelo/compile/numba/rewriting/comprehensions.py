"""Comprehensions and generator expressions as loops, in functions of their own.

`any(board[i] for i in cells)` becomes a call of a helper that gets `cells` and `board`, with the loop that the words
mean. An expression stays an expression, so it is evaluated where and when it was.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from zermelo.compile.numba.rewriting.scope import (
    COMPREHENSIONS,
    MARK,
    Scope,
    bound_names,
    call,
    name,
    names_in,
    statements,
)

MOST = 1024  # items of a list on the stack
ITEMS, MADE, COUNT, BEST = (MARK + word for word in ("items", "made", "count", "best"))

# What each function of Python's does with the items: before the loop, with each of them, and after it.
CONSUMERS = {
    "any": ("", "if E: return True", "return False"),
    "all": ("", "if not E: return False", "return True"),
    "sum": (f"{MADE} = 0", f"{MADE} += E", f"return {MADE}"),
    "len": (f"{COUNT} = 0", f"{COUNT} += 1", f"return {COUNT}"),
    "min": (
        f"{COUNT} = 0",
        f"{MADE} = E\nif {COUNT} == 0: {BEST} = {MADE}\nelif {MADE} < {BEST}: {BEST} = {MADE}\n{COUNT} += 1",
        f"if {COUNT} == 0: raise ValueError('min() iterable argument is empty')\nreturn {BEST}",
    ),
    "max": (
        f"{COUNT} = 0",
        f"{MADE} = E\nif {COUNT} == 0: {BEST} = {MADE}\nelif {MADE} > {BEST}: {BEST} = {MADE}\n{COUNT} += 1",
        f"if {COUNT} == 0: raise ValueError('max() iterable argument is empty')\nreturn {BEST}",
    ),
}


# Of which of the two it becomes a loop. A list is made to its end before it is looked at.
LOOPS: dict[str, tuple[type[ast.expr], ...]] = {
    "any": (ast.GeneratorExp,),
    "all": (ast.GeneratorExp,),
    "len": (ast.ListComp,),
    **dict.fromkeys(("sum", "min", "max"), (ast.GeneratorExp, ast.ListComp)),
}


class Lifting:
    """Makes helpers of comprehensions, and the calls that replace them."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self.helpers: list[ast.FunctionDef] = []

    def is_loop(self, node: ast.Call) -> bool:
        """Is it a call of a function of Python's with a comprehension, which may be a loop?"""
        given = self._scope.call_of(node, *CONSUMERS)
        return given is not None and isinstance(given, LOOPS[self._scope.called(node)])

    def loop(self, node: ast.Call) -> ast.expr | None:
        """A call of the loop; None: the comprehension is too complicated."""
        (given,) = node.args
        assert isinstance(given, ast.GeneratorExp | ast.ListComp)
        return self._loop(given, self._scope.called(node)) if _is_simple(given) else None

    def _loop(self, given: ast.GeneratorExp | ast.ListComp, consumer: str) -> ast.expr:
        before, each, after = CONSUMERS[consumer]

        def body(like: ast.expr) -> list[ast.stmt]:
            innermost = statements(each, like, E=given.elt)
            return [*statements(before, like), _nested(given.generators, innermost), *statements(after, like)]

        return self._lifted(given, body)

    def list_maker(self, node: ast.ListComp) -> ast.expr | None:
        """A call that makes the list of a comprehension on the stack, by value; None: it must be made on the heap."""
        if not _is_simple(node):
            return None
        room = self._room(node)

        def body(like: ast.expr) -> list[ast.stmt]:
            push = statements(f"{MADE}.append(E)", like, E=node.elt)
            start = statements(f"{MADE} = R", like, R=room)
            return [*start, _nested(node.generators, push), *statements(f"return {MARK}packed({MADE})", like)]

        return self._lifted(node, body)

    def _room(self, node: ast.ListComp) -> ast.expr:
        """An empty list that is large enough."""
        counts = [self._count(generator.iter) for generator in node.generators]
        is_whole = not any(generator.ifs for generator in node.generators)
        most = 1
        for count in counts:
            most = most * count if count is not None else MOST + 1
        if 0 < most <= MOST:
            return call(f"{MARK}room_of_all" if is_whole else f"{MARK}room_of_some", ast.Constant(most))
        if len(counts) > 1 or counts[0] is not None:
            return ast.List([], ast.Load())
        return call(f"{MARK}room_for_all" if is_whole else f"{MARK}room_for_some", name(ITEMS))

    def _count(self, node: ast.expr) -> int | None:
        """The number of items of a range whose bounds are known."""
        if not isinstance(node, ast.Call) or not self._scope.is_builtin(node.func, "range") or node.keywords:
            return None
        bounds = [self._scope.number(argument) for argument in node.args]
        known = [bound for bound in bounds if bound is not None]
        return len(range(*known)) if known and len(known) == len(bounds) and (len(known) < 3 or known[2]) else None

    def _lifted(self, given: ast.GeneratorExp | ast.ListComp, body: Callable[[ast.expr], list[ast.stmt]]) -> ast.expr:
        """A call of a new helper with this body, which gets the outermost iterable and the function's own names."""
        helper = f"{MARK}helper_{len(self.helpers)}"
        outermost = given.generators[0].iter
        own = {part for generator in given.generators for part in _targets(generator.target)}
        inner = [given.elt, *(part for generator in given.generators for part in (*generator.ifs, generator.iter))]
        inner.remove(outermost)
        taken = sorted((names_in(*inner) & self._scope.locals) - own)
        given.generators[0].iter = call(f"{MARK}view", name(ITEMS))
        made = ast.parse(f"def {helper}({', '.join([ITEMS, *taken])}): pass").body[0]
        assert isinstance(made, ast.FunctionDef)
        made.body = body(given)
        for node in ast.walk(made):
            if isinstance(node, ast.expr | ast.stmt | ast.arg) and not hasattr(node, "end_lineno"):
                ast.copy_location(node, given)
        self.helpers.append(ast.copy_location(made, given))
        self._scope.locals |= set(bound_names(made))
        return ast.copy_location(call(helper, outermost, *map(name, taken)), given)


def _is_simple(node: ast.GeneratorExp | ast.ListComp) -> bool:
    """Are its targets plain names, and is there no other scope in it?"""
    targets = all(_targets(generator.target) and not generator.is_async for generator in node.generators)
    inside = (part for part in ast.walk(node) if part is not node)
    return targets and not any(isinstance(part, (*COMPREHENSIONS, ast.Yield, ast.YieldFrom)) for part in inside)


def _targets(node: ast.expr) -> list[str]:
    """The names that a loop sets; empty where it sets anything else."""
    if isinstance(node, ast.Name):
        return [node.id]
    if isinstance(node, ast.Tuple):
        parts = [_targets(part) for part in node.elts]
        return [one for part in parts for one in part] if all(parts) else []
    return []


def _nested(generators: list[ast.comprehension], innermost: list[ast.stmt]) -> ast.stmt:
    body = innermost
    for generator in reversed(generators):
        for condition in reversed(generator.ifs):
            body = [ast.copy_location(ast.If(condition, body, []), condition)]
        loop = ast.For(generator.target, generator.iter, body, [])
        body = [ast.copy_location(loop, generator.target)]
    return body[0]
