"""The content of what is compiled: code and every value that it reaches, as a key for the disk cache.

Numba's own cache forgets closures over other functions and does not see edits in other files, so it can play
yesterday's rules. Here the key covers the function's code, every function, class and constant that it reaches through
closures, globals and modules, what users have registered with Numba, and the versions of all that is not looked into.
Two keys are equal only if all of that is. A value that cannot be compared with one of another process (a lock, a
function in a C library) makes the key one that no other process has.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

from zermelo.compile.cache.digest import Digest
from zermelo.installed import is_installed

FORMAT = 3  # of what is kept; a new number makes all older files misses
PASSING = "passing-"  # begins a key that is of no use to other processes

SETTINGS = ("BOUNDSCHECK", "DEBUGINFO_DEFAULT", "LOOP_VECTORIZE", "OPT", "SLP_VECTORIZE")  # of Numba
COMPILER = ("numba/**/*.py", "kernel/kernels.py")  # our files that decide what machine code comes out


def content_key(*values: Any) -> str:
    """A digest of functions (or other values) and all they reach; equal only if what is compiled would be equal."""
    return described(*values)[0]


def described(*values: Any) -> tuple[str, str]:
    """The content key, and the first value that no other process can compare with its own ("": there is none)."""
    digest = Digest(whole=True)
    digest.note(FORMAT, *versions(), *_settings(), _compiler())
    try:
        digest.visit_all(values)
        digest.visit_all(_registered())
    except Exception:  # objects of users may raise anything when they are looked at, and nest too deeply
        digest.give_up(values)
    key = digest.text
    return (PASSING + key if digest.unknown else key), digest.unknown


@cache
def versions() -> tuple[str, ...]:
    """The versions of what is not looked into: Python, and what compiles where it is installed."""
    if not is_installed("numba"):
        return (sys.version,)
    import llvmlite
    import numba
    import numpy

    return sys.version, numpy.__version__, numba.__version__, llvmlite.__version__


def _settings() -> list[str]:
    """How Numba is set."""
    if not is_installed("numba"):
        return []
    from numba.core import config

    return [str(getattr(config, name, "")) for name in SETTINGS]


def _registered() -> Iterable[Any]:
    """What users have registered with Numba."""
    if not is_installed("numba"):
        return ()
    from zermelo.compile.cache.registrations import of_users

    return of_users()


def is_lasting(key: str) -> bool:
    """Can another process have this content key?"""
    return not key.startswith(PASSING)


def frozen_key(function: Callable[..., Any]) -> str:
    """A digest of a function and of what the compiler freezes into its code, to be compared within one process."""
    digest = Digest(whole=False)
    digest.visit(function)
    return digest.text


@cache
def _compiler() -> str:
    """A digest of our files that decide what machine code comes out, though no kernel refers to them."""
    folder, digest = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(path for pattern in COMPILER for path in folder.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()
