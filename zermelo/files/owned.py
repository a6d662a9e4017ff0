"""A file that belongs to one process: the system takes it from a process that ends, however that ends.

Both the locks of named files and the drafts of files that are being replaced are owned files. A process that is killed
leaves such a file behind, but nobody owns it then, so that the next process can tell it from one that is in use.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import sys
import warnings
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

TRIES = 100  # times that a file may vanish between opening and owning it
BUSY = (errno.EWOULDBLOCK, errno.EAGAIN, errno.EACCES, errno.EDEADLK)
LONGEST_NAME = 255  # bytes, of most file systems


def own_file(path: Path, mode: int = 0o666) -> int | None:
    """Opens a file, which is made if it is missing, and owns it until the number that is returned is closed.

    None: another process owns it, or another part of this one. Raises OSError where it cannot be opened.
    """
    for _ in range(TRIES):
        number = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), mode)
        try:
            if not _take(number, path):
                os.close(number)
                return None
            if _is_at(number, path):
                return number
        except BaseException:
            os.close(number)
            raise
        os.close(number)  # its owner deleted it meanwhile
    raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path))


def is_abandoned(path: Path) -> bool:
    """Did the owner of a file end without removing it? False if it cannot be opened."""
    try:
        number = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return False
    try:
        return _take(number, path)
    except OSError:
        return False
    finally:
        os.close(number)


def disown(number: int, path: Path) -> None:
    """Deletes an owned file, and closes it."""
    with contextlib.suppress(OSError):
        if sys.platform == "win32":  # an open file cannot be deleted there
            os.close(number)
            path.unlink(missing_ok=True)
            return
        if _is_at(number, path):
            path.unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        os.close(number)


def target_of(path: Path) -> Path:
    """The file that a name means, where links lead to it. Raises OSError where they lead nowhere."""
    try:
        return path.resolve()
    except RuntimeError:  # before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from None
    except ValueError:
        raise OSError(errno.EINVAL, "a name has no NUL in it") from None


def beside(path: Path, ending: str) -> Path:
    """The hidden name of a helper of a file, in the same folder: `.NAME.ending`."""
    name = path.name
    if len(os.fsencode(name)) + len(ending) + 2 > LONGEST_NAME:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()
    return path.with_name(f".{name}.{ending}")


def _take(number: int, path: Path) -> bool:
    """Takes an open file; False: it belongs to another. Where the file system has no locks, everybody may have it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in BUSY:
            return False
        warnings.warn(
            f"files in {path.parent} cannot be locked ({error.strerror}): see to it that one program at a time writes",
            RuntimeWarning,
            stacklevel=2,
        )
    return True


def _is_at(number: int, path: Path) -> bool:
    """Is the open file still the one of this name?"""
    try:
        named, found = os.stat(path, follow_symlinks=False), os.fstat(number)
    except FileNotFoundError:
        return False
    return (named.st_dev, named.st_ino) == (found.st_dev, found.st_ino)
