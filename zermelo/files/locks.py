"""One writer at a time for a file that a user named.

The lock is a hidden file beside it, `.NAME.lock`, which a writer owns for as long as it works. It is deleted at the
end. One that a killed process left behind blocks nobody, and goes away with the next writer.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from zermelo.files.owned import beside, disown, own_file, target_of
from zermelo.files.writing import clear_drafts, keeps_nothing
from zermelo.game import ZermeloError

ENDING = "lock"
LONGEST = 100  # bytes that tell who holds a lock


@contextlib.contextmanager
def locked(path: Path | None) -> Iterator[None]:
    """Keeps other writers away from a file, or from a folder of files, and clears up what killed ones left there.

    None, or a device such as /dev/null: nothing is kept, and nobody is kept away.
    Raises ZermeloError in one line where another process is at it, or no file can be written there.
    """
    if path is None or keeps_nothing(path):
        yield
        return
    try:
        target = target_of(path)
        lock = beside(target, ENDING)
        number = own_file(lock)
    except OSError as error:
        raise ZermeloError(f"{path} cannot be written: {_reason(error, path)}") from None
    if number is None:
        raise ZermeloError(f"{path} is being written by {_holder(lock)}: wait for it, or name another file")
    try:
        with contextlib.suppress(OSError):  # on a full disk the lock does not say who holds it
            os.truncate(number, 0)
            os.write(number, f"{os.getpid()}\n".encode())
        clear_drafts(target)
        yield
    finally:
        disown(number, lock)


def _holder(lock: Path) -> str:
    """Who owns a lock, in words."""
    try:
        with lock.open("rb") as file:
            found = re.fullmatch(rb"(\d{1,19})\n", file.read(LONGEST))
    except OSError:
        found = None
    if found is None:
        return "another process"
    return "this process already" if int(found[1]) == os.getpid() else f"another process ({int(found[1])})"


def _reason(error: OSError, path: Path) -> str:
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"there is no folder {path.parent}"
    return error.strerror or str(error)
