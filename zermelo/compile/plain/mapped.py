"""Words of files that are mapped into memory, read where they lie.

A kernel's memory holds only numbers. Compiled code knows a mapped file by its address, interpreted code by the array.
"""

from __future__ import annotations

from typing import Any

from zermelo.installed import is_array


def words_at(place: Any) -> Any:
    """The 64-bit words at a place that `place_of` gave."""
    return place


def place_of(words: Any, compiled: bool) -> Any:
    """Where 64-bit words lie, an array or what `new_words` made, as a memory holds it. They must outlive the memory."""
    if not compiled:
        return words
    return words.ctypes.data if is_array(words) else words.address
