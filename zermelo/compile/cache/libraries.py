"""Which code is a library's, known by its version: it is not looked into."""

from __future__ import annotations

import os
import sys
import sysconfig
from functools import lru_cache

LIBRARIES = ("numpy", "numba", "llvmlite")  # and Python's own


def is_library(module: str) -> bool:
    """Is a module known by its version: NumPy, Numba, or in Python's own library?"""
    root = module.partition(".")[0]
    if root in LIBRARIES:
        return True
    if root not in sys.stdlib_module_names:
        return False
    # A user's file may have the name of a module of Python's.
    file = getattr(sys.modules.get(root), "__file__", None)
    return file is None or _is_inside(file, ("stdlib", "platstdlib"))


def is_installed(file: str) -> bool:
    """Is a file one of an installed package?"""
    return _is_inside(file, ("purelib", "platlib"))


@lru_cache(maxsize=4096)
def _is_inside(file: str, places: tuple[str, ...]) -> bool:
    return any(
        os.path.realpath(file).startswith(os.path.realpath(sysconfig.get_path(place)) + os.sep) for place in places
    )
