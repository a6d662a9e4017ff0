"""Kernels over arrays alone: no rules are compiled into them, so one serves all games."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from zermelo.compile.cache.tables import Filler, interpreted
from zermelo.compile.kernel.events import telling
from zermelo.installed import is_installed


def array_kernel(game: str, label: str, filler: Filler, compiled: bool, *arguments: Any) -> Callable[..., Any]:
    """The factory's kernel for arguments of these types, kept in this process.

    game, label: who is told to wait while it is compiled, and what for.
    Compiled, it releases the GIL, allocates nothing, and division by 0 gives infinity.
    """
    if not compiled or not is_installed("numba"):
        return interpreted(filler)
    import numba

    import zermelo.compile.numba.intrinsics  # noqa: F401  (registers bits)
    from zermelo.compile.kernel.kernels import compile_kernel, inside

    place = filler, tuple(numba.typeof(argument) for argument in arguments)
    known = _kernels()
    if place not in known:
        kernel = filler(inside(nogil=True, _nrt=False, error_model="numpy"))
        with telling(game, label) as begin:
            compile_kernel(kernel, place[1], begin)
        known[place] = kernel
    return known[place]


@cache
def _kernels() -> dict[Any, Callable[..., Any]]:
    """The kernels of this process, by factory and types."""
    return {}
