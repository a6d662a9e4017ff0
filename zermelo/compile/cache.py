"""A disk cache for compiled kernels, under a key of what went into them (see content.py)."""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from zermelo.compile.content import content_key

MOST_FILES = 2000  # in the cache folder; the oldest go first

# What reading a damaged or foreign file may raise.
DAMAGE = (OSError, EOFError, ValueError, KeyError, AttributeError, TypeError, IndexError, pickle.UnpicklingError)


def cache_folder() -> Path:
    """Where compiled kernels are kept: $ZERMELO_CACHE, else the user's cache folder."""
    named = os.environ.get("ZERMELO_CACHE")
    if named:
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo"


class _Locator(_CacheLocator):
    """Tells Numba's cache where a kernel lies, and to tell kernels apart by content alone."""

    def __init__(self, function: Callable[..., Any], key: str) -> None:
        self._py_file = function.__code__.co_filename
        self._key = key

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return self._key

    def get_disambiguator(self) -> str:
        return self._key[:24]


class _Files(CompileResultCacheImpl):
    def __init__(self, function: Callable[..., Any], key: str) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function, key)
        self._filename_base = self.get_filename_base(function.__qualname__.replace(".<locals>", ""), "")


class ContentCache(FunctionCache):
    """Numba's function cache under our own key. It never fails a search: trouble with the disk is told once."""

    def __init__(self, function: Callable[..., Any], missed: Callable[[], None] | None = None) -> None:
        """missed: called when a kernel is not found, before it is compiled."""
        self._key = content_key(function)
        self._missed = missed
        self._impl_class: Any = lambda py_func: _Files(py_func, self._key)
        super().__init__(function)

    def _index_key(self, signature: Any, codegen: Any) -> Any:
        # The signature as text: a state class from a user's file is another object in every process.
        return str(signature), codegen.magic_tuple(), self._key

    def holds(self, signature: Any, codegen: Any) -> bool:
        """Is a kernel of this signature on disk? Reads the index only."""
        try:
            name = self._cache_file._load_index().get(self._index_key(signature, codegen))
            return name is not None and Path(self._cache_path, name).exists()
        except DAMAGE:
            return False

    def load_overload(self, signature: Any, target_context: Any) -> Any:
        try:
            found = super().load_overload(signature, target_context)
        except DAMAGE:
            found = None  # a damaged or foreign file is a miss, and is written anew
            self._forget()
        if found is None:
            if self._missed:
                self._missed()
            return None
        return found._replace(signature=found.signature.replace(args=tuple(signature)))

    def _forget(self) -> None:
        with contextlib.suppress(OSError):
            self.flush()

    def save_overload(self, signature: Any, data: Any) -> None:
        try:
            _prune(cache_folder())
            super().save_overload(signature, data)
        except OSError as error:
            print(f"warning: compiled code is not kept, {cache_folder()}: {error.strerror}", file=sys.stderr)


def _prune(folder: Path) -> None:
    """Keeps the cache folder within its bound."""
    try:
        files = sorted(folder.glob("*.nb?"), key=lambda path: path.stat().st_mtime)
    except OSError:
        return
    for path in files[: max(0, len(files) - MOST_FILES)]:
        path.unlink(missing_ok=True)
