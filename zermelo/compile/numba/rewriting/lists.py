"""Lists on the stack, and what is done with them, in place of Python's own where the function is understood."""

from __future__ import annotations

import ast
import inspect
import types
from functools import lru_cache
from typing import Any

from zermelo.compile.cache.codes import is_plain
from zermelo.compile.cache.libraries import is_library
from zermelo.compile.numba.rewriting.comprehensions import Lifting
from zermelo.compile.numba.rewriting.scope import COMPREHENSIONS, MARK, MISSING, Scope, call, parents_in
from zermelo.compile.numba.rewriting.source import definition, has_definition
from zermelo.compile.numba.rewriting.tables import Tables

CONSUMERS = {"sum": "total", "min": "least", "max": "greatest", "any": "is_any", "all": "is_all", "tuple": "as_tuple"}
REDUCERS = ("sum", "min", "max", "any", "all")
TAKERS = (*CONSUMERS, "len", "list", "sorted", "bool")  # functions of Python's that only read a list
PASSERS = ("enumerate", "zip", "reversed")  # what they give is read while the list is
METHODS = ("index", "count", "copy", "pop", "remove", "reverse", "sort", "clear")
GROWTH = ("append", "insert", "extend")
SEARCHES = (ast.In, ast.NotIn, ast.Eq, ast.NotEq)
MOST = 1024  # items of a list on the stack


class GeneratorsToLists(ast.NodeTransformer):
    """`sorted(x for …)`, `tuple(x for …)` and `list(x for …)` of a list in place of a generator."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """The call with a list."""
        self.generic_visit(node)
        given = self._scope.call_of(node, "sorted", "tuple", "list")
        if not isinstance(given, ast.GeneratorExp):
            return node
        made = ast.copy_location(ast.ListComp(given.elt, given.generators), given)
        if self._scope.is_builtin(node.func, "list"):
            return made
        node.args = [made]
        return node


class Uses:
    """Where the lists of a function go."""

    def __init__(self, scope: Scope, node: ast.FunctionDef, may_grow: bool = False) -> None:
        """may_grow: do lists that get longer count as changed where they are?"""
        self._scope = scope
        self._methods = (*METHODS, *GROWTH) if may_grow else METHODS
        self._parents = parents_in(node)
        self._returns = sum(isinstance(part, ast.Return) for part in ast.walk(node))
        self._names: dict[str, list[ast.Name]] = {}
        for part in ast.walk(node):
            if isinstance(part, ast.Name):
                self._names.setdefault(part.id, []).append(part)

    def is_read(self, node: ast.AST) -> bool:
        """Is a list only read or changed where it is, so that it can lie on the stack?

        It is then never known under a second name, nor stored in anything.
        """
        parent = self._parents[node]
        match parent:
            case ast.Subscript():
                is_set = isinstance(parent.slice, ast.Slice) and not isinstance(parent.ctx, ast.Load)
                return parent.value is node and not is_set
            case ast.Attribute():
                return self._is_method(parent)
            case ast.Call():
                return self._is_taken(parent, node)
            case ast.Compare():
                return all(isinstance(operator, SEARCHES) for operator in parent.ops)
            case ast.For() | ast.comprehension():
                return parent.iter is node
            case ast.If() | ast.While() | ast.IfExp() | ast.BoolOp():
                return self._is_tested(node)
            case ast.UnaryOp():
                return isinstance(parent.op, ast.Not)
            case ast.Return():  # of several, some may be of another type
                return self._returns == 1
            case ast.Expr():
                return True
            case ast.ListComp():  # copied into the other list
                return parent.elt is node and not isinstance(node, ast.Name) and self.is_read(parent)
            case ast.Assign() if not isinstance(node, ast.Name):  # of a name it would be a second one
                return len(parent.targets) == 1 and self._is_own(parent.targets[0], node)
            case ast.AnnAssign() if not isinstance(node, ast.Name):
                return self._is_own(parent.target, node)
        return False

    def is_read_here(self, node: ast.AST, may_be_named: bool = False) -> bool:
        """Is it read in the function itself, and not compared with something of its own kind?"""
        parent = self._parents[node]
        if isinstance(parent, ast.Compare):
            return node is not parent.left and all(isinstance(operator, ast.In | ast.NotIn) for operator in parent.ops)
        if isinstance(parent, ast.Call) and not self._scope.is_builtin(parent.func, *TAKERS, *PASSERS):
            return False
        is_named = isinstance(parent, ast.Assign | ast.AnnAssign)
        return self.is_read(node) and not isinstance(parent, ast.Return) and (may_be_named or not is_named)

    def is_consumed(self, node: ast.AST) -> bool:
        """Is it read to its end at once, before anything else can change it?"""
        parent = self._parents[node]
        if isinstance(parent, ast.comprehension):
            return True
        takers = TAKERS if self._is_computed(node) else REDUCERS  # of a constant part of a tuple the length is known
        return isinstance(parent, ast.Call) and self._scope.is_builtin(parent.func, *takers) and len(parent.args) == 1

    def _is_computed(self, node: ast.AST) -> bool:
        if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Slice):
            return False
        bounds = (node.slice.lower, node.slice.upper)
        return any(bound is not None and self._scope.number(bound) is None for bound in bounds)

    def is_in_loop(self, node: ast.AST) -> bool:
        """May it be evaluated more than once in a call of the function?"""
        while node in self._parents:
            parent = self._parents[node]
            if isinstance(parent, ast.While) or (isinstance(parent, ast.For) and node is not parent.iter):
                return True
            if isinstance(parent, COMPREHENSIONS):
                return True
            node = parent
        return False

    def _is_own(self, target: ast.AST, value: ast.AST) -> bool:
        """Is it a name that is set to nothing else than such a list, and only read as lists may be?"""
        if not isinstance(target, ast.Name):
            return False
        others = [part for part in self._names[target.id] if part is not target]
        return all(
            self.is_read(part) if isinstance(part.ctx, ast.Load) else self._is_set(part, value) for part in others
        )

    def _is_set(self, target: ast.Name, value: ast.AST) -> bool:
        """Is the name set to a value of the same words, which is a new list of the same type?"""
        parent = self._parents[target]
        if not isinstance(parent, ast.Assign | ast.AnnAssign) or parent.value is None:
            return False
        is_alone = not isinstance(parent, ast.Assign) or len(parent.targets) == 1
        return is_alone and ast.dump(parent.value) == ast.dump(value)

    def _is_tested(self, node: ast.AST) -> bool:
        """Is it only asked whether there is anything in it, by itself or in `a and b`?"""
        parent = self._parents[node]
        if isinstance(parent, ast.BoolOp):
            return self._is_tested(parent)
        return isinstance(parent, ast.If | ast.While | ast.IfExp) and parent.test is node

    def _is_method(self, node: ast.Attribute) -> bool:
        parent = self._parents[node]
        return isinstance(parent, ast.Call) and parent.func is node and node.attr in self._methods

    def _is_taken(self, parent: ast.Call, node: ast.AST) -> bool:
        if node not in parent.args or parent.keywords:
            return False
        if self._scope.is_builtin(parent.func, *PASSERS):
            above = self._parents[parent]
            return isinstance(above, ast.For | ast.comprehension) and above.iter is parent
        if self._scope.is_builtin(parent.func, *TAKERS):
            return len(parent.args) == 1
        return is_users(self._scope.value(parent.func))


def is_users(value: Any) -> bool:
    """Is it a user's function that may be rewritten too? One of ours is if its module asks for that."""
    if not isinstance(value, types.FunctionType) or is_library(value.__module__ or ""):
        return False
    return not is_plain(value) and has_definition(value)


