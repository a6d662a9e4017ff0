"""Steps on shared arrays that no other thread can come between.

Plain Python here, where one thread works on an array; compiled code gets the machine's own instructions for the same
names (see intrinsics/machine.py).
"""

from __future__ import annotations

from typing import Any


def read(array: Any, index: int) -> Any:
    """What is at array[index]; all that was written before it was put there with `replace` is seen."""
    return array[index]


def add(array: Any, index: int, value: Any) -> Any:
    """Adds to array[index]; returns what was there before."""
    before = array[index]
    array[index] = before + value
    return before


def replace(array: Any, index: int, expected: int, value: int) -> bool:
    """Writes array[index] if what is there is as expected; says whether it was. All that was written before is seen."""
    if array[index] != expected:
        return False
    array[index] = value
    return True
