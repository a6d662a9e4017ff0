"""Large arrays of constants that compiled code reads where they lie.

An array that a function uses is frozen into its machine code, which makes kernels large, and those with arrays of over
a megabyte cannot be kept on disk. A SharedTable is known to the machine code by a name instead, which is resolved when
the kernel is loaded.
"""

from __future__ import annotations

from functools import cache
from typing import Any

PREFIX = "zermelo_table_"


class SharedTable:
    """A flat array of numbers, by its name. It lives as long as the process: kernels hold its address."""

    def __init__(self, array: Any, key: str) -> None:
        """key: what the content follows from (see content.content_key): equal keys mean equal arrays."""
        import llvmlite.binding
        import numpy as np

        self.array = np.ascontiguousarray(array).reshape(-1)
        self.name = PREFIX + key[-40:]
        _living().append(self.array)
        llvmlite.binding.add_symbol(self.name, self.array.ctypes.data)

    def __getitem__(self, index: int) -> Any:
        return self.array[index].item()

    def __reduce__(self) -> tuple[Any, ...]:
        """To the disk cache a table is its name and the type of its numbers."""
        return SharedTable, (self.array.dtype.str, self.name)


@cache
def _living() -> list[Any]:
    """The arrays of all tables."""
    return []
