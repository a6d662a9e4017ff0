"""Kinds of edit to a user's game, each of which changes what the game is worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

GAME = """
import ctypes, enum, functools, os
from pathlib import Path
from typing import NamedTuple
import numba
import numpy as np
from numba.experimental import jitclass
from numba.extending import intrinsic, overload, overload_method
from zermelo import Game

class {name}State(NamedTuple):
    number: int
    player: int

{code}

def game(parameter: int = 3) -> Game:
    def actions(state):
        yield 0
    def result(state, action):
        return {name}State(0, state.player)
    return Game(
        lambda: {name}State(1, 0), lambda state: state.player, actions, result,
        lambda state: state.number == 0, lambda state, player: float(worth(state.number)){more}, max_actions=1,
    )
"""


@dataclass(frozen=True)
class Edit:
    """A user's code, which defines worth(1), and what is edited in it or in a file beside it."""

    code: str
    old: str
    new: str
    worth: tuple[float, float] = (3.0, 5.0)  # before the edit and after it
    beside: dict[str, str] = field(default_factory=dict)  # file name -> text; {name} is the edit's own
    more: str = ""  # ends the utility
    compiles: bool = True
    kept: bool = True  # in the disk cache

    def write(self, folder: Path, name: str, edited: bool) -> Path:
        """Writes the game's files, before or after the edit; returns the game's."""
        code = GAME.replace("{code}", self.code).replace("{more}", self.more)
        name = f"edited_{name}"  # not that of a module of Python's
        for file, text in {"{name}.py": code, **self.beside}.items():
            path = folder / file.replace("{name}", name)
            path.parent.mkdir(exist_ok=True)
            text = text.replace("{name}", name)
            path.write_text(text.replace(self.old, self.new) if edited else text)
        return folder / f"{name}.py"


PLUS = "def worth(n):\n    return n + {}"
OVERLOADED = """
def special(n):
    return n

@overload(special)
def compiled_special(n):
    return lambda n: n + 2

def worth(n):
    return special(n)
"""
METHOD = """
@overload_method(numba.types.Integer, "raised_{name}")
def compiled_raised(n):
    return lambda n: n + 2

def worth(n):
    return n.raised_{name}()
"""
JITCLASS = """
@jitclass([("factor", numba.int64)])
class Scale:
    def __init__(self, factor):
        self.factor = factor
    def of(self, n):
        return self.factor * n + 2

def worth(n):
    return Scale(1).of(n)
"""
INTRINSIC = """
@intrinsic
def raised(context, n):
    def build(context, builder, signature, arguments):
        return builder.add(arguments[0], context.get_constant(signature.return_type, 2))
    return n(n), build

def worth(n):
    return raised(n)
"""
DECORATED = """
def raising(function):
    @functools.wraps(function)
    def raised(n):
        return function(n) + 2
    return raised

@raising
def worth(n):
    return n
"""
POINTER = """
raised = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_double)(lambda n: n + 2)

def worth(n):
    return raised(float(n))
"""

