"""Files that are replaced at once: a reader, and whoever comes after a crash, sees the old one or the new one.

What is to come is written into a draft, `.NAME.….part` in the same folder, which the writer owns (see owned.py). The
next writer of the same file deletes the drafts that killed ones left.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from zermelo.files.owned import beside, disown, is_abandoned, own_file, target_of
from zermelo.game import ZermeloError

DRAFT = "part"  # ends the name of a draft
OURS = (b"zermelo", b"PK\x03\x04")  # how the files of earlier versions begin


def write_whole(path: Path, parts: Iterable[Any], durable: bool = True, mode: int = 0o666) -> None:
    """Writes a file whose content is these bytes, one after another, in the place of one that may be there.

    durable: it is on the disk, not only with the system, before it takes the other's place. Raises ZermeloError, and
    leaves the other one as it is, where it cannot be written.
    """
    try:
        replace_file(path, parts, durable, mode)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror or error}") from None


def replace_file(path: Path, parts: Iterable[Any], durable: bool = True, mode: int = 0o666) -> None:
    """Does as `write_whole`, but raises OSError."""
    target = target_of(path)
    if keeps_nothing(path):
        _write_through(path, parts)
        return
    old = _status(target)
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    draft = beside(target, f"{secrets.token_hex(4)}.{DRAFT}")
    number = own_file(draft, mode)
    if number is None:
        raise FileExistsError(errno.EEXIST, f"{draft.name} belongs to another process")
    try:
        os.truncate(number, 0)
        if old is not None and hasattr(os, "fchmod"):
            with contextlib.suppress(OSError):
                os.fchmod(number, stat.S_IMODE(old.st_mode))
        for part in parts:
            _write_all(number, part)
        if durable:
            os.fsync(number)
        if os.name == "nt":  # an open file cannot be renamed there
            os.close(number)
            number = -1
        os.replace(draft, target)
    finally:
        if number >= 0:
            disown(number, draft)
        else:
            draft.unlink(missing_ok=True)
    if durable:
        sync_folder(target.parent)


def check_writable(path: Path) -> None:
    """Raises ZermeloError unless a file of this name can be written: better before long work than after it."""
    if path.is_dir():
        raise ZermeloError(f"{path} is a folder: name a file in it")
    if not path.parent.is_dir():
        raise ZermeloError(f"{path} cannot be written: there is no folder {path.parent}")
    if keeps_nothing(path):
        return
    try:
        draft = beside(target_of(path), f"{secrets.token_hex(4)}.{DRAFT}")
        number = own_file(draft)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None
    if number is not None:
        disown(number, draft)


def keeps_nothing(path: Path) -> bool:
    """Is this a pipe or a device, such as /dev/null? What is written there goes through."""
    return path.exists() and not path.is_file() and not path.is_dir()


def clear_drafts(path: Path) -> None:
    """Deletes the drafts of a file that killed writers left, those of earlier versions too."""
    target = target_of(path)
    new = re.compile(rf"{re.escape(beside(target, '').name)}[0-9a-f]{{8}}\.{DRAFT}")
    old = re.compile(rf"\.{re.escape(target.name)}\.([1-9]\d{{0,9}})")
    with contextlib.suppress(OSError):
        for found in target.parent.iterdir():
            earlier = old.fullmatch(found.name)
            if new.fullmatch(found.name):
                delete_draft(found)
            elif earlier and not _is_running(int(earlier[1])) and _is_ours(found):
                found.unlink(missing_ok=True)


def clear_folder(folder: Path, earlier: str) -> None:
    """Deletes the drafts of all files of a folder that killed writers left; earlier: how those of old versions end.

    The old ones belonged to nobody, so the folder must be locked.
    """
    ours = re.compile(rf"\..+\.[0-9a-f]{{8}}\.{DRAFT}")
    with contextlib.suppress(OSError):
        for found in folder.iterdir():
            if ours.fullmatch(found.name):
                delete_draft(found)
            elif found.name.endswith(earlier):
                found.unlink(missing_ok=True)


def delete_draft(path: Path) -> None:
    """Deletes a draft, unless its writer is still at it."""
    if is_abandoned(path):
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def sync_folder(path: Path) -> None:
    """Puts the names of a folder's files on the disk, where the system can do that."""
    with contextlib.suppress(OSError):
        number = os.open(path, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except FileNotFoundError:
        return None


def _write_all(number: int, part: Any) -> None:
    left = memoryview(part).cast("B")
    while left:
        left = left[os.write(number, left) :]


def _write_through(path: Path, parts: Iterable[Any]) -> None:
    """Writes to a pipe or a device, which has no place that could be taken."""
    with path.open("wb", buffering=0) as file:
        for part in parts:
            _write_all(file.fileno(), part)


def _is_running(process: int) -> bool:
    """Is there a process of this number? True where that cannot be tested without harm."""
    if os.name != "posix":
        return True
    try:
        os.kill(process, 0)  # signal 0 does nothing
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _is_ours(path: Path) -> bool:
    """Was a file begun by an earlier version of this package? It wrote from the beginning, so a little is enough."""
    try:
        with path.open("rb") as file:
            start = file.read(max(map(len, OURS)))
    except OSError:
        return False
    return any(start.startswith(known) or known.startswith(start) for known in OURS)
