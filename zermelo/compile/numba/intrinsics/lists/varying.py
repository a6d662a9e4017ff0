"""Tuples whose length varies, by value: a length, and room for as many items as the type says.

So are the hands and piles of a state that grow and shrink, and tuples made of lists whose length is not known. The room
behind the last item is always zero.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core.typeconv import Conversion

from zermelo.compile.numba.intrinsics.integers.long import LongType
from zermelo.compile.numba.intrinsics.integers.wide import WideType
from zermelo.compile.numba.intrinsics.registering import primitive, structure, types

WORD = ir.IntType(64)
LEAST_MOST = 32  # items that a tuple which grows has room for, at least


class VaryingTuple(types.IterableType):
    """At most `capacity` items of one type. most: the capacity that tuples joined with it may get."""

    def __init__(self, dtype: Any, capacity: int, most: int | None = None) -> None:
        self.dtype, self.capacity = dtype, max(1, capacity)
        self.most = max(self.capacity, most or max(LEAST_MOST, 2 * capacity))
        super().__init__(name=f"VaryingTuple({dtype}, {self.capacity}, {self.most})")

    @property
    def iterator_type(self) -> Any:
        return VaryingIterator(self)

    def is_precise(self) -> bool:
        return bool(self.dtype.is_precise())

    def unify(self, context: Any, other: Any) -> Any:
        other = as_varying(context, other)
        dtype = None if other is None else context.unify_pairs(self.dtype, other.dtype)
        if dtype is None:
            return None
        return VaryingTuple(dtype, max(self.capacity, other.capacity), max(self.most, other.most))

    def can_convert_from(self, context: Any, other: Any) -> Any:
        other = as_varying(context, other)
        if other is None:
            return None
        conversion = Conversion.safe
        if other.dtype is not types.undefined:
            conversion = context.can_convert(other.dtype, self.dtype)
        return Conversion.safe if conversion is not None and conversion <= Conversion.safe else None

    def joined(self, context: Any, other: VaryingTuple) -> Any:
        """The type of `one + other`; None: the items have no common type.

        The room grows in few steps, so that the types of a tuple which grows in a loop come to an end.
        """
        dtype = context.unify_pairs(self.dtype, other.dtype)
        if dtype is None:
            return None
        most = max(self.most, other.most)
        wanted = 1 << (self.capacity + other.capacity - 1).bit_length()
        return VaryingTuple(dtype, min(most, wanted), most)

    def becomes(self, wanted: Any) -> bool:
        """Can it become a value of that tuple type? Only if it has as many items when it runs."""
        alike = isinstance(wanted, types.UniTuple) and wanted.dtype == self.dtype
        return alike and len(wanted) <= self.capacity

    def takes(self, given: Any, widens: Callable[[Any, Any], bool]) -> bool:
        """May a value of another type be brought to this one? widens: whether that holds for two types of items."""
        if isinstance(given, types.UniTuple | types.Tuple):
            return all(widens(item, self.dtype) for item in given.types)
        return isinstance(given, VaryingTuple | types.List) and widens(given.dtype, self.dtype)


class VaryingIterator(types.SimpleIteratorType):
    """Goes over such a tuple, which it holds itself, so that a generator may keep it."""

    def __init__(self, container: VaryingTuple) -> None:
        self.container = container
        super().__init__(f"VaryingIterator({container})", container.dtype)


def _storage(manager: Any, kind: VaryingTuple) -> Any:
    """The length, and room for the items."""
    return ir.LiteralStructType([WORD, ir.ArrayType(manager.lookup(kind.dtype).get_data_type(), kind.capacity)])


primitive(VaryingTuple, _storage)
structure(
    VaryingIterator,
    lambda kind: [
        ("index", types.EphemeralPointer(types.int64)),
        ("held", types.EphemeralPointer(kind.container)),
    ],
)


# --- which tuples have items of one type -----------------------------------------------------------------------------


def _is_plain(kind: Any) -> bool:
    """Numbers, and tuples of such: nothing that is counted."""
    if isinstance(kind, types.BaseTuple):
        return all(map(_is_plain, kind.types))
    if isinstance(kind, VaryingTuple):
        return _is_plain(kind.dtype)
    return isinstance(kind, WideType | LongType) or _is_number(kind)


def _is_number(kind: Any) -> bool:
    return isinstance(types.unliteral(kind), types.Number | types.Boolean)


def _is_tuple(kind: Any) -> bool:
    """Is it a tuple, and not one of a class?"""
    return isinstance(kind, VaryingTuple | types.UniTuple | types.Tuple)


def common_type(context: Any, kind: Any) -> Any:
    """The one type that all items of a tuple can have; None: there is none."""
    if not isinstance(kind, types.BaseTuple) or not len(kind) or not _is_plain(kind):
        return None
    kinds = [types.unliteral(item) for item in kind.types]
    if all(item == kinds[0] for item in kinds):
        return None if isinstance(kinds[0], types.BaseTuple) and not len(kinds[0]) else kinds[0]
    if all(map(_is_tuple, kinds)):
        return context.unify_types(*kinds)
    return context.unify_types(*kinds) if all(map(_is_number, kinds)) and types.boolean not in kinds else None


def item_type(context: Any, kind: Any) -> Any:
    """The type of the items of a tuple that may be read at a computed index; None: it is something else.

    Items are of one type, or tuples of different lengths. A number is not to become one of another kind.
    """
    if isinstance(kind, VaryingTuple):
        return kind.dtype
    dtype = common_type(context, kind) if isinstance(kind, types.UniTuple | types.Tuple) else None
    return dtype if isinstance(kind, types.UniTuple) or isinstance(dtype, VaryingTuple) else None


def as_varying(context: Any, kind: Any) -> Any:
    """The type of a tuple as one whose length varies; None: it is no tuple of items of one type."""
    if isinstance(kind, VaryingTuple):
        return kind
    if not isinstance(kind, types.UniTuple | types.Tuple):
        return None
    dtype = common_type(context, kind) if len(kind) else types.undefined
    return None if dtype is None else VaryingTuple(dtype, len(kind), len(kind))


def unified(context: Any, one: Any, other: Any) -> Any:
    """The type of a value that is a tuple of one length here and of another there; None: they have none in common."""
    one, other = as_varying(context, one), as_varying(context, other)
    return None if one is None or other is None else one.unify(context, other)
