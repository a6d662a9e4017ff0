"""Records of arrays as kernels take them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from zermelo.compile.plain.columns import Columns, Row
from zermelo.installed import is_array


def as_pointers(compiled: bool, record: Any, but: Sequence[str] = ()) -> Any:
    """A NamedTuple of arrays as a kernel takes it: compiled, a pointer for each array, which compiles faster.

    but: fields that stay as they are, such as an array that the game's own functions write into. What is no array
    stays too.
    """
    if not compiled:
        return record
    from zermelo.compile.numba.intrinsics import Memory, NamedMemory

    def pointer(name: str, value: Any) -> Any:
        if isinstance(value, Columns | Row):
            return NamedMemory(value)
        return Memory(value) if is_array(value) and name not in but else value

    return type(record)(*(pointer(name, value) for name, value in record._asdict().items()))
