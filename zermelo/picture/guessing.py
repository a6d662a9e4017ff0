"""Pictures of a game that describes nothing, guessed from its states."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from numbers import Real
from typing import Any

from zermelo.picture.kinds import Bar, Bars, Board, Picture

SHORT = 4  # characters in a cell
EMPTY = {"0", "None", "", " ", ".", "-"}  # the texts of an empty cell
LONG = 60  # characters of a value below a board
MOST = 1000  # a larger number is probably not a quantity but, say, a word of bits


def guessed(state: Any, initial: Any, mover: int | None, caption: str) -> Picture | None:
    """A picture of a state whose game describes none, guessed from what it and the initial state are made of.

    A grid (rows of equal length, or a square of cells in one row) is a board, whether it is the whole state or a part
    of it. Named numbers are bars, each full at its initial value. A value whose shape changes is not taken for a grid:
    a list of the moves played so far could look like one. mover: whose turn it is, which the caption tells already.
    Returns None where nothing fits.
    """
    if _names(state) is None and (cells := _steady(state, initial)):
        return Board(cells, caption=caption)
    parts, before = _parts(state), _parts(initial)
    if list(parts) != list(before):
        return None
    boards = [(name, cells) for name, part in parts.items() if (cells := _steady(part, before[name]))]
    if len(boards) == 1:
        (where, cells), *_ = boards
        rest = {name: part for name, part in parts.items() if name not in (where, "player")}
        told = [f"{name}: {_cropped(part)}" for name, part in rest.items() if not _is_mover(name, part, mover)]
        return Board(cells, caption="\n".join([*told, caption]))
    bars = [name for name in parts if name != "player"] if _names(state) else []
    if bars and all(isinstance(part, Real) for part in (*parts.values(), *before.values())):
        return Bars(tuple(_bar(name, parts[name], before[name]) for name in bars), caption)
    return None


def _names(state: Any) -> Sequence[str] | None:
    """The fields of a NamedTuple or a dataclass; None where there are no names."""
    if isinstance(state, tuple):
        return getattr(state, "_fields", None)
    return [field.name for field in fields(state)] if is_dataclass(state) and not isinstance(state, type) else None


def _parts(state: Any) -> dict[str, Any]:
    """The parts of a state, by name or, where they have no names, by number."""
    names = _names(state)
    if names is not None:
        return {name: getattr(state, name) for name in names}
    return {str(place): part for place, part in enumerate(state, 1)} if isinstance(state, tuple) else {}


def _steady(value: Any, first: Any) -> tuple[tuple[str, ...], ...]:
    """The value as cells if it is a grid of the same shape as the first one; else none.

    A word at the start (the name of a node, say) is not a grid even where its length is a square number.
    """
    if isinstance(first, str) and first.isalpha():
        return ()
    cells, before = _grid(_unwrapped(value)), _grid(_unwrapped(first))
    return cells if [len(row) for row in cells] == [len(row) for row in before] else ()


def _unwrapped(value: Any) -> Any:
    """A NumPy array of one or two dimensions as tuples; anything else as it is."""
    if not hasattr(value, "tolist") or getattr(value, "ndim", 0) not in (1, 2):
        return value
    return tuple(tuple(row) if isinstance(row, list) else row for row in value.tolist())


def _is_mover(name: str, part: Any, mover: int | None) -> bool:
    """Is this part of a state, without a name of its own, the player to move? An array is compared item by item."""
    return name.isdecimal() and isinstance(part, Real) and part == mover


def _grid(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, tuple | str) or _names(value) is not None:
        return ()
    side = math.isqrt(len(value))
    is_square = side > 1 and side * side == len(value)
    if _has_rows(value, is_square):
        rows = [list(row) for row in value]
    elif is_square:
        rows = [list(value[row * side : (row + 1) * side]) for row in range(side)]
    else:
        return ()
    if any(isinstance(cell, tuple) for row in rows for cell in row):
        return ()
    cells = tuple(tuple(_cell(cell) for cell in row) for row in rows)
    return cells if all(len(cell) <= SHORT for row in cells for cell in row) else ()


def _has_rows(value: Any, is_square: bool) -> bool:
    """Is it two or more rows of equal length? Many short texts, such as 64 times "wK", are cells, not rows."""
    if not isinstance(value, tuple) or len(value) < 2:
        return False
    if not all(isinstance(row, tuple | str) and _names(row) is None for row in value):
        return False
    width = len(value[0])
    if width < 2 or any(len(row) != width for row in value):
        return False
    return not (is_square and isinstance(value[0], str) and len(value) > 2 * width)


def _cell(value: Any) -> str:
    is_whole = isinstance(value, bool) or (isinstance(value, float) and value.is_integer())
    text = str(int(value)) if is_whole else str(value)
    return "" if text in EMPTY else text


def _cropped(value: Any) -> str:
    text = " ".join(str(value).split())
    return text if len(text) <= LONG else f"{text[: LONG - 1]}…"


def _bar(name: str, value: float, first: float) -> Bar:
    """A bar that is full at the initial value; no bar, the number alone, where the value can exceed that."""
    return Bar(name.replace("_", " "), value, first if 1 < first <= MOST and 0 <= value <= first else 0.0)
