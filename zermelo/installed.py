"""What is installed here. Numba compiles and NumPy has arrays; the textbook's searches need neither.

A module that should be importable without NumPy takes `np` and `NDArray` from here: they are NumPy's, or say that NumPy
is missing when one of its functions is called.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from zermelo.game import ZermeloError

__all__ = ["NO_NUMBA", "NO_NUMPY", "NDArray", "NotInstalled", "is_array", "is_installed", "np", "row_of", "zeros"]

NO_NUMBA = "Numba is not installed here"
NO_NUMPY = "this needs NumPy, which is not installed here"


class NotInstalled(ZermeloError):
    """Something needs a library that is not installed here."""


@cache
def is_installed(library: str) -> bool:
    """Can the library be imported?"""
    try:
        return find_spec(library) is not None
    except (ImportError, ValueError):
        return False


def is_array(value: Any) -> bool:
    """Is it a NumPy array? There are none where NumPy has not been imported."""
    numpy: Any = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, numpy.ndarray)


def zeros(size: int, kind: Any = float) -> Any:
    """So many zeros, as an array of this kind; where NumPy is missing, as a list, which interpreted kernels take."""
    return np.zeros(size, kind) if is_installed("numpy") else [0] * size


def row_of(numbers: Sequence[float]) -> Any:
    """These numbers as an array; where NumPy is missing, as a list."""
    return np.array(numbers) if is_installed("numpy") else list(numbers)


class _Missing:
    """Stands for NumPy where it is not installed, and for its types and functions: naming them is no mistake."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # Python itself asks, not a caller
            raise AttributeError(name)
        return self

    def __call__(self, *_: Any, **__: Any) -> Any:
        raise NotInstalled(NO_NUMPY)

    def __instancecheck__(self, value: Any) -> bool:
        return False

    def __getitem__(self, parameters: Any) -> Any:  # of a type
        return self


if TYPE_CHECKING or is_installed("numpy"):
    import numpy as np
    from numpy.typing import NDArray
else:
    np = NDArray = _Missing()
