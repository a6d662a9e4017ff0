"""What is done with tuples whose length varies: read, sliced, joined and compared, as any tuple."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils
from numba.core.imputils import RefType, iternext_impl
from numba.core.registry import cpu_target
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, overload, overload_method, register_jitable

from zermelo.compile.cache.codes import INSIDE
from zermelo.compile.numba.intrinsics.lists import kinds
from zermelo.compile.numba.intrinsics.lists.casts import append_items, as_varying_tuple, check_room
from zermelo.compile.numba.intrinsics.lists.items import copy_slice
from zermelo.compile.numba.intrinsics.lists.making import view
from zermelo.compile.numba.intrinsics.lists.varying import VaryingIterator, VaryingTuple, as_varying, item_type
from zermelo.compile.numba.intrinsics.registering import typed, types

NOT_FOUND = "the value is not in the tuple"


# --- reading ---------------------------------------------------------------------------------------------------------


@typed(operator.getitem)
def _type_of_item(given: Any, index: Any) -> Any:
    if isinstance(given, VaryingTuple) and isinstance(index, types.Integer):
        return signature(given.dtype, given, types.intp)
    if isinstance(given, VaryingTuple | kinds.StackView) and isinstance(index, types.SliceType):
        bounds = types.slice3_type if index.has_step else types.slice2_type
        most = given.most if isinstance(given, VaryingTuple) else None
        return signature(VaryingTuple(given.dtype, given.capacity, most), given, bounds)
    return None


@lower_builtin(operator.getitem, VaryingTuple, types.intp)
def _get_item(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    kind = signature.args[0]
    parts = kinds.items_of(context, builder, kind, arguments[0])
    return kinds.load_item(context, builder, kind.dtype, kinds.place_of(context, builder, *parts, arguments[1]))


@lower_builtin(operator.getitem, VaryingTuple, types.SliceType)
@lower_builtin(operator.getitem, kinds.StackView, types.SliceType)
def _get_slice(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    made, items, length = kinds.new_storage(context, builder, signature.return_type)
    copy_slice(context, builder, signature, arguments, items, length)
    return builder.load(made)


@typed(len)
def _type_of_length(given: Any) -> Any:
    return signature(types.intp, given) if isinstance(given, VaryingTuple) else None


@lower_builtin(len, VaryingTuple)
def _length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    return builder.extract_value(arguments[0], 0)


def _truth(function: Any, sign: str) -> None:
    @typed(function)
    def _type_of_truth(given: Any) -> Any:
        return signature(types.boolean, given) if isinstance(given, VaryingTuple) else None

    @lower_builtin(function, VaryingTuple)
    def _compare_length(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.icmp_unsigned(sign, builder.extract_value(arguments[0], 0), kinds.ZERO)


_truth(bool, "!=")
_truth(operator.not_, "==")


@lower_builtin("getiter", VaryingTuple)
def _get_iterator(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    made = context.make_helper(builder, signature.return_type)
    made.index = cgutils.alloca_once_value(builder, kinds.ZERO)
    made.held = cgutils.alloca_once_value(builder, arguments[0])
    return made._getvalue()


@lower_builtin("iternext", VaryingIterator)
@iternext_impl(RefType.UNTRACKED)
def _next(context: Any, builder: Any, signature: Any, arguments: Any, result: Any) -> None:
    iterator = context.make_helper(builder, signature.args[0], value=arguments[0])
    items, length = kinds.parts_of_storage(builder, iterator.held)
    index = builder.load(iterator.index)
    is_valid = builder.icmp_unsigned("<", index, builder.load(length))
    result.set_valid(is_valid)
    with builder.if_then(is_valid):
        result.yield_(kinds.load_item(context, builder, signature.args[0].yield_type, builder.gep(items, [index])))
        builder.store(builder.add(index, ir.Constant(kinds.WORD, 1)), iterator.index)


@overload(operator.contains, jit_options=INSIDE)
def _contains(given, wanted):
    if isinstance(given, VaryingTuple) or isinstance(item_type(cpu_target.typing_context, given), VaryingTuple):
        return lambda given, wanted: wanted in view(given)
    return None


@overload_method(kinds.StackList, "count", jit_options=INSIDE)
@overload_method(VaryingTuple, "count", jit_options=INSIDE)
def _count(given, wanted):
    def count(given, wanted):
        found = 0
        for value in view(given):
            if value == wanted:
                found += 1
        return found

    return count


@overload_method(VaryingTuple, "index", jit_options=INSIDE)
def _index(given, wanted):
    def find(given, wanted):
        for place, value in enumerate(view(given)):
            if value == wanted:
                return place
        raise ValueError(NOT_FOUND)

    return find


# --- joining ---------------------------------------------------------------------------------------------------------


def _are_ours(context: Any, one: Any, other: Any) -> Any:
    """Two tuples, of which at least one varies, as two that do; None: they are something else."""
    if not isinstance(one, VaryingTuple) and not isinstance(other, VaryingTuple):
        return None
    both = as_varying(context, one), as_varying(context, other)
    return None if None in both else both


class _Join(AbstractTemplate):
    def generic(self, args: tuple[Any, ...], kws: dict[str, Any]) -> Any:
        both = _are_ours(self.context, *args)
        joined = both and both[0].joined(self.context, both[1])
        if not joined:
            return None
        given = [VaryingTuple(joined.dtype, 1) if kind.dtype is types.undefined else kind for kind in both]
        return signature(joined, *given)


for _function in (operator.add, operator.iadd):
    infer_global(_function)(type("_Join", (_Join,), {}))


@lower_builtin(operator.add, VaryingTuple, VaryingTuple)
@lower_builtin(operator.iadd, VaryingTuple, VaryingTuple)
def _join(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    wanted, (one, other) = signature.return_type, signature.args
    first, before = kinds.items_of(context, builder, one, arguments[0])
    second, after = kinds.items_of(context, builder, other, arguments[1])
    count = builder.add(before, after)
    if one.capacity + other.capacity > wanted.capacity:
        check_room(context, builder, count, wanted.capacity)
    made, room, length = kinds.new_storage(context, builder, wanted)
    append_items(context, builder, wanted.dtype, room, one.dtype, first, before)
    append_items(context, builder, wanted.dtype, builder.gep(room, [before]), other.dtype, second, after)
    builder.store(count, length)
    return builder.load(made)


# --- comparing -------------------------------------------------------------------------------------------------------


@register_jitable(**INSIDE)
def are_equal(one, other):
    """Have two tuples or lists the same items?"""
    if len(one) != len(other):
        return False
    for i in range(len(one)):
        if one[i] != other[i]:
            return False
    return True


@register_jitable(**INSIDE)
def _order(one, other):
    """Below, at or above 0 as the first tuple is less than, equal to or greater than the second."""
    for i in range(min(len(one), len(other))):
        if one[i] != other[i]:
            return -1 if one[i] < other[i] else 1
    return len(one) - len(other)


def _comparison(function: Any, of_equality: Any, of_order: Callable[..., Any]) -> None:
    """Registers a comparison of two tuples. of_equality: its value where they are equal; None: only the order tells."""
    compare = register_jitable(**INSIDE)(of_order)

    @overload(function, jit_options=INSIDE)
    def _compared(one, other):
        both = _are_ours(cpu_target.typing_context, one, other)
        if both is None:
            return None
        if types.undefined in (both[0].dtype, both[1].dtype):  # an empty one
            return lambda one, other: compare(len(one) - len(other))
        if of_equality is None:
            return lambda one, other: compare(_order(as_varying_tuple(one), as_varying_tuple(other)))
        return lambda one, other: are_equal(as_varying_tuple(one), as_varying_tuple(other)) == of_equality


_comparison(operator.eq, True, lambda order: order == 0)
_comparison(operator.ne, False, lambda order: order != 0)
_comparison(operator.lt, None, lambda order: order < 0)
_comparison(operator.le, None, lambda order: order <= 0)
_comparison(operator.gt, None, lambda order: order > 0)
_comparison(operator.ge, None, lambda order: order >= 0)
