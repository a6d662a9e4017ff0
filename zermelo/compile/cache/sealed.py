"""Files that are believed only if this user wrote them, as they are.

Each carries a digest of its name and its content, keyed with a secret of the folder that only this user can read.
Nothing that comes out of `SealedFolder.read` was damaged on the disk or put there by someone else.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import hmac
import os
import secrets
import stat
from dataclasses import dataclass, field
from pathlib import Path

from zermelo.files.writing import replace_file

SECRET = "secret"  # the name of the file
BYTES = 32  # of a secret, and of a digest
UNFINISHED = ".part"  # ends the name of a file that is being written


@dataclass(frozen=True)
class SealedFolder:
    """A folder of files with digests."""

    path: Path
    secret: bytes = field(repr=False)

    def read(self, name: str) -> bytes | None:
        """What was written under a name; None where there is nothing. A file whose digest is wrong is deleted."""
        try:
            sealed = (self.path / name).read_bytes()
        except OSError:
            return None
        content = sealed[BYTES:]
        if hmac.compare_digest(sealed[:BYTES], self._digest(name, content)):
            return content
        self.drop(name)
        return None

    def write(self, name: str, content: bytes) -> None:
        """Keeps the content under a name. A reader sees all of it or what was there before. Raises OSError."""
        replace_file(self.path / name, [self._digest(name, content), content], durable=False, mode=0o600)

    def drop(self, name: str) -> None:
        """Deletes a file, if that is possible."""
        with contextlib.suppress(OSError):
            (self.path / name).unlink()

    def _digest(self, name: str, content: bytes) -> bytes:
        digest = hashlib.blake2b(name.encode() + b"\0", key=self.secret, digest_size=BYTES)
        digest.update(content)
        return digest.digest()


def open_folder(path: Path) -> SealedFolder:
    """The folder, made if it is missing, with its secret.

    Raises OSError, whose strerror says why, where it cannot be used: it belongs to someone else, or others can write
    to it.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = path.stat()
    if os.name == "posix" and found.st_uid != os.geteuid():
        raise PermissionError(errno.EPERM, "it belongs to another user")
    if os.name == "posix" and found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(errno.EPERM, "other users can write to it (chmod go-w forbids that)")
    secret = _read_secret(path / SECRET) or _new_secret(path / SECRET)
    return SealedFolder(path, secret)


def _read_secret(path: Path) -> bytes | None:
    """A folder's secret; None where there is none that only this user can know."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:
        return None
    with os.fdopen(number, "rb") as file:
        found = os.fstat(number)
        is_private = os.name != "posix" or (found.st_uid == os.geteuid() and not found.st_mode & 0o077)
        secret = file.read(BYTES + 1) if is_private and stat.S_ISREG(found.st_mode) else b""
    return secret if len(secret) == BYTES else None


def _new_secret(path: Path) -> bytes:
    """Makes a secret. Of several processes that do so at once, all get the same one."""
    path.unlink(missing_ok=True)
    own = path.with_name(f"{path.name}-{secrets.token_hex(8)}{UNFINISHED}")
    _write_private(own, secrets.token_bytes(BYTES))
    try:
        os.link(own, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        own.replace(path)
    finally:
        own.unlink(missing_ok=True)
    secret = _read_secret(path)
    if secret is None:
        raise PermissionError(errno.EPERM, "its secret cannot be kept from other users")
    return secret


def _write_private(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
