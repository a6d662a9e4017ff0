"""Lists on the stack: what `list(...)` of a tuple is in a user's compiled function (see compile/numba/rewriting/).

StackList   a list of at most `capacity` items in the frame of the function that made it. It can be passed on to other
            functions, but not stored in anything, returned, or kept by a generator: those do not compile.
PackedList  such a list by value, in which form a function returns it
StackView   the items of a tuple, a list or a part of one, to be read at any index

No reference is counted and nothing is allocated on the heap.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.datamodel.models import DataModel
from numba.core.errors import TypingError
from numba.extending import register_model

from zermelo.compile.numba.intrinsics.lists.varying import VaryingTuple, common_type
from zermelo.compile.numba.intrinsics.registering import primitive, types
from zermelo.compile.trust.bounds import OTHER_LENGTH

WORD = ir.IntType(64)
ZERO = ir.Constant(WORD, 0)
OUT_OF_RANGE = "list index out of range"
NO_FRAME = "a list on the stack cannot be stored, returned in a tuple, or kept by a generator"


class _Items(types.IterableType):
    """Items of one type in memory, at most `capacity` of them. size: how many they were at first; None: not known."""

    def __init__(self, dtype: Any, size: int | None, capacity: int) -> None:
        self.dtype, self.size, self.capacity = dtype, size, capacity
        super().__init__(name=f"{type(self).__name__}({dtype}, {size}, {capacity})")

    @property
    def iterator_type(self) -> Any:
        return StackIterator(self)

    def is_precise(self) -> bool:
        return bool(self.dtype.is_precise())


class StackList(_Items):
    """May be changed."""

    def copy(self, dtype: Any) -> StackList:
        return StackList(dtype, self.size, self.capacity)

    def unify(self, context: Any, other: Any) -> Any:
        if not isinstance(other, StackList) or other.capacity != self.capacity:
            return None
        dtype = other.dtype if not self.is_precise() else self.dtype
        if dtype not in (self.dtype, other.dtype) or (other.is_precise() and other.dtype != dtype):
            return None
        return StackList(dtype, self.size if self.size == other.size else None, self.capacity)

    def can_convert_to(self, context: Any, other: Any) -> Any:
        from numba.core.typeconv import Conversion

        is_alike = isinstance(other, StackList) and (other.dtype, other.capacity) == (self.dtype, self.capacity)
        return Conversion.safe if is_alike and other.size is None else None


class StackView(_Items):
    """May only be read, and only where it was made."""


class PackedList(types.Type):
    """size: as of a StackList."""

    def __init__(self, dtype: Any, size: int | None, capacity: int) -> None:
        self.dtype, self.size, self.capacity = dtype, size, capacity
        super().__init__(name=f"PackedList({dtype}, {size}, {capacity})")

    def becomes(self, wanted: Any) -> bool:
        """Can it become a value of that tuple type? Only if it has as many items when it runs."""
        alike = isinstance(wanted, types.UniTuple) and wanted.dtype == self.dtype
        return alike and (self.size or len(wanted)) == len(wanted) <= self.capacity


class StackIterator(types.SimpleIteratorType):
    """Goes over a list; its length is read again at each step."""

    def __init__(self, items: _Items) -> None:
        self.size, self.capacity = items.size, items.capacity
        super().__init__(f"StackIterator({items})", items.dtype)


# --- how they lie in memory -------------------------------------------------------------------------------------------


def _storage(manager: Any, dtype: Any) -> Any:
    """An item's type in memory. A list in a list lies in it."""
    if isinstance(dtype, StackList | PackedList):
        return ir.LiteralStructType([WORD, ir.ArrayType(_storage(manager, dtype.dtype), dtype.capacity)])
    return manager.lookup(dtype).get_data_type()


class _Pointers(DataModel):
    """Pointers to items and words, or the words: of no use where the frame that they point into is gone."""

    words: tuple[Any, ...]  # what there is besides the pointer to the items

    def __init__(self, manager: Any, kind: Any) -> None:
        super().__init__(manager, kind)
        items = kind.yield_type if isinstance(kind, StackIterator) else kind.dtype
        self.parts = ir.PointerType(_storage(manager, items)), *self.words

    def get_value_type(self) -> Any:
        return ir.LiteralStructType(self.parts)

    def get_argument_type(self) -> Any:
        return self.parts

    def as_argument(self, builder: Any, value: Any) -> Any:
        return tuple(builder.extract_value(value, i) for i in range(len(self.parts)))

    def from_argument(self, builder: Any, value: Any) -> Any:
        return struct(builder, self.get_value_type(), *value)

    def get_data_type(self) -> Any:
        raise TypingError(NO_FRAME)

    def get_return_type(self) -> Any:
        raise TypingError(NO_FRAME)


@register_model(StackList)
class _ListModel(_Pointers):
    words = (ir.PointerType(WORD),)


@register_model(StackView)
class _ViewModel(_Pointers):
    words = (WORD,)


@register_model(StackIterator)
class _IteratorModel(_Pointers):
    words = (ir.PointerType(WORD), ir.PointerType(WORD))


