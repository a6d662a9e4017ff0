"""How files of our own are opened, and what is said of one that is no such file or was damaged."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from zermelo.game import ZermeloError

GIGABYTE = 1 << 30


@dataclass(frozen=True)
class Kind:
    """A kind of file that this package writes."""

    word: str  # in its first line
    version: int  # likewise; raised when the same bytes would mean something else
    noun: str  # "learned file": what it is called
    maker: str  # "zermelo learn": what writes such files
    remedy: str = ""  # "delete it and build it again": what to do about one that is damaged
    most: int = 4 * GIGABYTE  # bytes of a file that is read

    @property
    def magic(self) -> bytes:
        """The first line."""
        return f"zermelo {self.word} {self.version}\n".encode()

    def foreign(self, path: Path) -> ZermeloError:
        """What to raise at a file of another kind."""
        return ZermeloError(f"{path} is not a file that {self.maker} has written")

    def damaged(self, path: Path, why: str) -> ZermeloError:
        """What to raise at a file that is not as it was written."""
        return ZermeloError(f"{path} is truncated or damaged: {why}" + (f"; {self.remedy}" if self.remedy else ""))


def begins_with(path: Path, magic: bytes) -> bool:
    """Does a file begin with these bytes? False if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(magic)) == magic
    except OSError:
        return False


@contextmanager
def opened(path: Path, kind: Kind) -> Iterator[tuple[BinaryIO, int]]:
    """A file to read, with its size in bytes. Raises ZermeloError where it cannot be read, or is larger than any."""
    try:
        with open_plain(path) as file:
            size = os.fstat(file.fileno()).st_size
            if size > kind.most:
                raise ZermeloError(
                    f"{path} has {size:,} bytes, and no {kind.noun} has more than {kind.most:,}: it is something else"
                )
            yield file, size
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror or error}") from None


def open_plain(path: Path) -> BinaryIO:
    """A file that is opened to be read; not a folder, nor a pipe, which would keep us waiting. Raises OSError."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:
        raise OSError(errno.EINVAL, "a name has no NUL in it") from None
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is no plain file")
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise
