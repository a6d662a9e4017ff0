"""Arrays that take long to fill, such as the exact values of a game: filled by compiled code, kept in the cache folder.

A filler is a factory: filler(jit) returns fill(table, …), decorated by jit as are the functions that it calls.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from zermelo.compile.kernel.events import telling
from zermelo.installed import is_installed

LONE = {"nogil": True, "_nrt": False}  # how Numba is told
Filler = Callable[[Callable[..., Any]], Callable[..., Any]]  # a factory of the kernel, given its decorator


def kept_table(game: str, label: str, filler: Filler, table: Any, *arguments: Any) -> Any:
    """The table, filled by the factory's kernel: fill(table, *arguments). It is filled once and then read from disk.

    game, label: who is told to wait, and what for: "yahtzee", "optimal play".
    """
    from zermelo.compile.cache.content import content_key
    from zermelo.compile.cache.disk import read_array, write_array

    key = content_key(filler, table.shape, *arguments)
    found = read_array(key)
    if found is not None and found.shape == table.shape and found.dtype == table.dtype:
        return found
    run_kernel(game, label, filler, table, *arguments)
    write_array(key, table)
    return table


def run_kernel(game: str, label: str, filler: Filler, *arguments: Any) -> None:
    """Compiles the factory's kernel for these arguments, or finds it in the disk cache, and calls it."""
    with telling(game, label) as begin:
        begin()
        _compiled(filler, arguments, begin)(*arguments)


def compiled_kernel(game: str, label: str, filler: Filler, *arguments: Any, lone: bool = False) -> Callable[..., Any]:
    """The factory's kernel, compiled for arguments of the types of these, or from the disk cache.

    The plain functions that it calls are compiled with it. lone: it takes numbers and `Memory` only, so it can run
    without the GIL and without counting references.
    """
    with telling(game, label) as begin:
        return _compiled(filler, arguments, begin, lone)


def is_compiled(filler: Filler, *arguments: Any, lone: bool = False) -> bool:
    """Is the factory's kernel for arguments of these types in the disk cache, or does it run interpreted anyway?"""
    if not is_installed("numba"):
        return True
    from zermelo.compile.kernel.kernels import is_kept

    return is_kept(*_uncompiled(filler, arguments, lone))


def _compiled(
    filler: Filler, arguments: tuple[Any, ...], begin: Callable[[], None], lone: bool = False
) -> Callable[..., Any]:
    if not is_installed("numba"):
        return interpreted(filler)
    from zermelo.compile.kernel.kernels import compile_kernel

    kernel: Callable[..., Any]
    kernel, types = _uncompiled(filler, arguments, lone)
    compile_kernel(kernel, types, begin)
    return kernel


def _uncompiled(filler: Filler, arguments: tuple[Any, ...], lone: bool) -> tuple[Any, tuple[Any, ...]]:
    """The factory's kernel, not yet compiled, and the types of its arguments."""
    import numba

    from zermelo.compile.kernel.kernels import inside

    kernel = filler(inside(**LONE) if lone else inside())
    _register_reached(kernel)
    return kernel, tuple(numba.typeof(argument) for argument in arguments)


def _register_reached(kernel: Any) -> None:
    """Makes the plain functions that a kernel, and the decorated functions in it, call known to the compiler."""
    from zermelo.compile.cache.reached import reached
    from zermelo.compile.kernel.compiled import register

    waiting = [kernel]
    for decorated in waiting:  # which grows meanwhile
        for _, value in reached(decorated.py_func):
            if not hasattr(value, "py_func"):
                register(value)
            elif value not in waiting:
                waiting.append(value)


def interpreted(filler: Filler) -> Callable[..., Any]:
    """The factory's kernel as plain Python."""
    return filler(lambda function: function)
