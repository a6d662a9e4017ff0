"""Numbers for the time of one call. Compiled code keeps them on the stack (intrinsics/scratch.py)."""

from __future__ import annotations

from typing import Any


def scratch(size: int) -> Any:
    """So many float32 numbers, not set to anything, which are gone when the function that calls this returns.

    Compiled, the size must be a constant: written in the code, or bound in the closure.
    """
    from zermelo.installed import np

    return np.zeros(size, np.float32)


def scratch_words(size: int) -> Any:
    """So many words of 64 bits, likewise."""
    from zermelo.installed import np

    return np.zeros(size, np.int64)
