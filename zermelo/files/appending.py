"""A file that grows by whole records: what a full disk cuts short is taken off again."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from types import TracebackType

from zermelo.game import ZermeloError

SYNC_EVERY = 1.0  # seconds: what is older is on the disk, and survives when the power fails


class Appender:
    """A file that is open for records to be added. One writer at a time: see locks.py."""

    def __init__(self, path: Path) -> None:
        """Raises ZermeloError where the file cannot be written, an empty one is made if there is none."""
        self.path = path
        self._synced = time.monotonic()
        try:
            self._number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as error:
            raise self._unwritable(error) from None

    def append(self, record: bytes) -> None:
        """Adds a record. Raises ZermeloError, and leaves the file as it was, where there is no room for all of it."""
        before = os.fstat(self._number).st_size
        left = memoryview(record)
        try:
            while left:
                left = left[os.write(self._number, left) :]
            if time.monotonic() - self._synced >= SYNC_EVERY:
                self.sync()
        except BaseException as error:
            with contextlib.suppress(OSError):
                os.truncate(self._number, before)
            if isinstance(error, OSError):
                raise self._unwritable(error) from None
            raise

    def cut(self, size: int) -> None:
        """Takes off what lies beyond so many bytes. Raises ZermeloError."""
        try:
            os.truncate(self._number, size)
        except OSError as error:
            raise self._unwritable(error) from None

    def sync(self) -> None:
        """Puts everything on the disk. Raises OSError."""
        os.fsync(self._number)
        self._synced = time.monotonic()

    def close(self) -> None:
        """Puts everything on the disk and closes the file."""
        with contextlib.suppress(OSError):
            self.sync()
        os.close(self._number)

    def __enter__(self) -> Appender:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _unwritable(self, error: OSError) -> ZermeloError:
        return ZermeloError(f"{self.path} cannot be written: {error.strerror}")
