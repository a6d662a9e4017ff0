"""The text of a record's file, in whichever of the two usual encodings it is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from zermelo.game import ZermeloError

Found = TypeVar("Found")


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


def read_with(reader: Callable[[str], Found], path: str | Path) -> Found:
    """What a reader finds in the text of a file. Raises ZermeloError, which names the file."""
    text = text_of(path).removeprefix("\ufeff")
    try:
        return reader(text)
    except ZermeloError as error:
        raise ZermeloError(f"{path}: {error}") from None
