"""What compiled code gets in place of plain Python. Importing this package registers everything with Numba.

actions   actions as numbers, `zermelo.hidden.knowledge.action_word`
bits      machine instructions for `zermelo.bits`
records   methods and `replace` of NamedTuples and frozen dataclasses
wide      words of 128, 256 and 384 bits; operators: theirs and those of long
long      integers of users' games beyond 64 bits; long_verbs: their methods, and `zermelo.bits` of them
integers  methods of Python's integers
containers  what Numba lacks of tuples and lists
words     Memory and Window: words behind a pointer
lookups   dictionaries and sets of constants; rows: their values of different lengths, and constant lists
casting   states brought back to the type of the initial one
sliding   `zermelo.bits.along`, by the method that suits the processor
atomics   the machine's atomic instructions for `zermelo.compile.atomics`
fetching  the machine's instruction for `zermelo.compile.fetching`
mapped    files in memory, `zermelo.compile.mapped`
storing   states written into words and read back
numbers   the numbers of a state, `zermelo.compile.numbers`
shared    tables that are not frozen into the code, `zermelo.compile.shared`
scratch   numbers on the stack for `zermelo.compile.scratch`
"""

from __future__ import annotations

from zermelo.compile.intrinsics import (
    actions,
    atomics,
    bits,
    containers,
    fetching,
    integers,
    long,
    long_verbs,
    lookups,
    mapped,
    numbers,
    records,
    rows,
    scratch,
    shared,
    sliding,
    wide,
)
from zermelo.compile.intrinsics.casting import caster
from zermelo.compile.intrinsics.storing import store, stored
from zermelo.compile.intrinsics.words import Memory, MemoryType, offset, window

__all__ = [
    "Memory",
    "MemoryType",
    "actions",
    "atomics",
    "bits",
    "caster",
    "containers",
    "fetching",
    "integers",
    "long",
    "long_verbs",
    "lookups",
    "mapped",
    "numbers",
    "offset",
    "records",
    "rows",
    "scratch",
    "shared",
    "sliding",
    "store",
    "stored",
    "wide",
    "window",
]
