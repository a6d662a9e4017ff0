"""Words of files that are mapped into memory, read where they lie.

A kernel's memory holds only numbers. Compiled code knows a mapped file by its address, interpreted code by the array.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def words_at(place: Any) -> Any:
    """The 64-bit words at a place that `place_of` gave."""
    return place


def place_of(words: np.ndarray, compiled: bool) -> Any:
    """Where an array of 64-bit words lies, as a kernel's memory holds it. The array must outlive the memory."""
    return words.ctypes.data if compiled else words