@lru_cache(maxsize=1024)
def returns_list(function: types.FunctionType) -> bool:
    """Does a user's function seem to return a list?"""
    node = definition(function)
    assert node is not None
    scope = Scope(function, node)

    def is_list(value: ast.expr | None) -> bool:
        is_call = value is not None and scope.call_of(value, "list", "sorted") is not None
        return is_call or isinstance(value, ast.List | ast.ListComp)

    parts = list(ast.walk(node))
    made = {
        target.id
        for part in parts
        if isinstance(part, ast.Assign) and is_list(part.value)
        for target in part.targets
        if isinstance(target, ast.Name)
    }
    returned = [part.value for part in parts if isinstance(part, ast.Return)]
    return any(is_list(value) or (isinstance(value, ast.Name) and value.id in made) for value in returned)


class ListsOnStack(ast.NodeTransformer):
    """Puts calls of compile/numba/intrinsics/lists in place of Python's own lists."""

    def __init__(self, scope: Scope, node: ast.FunctionDef, is_generator: bool, bits: int = 0) -> None:
        """bits: of the game's integers that have more than 64; 0: it has none."""
        self._scope, self._uses, self._is_generator = scope, Uses(scope, node), is_generator
        fresh = (ast.List, ast.ListComp, ast.Call, ast.BinOp, ast.Subscript)
        parts = [part for part in ast.walk(node) if isinstance(part, fresh)]
        self._read = {part for part in parts if not is_generator and self._uses.is_read(part)}
        growing = Uses(scope, node, may_grow=True)
        self._grown = {part for part in parts if not is_generator and growing.is_read(part)} - self._read
        self._consumed = {part for part in parts if self._uses.is_consumed(part)}
        self._looped = {part for part in parts if self._uses.is_in_loop(part)}
        names = [part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]
        self._tables = {part for part in names if scope.value(part) is not MISSING and self._uses.is_read_here(part)}
        self._rows = {part for part in parts if not is_generator and self._uses.is_read_here(part)}
        self._named_rows = {part for part in parts if not is_generator and self._uses.is_read_here(part, True)}
        self.lifting, self.tables = Lifting(scope), Tables(scope, bits)
        self.calls_list = False  # is a function called that returns a list?

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Lists, what reads them, and what other functions return."""
        if self.lifting.is_loop(node):
            self.generic_visit(node.args[0])
            loop = self.lifting.loop(node)
            if loop is not None:
                return loop
        else:
            self.generic_visit(node)
        given = self._scope.call_of(node, "list", "sorted", "reversed", *CONSUMERS)
        if given is not None:
            return self._known(node, self._scope.called(node), given)
        is_copy = isinstance(node.func, ast.Attribute) and node.func.attr == "copy" and not node.args
        if is_copy and node in self._read:
            return _put("unpacked", node)
        called = self._scope.value(node.func)
        if not is_users(called) or inspect.isgeneratorfunction(called):
            return node
        self.calls_list = self.calls_list or returns_list(called)
        is_safe = not self._is_generator and (node in self._read or node not in self._looped)
        return _put("unpacked", node) if is_safe else node

    def _known(self, node: ast.Call, function: str, given: ast.expr) -> ast.AST:
        """A call of a function of Python's with one argument."""
        if function in CONSUMERS:
            if function == "tuple" and self._is_generator:
                return node
            return ast.copy_location(call(MARK + CONSUMERS[function], given), node)
        if function == "reversed" and self._scope.is_builtin(getattr(given, "func", given), "range"):
            return _put("downwards", given, node)
        if node in self._grown and function == "list":
            return _put("growing", given, node)
        if node not in self._read:
            return node
        if function == "list":
            return _put("small_list", given, node)
        name = "ordered" if function == "sorted" else "backwards"
        return _put("unpacked", _put(name, given, node))

    def visit_List(self, node: ast.List) -> ast.AST:
        """`[a, b]`."""
        self.generic_visit(node)
        is_plain = node.elts and not any(isinstance(item, ast.Starred) for item in node.elts)
        if node not in self._read or not is_plain or len(node.elts) > MOST:
            return node
        return _put("small_list", ast.copy_location(ast.Tuple(node.elts, ast.Load()), node))

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        """`x in [a, b]` needs no list."""
        for i, (operator, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if isinstance(operator, ast.In | ast.NotIn) and isinstance(other, ast.List):
                node.comparators[i] = ast.copy_location(ast.Tuple(other.elts, ast.Load()), other)
        self.generic_visit(node)
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        """`for x in [a, b]` needs no list in a generator either."""
        if self._is_generator and isinstance(node.iter, ast.List) and node.iter.elts:
            node.iter = ast.copy_location(ast.Tuple(node.iter.elts, ast.Load()), node.iter)
        return self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        """`[x for …]`."""
        self.generic_visit(node)
        made = self.lifting.list_maker(node) if node in self._read else None
        return node if made is None else _put("unpacked", made)

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        """`[x] * n`."""
        read = node in self._read
        one, other = (node.left, node.right) if isinstance(node.left, ast.List) else (node.right, node.left)
        times = self._scope.number(other)
        is_repeated = isinstance(node.op, ast.Mult) and isinstance(one, ast.List) and len(one.elts) == 1
        if not is_repeated or not read or times is None or not 0 < times <= MOST:
            self.generic_visit(node)
            return node
        assert isinstance(one, ast.List)
        item = self.visit(one.elts[0])
        return ast.copy_location(call(MARK + "repeated", item, ast.Constant(times)), node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """A constant."""
        rows = self.tables.rows(node) if node in self._tables else None
        if rows is None or len(rows) > 1:
            return node
        if not self._is_generator:
            return self.tables.items(node)
        return self.tables.as_tuple(node) if self.tables.is_list(node) else node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """`x[a:b]`, and an item of a constant."""
        is_slice = isinstance(node.slice, ast.Slice) and isinstance(node.ctx, ast.Load)
        rows = self.tables.rows(node.value)
        if rows is not None and not is_slice and isinstance(node.value, ast.Name):
            node.slice = self.visit(node.slice)
            if rows and node in (self._rows if len(rows) == 1 else self._named_rows):
                return self.tables.row(node.value, node.slice)
            if len(rows) < 2:
                node.value = self.tables.items(node.value)
            return node
        self.generic_visit(node)
        if not is_slice:
            return node
        assert isinstance(node.slice, ast.Slice)
        if node in self._consumed and node.slice.step is None:
            bounds = (bound or ast.Constant(None) for bound in (node.slice.lower, node.slice.upper))
            return ast.copy_location(call(MARK + "part", node.value, *bounds), node)
        return node if node in self._read or node not in self._looped else _put("no_list", node)

    def visit_Return(self, node: ast.Return) -> ast.AST:
        """A list is returned by value."""
        self.generic_visit(node)
        is_number = isinstance(node.value, ast.Constant | ast.Compare) or (
            isinstance(node.value, ast.Name) and node.value.id.startswith(MARK)
        )
        if node.value is not None and not self._is_generator and not is_number:
            node.value = _put("packed", node.value)
        return node


def _put(function: str, node: ast.expr, like: ast.expr | None = None) -> ast.expr:
    """A call of one of ours with this argument."""
    return ast.copy_location(call(MARK + function, node), like or node)
