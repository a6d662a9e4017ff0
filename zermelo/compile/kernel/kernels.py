"""From a decorated function to machine code: the one way in which anything of ours is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.cache.codes import INSIDE


def inside(**options: Any) -> Callable[..., Any]:
    """A decorator for functions that only compiled code calls. `compile_kernel` opens one of them to Python."""
    import numba

    def decorate(function: Callable[..., Any]) -> Any:
        # A decorator of Numba's for each: functions of one decorator share its options, and would be opened together.
        return numba.njit(**options, **INSIDE)(function)

    return decorate


def compile_kernel(kernel: Any, types: tuple[Any, ...], begin: Callable[[], None]) -> None:
    """Compiles a kernel for arguments of these types, or finds it in the disk cache. It then takes no others.

    kernel: decorated by `inside`, as are the functions that it calls.
    begin: called if it must be compiled, before that begins (see events.telling).
    """
    from zermelo.compile.cache.kept import ContentCache
    from zermelo.compile.numba.patches import compiling_kernel

    _open(kernel)
    kernel._cache = ContentCache(kernel, types, missed=begin)
    with compiling_kernel(_long_bits(*types)):
        kernel.compile(types)
    kernel.disable_compile()  # arguments of other types are an error, not a second kernel


def entry_of(kernel: Any) -> Callable[..., Any]:
    """A compiled kernel without the look at the types of its arguments, which takes 0.3 ms where there are many.

    They must be those that it was compiled for: others are read as if they were.
    """
    (compiled,) = kernel.overloads.values()
    entry: Callable[..., Any] = compiled.entry_point
    return entry


def compile_unkept(kernel: Any, types: tuple[Any, ...]) -> None:
    """Compiles a kernel that is used once: it is neither looked for in the disk cache nor put there."""
    from zermelo.compile.numba.patches import compiling_kernel

    _open(kernel)
    with compiling_kernel(_long_bits(*types)):
        kernel.compile(types)
    kernel.disable_compile()


def is_kept(kernel: Any, types: tuple[Any, ...]) -> bool:
    """Is the kernel in the disk cache, so that `compile_kernel` need not compile it?"""
    from zermelo.compile.cache.kept import ContentCache

    _open(kernel)
    return ContentCache(kernel, types).holds()


def _long_bits(*types: Any) -> int:
    """How many bits the integers of a state have that need more than 64; 0: none does."""
    inner = [part for kind in types for part in (*getattr(kind, "types", ()), getattr(kind, "dtype", None)) if part]
    return max([*(getattr(kind, "long_bits", 0) for kind in types), _long_bits(*inner) if inner else 0])


def _open(kernel: Any) -> None:
    """Lets Python call a kernel."""
    kernel.targetoptions["no_cpython_wrapper"] = False
