"""Vectors of whole numbers of 16 bits, added and multiplied lane by lane; what is too large wraps around.

Compiled code keeps them in the widest registers that the processor has (intrinsics/integers/lanes.py). Here they are
arrays of NumPy, with the same results to the bit. Wherever a count is asked for it is a constant: written in the code,
or bound in the closure.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import signed
from zermelo.installed import np

IN_A_WORD = 4  # lanes that a word of 64 bits holds


def lanes_of(table: Any, index: int, count: int) -> Any:
    """So many numbers of a SharedTable of 16-bit integers, from an index on that is a multiple of the count."""
    return table.array[index : index + count]


def loaded(memory: Any, word: int, count: int) -> Any:
    """The lanes that `put` wrote into a memory from a word on."""
    words = [signed(int(memory[word + place])) for place in range(count // IN_A_WORD)]
    return np.array(words, np.int64).view(np.int16)


def put(memory: Any, word: int, lanes: Any) -> None:
    """Writes lanes, a multiple of four, into a memory from a word on."""
    for place, found in enumerate(np.ascontiguousarray(lanes).view(np.int64)):
        memory[word + place] = int(found)


def plus(one: Any, other: Any) -> Any:
    """The sums of two vectors."""
    return one + other


def minus(one: Any, other: Any) -> Any:
    """The differences of two vectors."""
    return one - other


def squared_dot(lanes: Any, weights: Any, top: int) -> int:
    """Σ min(top, max(0, lane))² · weight: top · weight fits in 16 bits, and the sum in 32."""
    held = np.clip(lanes, 0, top)
    products = held.astype(np.int32) * (held * weights).astype(np.int32)
    return int(products.sum(dtype=np.int32))
