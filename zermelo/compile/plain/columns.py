"""Numbers by name: `Columns` for rows of them, such as the nodes of a tree, and `Row` for one row, such as options.

Both lie in one array. In compiled code they are one pointer, and to name a column costs nothing
(see intrinsics/columns.py); the numbers of a row are next to each other in memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any


class Columns:
    """Rows of numbers, one after the other in an array: `edges.total[e]`."""

    def __init__(self, array: Any, names: Sequence[str]) -> None:
        """array: with one dimension; its length is a multiple of the number of names."""
        self.array, self.names = array, tuple(names)
        for place, name in enumerate(names):
            setattr(self, name, array[place :: len(names)])

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...


class Row:
    """One row of numbers: `knobs.trace`."""

    array: Any
    names: tuple[str, ...]

    def __init__(self, array: Any, names: Sequence[str]) -> None:
        """array: with one dimension, at least as long as there are names."""
        vars(self).update(array=array, names=tuple(names), _place={name: place for place, name in enumerate(names)})

    def __getattr__(self, name: str) -> Any:
        try:
            return self.array[vars(self)["_place"][name]]
        except KeyError:
            raise AttributeError(f"there is no number called {name}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in self.names:
            raise AttributeError(f"there is no number called {name}")
        self.array[vars(self)["_place"][name]] = value

    def update(self, **values: Any) -> None:
        """Sets several numbers by name."""
        for name, value in values.items():
            setattr(self, name, value)
