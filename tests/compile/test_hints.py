"""What does not compile is told in one line: the function, the line, its text, and what to write instead."""

from __future__ import annotations

import re
import textwrap

import numba
import pytest

import zermelo
from zermelo.compile.kernel.compiled import register
from zermelo.compile.kernel.failures import explain
from zermelo.compile.kernel.hints import advised
from zermelo.compile.kernel.kernels import compile_unkept, inside
from zermelo.compile.kernel.states import type_of_state
from zermelo.compile.numba.intrinsics import caster

FILE = """
import itertools, math, random
from collections import Counter, deque
from typing import NamedTuple

import numpy as np
from zermelo import Game

class Step(NamedTuple):
    place: int
    ply: int

class Helper:
    size = 3

HELPER = Helper()
NAMES = {0: "a", 1: "b"}
WORDS = ["a", "b"]
LETTERS = {"a", "b"}
OBJECTS = np.array([1, None], dtype=object)
MIXED = (1, 2.5, (3, 4))
COUNT = 0

def many(a, **rest):
    return a

def named(a, *, b=1):
    return a + b

def endless(n):
    return endless(n - 1)

def result(state, n):
BODY

def game() -> Game:
    return Game(lambda: Step(0, 0), lambda s: 0, lambda s: iter((1, 2)), result, lambda s: s.ply > 3, lambda s, p: 0.0)
"""
FIRST = FILE[: FILE.index("BODY")].count("\n") + 1  # the line where the body begins

CASES = [  # the body of `result`, the line that is to blame (from 0), and what is told
    ("return Step(state.plase, 0)", 0, "Step has no plase that compiles"),
    ("return Step(len(NAMES[n]), 0)", 0, "NAMES is a dictionary that does not compile: one whose keys are integers"),
    ("return Step(1 if n in LETTERS else 0, 0)", 0, "texts? "),
    ("seen = {}\nreturn Step(len(seen), 0)", 0, "a dictionary that begins empty does not compile"),
    ("seen = {1: 2, 2: 'x'}\nreturn Step(seen[1], 0)", 0, "the entries of a dictionary must be of one type"),
    ("return Step(Counter([1, n])[1], 0)", 0, "Counter does not compile: use a list or an array"),
    ("queue = deque([n])\nreturn Step(len(queue), 0)", 0, "deque does not compile: use a list or an array"),
    ("text = '%d' % n\nreturn Step(len(text), 0)", 0, "a text does not compile here: give each word a number"),
    ("x = 0\ntry:\n    x = 1 // n\nexcept ZeroDivisionError:\n    x = 2\nreturn Step(x, 0)", 3, "only `except Exc"),
    ("found = [1]\nfound.append((1, 2))\nreturn Step(n, 0)", 1, "the items of a list must be of one type"),
    ("a, *rest = (n, 2, 3)\nreturn Step(a, 0)", 0, "unpacking with a star does not compile"),
    ("return Step(*[n, 2])", 0, "a star before a list does not compile"),
    ("return Step(many(n, b=2), 0)", 0, r"\*\*keywords do not compile"),
    ("return Step(named(n, b=2), 0)", 0, "arguments that can only be given by name do not compile"),
    ("return Step(HELPER.size, 0)", 0, "HELPER is an object of the class Helper: keep its numbers in a tuple"),
    ("return Step(endless(n), 0)", -3, "a function that calls itself does not compile"),
    ("def inner(x):\n    return inner(x)\nreturn Step(inner(n), 0)", 0, "a function inside this one that calls itself"),
    ("return Step(len(OBJECTS), 0)", 0, "an array of objects does not compile"),
    ("return Step(MIXED[n], 0)", 0, "a tuple of different types cannot be indexed by a variable"),
    ("if n > 1:\n    return state\nreturn (1, 2, 3)", (1, 2), r"different types \(Step and a tuple of 3 whole"),
    ("for a in itertools.permutations((1, 2)):\n    n += 1\nreturn Step(n, 0)", 0, "itertools.permutations does not"),
    ("return Step(random.choice([1, 2]), 0)", 0, "random.choice does not compile: write it as a loop"),
    ("return Step(math.comb(n, 2), 0)", 0, "math.comb does not compile: write it as a loop"),
    ("x = np.lexsort(np.zeros((2, 2)))\nreturn Step(n, 0)", 0, "numpy.lexsort does not compile"),
    ("x = np.median(np.zeros((2, 2)), axis=0)\nreturn Step(n, 0)", 0, "median does not compile"),
    ("global COUNT\nCOUNT += 1\nreturn Step(COUNT, 0)", 1, "must not change a global: keep it in the state"),
    ("with open('x'):\n    pass\nreturn Step(n, 0)", 0, "a with block does not compile|open"),
    ("import os\nreturn Step(n, 0)", 0, "import at the top of the file"),
    ("class A:\n    x = 1\nreturn Step(A.x, 0)", 0, "define the class outside of the function"),
    ("match n:\n    case {'a': 1}:\n        return Step(1, 0)\nreturn Step(n, 0)", 1, "write if and elif"),
    ("x = [1, 2]\ndel x[0]\nreturn Step(n, 0)", 1, "del does not compile"),
    ("found = {n} | {'a'}\nreturn Step(len(found), 0)", 0, "a set of several types does not compile"),
    ("return Step(len(WORDS[n]), 0)", 0, "WORDS is a list that does not compile: one of numbers"),
    (
        "pair = (1, 2.5)\nfor x in pair:\n    n += 1\nreturn Step(n, 0)",
        1,
        "through a tuple of a whole number and a float",
    ),
    ("return Step((n, 1) // 2, 0)", 0, "`//` does not compile for a tuple of 2 whole numbers and a whole number"),
    ("print(n, end='')\nreturn Step(n, 0)", 0, "print compiles with plain values only"),
    ("return Step(unknown(n), 0)", 0, "there is no unknown"),
    ("return Step('a', 0)", None, "result makes place a text, which is a whole number at the start"),
    ("return Step(n / 2, 0)", None, "result makes place a float, .* write // for /"),
    ("Step(n, 0)", None, "result returns None, and the initial state is Step"),
]


