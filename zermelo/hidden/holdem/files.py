"""Blueprints in files: plain arrays, and a header in JSON that says which game they are for."""

from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.game import Game, ZermeloError, brief

FORMAT = 1


def save_arrays(path: Path, game: Game, header: dict[str, Any], arrays: dict[str, Any]) -> None:
    """Writes arrays with a header; a file that is there is replaced at once. Raises ZermeloError."""
    about = {**header, "format": FORMAT, "game": game.title}
    written = np.frombuffer(json.dumps(about).encode(), dtype=np.uint8)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            np.savez(file, header=written, **arrays)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ZermeloError(f"{path} cannot be written: {error.strerror}") from None


def load_arrays(path: Path, game: Game) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays that `save_arrays` wrote. Raises ZermeloError if the file is not for this game."""
    try:
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        header = json.loads(arrays.pop("header").tobytes())
        known, title = header["format"], header["game"]
    except OSError as error:
        raise ZermeloError(f"{path} cannot be read: {error.strerror or brief(error)}") from None
    except (ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise ZermeloError(f"{path} is not a blueprint for hold'em") from None
    if known != FORMAT:
        raise ZermeloError(f"{path} has format {brief(known)}, and {FORMAT} can be read: train it again")
    if title != game.title:
        raise ZermeloError(f"{path} is for {brief(title)}, not for {game.title}")
    return header, arrays
