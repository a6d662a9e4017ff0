"""A disk cache for compiled kernels, notes about them and tables that they filled.

The key of each is what went into it (see content.py).

Every file carries a digest that only this user can make (see sealed.py), which is checked before anything in the file
is believed. What fails is deleted and compiled anew.
"""

from __future__ import annotations

import io
import json
import pickle
import re
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numba.core.caching import _Cache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

from zermelo.compile.cache.content import described, is_lasting
from zermelo.compile.cache.folder import ARRAY, KERNEL, NOTE, cache_folder
from zermelo.compile.cache.sealed import UNFINISHED, SealedFolder, open_folder
from zermelo.compile.kernel.events import tell_once
from zermelo.compile.trust.guests import works_for_guests
from zermelo.files.writing import delete_draft

OLD = (".nbi", ".nbc")  # of earlier versions
MOST_FILES = 2000  # in the cache folder; the oldest go first
GUESTS = "guests"  # the folder in it for what visitors of the page had compiled: it replaces nothing of the user's own
MOST_FOR_GUESTS = 400


def read_note(key: str, kind: str) -> Any:
    """What `write_note` kept under this content key and kind; None where there is nothing that can be believed."""
    content = _read(_note_name(key, kind))
    return None if content is None else json.loads(content)


def write_note(key: str, kind: str, data: Any) -> None:
    """Keeps a small value that JSON can hold beside the kernels, for later processes.

    key: of what the note is about (see content.content_key).
    kind: a word for what it says, such as "agrees"; there is one note of each kind under a key.

    A note is not kept where the key is of no use to other processes, nor where there is trouble with the disk, which
    is told once.
    """
    if is_lasting(key):
        _write(_note_name(key, kind), json.dumps(data).encode())


def read_array(key: str) -> Any:
    """The array that `write_array` kept under this content key; None where there is none that can be believed."""
    content = _read(f"{key[:40]}{ARRAY}")
    return None if content is None else np.load(io.BytesIO(content), allow_pickle=False)


def write_array(key: str, array: Any) -> None:
    """Keeps an array of numbers for later processes, as `write_note` keeps a note."""
    if is_lasting(key):
        file = io.BytesIO()
        np.save(file, array, allow_pickle=False)
        _write(f"{key[:40]}{ARRAY}", file.getvalue())


def _note_name(key: str, kind: str) -> str:
    return f"{kind}-{key}{NOTE}"


class ContentCache(_Cache):
    """A dispatcher's cache for arguments of one type. It never fails a search: trouble with the disk is told once."""

    def __init__(self, kernel: Any, types: tuple[Any, ...], missed: Callable[[], None] | None = None) -> None:
        """kernel: a dispatcher. missed: called when it is not found for these types, before it is compiled."""
        self._kernel, self._types, self._missed = kernel, types, missed

    def holds(self) -> bool:
        """Is the kernel on disk?"""
        return self._name is not None and _read(self._name) is not None

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
        content = _read(self._name) if self._name else None
        if content is None or self._name is None:
            return None
        try:
            return CompileResult._rebuild(target_context, *pickle.loads(content))
        except Exception:  # written by us, and yet of no use here: a class that cannot be imported, say
            _drop(self._name)
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
        _write(self._name, content)

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


def _folder(for_guests: bool = False) -> SealedFolder | None:
    """The cache folder, or the one in it for guests; None, and a line that says why, where it cannot be used."""
    try:
        folder = open_folder(cache_folder())
        return open_folder(folder.path / GUESTS) if for_guests else folder
    except OSError as error:
        _tell_trouble(error)
        return None


def _read(name: str) -> bytes | None:
    """What is kept under a name. What guests had compiled becomes the user's own when the user needs it too."""
    folder = _folder()
    content = folder.read(name) if folder else None
    if content is None and (cache_folder() / GUESTS / name).exists():
        guests = _folder(for_guests=True)
        content = guests.read(name) if guests else None
        if content is not None and not works_for_guests():
            _write(name, content)
    return content


def _write(name: str, content: bytes) -> None:
    for_guests = works_for_guests()
    folder = _folder(for_guests)
    if folder is None:
        return
    try:
        _prune(folder.path, MOST_FOR_GUESTS if for_guests else MOST_FILES)
        folder.write(name, content)
    except OSError as error:
        _tell_trouble(error)


def _drop(name: str) -> None:
    for folder in (_folder(), _folder(for_guests=True) if (cache_folder() / GUESTS).exists() else None):
        if folder:
            folder.drop(name)


def _tell_trouble(error: OSError) -> None:
    tell_once(f"compiled code is not kept, {cache_folder()}: {error.strerror}")


def _prune(folder: Path, most: int) -> None:
    """Keeps a folder within its bound, and free of what killed processes did not finish."""
    ours = (KERNEL, NOTE, ARRAY, *OLD)
    try:
        found = list(folder.iterdir())
        for path in (path for path in found if path.suffix == UNFINISHED):
            delete_draft(path)
        files = [path for path in found if path.suffix in ours]
        if len(files) <= most:
            return
        files.sort(key=lambda path: path.stat().st_mtime)
    except OSError:
        return
    for path in files[: len(files) - most]:
        path.unlink(missing_ok=True)