@pytest.mark.parametrize(("body", "line", "told"), CASES, ids=[case[0].partition("\n")[0][:40] for case in CASES])
def test_it_is_told_in_one_line(tmp_path, body, line, told):
    path = tmp_path / "steps.py"
    path.write_text(FILE.replace("BODY", textwrap.indent(body, "    ")))
    game = zermelo.load(str(path))
    kind = type_of_state(game.initial())
    result, as_state = register(game.result), caster(kind, "result")
    kernel = inside(_nrt=True)(lambda state, n: as_state(result(state, n)))
    with pytest.raises(Exception) as raised:  # noqa: PT011  (whatever the compiler raises)
        compile_unkept(kernel, (kind, numba.int64))
    reason = explain(raised.value, game)
    assert len(reason) < 300
    assert "\n" not in reason
    assert not re.search(r"int64|Tuple\(|Function\(|<class|Literal", reason), reason
    lines = path.read_text().splitlines()
    places = [FIRST + n for n in (line if isinstance(line, tuple) else () if line is None else (line,))]
    name = "endless" if line == -3 else "result"
    starts = tuple(f"{name}, line {place} of steps.py, `{lines[place - 1].strip()[:50]}" for place in places)
    assert reason.startswith(starts) if starts else not reason.startswith("result,"), reason
    assert re.search(told, reason), reason


@pytest.mark.parametrize(
    ("one", "other", "told"),
    [
        (
            "UniTuple(int64 x 2)",
            "UniTuple(int64 x 3)",
            "a tuple of 2 whole numbers in .* a tuple of 3 whole",
        ),
        (
            "UniTuple(int64 x 2)",
            "Tuple(int64, float64)",
            "of 2 whole numbers in .* of a whole number and a float",
        ),
        (
            "Tuple()",
            "UniTuple(UniTuple(int64 x 2) x 3)",
            "an empty tuple in .* a tuple of 3 tuples of 2 whole",
        ),
        (
            "S(int64 x 2)",
            "S(int64, float64)",
            r"S\(a whole number, a whole number\) in .* a float\)",
        ),
        ("S(int64 x 2)", "none", "x is S in one place and None in another"),
    ],
)
def test_two_types_differ_in_words_too(one, other, told):
    assert re.search(told, advised(f"Cannot unify {one} and {other} for 'x.1'", "x = y"))


def test_a_complaint_that_is_not_known_is_cut_short():
    assert advised("Something new\nwith more\n" * 99, "") == "Something new"
    assert len(advised("x" * 1000, "")) == 160
    assert advised("", "x = 1") == "it does not compile"


def test_an_unknown_complaint_shows_no_address():
    assert advised("<numba.core.Thing object at 0x7fbf5fe89fd0> is odd", "") == "it is odd"
    told = advised("<numba.core.base.OverloadSelector object at 0x7f>, (List(reflected list(int64)), True)", "t[0]")
    assert told.startswith("a table of lists does not compile here")
