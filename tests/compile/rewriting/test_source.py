"""A function's definition is found in its file, and only if it is still that function's."""

from __future__ import annotations

import ast
import runpy

import pytest

from zermelo.compile.numba.rewriting.source import build, definition, has_definition

FILE = """
from __future__ import annotations
import math
try:
    from os import path as paths
except ImportError:
    pass

def by_modules(n):
    return math.floor(n) + len(paths.join("a", "b"))

def decorated(function): return function

def plain(n: int = 1) -> int:
    return n + 1

@decorated
def wrapped(n):
    return n

first, second = lambda n: n + 1, lambda n: n + 2

def made(most):
    def inner(n):
        return min(most, n)
    return inner

inner = made(3)
"""


@pytest.fixture
def names(tmp_path):
    path = tmp_path / "game.py"
    path.write_text(FILE)
    return runpy.run_path(str(path))


@pytest.mark.parametrize("name", ["plain", "wrapped", "first", "second", "inner", "by_modules"])
def test_it_is_found(names, name):
    assert has_definition(names[name])


def test_of_two_on_one_line_each_is_found(names):
    assert [ast.unparse(definition(names[name]).body[0]) for name in ("first", "second")] == [
        "return n + 1",
        "return n + 2",
    ]


def test_a_file_that_was_edited_is_not_believed(names):
    path = names["plain"].__code__.co_filename
    with open(path, "w") as file:
        file.write(FILE.replace("n + 1", "n + 70"))
    assert not has_definition(names["plain"])
    assert has_definition(names["wrapped"])
    assert has_definition(runpy.run_path(path)["plain"])


def test_what_was_never_in_a_file_is_not_found():
    names: dict = {}
    exec("def f(n): return n", names)
    assert not has_definition(names["f"])


def test_a_changed_function_has_the_closure_the_defaults_and_the_lines_of_the_first(names):
    inner, plain = names["inner"], names["plain"]
    node = definition(inner)
    node.body = ast.parse("return min(most, n) + given").body
    changed = build(inner, node, [], {"given": 40})
    assert changed(9) == 43
    node = definition(plain)
    changed = build(plain, node, [], {})
    assert changed() == 2
    assert changed.__code__.co_firstlineno == plain.__code__.co_firstlineno
    assert changed.__code__.co_filename == plain.__code__.co_filename
