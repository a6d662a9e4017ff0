"""A disk cache for compiled kernels (see kept.py), notes about them and tables that they filled.

The key of each is what went into it (see content.py).

Every file carries a digest that only this user can make (see sealed.py), which is checked before anything in the file
is believed. What fails is deleted and compiled anew.
"""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

from zermelo.compile.cache.content import is_lasting
from zermelo.compile.cache.folder import ARRAY, KERNEL, NOTE, cache_folder
from zermelo.compile.cache.sealed import UNFINISHED, SealedFolder, open_folder
from zermelo.compile.kernel.events import tell_once
from zermelo.compile.trust.guests import works_for_guests
from zermelo.files.writing import delete_draft
from zermelo.installed import np

OLD = (".nbi", ".nbc")  # of earlier versions
MOST_FILES = 2000  # in the cache folder; the oldest go first
GUESTS = "guests"  # the folder in it for what visitors of the page had compiled: it replaces nothing of the user's own
MOST_FOR_GUESTS = 400


def read_note(key: str, kind: str) -> Any:
    """What `write_note` kept under this content key and kind; None where there is nothing that can be believed."""
    content = read_file(_note_name(key, kind))
    return None if content is None else json.loads(content)


def write_note(key: str, kind: str, data: Any) -> None:
    """Keeps a small value that JSON can hold beside the kernels, for later processes.

    key: of what the note is about (see content.content_key).
    kind: a word for what it says, such as "agrees"; there is one note of each kind under a key.

    A note is not kept where the key is of no use to other processes, nor where there is trouble with the disk, which
    is told once.
    """
    if is_lasting(key):
        write_file(_note_name(key, kind), json.dumps(data).encode())


def read_array(key: str) -> Any:
    """The array that `write_array` kept under this content key; None where there is none that can be believed."""
    content = read_file(f"{key[:40]}{ARRAY}")
    return None if content is None else np.load(io.BytesIO(content), allow_pickle=False)


def write_array(key: str, array: Any) -> None:
    """Keeps an array of numbers for later processes, as `write_note` keeps a note."""
    if is_lasting(key):
        file = io.BytesIO()
        np.save(file, array, allow_pickle=False)
        write_file(f"{key[:40]}{ARRAY}", file.getvalue())


def _note_name(key: str, kind: str) -> str:
    return f"{kind}-{key}{NOTE}"


def _folder(for_guests: bool = False) -> SealedFolder | None:
    """The cache folder, or the one in it for guests; None, and a line that says why, where it cannot be used."""
    try:
        folder = open_folder(cache_folder())
        return open_folder(folder.path / GUESTS) if for_guests else folder
    except OSError as error:
        _tell_trouble(error)
        return None


def read_file(name: str) -> bytes | None:
    """What is kept under a name. What guests had compiled becomes the user's own when the user needs it too."""
    folder = _folder()
    content = folder.read(name) if folder else None
    if content is None and (cache_folder() / GUESTS / name).exists():
        guests = _folder(for_guests=True)
        content = guests.read(name) if guests else None
        if content is not None and not works_for_guests():
            write_file(name, content)
    return content


def write_file(name: str, content: bytes) -> None:
    """Keeps a content under a name. Trouble with the disk is told once."""
    for_guests = works_for_guests()
    folder = _folder(for_guests)
    if folder is None:
        return
    try:
        _prune(folder.path, MOST_FOR_GUESTS if for_guests else MOST_FILES)
        folder.write(name, content)
    except OSError as error:
        _tell_trouble(error)


def drop_file(name: str) -> None:
    """Forgets what is kept under a name."""
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
