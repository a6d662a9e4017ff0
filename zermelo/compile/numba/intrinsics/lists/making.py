"""What makes a list, a tuple or a view of another value, written in place: no function of its own to compile."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core.errors import TypingError
from numba.core.imputils import impl_ret_borrowed
from numba.core.types.abstract import Type
from numba.extending import intrinsic

from zermelo.compile.numba.intrinsics.integers.operators import Typed, as_numba_does
from zermelo.compile.numba.intrinsics.lists import kinds
from zermelo.compile.numba.intrinsics.lists.varying import VaryingIterator, VaryingTuple, common_type, item_type
from zermelo.compile.numba.intrinsics.registering import types

MOST = 1024  # items of a list on the stack


def _same(given: Any) -> Typed:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return impl_ret_borrowed(context, builder, signature.return_type, arguments[0])

    return given(given), generate


def _copy_of(given: Any, kind: kinds.StackList) -> Typed:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, count = kinds.items_of(context, builder, given, arguments[0])
        made, items, length = kinds.new_list(context, builder, kind)
        if isinstance(given, types.BaseTuple):  # in one piece
            whole = ir.PointerType(ir.ArrayType(items.type.pointee, len(given)))
            builder.store(builder.load(builder.bitcast(source, whole)), builder.bitcast(items, whole))
        else:
            kinds.copy_items(builder, source, items, count)
        builder.store(count, length)
        return made

    return kind(given), generate


@intrinsic
def small_list(typingctx: Any, given: Any) -> Any:
    """`list(given)`, on the stack if a bound of its length is in its type."""
    kind = kinds.list_type(typingctx, given)
    return as_numba_does(typingctx, list, given) if kind is None else _copy_of(given, kind)


@intrinsic
def growing(typingctx: Any, given: Any) -> Any:
    """`list(given)` of a list that will grow: on the stack if it is of a tuple that says how long such may become."""
    if not isinstance(given, VaryingTuple):
        return as_numba_does(typingctx, list, given)
    return _copy_of(given, kinds.StackList(given.dtype, None, given.most))


@intrinsic(prefer_literal=True)
def repeated(typingctx: Any, item: Any, times: Any) -> Any:
    """`[item] * times`, on the stack; times: a number that the compiler knows."""
    dtype = common_type(typingctx, types.Tuple((item,)))
    if dtype is None or not isinstance(times, types.IntegerLiteral):
        raise TypingError("no list on the stack")
    kind = kinds.StackList(dtype, times.literal_value, times.literal_value)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made, items, length = kinds.new_list(context, builder, kind)
        value = context.cast(builder, arguments[0], item, dtype)
        for i in range(kind.capacity):
            context.pack_value(builder, dtype, value, builder.gep(items, [ir.Constant(kinds.WORD, i)]))
        builder.store(ir.Constant(kinds.WORD, kind.capacity), length)
        return made

    return kind(item, times), generate


@intrinsic
def room_for_all(typingctx: Any, given: Any) -> Any:
    """An empty list with room for one item per item of what is given; on the heap if their number has no bound."""
    return _room(typingctx, given, all_of_them=True)


@intrinsic
def room_for_some(typingctx: Any, given: Any) -> Any:
    """As `room_for_all`, for a list that may stay shorter."""
    return _room(typingctx, given, all_of_them=False)


def _room(context: Any, given: Any, all_of_them: bool) -> Typed:
    bound = _bound(given)
    if bound is not None:
        size, capacity = bound
        return _empty(kinds.StackList(types.undefined, size if all_of_them else None, capacity), given)
    empty, generate_empty = as_numba_does(context, list)

    def on_heap(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return generate_empty(target, builder, signature.return_type(), ())

    return empty.return_type(given), on_heap


def _bound(given: Any) -> tuple[int | None, int] | None:
    """How many items one gets by going over a value, if that is in its type, and how many at most."""
    if isinstance(given, types.BaseTuple):
        return len(given), len(given)
    if isinstance(given, types.UniTupleIter | VaryingIterator):
        return _bound(given.container)
    if isinstance(given, types.EnumerateType):
        return _bound(given.source_type)
    if isinstance(given, types.ZipType):
        bounds = [bound for kind in given.source_types if (bound := _bound(kind)) is not None]
        return min(bounds, key=lambda bound: bound[1]) if len(bounds) == len(given.source_types) > 0 else None
    if isinstance(given, VaryingTuple):
        return None, given.capacity
    if isinstance(given, kinds.StackList | kinds.PackedList | kinds.StackView | kinds.StackIterator):
        return given.size, given.capacity
    return None


@intrinsic(prefer_literal=True)
def room_of_all(typingctx: Any, count: Any) -> Any:
    """An empty list with room for a number of items that the compiler knows."""
    return _empty(kinds.StackList(types.undefined, count.literal_value, count.literal_value), count)


@intrinsic(prefer_literal=True)
def room_of_some(typingctx: Any, count: Any) -> Any:
    """As `room_of_all`, for a list that may stay shorter."""
    return _empty(kinds.StackList(types.undefined, None, count.literal_value), count)


def _empty(kind: kinds.StackList, given: Any) -> Typed:
    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        made, _, length = kinds.new_list(target, builder, signature.return_type)
        builder.store(kinds.ZERO, length)
        return made

    return kind(given), generate


@intrinsic
def as_tuple(typingctx: Any, given: Any) -> Any:
    """`tuple(given)`. Its length varies if no type says how long it is; a list on the heap stays one."""
    if isinstance(given, types.BaseTuple | VaryingTuple):
        return _same(given)
    if not isinstance(given, kinds.StackList | kinds.PackedList | kinds.StackView):
        return as_numba_does(typingctx, list, given)
    if isinstance(given.dtype, kinds.StackList):
        raise TypingError(kinds.NO_FRAME)
    if not given.size:
        return _packed(given, VaryingTuple(given.dtype, given.capacity))
    wanted = types.UniTuple(given.dtype, given.size)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return kinds.tuple_of(context, builder, wanted, *kinds.items_of(context, builder, given, arguments[0]))

    return wanted(given), generate


@intrinsic
def packed(typingctx: Any, given: Any) -> Any:
    """What a function returns: a list on the stack by value, anything else as it is."""
    if isinstance(given, kinds.StackList):
        return _packed(given, kinds.PackedList(given.dtype, given.size, given.capacity))
    if _holds_pointers(given):
        raise TypingError(kinds.NO_FRAME)
    return _same(given)


def _packed(given: Any, kind: kinds.PackedList | VaryingTuple) -> Typed:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        source, count = kinds.items_of(context, builder, given, arguments[0])
        place, items, length = kinds.new_storage(context, builder, kind)
        kinds.copy_items(builder, source, items, count)
        builder.store(count, length)
        return builder.load(place)

    return kind(given), generate


def _holds_pointers(kind: Type) -> bool:
    """Would it point into a frame that is gone?"""
    if isinstance(kind, types.BaseTuple):
        return any(map(_holds_pointers, kind.types))
    return isinstance(kind, kinds.StackList | kinds.StackView)


@intrinsic
def unpacked(typingctx: Any, given: Any) -> Any:
    """What a function has returned: a list by value as a list on the stack here, anything else as it is."""
    if not isinstance(given, kinds.PackedList):
        return _same(given)
    return _copy_of(given, kinds.StackList(given.dtype, given.size, given.capacity))


@intrinsic
def no_list(typingctx: Any, given: Any) -> Any:
    """The value, which must not be a list on the stack: it may be made again in a loop while the first is in use."""
    if isinstance(given, kinds.StackList | kinds.PackedList):
        raise TypingError(kinds.NO_FRAME)
    return _same(given)


@intrinsic
def view(typingctx: Any, given: Any) -> Any:
    """The items of a tuple, to be read at any index without a jump for each; anything else as it is."""
    dtype = given.dtype if isinstance(given, kinds.PackedList) else item_type(typingctx, given)
    bound = _bound(given)
    if dtype is None or bound is None:
        return _same(given)
    kind = kinds.StackView(dtype, *bound)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = kinds.items_of(context, builder, given, arguments[0])
        return kinds.struct(builder, context.get_value_type(kind), *parts)

    return kind(given), generate


@intrinsic
def item(typingctx: Any, given: Any, index: Any) -> Any:
    """`given[index]`, of a tuple without a jump for each index."""
    dtype = item_type(typingctx, given)
    if dtype is None or not isinstance(index, types.Integer):
        return as_numba_does(typingctx, operator.getitem, given, index)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        parts = kinds.items_of(context, builder, given, arguments[0])
        place = kinds.place_of(context, builder, *parts, arguments[1])
        return kinds.load_item(context, builder, dtype, place)

    return dtype(given, types.intp), generate


@intrinsic
def part(typingctx: Any, given: Any, start: Any, stop: Any) -> Any:
    """`given[start:stop]`, only to be read at once: of lists on the stack, views and tuples no copy is made."""
    dtype = given.dtype if isinstance(given, kinds.StackList | kinds.StackView) else item_type(typingctx, given)
    bound = _bound(given)
    if dtype is None or bound is None:
        return _slice_as_numba_does(typingctx, given, start, stop)
    kind = kinds.StackView(dtype, None, bound[1])
    bounds = [types.none if bound is types.none else types.intp for bound in (start, stop)]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        items, length = kinds.items_of(context, builder, given, arguments[0])
        first = kinds.ZERO if start is types.none else _clipped(builder, arguments[1], length)
        end = length if stop is types.none else _clipped(builder, arguments[2], length)
        count = builder.sub(end, first)
        count = builder.select(builder.icmp_signed("<", count, kinds.ZERO), kinds.ZERO, count)
        return kinds.struct(builder, context.get_value_type(kind), builder.gep(items, [first]), count)

    return kind(given, *bounds), generate


def _clipped(builder: Any, bound: Any, length: Any) -> Any:
    """A bound of a slice as Python takes it: from the end if it is negative, and never outside."""
    bound = builder.select(builder.icmp_signed("<", bound, kinds.ZERO), builder.add(bound, length), bound)
    bound = builder.select(builder.icmp_signed("<", bound, kinds.ZERO), kinds.ZERO, bound)
    return builder.select(builder.icmp_signed(">", bound, length), length, bound)


def _slice_as_numba_does(context: Any, given: Any, start: Any, stop: Any) -> Typed:
    made, make = as_numba_does(context, slice, start, stop)
    found, take = as_numba_does(context, operator.getitem, given, made.return_type)

    def generate(target: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        bounds = make(target, builder, made, arguments[1:])
        return take(target, builder, found, [arguments[0], bounds])

    return found.return_type(given, start, stop), generate
