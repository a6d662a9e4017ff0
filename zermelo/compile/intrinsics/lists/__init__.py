"""Lists and tuples of numbers in users' compiled functions, on the stack. Importing this registers them with Numba.

kinds      their types, and how they lie in memory
making     what makes a list, a tuple or a view of another value
items      reading and writing items, and going over them
tables     constants
consuming  `sum`, `min`, `sorted` and the like, and the methods of lists

Built-in games use none of this, and do not import it: compile/rewriting/ puts it into users' functions.
"""

from __future__ import annotations

from zermelo.compile.intrinsics.lists import consuming, items, kinds, making, tables

__all__ = ["consuming", "items", "kinds", "making", "tables"]
