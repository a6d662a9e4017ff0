"""A sparse network in a learned file: what a method of `zermelo learn` adds to the header, and the arrays."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from zermelo.evaluate.learned.file import Learned
from zermelo.evaluate.sparse.network import BITS_16, LARGEST_LAST, Shape, Weights
from zermelo.evaluate.sparse.places import Places
from zermelo.game import ZermeloError
from zermelo.installed import np

KIND = "sparse network"
MOST_BYTES = 1 << 20  # of a file that ships
OF_PLACES = "places."  # begins the names of the arrays that the inputs are made of


@dataclass(frozen=True)
class Measure:
    """What an output counts, in the units of the evaluation."""

    scale: float  # what an output of 1.0 is worth
    unit: float  # three of four games are won from here
    units: str = ""  # "pawns"; "": numbers


def sparse_entries(places: Places, measure: Measure) -> dict[str, Any]:
    """What the header of such a file says beyond `learned.file.new_header`."""
    return {
        "kind": KIND,
        "places": dict(places.options),
        "scale": float(measure.scale),
        "unit": float(measure.unit),
        "units": measure.units,
    }


def sparse_arrays(places: Places, weights: Weights) -> dict[str, Any]:
    """The arrays of such a file."""
    kept = {OF_PLACES + name: array for name, array in places.arrays.items()}
    return {
        "first": weights.first,
        "bias": weights.bias,
        "last": weights.last,
        "last_bias": weights.last_bias,
        **kept,
    }


def is_sparse(learned: Learned) -> bool:
    """Does a file hold such a network?"""
    return learned.header.get("kind") == KIND


def read_places(learned: Learned) -> tuple[dict[str, Any], Mapping[str, Any]]:
    """The options and the arrays that the inputs are made of. Raises ZermeloError."""
    options = learned.header.get("places")
    if not isinstance(options, dict) or not all(type(value) in (int, bool, str) for value in options.values()):
        raise ZermeloError(f"{learned} does not say what its network sees")
    arrays = {
        name.removeprefix(OF_PLACES): array for name, array in learned.arrays.items() if name.startswith(OF_PLACES)
    }
    return options, arrays


def read_measure(learned: Learned) -> Measure:
    """What its outputs count. Raises ZermeloError."""
    scale, unit, units = (learned.header.get(name) for name in ("scale", "unit", "units"))
    if not all(isinstance(number, int | float) and 0 < number < math.inf for number in (scale, unit)):
        raise ZermeloError(f"{learned} does not say what its values count")
    if not isinstance(units, str) or len(units) > 20 or not units.isprintable():
        raise ZermeloError(f"{learned} does not say in what units its values are")
    return Measure(float(scale or 0), float(unit or 0), units)


def read_weights(learned: Learned, places: Places) -> Weights:
    """The integers. Raises ZermeloError where they do not fit each other or the inputs, or sums would overflow."""
    first = _whole(learned, "first", np.int16, places.inputs, None)
    width = first.shape[1]
    try:
        Shape(places.inputs, width, places.buckets).check()
    except ZermeloError as error:
        raise ZermeloError(f"{learned}: {error}") from None
    found = Weights(
        first,
        _whole(learned, "bias", np.int16, width),
        _whole(learned, "last", np.int8, places.buckets, 2 * width),
        _whole(learned, "last_bias", np.int32, places.buckets),
    )
    if _largest(first) * places.most + _largest(found.bias) > BITS_16 or _largest(found.last) > LARGEST_LAST:
        raise ZermeloError(f"{learned} has weights that are too large")
    return found


def _whole(learned: Learned, name: str, kind: Any, *shape: int | None) -> Any:
    array = learned.array(name, *shape)
    if array.dtype != kind:
        raise ZermeloError(f"{learned}: {name} holds {array.dtype}, not {np.dtype(kind)}")
    return np.ascontiguousarray(array)


def _largest(array: Any) -> int:
    return max(int(array.max()), -int(array.min()))
