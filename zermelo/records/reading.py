"""The text of a record's file, in whichever of the two usual encodings it is."""

from __future__ import annotations

from pathlib import Path

from zermelo.game import ZermeloError


def text_of(path: str | Path) -> str:
    """The text of a file: UTF-8, else Latin-1. Raises ZermeloError if it cannot be read."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror}") from None
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("latin-1")
