"""Users' files on their way to other machines: their text and its digest, in a folder of the cache that it names.

A game or an engine in `mygame.py` is sent as the text of that file and of the files beside it that it imports. A worker
keeps them in a folder that is called by the digest of all of them, so each machine is sent them once. What a task names
are the places of the files here; `there` says where they are in a worker.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.compile.cache.folder import cache_folder
from zermelo.game import ZermeloError
from zermelo.user_files import files_read

FOLDER = "cluster"
PLACE = "@"  # begins the name of a user's file in a task
MOST = 1 << 24  # bytes of all texts


class Missing(Exception):
    """A worker does not have the files that a task needs."""


@dataclass(frozen=True)
class Sources:
    """Files of one folder, by their names in it."""

    digest: str = ""  # of names and texts; "": none
    texts: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of_files(cls, files: Iterable[Path]) -> Sources:
        """The files that a person named, with those that they import from their folder, once they have been run.

        Raises ZermeloError where two of the same name come from different folders.
        """
        texts: dict[str, str] = {}
        for file in files:
            folder = os.path.dirname(os.path.realpath(file))
            for path in map(os.path.realpath, files_read(str(file))):
                name = os.path.relpath(path, folder)
                text = Path(path).read_text(encoding="utf-8")
                if name.startswith("..") or texts.setdefault(name, text) != text:
                    raise ZermeloError(f"{path} cannot travel to other machines beside {file}: give it another name")
        if sum(map(len, texts.values())) > MOST:
            raise ZermeloError(f"files of more than {MOST:,} bytes do not travel to other machines")
        return cls(_digest(texts), texts) if texts else cls()

    def to_json(self, with_texts: bool) -> dict[str, Any]:
        return {"digest": self.digest, "texts": dict(self.texts) if with_texts else {}}

    @classmethod
    def of_json(cls, sent: Mapping[str, Any]) -> Sources:
        return cls(sent["digest"], sent["texts"])

    def install(self) -> None:
        """Sees to it that the files are here. Raises Missing where their texts were not sent, and are not here."""
        _HERE.set(self.digest)
        if not self.digest:
            return
        folder = _folder(self.digest)
        if folder.is_dir():
            return
        if not self.texts:
            raise Missing
        names = [Path(name) for name in self.texts]
        if _digest(self.texts) != self.digest or any(name.is_absolute() or ".." in name.parts for name in names):
            raise ZermeloError("files that were sent with a task are not what they should be")
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        draft = Path(tempfile.mkdtemp(dir=folder.parent))
        for name, text in self.texts.items():
            (draft / name).parent.mkdir(parents=True, exist_ok=True)
            (draft / name).write_text(text, encoding="utf-8")
        try:
            draft.rename(folder)
        except OSError:  # another worker of this machine was first
            if not folder.is_dir():
                raise


def sent_name(file: str) -> str:
    """A user's file as a task names it."""
    return PLACE + os.path.basename(file)


def there(text: str) -> str:
    """A game's or an engine's text from a task, with the place of a user's file in this worker."""
    if not text.startswith(PLACE):
        return text
    return str(_folder(_HERE.get()) / text.removeprefix(PLACE))


def here() -> str:
    """The digest of the users' files of the task that is being done; "": it has none."""
    return _HERE.get()


_HERE: ContextVar[str] = ContextVar("digest", default="")  # of the files of the task that is being done


def _folder(digest: str) -> Path:
    return cache_folder() / FOLDER / digest


def _digest(texts: Mapping[str, str]) -> str:
    digest = hashlib.sha256()
    for name in sorted(texts):
        digest.update(f"{name}\n{len(texts[name])}\n{texts[name]}".encode())
    return digest.hexdigest()
