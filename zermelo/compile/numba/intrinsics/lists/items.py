"""Reading and writing the items of lists on the stack, and going over them."""

from __future__ import annotations

import operator
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.typeconv import Conversion
from numba.core.typing import templates
from numba.core.typing.templates import signature
from numba.cpython import slicing
from numba.extending import intrinsic, lower_builtin, lower_cast

from zermelo.compile.numba.intrinsics.lists import kinds
from zermelo.compile.numba.intrinsics.registering import typed, types
from zermelo.compile.trust.bounds import outgrown


@typed(operator.getitem)
def _type_of_item(given: Any, index: Any) -> Any:
    if not isinstance(given, kinds.StackList | kinds.StackView):
        return None
    if isinstance(index, types.Integer):
        return signature(given.dtype, given, types.intp)
    is_slice = isinstance(given, kinds.StackList) and isinstance(index, types.SliceType)
    if is_slice and not isinstance(given.dtype, kinds.StackList):
        bounds = types.slice3_type if index.has_step else types.slice2_type
        return signature(kinds.StackList(given.dtype, None, given.capacity), given, bounds)
    return None


@lower_builtin(operator.getitem, kinds.StackList, types.intp)
@lower_builtin(operator.getitem, kinds.StackView, types.intp)
def _get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    parts = kinds.items_of(context, builder, kind, arguments[0])
    return kinds.load_item(context, builder, kind.dtype, kinds.place_of(context, builder, *parts, arguments[1]))


@lower_builtin(operator.getitem, kinds.StackList, types.SliceType)
def _get_slice(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    made, items, length = kinds.new_list(context, builder, signature.return_type)
    copy_slice(context, builder, signature, arguments, items, length)
    return made


def copy_slice(context: Any, builder: Any, signature: Any, arguments: Any, items: Any, length: Any) -> None:
    """Copies a slice to where the items and the length of a list or a tuple are."""
    source, count = kinds.items_of(context, builder, signature.args[0], arguments[0])
    bounds = context.make_helper(builder, signature.args[1], arguments[1])
    slicing.guard_invalid_slice(context, builder, signature.args[1], bounds)
    slicing.fix_slice(builder, bounds, count)
    size = slicing.get_slice_length(builder, bounds)
    with cgutils.for_range(builder, size, intp=kinds.WORD) as loop:
        place = builder.add(bounds.start, builder.mul(loop.index, bounds.step))
        builder.store(builder.load(builder.gep(source, [place])), builder.gep(items, [loop.index]))
    builder.store(size, length)


@templates.infer_global(operator.setitem)
class _SetItem(templates.AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        given, index, value = args
        is_ours = isinstance(given, kinds.StackList) and not isinstance(given.dtype, kinds.StackList)
        if is_ours and isinstance(index, types.Integer) and _fits(self.context, value, given.dtype):
            return signature(types.none, given, types.intp, given.dtype)
        return None


def _fits(context: Any, value: Any, dtype: Any) -> bool:
    """Can a list of this type hold the value as it is? A float in a list of integers would lose its fraction."""
    if isinstance(types.unliteral(value), types.Integer) and isinstance(dtype, types.Integer):
        return True
    conversion = context.can_convert(value, dtype)
    return conversion is not None and conversion <= Conversion.safe


@lower_builtin(operator.setitem, kinds.StackList, types.intp, types.Any)
def _set_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    parts = kinds.items_of(context, builder, kind, arguments[0])
    place = kinds.place_of(context, builder, *parts, arguments[1])
    context.pack_value(builder, kind.dtype, arguments[2], place)
    return context.get_dummy_value()


@typed(len)
def _type_of_length(given: Any) -> Any:
    return signature(types.intp, given) if isinstance(given, kinds.StackList | kinds.StackView) else None


@typed(bool)
@typed(operator.not_)
def _type_of_truth(given: Any) -> Any:
    return signature(types.boolean, given) if isinstance(given, kinds.StackList | kinds.StackView) else None


@lower_builtin(len, kinds.StackList)
@lower_builtin(len, kinds.StackView)
def _length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return kinds.items_of(context, builder, signature.args[0], arguments[0])[1]


@lower_builtin(bool, kinds.StackList)
@lower_builtin(bool, kinds.StackView)
def _is_not_empty(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.icmp_unsigned("!=", _length(context, builder, signature, arguments), kinds.ZERO)


@lower_builtin(operator.not_, kinds.StackList)
@lower_builtin(operator.not_, kinds.StackView)
def _is_empty(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.icmp_unsigned("==", _length(context, builder, signature, arguments), kinds.ZERO)


@lower_cast(kinds.StackList, kinds.StackList)
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


@templates.infer_getattr
class _Methods(templates.AttributeTemplate):
    key = kinds.StackList

    @templates.bound_function("StackList.append")
    def resolve_append(self, given: Any, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        (value,) = args
        value = types.unliteral(value)
        unified = value if not given.is_precise() else self.context.unify_pairs(given.dtype, value)
        if unified is None or (given.is_precise() and unified != given.dtype):
            return None
        return signature(types.none, unified).replace(recvr=given.copy(dtype=unified))


@lower_builtin("StackList.append", kinds.StackList, types.Any)
def _append(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    items, size = kinds.items_of(context, builder, kind, arguments[0])
    with builder.if_then(builder.icmp_unsigned(">=", size, ir.Constant(kinds.WORD, kind.capacity)), likely=False):
        context.call_conv.return_user_exc(builder, ValueError, (outgrown("a list", kind.capacity),))
    place = builder.gep(items, [size])
    if isinstance(kind.dtype, kinds.StackList):
        _store_list(context, builder, kind.dtype, arguments[1], place)
    else:
        context.pack_value(builder, kind.dtype, arguments[1], place)
    builder.store(builder.add(size, ir.Constant(kinds.WORD, 1)), builder.extract_value(arguments[0], 1))
    return context.get_dummy_value()


def _store_list(context: Any, builder: Any, kind: kinds.StackList, value: Any, place: Any) -> None:
    """A copy of a list inside another one. Only comprehensions do that, whose lists nobody else has."""
    source, count = kinds.items_of(context, builder, kind, value)
    items, length = kinds.parts_of_storage(builder, place)
    kinds.copy_items(builder, source, items, count)
    builder.store(count, length)


# --- going over them -------------------------------------------------------------------------------------------------


@lower_builtin("getiter", kinds.StackList)
@lower_builtin("getiter", kinds.StackView)
def _get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    items, end = builder.extract_value(arguments[0], 0), builder.extract_value(arguments[0], 1)
    if isinstance(kind, kinds.StackView):
        length = kinds.on_stack(builder, kinds.WORD)
        builder.store(end, length)
        end = length
    index = kinds.on_stack(builder, kinds.WORD)
    builder.store(kinds.ZERO, index)
    return kinds.struct(builder, context.get_value_type(signature.return_type), items, end, index)


@lower_builtin("iternext", kinds.StackIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    items, end, place = (builder.extract_value(arguments[0], i) for i in range(3))
    index = builder.load(place)
    is_valid = builder.icmp_unsigned("<", index, builder.load(end))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        dtype = signature.args[0].yield_type
        result.yield_(kinds.load_item(context, builder, dtype, builder.gep(items, [index])))
        builder.store(builder.add(index, ir.Constant(kinds.WORD, 1)), place)
