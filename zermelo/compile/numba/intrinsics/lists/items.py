"""Reading and writing the items of lists on the stack, and going over them."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typeconv import Conversion
from numba.core.typing.templates import (
    AbstractTemplate,
    AttributeTemplate,
    bound_function,
    infer_getattr,
    infer_global,
    signature,
)
from numba.cpython import slicing
from numba.extending import intrinsic, lower_builtin, lower_cast

from zermelo.compile.numba.intrinsics.lists.kinds import (
    WORD,
    ZERO,
    StackIterator,
    StackList,
    StackView,
    copy_items,
    items_of,
    load_item,
    new_list,
    on_stack,
    parts_of_storage,
    place_of,
    struct,
    types,
)
from zermelo.compile.trust.bounds import outgrown


@infer_global(operator.getitem)
class _GetItem(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        given, index = args
        if not isinstance(given, StackList | StackView):
            return None
        if isinstance(index, types.Integer):
            return signature(given.dtype, given, types.intp)
        is_slice = isinstance(given, StackList) and isinstance(index, types.SliceType)
        if is_slice and not isinstance(given.dtype, StackList):
            bounds = types.slice3_type if index.has_step else types.slice2_type
            return signature(StackList(given.dtype, None, given.capacity), given, bounds)
        return None


@lower_builtin(operator.getitem, StackList, types.intp)
@lower_builtin(operator.getitem, StackView, types.intp)
def _get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    parts = items_of(context, builder, kind, arguments[0])
    return load_item(context, builder, kind.dtype, place_of(context, builder, *parts, arguments[1]))


@lower_builtin(operator.getitem, StackList, types.SliceType)
def _get_slice(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    made, items, length = new_list(context, builder, signature.return_type)
    copy_slice(context, builder, signature, arguments, items, length)
    return made


def copy_slice(context: Any, builder: Any, signature: Any, arguments: Any, items: Any, length: Any) -> None:
    """Copies a slice to where the items and the length of a list or a tuple are."""
    source, count = items_of(context, builder, signature.args[0], arguments[0])
    bounds = context.make_helper(builder, signature.args[1], arguments[1])
    slicing.guard_invalid_slice(context, builder, signature.args[1], bounds)
    slicing.fix_slice(builder, bounds, count)
    size = slicing.get_slice_length(builder, bounds)
    with cgutils.for_range(builder, size, intp=WORD) as loop:
        place = builder.add(bounds.start, builder.mul(loop.index, bounds.step))
        builder.store(builder.load(builder.gep(source, [place])), builder.gep(items, [loop.index]))
    builder.store(size, length)


@infer_global(operator.setitem)
class _SetItem(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        given, index, value = args
        is_ours = isinstance(given, StackList) and not isinstance(given.dtype, StackList)
        if is_ours and isinstance(index, types.Integer) and _fits(self.context, value, given.dtype):
            return signature(types.none, given, types.intp, given.dtype)
        return None


def _fits(context: Any, value: Any, dtype: Any) -> bool:
    """Can a list of this type hold the value as it is? A float in a list of integers would lose its fraction."""
    if isinstance(types.unliteral(value), types.Integer) and isinstance(dtype, types.Integer):
        return True
    conversion = context.can_convert(value, dtype)
    return conversion is not None and conversion <= Conversion.safe


@lower_builtin(operator.setitem, StackList, types.intp, types.Any)
def _set_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    parts = items_of(context, builder, kind, arguments[0])
    place = place_of(context, builder, *parts, arguments[1])
    context.pack_value(builder, kind.dtype, arguments[2], place)
    return context.get_dummy_value()


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        return signature(types.intp, *args) if isinstance(args[0], StackList | StackView) else None


@infer_global(bool)
@infer_global(operator.not_)
class _IsEmptyOrNot(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        is_ours = len(args) == 1 and isinstance(args[0], StackList | StackView)
        return signature(types.boolean, *args) if is_ours else None


@lower_builtin(len, StackList)
@lower_builtin(len, StackView)
def _length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return items_of(context, builder, signature.args[0], arguments[0])[1]


@lower_builtin(bool, StackList)
@lower_builtin(bool, StackView)
def _is_not_empty(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.icmp_unsigned("!=", _length(context, builder, signature, arguments), ZERO)


@lower_builtin(operator.not_, StackList)
@lower_builtin(operator.not_, StackView)
def _is_empty(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.icmp_unsigned("==", _length(context, builder, signature, arguments), ZERO)


@lower_cast(StackList, StackList)
def _forget_size(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    return value


@intrinsic
def set_length(typingctx: Any, given: Any, size: Any) -> Any:
    """Makes a list shorter."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], builder.extract_value(arguments[0], 1))
        return context.get_dummy_value()

    return types.none(given, types.intp), generate


# --- append, which also says what an empty list is of --------------------------------------------------------------


@infer_getattr
class _Methods(AttributeTemplate):
    key = StackList

    @bound_function("StackList.append")
    def resolve_append(self, given: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        (value,) = args
        value = types.unliteral(value)
        unified = value if not given.is_precise() else self.context.unify_pairs(given.dtype, value)
        if unified is None or (given.is_precise() and unified != given.dtype):
            return None
        return signature(types.none, unified).replace(recvr=given.copy(dtype=unified))


@lower_builtin("StackList.append", StackList, types.Any)
def _append(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    items, size = items_of(context, builder, kind, arguments[0])
    with builder.if_then(builder.icmp_unsigned(">=", size, ir.Constant(WORD, kind.capacity)), likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (outgrown("a list", kind.capacity),))
    place = builder.gep(items, [size])
    if isinstance(kind.dtype, StackList):
        _store_list(context, builder, kind.dtype, arguments[1], place)
    else:
        context.pack_value(builder, kind.dtype, arguments[1], place)
    builder.store(builder.add(size, ir.Constant(WORD, 1)), builder.extract_value(arguments[0], 1))
    return context.get_dummy_value()


def _store_list(context: Any, builder: Any, kind: StackList, value: Any, place: Any) -> None:
    """A copy of a list inside another one. Only comprehensions do that, whose lists nobody else has."""
    source, count = items_of(context, builder, kind, value)
    items, length = parts_of_storage(builder, place)
    copy_items(builder, source, items, count)
    builder.store(count, length)


# --- going over them -------------------------------------------------------------------------------------------------


@lower_builtin("getiter", StackList)
@lower_builtin("getiter", StackView)
def _get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    items, end = builder.extract_value(arguments[0], 0), builder.extract_value(arguments[0], 1)
    if isinstance(kind, StackView):
        length = on_stack(builder, WORD)
        builder.store(end, length)
        end = length
    index = on_stack(builder, WORD)
    builder.store(ZERO, index)
    return struct(builder, context.get_value_type(signature.return_type), items, end, index)


@lower_builtin("iternext", StackIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    items, end, place = (builder.extract_value(arguments[0], i) for i in range(3))
    index = builder.load(place)
    is_valid = builder.icmp_unsigned("<", index, builder.load(end))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        dtype = signature.args[0].yield_type
        result.yield_(load_item(context, builder, dtype, builder.gep(items, [index])))
        builder.store(builder.add(index, ir.Constant(WORD, 1)), place)
