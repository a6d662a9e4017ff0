"""Compiled kernels on disk, as Numba's dispatchers ask for them."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from zermelo.compile.cache.content import described
from zermelo.compile.cache.disk import drop_file, read_file, write_file
from zermelo.compile.cache.folder import KERNEL, cache_folder
from zermelo.compile.kernel.events import tell_once


class ContentCache(_Cache):
    """A dispatcher's cache for arguments of one type. It never fails a search: trouble with the disk is told once."""

    def __init__(self, kernel: Any, types: tuple[Any, ...], missed: Callable[[], None] | None = None) -> None:
        """kernel: a dispatcher. missed: called when it is not found for these types, before it is compiled."""
        self._kernel, self._types, self._missed = kernel, types, missed

    def holds(self) -> bool:
        """Is the kernel on disk?"""
        return self._name is not None and read_file(self._name) is not None

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        """The compiled kernel; None where there is none, or none that can be loaded."""
        target_context.refresh()
        found = self._load(target_context)
        if found is None:
            if self._missed:
                self._missed()
            return None
        return found._replace(signature=found.signature.replace(args=self._types))

    def _load(self, target_context: Any) -> Any:
        content = read_file(self._name) if self._name else None
        if content is None or self._name is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception:  # written by us, and yet of no use here: a class that cannot be imported, say
            drop_file(self._name)
            return None

    def save_overload(self, signature: Any, data: Any) -> None:
        """Keeps a compiled kernel."""
        if self._name is None:
            return
        if data.library.has_dynamic_globals or any(not loop.can_cache for loop in data.lifted):
            tell_once(f"{self._label} is compiled in every process anew: it uses a large array or other memory")
            return
        try:
            content = dumps(data._reduce())
        except Exception as error:  # something in it cannot be pickled
            tell_once(f"{self._label} is compiled in every process anew: {type(error).__name__}: {error}")
            return
        write_file(self._name, content)

    @cached_property
    def _name(self) -> str | None:
        """The file's name; None, and a line that says why, where no other process could know that it is the same."""
        machine = self._kernel.targetctx.codegen().magic_tuple()
        key, unknown = described(self._kernel, self._types, machine)
        if unknown:
            tell_once(f"what uses {unknown} is compiled in every process anew: the value may be another one there")
            return None
        return f"{self._label}-{key[:40]}{KERNEL}"

    @property
    def _label(self) -> str:
        return re.sub(r"<locals>\.|[^\w.]", "", self._kernel.py_func.__qualname__)[-80:]

    @property
    def cache_path(self) -> str:
        """The folder, as Numba's statistics show it."""
        return str(cache_folder())

    def enable(self) -> None:
        """Does nothing: part of the interface of Numba's caches."""

    def disable(self) -> None:
        """Does nothing, see enable."""

    def flush(self) -> None:
        """Does nothing: what is kept stays true."""
