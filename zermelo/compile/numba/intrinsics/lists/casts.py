"""Tuples whose length varies, made of other tuples, of what Python gives, and turned back into those."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import lower_cast
from numba.cpython.listobj import ListInstance
from numba.extending import NativeValue, box, intrinsic, unbox

from zermelo.compile.numba.intrinsics.lists import kinds
from zermelo.compile.numba.intrinsics.lists.varying import VaryingTuple, as_varying
from zermelo.compile.numba.intrinsics.registering import types
from zermelo.compile.trust.bounds import outgrown


def fit(context: Any, builder: Any, value: Any, given: Any, wanted: VaryingTuple, name: str = "a tuple") -> Any:
    """A tuple or list as a tuple of this kind; raises ValueError, which names it, where it has no room there."""
    if given == wanted:
        return value
    if isinstance(given, types.List):
        listed = ListInstance(context, builder, given, value)
        return _made(context, builder, wanted, given.dtype, listed.data, listed.size, None, name)
    kind = as_varying(context.typing_context, given)
    items, count = (
        (kinds.ZERO, kinds.ZERO) if kind.dtype is types.undefined else kinds.items_of(context, builder, given, value)
    )
    return _made(context, builder, wanted, kind.dtype, items, count, kind.capacity, name)


def _made(
    context: Any, builder: Any, wanted: VaryingTuple, dtype: Any, items: Any, count: Any, most: int | None, name: str
) -> Any:
    """most: no more items are given; None: that is not known."""
    if most is None or most > wanted.capacity:
        check_room(context, builder, count, wanted.capacity, name)
    place, room, length = kinds.new_storage(context, builder, wanted)
    append_items(context, builder, wanted.dtype, room, dtype, items, count)
    builder.store(count, length)
    return builder.load(place)


def check_room(context: Any, builder: Any, count: Any, capacity: int, name: str = "a tuple") -> None:
    """Raises ValueError, in compiled code, where there are more items than there is room."""
    with builder.if_then(builder.icmp_unsigned(">", count, ir.Constant(kinds.WORD, capacity)), likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (outgrown(name, capacity),))


def append_items(context: Any, builder: Any, wanted: Any, room: Any, dtype: Any, items: Any, count: Any) -> None:
    """Copies items of one type into the room for items of another."""
    if dtype is types.undefined:  # of an empty tuple
        return
    with cgutils.for_range(builder, count, intp=kinds.WORD) as loop:
        source, target = builder.gep(items, [loop.index]), builder.gep(room, [loop.index])
        if dtype == wanted:
            builder.store(builder.load(source), target)
        else:
            item = kinds.load_item(context, builder, dtype, source)
            context.pack_value(builder, wanted, context.cast(builder, item, dtype, wanted), target)


@lower_cast(types.BaseTuple, VaryingTuple)
@lower_cast(VaryingTuple, VaryingTuple)
@lower_cast(types.List, VaryingTuple)
def _cast(context: Any, builder: Any, given: Any, wanted: VaryingTuple, value: Any) -> Any:
    return fit(context, builder, value, given, wanted)


@lower_cast(VaryingTuple, types.UniTuple)
@lower_cast(kinds.PackedList, types.UniTuple)
def _to_fixed(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    """Raises ValueError where it has another length."""
    return kinds.tuple_of(context, builder, wanted, *kinds.items_of(context, builder, given, value))


@intrinsic
def as_varying_tuple(typingctx: Any, given: Any) -> Any:
    """A tuple as one whose length varies."""
    kind = as_varying(typingctx, given)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return context.cast(builder, arguments[0], given, kind)

    return None if kind is None else (kind(given), generate)


# --- to and from Python ----------------------------------------------------------------------------------------------


@unbox(VaryingTuple)
def _unbox(kind: VaryingTuple, held: Any, c: Any) -> NativeValue:
    """Of `Held`: the length, and as many items as there is room."""
    items = types.UniTuple(kind.dtype, kind.capacity)
    parts = c.pyapi.object_getattr_string(held, "parts")
    native = c.unbox(types.Tuple((types.int64, items)), parts)
    c.pyapi.decref(parts)
    length, given = (c.builder.extract_value(native.value, i) for i in range(2))
    place, room, where = kinds.new_storage(c.context, c.builder, kind)
    for i in range(kind.capacity):
        item = c.builder.extract_value(given, i)
        c.context.pack_value(c.builder, kind.dtype, item, c.builder.gep(room, [ir.Constant(kinds.WORD, i)]))
    c.builder.store(length, where)
    return NativeValue(c.builder.load(place), is_error=native.is_error)


@box(VaryingTuple)
def _box(kind: VaryingTuple, value: Any, c: Any) -> Any:
    """A plain tuple."""
    items, length = kinds.items_of(c.context, c.builder, kind, value)
    places = (c.builder.gep(items, [ir.Constant(kinds.WORD, i)]) for i in range(kind.capacity))
    every = types.UniTuple(kind.dtype, kind.capacity)
    made = [kinds.load_item(c.context, c.builder, kind.dtype, place) for place in places]
    padded = c.box(every, c.context.make_tuple(c.builder, every, made))
    count = c.pyapi.long_from_longlong(length)
    cut = c.pyapi.unserialize(c.pyapi.serialize_object(first_items))
    found = c.pyapi.call_function_objargs(cut, (padded, count))
    for part in (padded, count, cut):
        c.pyapi.decref(part)
    return found


def first_items(items: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """The items without the room behind them."""
    return items[:count]