primitive(PackedList, _storage)


def struct(builder: Any, kind: Any, *parts: Any) -> Any:
    """A value of several parts."""
    made = ir.Constant(kind, ir.Undefined)
    for i, part in enumerate(parts):
        made = builder.insert_value(made, part, i)
    return made


def on_stack(builder: Any, kind: Any) -> Any:
    """Memory of the function being compiled. In a loop it is the same each time."""
    with builder.goto_entry_block():
        return builder.alloca(kind)


def parts_of_storage(builder: Any, place: Any) -> tuple[Any, Any]:
    """The items and the length of a list that lies in memory as one piece."""
    first, second = (ir.Constant(ir.IntType(32), i) for i in range(2))
    return builder.gep(place, [first, second, first]), builder.gep(place, [first, first])


def new_storage(context: Any, builder: Any, kind: VaryingTuple | PackedList) -> tuple[Any, Any, Any]:
    """Room for a list or a tuple by value, all zero: where it lies, its items and where its length is."""
    value_type = context.get_value_type(kind)
    place = on_stack(builder, value_type)
    builder.store(ir.Constant(value_type, None), place)
    return (place, *parts_of_storage(builder, place))


def new_list(context: Any, builder: Any, kind: StackList) -> tuple[Any, Any, Any]:
    """A list without a length yet: the value, its items and where its length is."""
    value_type = context.get_value_type(kind)
    room = ir.ArrayType(value_type.elements[0].pointee, max(1, kind.capacity))
    items = builder.gep(on_stack(builder, room), [ZERO, ZERO])
    length = on_stack(builder, WORD)
    return struct(builder, value_type, items, length), items, length


def items_of(context: Any, builder: Any, kind: Any, value: Any) -> tuple[Any, Any]:
    """The items and the length of a list, a view or a tuple of items that have a common type."""
    if isinstance(kind, StackList):
        return builder.extract_value(value, 0), builder.load(builder.extract_value(value, 1))
    if isinstance(kind, StackView):
        return builder.extract_value(value, 0), builder.extract_value(value, 1)
    if isinstance(kind, PackedList | VaryingTuple):
        place = on_stack(builder, value.type)
        builder.store(value, place)
        items, length = parts_of_storage(builder, place)
        return items, builder.load(length)
    dtype = common_type(context.typing_context, kind)
    room = ir.ArrayType(_storage(context.data_model_manager, dtype), len(kind))
    items = builder.gep(on_stack(builder, room), [ZERO, ZERO])
    for i, given in enumerate(kind.types):
        item = context.cast(builder, builder.extract_value(value, i), given, dtype)
        context.pack_value(builder, dtype, item, builder.gep(items, [ir.Constant(WORD, i)]))
    return items, ir.Constant(WORD, len(kind))


def load_item(context: Any, builder: Any, dtype: Any, place: Any) -> Any:
    """The item at a place; of a list in a list the list itself, not a copy."""
    if isinstance(dtype, StackList):
        return struct(builder, context.get_value_type(dtype), *parts_of_storage(builder, place))
    return context.unpack_value(builder, dtype, place)


def tuple_of(context: Any, builder: Any, wanted: Any, items: Any, length: Any) -> Any:
    """The items as a tuple of this type; raises ValueError where there are more or fewer."""
    is_other = builder.icmp_unsigned("!=", length, ir.Constant(WORD, len(wanted)))
    with builder.if_then(is_other, likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (OTHER_LENGTH,))
    places = (builder.gep(items, [ir.Constant(WORD, i)]) for i in range(len(wanted)))
    return context.make_tuple(builder, wanted, [load_item(context, builder, wanted.dtype, place) for place in places])


def copy_items(builder: Any, source: Any, target: Any, count: Any) -> None:
    """Copies items from one place in memory to another."""
    with cgutils.for_range(builder, count, intp=WORD) as loop:
        builder.store(builder.load(builder.gep(source, [loop.index])), builder.gep(target, [loop.index]))


def place_of(context: Any, builder: Any, items: Any, length: Any, index: Any) -> Any:
    """Where the item of an index is; raises IndexError as Python does."""
    from_end = builder.add(index, length)
    index = builder.select(builder.icmp_signed("<", index, ZERO), from_end, index)
    with builder.if_then(builder.icmp_unsigned(">=", index, length), likely=False):
        context.call_conv.return_user_exc(builder, IndexError, (OUT_OF_RANGE,))
    return builder.gep(items, [index])


# --- lists of other values -------------------------------------------------------------------------------------------


def list_type(context: Any, given: Any) -> Any:
    """The type of a list of what is given; None: it is none of ours."""
    if isinstance(given, StackList | PackedList):
        return None if isinstance(given.dtype, StackList) else StackList(given.dtype, given.size, given.capacity)
    if isinstance(given, StackView):
        return StackList(given.dtype, given.size, given.capacity)
    if isinstance(given, VaryingTuple):
        return StackList(given.dtype, None, given.capacity)
    dtype = common_type(context, given)
    return None if dtype is None else StackList(dtype, len(given), len(given))
