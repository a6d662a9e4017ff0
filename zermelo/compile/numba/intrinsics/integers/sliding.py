"""`bits.along` in compiled code, by the method that suits the processor. Importing this module registers it with Numba.

Both methods subtract a bit beside the slider from the blockers, so that the borrow runs up to the first of them; they
differ in how they look downward. Arm reverses the bits of a word in one instruction. x86-64 takes from four (where it
has GFNI) to fifteen for that, but finds the highest set bit in one.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload

from zermelo import bits
from zermelo.bits import highest, reverse
from zermelo.compile.numba.intrinsics.registering import types

ONE = np.uint64(1)


def along_by_reversal(line, occupied, piece):
    """Looks downward as it looks upward, in the reversed word (hyperbola quintessence)."""
    blockers = occupied & line
    upward = blockers - (piece << ONE)
    downward = reverse(reverse(blockers) - (reverse(piece) << ONE))
    return (upward ^ downward) & line


def along_by_difference(line, occupied, piece):
    """All from the nearest blocker below to the nearest above: twice the upper bit less the lower.

    Known as obstruction difference.
    Where there is no blocker below, bit 0 stands in for it; where there is none above, the difference wraps round.
    """
    blockers, below = occupied & line, piece - ONE
    upper = blockers & ~below
    nearest_above = upper & (~upper + ONE)
    nearest_below = ONE << np.uint64(highest((blockers & below) | ONE))
    return ((nearest_above << ONE) - nearest_below) & line


METHODS: dict[str, Callable[..., Any]] = {"reversal": along_by_reversal, "difference": along_by_difference}


def chosen_method() -> str:
    """The name of the faster method here; `python benchmarks/sliding.py` measures both.

    It depends on nothing but the architecture, which Numba's key to cached code includes.
    """
    return "reversal" if platform.machine().lower() in ("aarch64", "arm64") else "difference"


@overload(bits.along)
def _along(line, occupied, piece):
    if line == occupied == piece == types.uint64:
        return METHODS[chosen_method()]
