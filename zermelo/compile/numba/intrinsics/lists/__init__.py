"""Lists and tuples of numbers in users' compiled functions, on the stack. Importing this registers them with Numba.

varying    tuples whose length varies: their type
kinds      the types of lists, and how they lie in memory
making     what makes a list, a tuple or a view of another value
items      reading and writing items of lists, and going over them
casts      tuples whose length varies, made of other values; joining: what is done with them
tables     constants
consuming  `sum`, `min`, `sorted` and the like, and the methods of lists

Built-in games use none of this, and do not import it: compile/numba/rewriting/ puts it into users' functions.
"""

from __future__ import annotations

from zermelo.compile.numba.intrinsics.lists import casts, consuming, items, joining, kinds, making, tables, varying

__all__ = ["casts", "consuming", "items", "joining", "kinds", "making", "tables", "varying"]
