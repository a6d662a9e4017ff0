"""Trees as named arrays: a NamedTuple with an array per column, in which nodes or edges are numbered."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from zermelo.installed import np, zeros

NOWHERE = -1  # no node
CLOSED = -1  # `count` of a node where the game is over, or that a table knows

T = TypeVar("T", bound=tuple[Any, ...])

# what a tree whose nodes are positions has per node; the children of a node are contiguous
POSITION = {
    "first": np.int32,  # its first child
    "count": np.int32,  # number of children
    "visits": np.int32,
    "total": np.float64,  # sum of the utilities of the player who moved here
    "move": np.int64,  # the move that leads here, as `fill` writes it
    "mover": np.int8,  # the player to move here
}


def new_arrays(
    kind: type[T],
    types: Mapping[str, Any],
    sizes: Mapping[str, int],
    compiled: bool,
    objects: Collection[str] = ("move",),
    is_cleared: bool = True,
) -> T:
    """A tree with these types and sizes, by field; a page takes memory only once it is used.

    objects: fields that hold values of any kind where the kernel is interpreted.
    """
    make = zeros if is_cleared else np.empty
    return kind(
        **{name: make(sizes[name], types[name] if compiled or name not in objects else object) for name in types}
    )


def bytes_of(types: Mapping[str, Any]) -> int:
    """The bytes of one number of each of these types."""
    return sum(np.dtype(kind).itemsize for kind in types.values())


def credit(tree, place, gained):
    """Counts a simulation through a node or an edge, and what it brought the player who chose it."""
    tree.visits[place] += 1
    tree.total[place] += gained