EDITS = {
    "literal": Edit(PLUS.format(2), "n + 2", "n + 4"),
    "constant": Edit("W = 2\n" + PLUS.format("W"), "W = 2", "W = 4"),
    "numba_type": Edit(
        "W = numba.float32\ndef worth(n):\n    return W(n + 0.1)", "float32", "float64", (1.100000023841858, 1.1)
    ),
    "slice": Edit(
        "CUT = slice(0, 3)\nT = np.arange(9)\ndef worth(n):\n    return len(T[CUT])", "slice(0, 3)", "slice(0, 5)"
    ),
    "vectorized": Edit(
        "@numba.vectorize\ndef f(n):\n    return n + 2\ndef worth(n):\n    return f(n)", "n + 2", "n + 4"
    ),
    "overload": Edit(OVERLOADED, "n + 2", "n + 4"),
    "overload_method": Edit(METHOD, "n + 2", "n + 4"),
    "overload_elsewhere": Edit(
        "from {name}_special import special\nimport {name}_unseen as _\ndel _\ndef worth(n):\n    return special(n)",
        "n + 2",
        "n + 4",
        beside={
            "{name}_special.py": "def special(n):\n    return n\n",
            "{name}_unseen.py": "from numba.extending import overload\nfrom {name}_special import special\n"
            "@overload(special)\ndef compiled_special(n):\n    return lambda n: n + 2\n",
        },
    ),
    "jitclass": Edit(JITCLASS, "* n + 2", "* n + 4"),
    "intrinsic": Edit(INTRINSIC, "return_type, 2", "return_type, 4"),
    "dispatcher": Edit("@numba.njit\ndef f(n):\n    return n + 2\ndef worth(n):\n    return f(n)", "n + 2", "n + 4"),
    "dispatcher_option": Edit(
        'jit = numba.njit(locals={"m": numba.uint8})\n@jit\ndef worth(n):\n    m = n + 299\n    return m',
        "uint8",
        "int64",
        (44, 300),
    ),
    "helper": Edit(
        "from {name}_help import f\ndef worth(n):\n    return f(n)",
        "n + 2",
        "n + 4",
        beside={"{name}_help.py": "def f(n):\n    return n + 2\n"},
    ),
    "helper_of_helper": Edit(
        "from {name}_help import f\ndef worth(n):\n    return f(n)",
        "n + 2",
        "n + 4",
        beside={
            "{name}_help.py": "from {name}_more import g\ndef f(n):\n    return g(n)\n",
            "{name}_more.py": "def g(n):\n    return n + 2\n",
        },
    ),
    "module_attribute": Edit(
        "import {name}_help\n" + PLUS.format("{name}_help.W"), "W = 2", "W = 4", beside={"{name}_help.py": "W = 2\n"}
    ),
    "module_in_closure": Edit(
        "def make():\n    import {name}_help as here\n    def worth(n):\n        return n + here.W\n    return worth\n"
        "worth = make()",
        "W = 2",
        "W = 4",
        beside={"{name}_help.py": "W = 2\n"},
    ),
    "module_in_module": Edit(
        "import {name}_pack.sub\ndef worth(n):\n    return {name}_pack.sub.f(n)",
        "n + 2",
        "n + 4",
        beside={"{name}_pack/__init__.py": "", "{name}_pack/sub.py": "def f(n):\n    return n + 2\n"},
    ),
    "default": Edit("def worth(n, more=2):\n    return n + more", "more=2", "more=4"),
    "keyword_default": Edit(
        "def f(n, *, more=2):\n    return n + more\ndef worth(n):\n    return f(n)", "more=2", "more=4", compiles=False
    ),
    "closure": Edit(
        "def make(more):\n    def worth(n):\n        return n + more\n    return worth\nworth = make(2)",
        "make(2)",
        "make(4)",
    ),
    "decorator": Edit(DECORATED, "(n) + 2", "(n) + 4"),
    "class_attribute": Edit("class C:\n    W = 2\n" + PLUS.format("C.W"), "W = 2", "W = 4", compiles=False),
    "enum": Edit("class E(enum.IntEnum):\n    W = 2\n" + PLUS.format("E.W"), "W = 2", "W = 4"),
    "array": Edit("T = np.array([0, 3])\ndef worth(n):\n    return T[n]", "[0, 3]", "[0, 5]"),
    "dtype": Edit(
        'D = np.dtype("uint8")\ndef worth(n):\n    return np.full(1, n + 299).astype(D)[0]', "uint8", "int64", (44, 300)
    ),
    "tuple": Edit("T = ((0, 3), 1)\ndef worth(n):\n    return T[0][n]", "(0, 3)", "(0, 5)"),
    "partial": Edit(
        "def add(a, b):\n    return a + b\nworth = functools.partial(add, 2)", "add, 2", "add, 4", compiles=False
    ),
    "frozenset": Edit("S = frozenset({1, 2})\ndef worth(n):\n    return 3 if n in S else 5", "{1, 2}", "{2, 3}"),
    "dictionary": Edit("D = {1: 3}\ndef worth(n):\n    return D[n]", "1: 3", "1: 5"),
    "parameter": Edit("def worth(n):\n    return n", "parameter: int = 3", "parameter: int = 5", more=" * parameter"),
    "data_file": Edit(
        'W = int(Path(__file__).with_suffix(".txt").read_text())\n' + PLUS.format("W"),
        "2",
        "4",
        beside={"{name}.txt": "2"},
    ),
    "pointer": Edit(POINTER, "n + 2", "n + 4", kept=False),
}
