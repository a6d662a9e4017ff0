"""What compiled code gets in place of plain Python. Importing this package registers everything with Numba.

integers             integers: their bits, vectors of them, wide words, and users' integers of any size
lists, containers    lists on the stack; what Numba lacks of tuples and lists
lookups, rows        dictionaries and sets of constants; their values of different lengths, and constant lists
records, casting     methods and `replace` of states; states brought back to the type of the initial one
words, storing       Memory and Window: words behind a pointer; states written into words and read back
machine              instructions on memory: `atomics`, `fetching` and `mapped` of `zermelo.compile.plain`
columns              rows of numbers behind a pointer, whose columns have names
actions              actions as numbers, `zermelo.knowledge.action_word`
numbers, scratch, shared   the same as in `zermelo.compile.plain`, for compiled code
registering          how types and calls are told to Numba
"""

from __future__ import annotations

# ruff: noqa: F401
from zermelo.compile.numba.intrinsics import (
    actions,
    containers,
    lookups,
    machine,
    numbers,
    records,
    rows,
    scratch,
    shared,
)
from zermelo.compile.numba.intrinsics.casting import caster
from zermelo.compile.numba.intrinsics.columns import NamedMemory
from zermelo.compile.numba.intrinsics.integers import bits, lanes, long, long_verbs, methods, sliding, wide
from zermelo.compile.numba.intrinsics.storing import store, stored
from zermelo.compile.numba.intrinsics.words import Memory, MemoryType, offset, window

__all__ = ["Memory", "MemoryType", "NamedMemory", "caster", "offset", "store", "stored", "window"]
