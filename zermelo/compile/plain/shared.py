"""Large arrays of constants that compiled code reads where they lie.

An array that a function uses is frozen into its machine code, which makes kernels large, and those with arrays of over
a megabyte cannot be kept on disk. A SharedTable is known to the machine code by a name instead, which is resolved when
the kernel is loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

PREFIX = "zermelo_table_"
LINE = 64  # bytes: where numbers of 16 bits begin at a multiple of it, vectors of them are read at once


class SharedTable:
    """A flat array of numbers. It is made when a number is first read, or when a kernel that reads it is prepared."""

    __slots__ = ("_array", "_content", "_make", "_name")  # no __dict__: content keys would hold what is in it

    def __init__(self, make: Callable[[], Any], *content: Any) -> None:
        """content: what the numbers follow from (see content.content_key): equal content means equal numbers."""
        self._make, self._content = make, content
        self._array: Any = None
        self._name = ""

    @property
    def array(self) -> Any:
        """The numbers, which live as long as the process: kernels hold their address."""
        if self._array is None:
            import llvmlite.binding

            from zermelo.installed import np

            array = np.ascontiguousarray(self._make()).reshape(-1)
            if array.dtype == np.int16 and array.ctypes.data % LINE:
                array = _aligned(array)
            _living().append(array)
            llvmlite.binding.add_symbol(self.name, array.ctypes.data)
            self._array = array
        return self._array

    @property
    def name(self) -> str:
        """The name under which kernels know the table."""
        if not self._name:
            from zermelo.compile.cache.content import content_key

            self._name = PREFIX + content_key(*self._content)[-40:]
        return self._name

    @property
    def origin(self) -> tuple[Any, ...]:
        """What a table with the same numbers is made of."""
        return self._make, *self._content

    def __getitem__(self, index: int) -> Any:
        return self.array[index].item()

    def __reduce__(self) -> tuple[Any, ...]:
        """To the disk cache a table is its name and the type of its numbers. Whoever asks may load a kernel next."""
        return SharedTable, (self.name, self.array.dtype.str)


def _aligned(array: Any) -> Any:
    """A copy that begins at a multiple of LINE."""
    from zermelo.installed import np

    room = np.empty(array.nbytes + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    found = room[start : start + array.nbytes].view(array.dtype)
    found[:] = array
    return found


@cache
def _living() -> list[Any]:
    """The arrays of all tables."""
    return []
