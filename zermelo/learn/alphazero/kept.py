"""What a run needs to go on, in a file beside that of its network.

Most numbers of it are 0, or -1 where nothing is: an array of which that is true is kept as a bit for each number, which
says whether it is another one, and the others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from zermelo.evaluate.encoding import Encoding
from zermelo.evaluate.encoding.symmetry import Symmetries
from zermelo.evaluate.learned.file import Learned
from zermelo.files.container import MOST_DIMENSIONS, TYPES, read_container, write_container
from zermelo.files.reading import Kind
from zermelo.game import Game, ZermeloError

KIND = Kind("run", 1, "file of a run", "zermelo learn")
ENDING = ".run"
SPARED = 0.9  # an array is kept as bits and numbers where that takes at most this part of it
SAME = ("game", "parameters", "rules", "method", "options", "seed")  # in the headers of a network and its run
BITS, OTHERS = ".bits", ".others"


def path_beside(path: Path) -> Path:
    """The file of a run beside that of its network."""
    return path.with_name(path.name + ENDING)


def write_kept(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Writes what a run needs to go on; header: of the network's file. Raises ZermeloError."""
    sparse: dict[str, Any] = {}
    parts: dict[str, Any] = {}
    for name, array in arrays.items():
        usual, bits, others = _spared(array)
        if bits.nbytes + others.nbytes <= SPARED * array.nbytes:
            sparse[name] = [array.dtype.str, list(array.shape), usual]
            parts |= {f"{name}{BITS}": bits, f"{name}{OTHERS}": others}
        else:
            parts[name] = array
    write_container(path, KIND, {"run": dict(header), "sparse": sparse}, parts)


def read_kept(path: Path, learned: Learned) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays of the run whose network was read. Raises ZermeloError where they are another's."""
    found = read_container(path, KIND)
    header, sparse = found.header.get("run"), found.header.get("sparse")
    if not isinstance(header, dict) or not isinstance(sparse, dict):
        raise KIND.damaged(path, "its header is wrong")
    if any(header.get(name) != learned.header[name] for name in SAME):
        raise ZermeloError(f"{path} belongs to another run than {learned}: delete it, and begin a new run")
    arrays = dict(found.arrays)
    try:
        for name, (kind, shape, usual) in sparse.items():
            arrays[name] = _whole(kind, shape, usual, arrays.pop(f"{name}{BITS}"), arrays.pop(f"{name}{OTHERS}"))
    except (KeyError, TypeError, ValueError):
        raise KIND.damaged(path, "its parts do not fit together") from None
    return header, arrays


def seen_in(arrays: Mapping[str, Any], game: Game) -> tuple[Encoding, Symmetries]:
    """What the network of a run sees. Raises KeyError or ValueError where that does not fit the game."""
    inside = {name.partition(".")[2]: a for name, a in arrays.items() if name.startswith("encoding.")}
    symmetries = Symmetries(np.array(arrays["symmetry.cells"]), np.array(arrays["symmetry.actions"]))
    return Encoding.from_arrays(inside, game), symmetries


def seen_arrays(encoding: Encoding, symmetries: Symmetries) -> dict[str, Any]:
    """The same as arrays."""
    seen = {f"encoding.{name}": array for name, array in encoding.to_arrays().items()}
    return {**seen, "symmetry.cells": symmetries.cells, "symmetry.actions": symmetries.actions}


def _spared(array: Any) -> tuple[int, Any, Any]:
    """The most usual of 0 and -1, the bits of the numbers that are others, and those numbers."""
    flat = np.ascontiguousarray(array).reshape(-1)
    words = flat.view(f"u{flat.dtype.itemsize}")  # not the numbers: -0.0 is to stay what it is
    none, full = words != 0, words != np.iinfo(words.dtype).max
    usual, differs = (-1, full) if full.sum() < none.sum() else (0, none)
    return usual, np.packbits(differs), flat[differs]


def _whole(kind: Any, shape: Any, usual: Any, bits: Any, others: Any) -> Any:
    """The array again. Raises ValueError or TypeError where its parts are wrong."""
    is_right = kind in TYPES and usual in (0, -1) and isinstance(shape, list) and len(shape) <= MOST_DIMENSIONS
    is_right = is_right and all(type(n) is int and n >= 0 for n in shape) and bits.dtype == np.uint8
    if not is_right or others.dtype.str != kind or bits.shape != (-(-math.prod(shape) // 8),) or others.ndim != 1:
        raise ValueError("this is no array")
    flat = np.zeros(math.prod(shape), kind)
    words = flat.view(f"u{flat.dtype.itemsize}")
    if usual:
        words[:] = np.iinfo(words.dtype).max
    differs = np.unpackbits(bits, count=len(flat)).astype(bool)
    if differs.sum() != len(others):
        raise ValueError("there are more or fewer numbers than bits")
    flat[differs] = others
    return flat.reshape(shape)
